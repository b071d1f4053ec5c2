/** One record per user and table. */
import type { BodyOf } from '@scanship/contracts/call';
import { MOST_OWN_VIEWS, type saveTableUi, type TableKey, type TableUi } from '@scanship/contracts/orders/table-views';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { allFit, checkJson } from './json-text.ts';

type Who = Pick<RequestContext, 'tenantId' | 'userId'>;

interface RecordRow {
  readonly shown_name: string;
  readonly filters: string;
  readonly filter_list: string;
  readonly columns: string;
  readonly version: number;
}

const NOTHING: RecordRow = { shown_name: '', filters: '{}', filter_list: '[]', columns: '[]', version: 0 };

const view = (table: TableKey, row: RecordRow): TableUi => ({
  table,
  tableName: row.shown_name,
  filters: row.filters,
  filterList: row.filter_list,
  columns: row.columns,
  version: row.version,
});

/** What the person kept, or the empty record with version 0. */
export async function readTableUi(tx: Tx, who: Who, table: TableKey): Promise<TableUi> {
  const { rows } = await sql<RecordRow>`SELECT shown_name, filters, filter_list, columns, version FROM table_views
    WHERE user_id = ${who.userId}::uuid AND table_name = ${table}`.execute(tx);
  return view(table, rows[0] ?? NOTHING);
}

/** Keeps what is given, leaves the rest. Problems: `validation`, `stale_version`. */
export async function writeTableUi(tx: Tx, who: Who, given: BodyOf<typeof saveTableUi>): Promise<Outcome<TableUi>> {
  const fits = allFit([
    checkJson('filters', given.filters, 'object'),
    checkJson('filterList', given.filterList, 'array', MOST_OWN_VIEWS),
    checkJson('columns', given.columns, 'array', 200),
  ]);
  if (!fits.ok) return fits;
  const { table, tableName = null, filters = null, filterList = null, columns = null, version = null } = given;
  const { rows } = await sql<RecordRow>`
    INSERT INTO table_views AS v (tenant_id, id, user_id, table_name, shown_name, filters, filter_list, columns)
    VALUES (${who.tenantId}::uuid, ${newId()}::uuid, ${who.userId}::uuid, ${table}, coalesce(${tableName}::text, ''),
      coalesce(${filters}::text, '{}'), coalesce(${filterList}::text, '[]'), coalesce(${columns}::text, '[]'))
    ON CONFLICT (tenant_id, user_id, table_name) WHERE user_id IS NOT NULL DO UPDATE SET
      shown_name = coalesce(${tableName}::text, v.shown_name), filters = coalesce(${filters}::text, v.filters),
      filter_list = coalesce(${filterList}::text, v.filter_list), columns = coalesce(${columns}::text, v.columns),
      version = v.version + 1, updated_at = now()
    WHERE ${version}::bigint IS NULL OR v.version = ${version}::bigint
    RETURNING shown_name, filters, filter_list, columns, version`.execute(tx);
  return rows[0] ? ok(view(table, rows[0])) : problem('stale_version');
}
