/** Views that a customer shares among its people, all of them or those with certain roles. */
import type { BodyOf } from '@scanship/contracts/call';
import {
  type changeSharedView,
  MOST_SHARED_VIEWS,
  type SharedView,
  type shareView,
  type TableKey,
} from '@scanship/contracts/orders/table-views';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { type Tx, violated } from '../../platform/database/database.ts';
import { isUuid, newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { allFit, checkJson } from './json-text.ts';

type Who = Pick<RequestContext, 'tenantId' | 'userId' | 'roleId' | 'rights'>;
type Given = Pick<BodyOf<typeof shareView>, 'name' | 'filters' | 'columns' | 'roleIds'>;

interface SharedRow {
  readonly id: string;
  readonly table_name: string;
  readonly name: string;
  readonly filters: string;
  readonly columns: string;
  readonly role_ids: unknown;
  readonly version: number;
  readonly updated_at: Date;
}

const COLUMNS = sql.raw('id, table_name, name, filters, columns, role_ids, version, updated_at');

const view = (row: SharedRow): SharedView => ({
  id: row.id,
  table: row.table_name as TableKey,
  name: row.name,
  filters: row.filters,
  columns: row.columns,
  roleIds: rolesOf(row),
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
});
const rolesOf = ({ role_ids: roles }: Pick<SharedRow, 'role_ids'>): string[] =>
  Array.isArray(roles) ? roles.filter((id) => typeof id === 'string').filter(isUuid) : [];

/** Those the person's role is meant by; whoever may share sees all, to be able to change them. */
export async function readShared(tx: Tx, who: Who, table: TableKey): Promise<SharedView[]> {
  const { rows } = await sql<SharedRow>`SELECT ${COLUMNS} FROM table_views
    WHERE user_id IS NULL AND table_name = ${table} ORDER BY name_key`.execute(tx);
  return rows.map(view).filter(({ roleIds }) => who.rights.has('settings.manage') || isMeant(roleIds, who.roleId));
}

const isMeant = (roleIds: readonly string[], roleId: string): boolean =>
  roleIds.length === 0 || roleIds.includes(roleId);

const wrong = (field: string, message: string) => problem('validation', { message, errors: [{ field, message }] });
const keyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

async function check(tx: Tx, { name, filters, columns, roleIds = [] }: Given): Promise<Outcome<void>> {
  if (keyOf(name) === '' || name.includes('\0')) return wrong('name', 'The view needs a name.');
  const fits = allFit([checkJson('filters', filters, 'object'), checkJson('columns', columns, 'array', 200)]);
  if (!fits.ok || roleIds.length === 0) return fits;
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*) AS n FROM roles WHERE id = ANY (${[...new Set(roleIds)]}::uuid[])`.execute(tx);
  return rows[0]?.n === new Set(roleIds).size ? ok(undefined) : wrong('roleIds', 'One of these roles does not exist.');
}

/** What a failed change of a shared view means; the transaction it was in is undone. Anything unexpected is thrown again. */
export function whyNotShared(error: unknown): Outcome<never> {
  if (violated(error) === 'table_views_shared') return wrong('name', 'A view of this name is shared already.');
  throw error;
}

/** Problems: `validation`. */
export async function addShared(tx: Tx, who: Who, given: BodyOf<typeof shareView>): Promise<Outcome<SharedView>> {
  const fits = await check(tx, given);
  if (!fits.ok) return fits;
  const { rows: counted } = await sql<{ n: number }>`SELECT count(*) AS n FROM table_views
    WHERE user_id IS NULL AND table_name = ${given.table}`.execute(tx);
  if ((counted[0]?.n ?? 0) >= MOST_SHARED_VIEWS)
    return wrong('name', `${MOST_SHARED_VIEWS} views of this table are shared already; remove one first.`);
  const { rows } = await sql<SharedRow>`INSERT INTO table_views
      (tenant_id, id, table_name, name, name_key, filters, columns, role_ids, created_by)
    VALUES (${who.tenantId}::uuid, ${newId()}::uuid, ${given.table}, ${given.name.trim()}, ${keyOf(given.name)}, ${given.filters},
      ${given.columns ?? '[]'}, ${JSON.stringify([...new Set(given.roleIds ?? [])])}::jsonb, ${who.userId}::uuid)
    RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ? ok(view(rows[0])) : problem('not_found');
}

/** Problems: `not_found`, `validation`, `stale_version`. */
export async function changeShared(
  tx: Tx,
  id: string,
  given: BodyOf<typeof changeSharedView>,
): Promise<Outcome<SharedView>> {
  const found = await sql<{ version: number }>`SELECT version FROM table_views
    WHERE id = ${id}::uuid AND user_id IS NULL FOR UPDATE`.execute(tx);
  if (!found.rows[0]) return problem('not_found');
  if (found.rows[0].version !== given.version) return problem('stale_version');
  const fits = await check(tx, given);
  if (!fits.ok) return fits;
  const { rows } =
    await sql<SharedRow>`UPDATE table_views SET name = ${given.name.trim()}, name_key = ${keyOf(given.name)},
      filters = ${given.filters}, columns = coalesce(${given.columns ?? null}::text, columns),
      role_ids = coalesce(${given.roleIds ? JSON.stringify([...new Set(given.roleIds)]) : null}::jsonb, role_ids),
      version = version + 1, updated_at = now()
    WHERE id = ${id}::uuid AND user_id IS NULL RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ? ok(view(rows[0])) : problem('not_found');
}

/** Problems: `not_found`. */
export async function removeShared(tx: Tx, id: string): Promise<Outcome<{ removed: boolean }>> {
  const { rows } = await sql<{
    id: string;
  }>`DELETE FROM table_views WHERE id = ${id}::uuid AND user_id IS NULL RETURNING id`.execute(tx);
  return rows.length > 0 ? ok({ removed: true }) : problem('not_found');
}
