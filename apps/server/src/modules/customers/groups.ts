/** Groups of a franchise's customers: each customer is in one at the most. Who asks is looked at by whoever calls. */
import { MOST_CUSTOMER_GROUPS } from '@scanship/contracts/network/customer-groups';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

type Franchise = Pick<RequestContext, 'tenantId'>;

export interface StoredGroup {
  readonly id: string;
  readonly name: string;
  readonly customers: number;
  readonly version: number;
}

const DONE: Outcome<void> = { ok: true, value: undefined };
const wrongName = (message: string): Outcome<never> =>
  problem('validation', { errors: [{ field: 'name', code: 'name', message }] });

/** By name, with how many customers are in each. */
export const readGroups = async (tx: Tx, { tenantId }: Franchise): Promise<readonly StoredGroup[]> =>
  (
    await sql<StoredGroup>`SELECT g.id, g.name, g.version, (SELECT count(*)::int FROM franchise_customers c
        WHERE c.tenant_id = g.tenant_id AND c.group_id = g.id AND c.state <> 'closed') AS customers
      FROM customer_groups g WHERE g.tenant_id = ${tenantId} AND g.removed_at IS NULL ORDER BY lower(g.name)`.execute(
      tx,
    )
  ).rows;

const lockGroups = (tx: Tx, { tenantId }: Franchise) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`customer groups ${tenantId}`}, 0))`.execute(tx);

const isNamed = (groups: readonly StoredGroup[], name: string, but?: string): boolean =>
  groups.some((group) => group.id !== but && group.name.toLowerCase() === name.toLowerCase());

/** Problem `validation` for a name that is taken, and for more groups than there may be. */
export const addGroup = (db: Database, ctx: RequestContext, name: string): Promise<Outcome<void>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<void>> => {
    await lockGroups(tx, ctx);
    const groups = await readGroups(tx, ctx);
    if (isNamed(groups, name)) return wrongName('There is a group of this name already.');
    if (groups.length >= MOST_CUSTOMER_GROUPS) return wrongName(`There are ${MOST_CUSTOMER_GROUPS} groups already.`);
    await tx
      .insertInto('customer_groups')
      .values({ tenant_id: ctx.tenantId, id: newId(), name, created_by: ctx.userId })
      .execute();
    return DONE;
  });

/** Answers the former name. Problems: `not_found`, `stale_version`, `validation` for a name that is taken. */
export const renameGroup = (
  db: Database,
  ctx: RequestContext,
  id: string,
  { name, version }: { readonly name: string; readonly version: number },
): Promise<Outcome<string>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<string>> => {
    await lockGroups(tx, ctx);
    const groups = await readGroups(tx, ctx);
    const group = groups.find((each) => each.id === id);
    if (!group) return problem('not_found');
    if (group.version !== version) return problem('stale_version');
    if (isNamed(groups, name, id)) return wrongName('There is a group of this name already.');
    await tx
      .updateTable('customer_groups')
      .set({ name, version: version + 1 })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    return { ok: true, value: group.name };
  });

/**
 * Answers its name. Problems: `not_found`; `group_in_use` while customers are in it.
 * @param allowed asked in the same transaction; a problem keeps the group
 */
export const removeGroup = (
  db: Database,
  ctx: RequestContext,
  id: string,
  allowed: (tx: Tx) => Promise<Outcome<void>>,
): Promise<Outcome<string>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<string>> => {
    await lockGroups(tx, ctx);
    const group = (await readGroups(tx, ctx)).find((each) => each.id === id);
    if (!group) return problem('not_found');
    if (group.customers > 0)
      return problem('group_in_use', {
        message:
          group.customers === 1 ? 'One customer is in this group.' : `${group.customers} customers are in this group.`,
        advice: 'Put them into another group, or into none, first.',
      });
    const may = await allowed(tx);
    if (!may.ok) return may;
    await tx
      .updateTable('customer_groups')
      .set({ removed_at: sql<Date>`clock_timestamp()` })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    return { ok: true, value: group.name };
  });

export interface Moved {
  readonly name: string;
  /** Name of the group it was in. */
  readonly from: string | null;
}

export interface Move {
  readonly moved: readonly Moved[];
  /** Name of the group. */
  readonly to: string | null;
}

/** Answers who went there; who was there already is not among them. Problem `not_found` for a group or customer of somebody else. */
export const putInGroup = (
  db: Database,
  ctx: RequestContext,
  customerIds: readonly string[],
  groupId: string | null,
): Promise<Outcome<Move>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<Move>> => {
    await lockGroups(tx, ctx);
    const groups = new Map((await readGroups(tx, ctx)).map((group) => [group.id, group.name]));
    if (groupId !== null && !groups.has(groupId)) return problem('not_found');
    const wanted = [...new Set(customerIds)];
    const rows = await tx
      .selectFrom('franchise_customers')
      .select(['customer_id', 'name', 'group_id'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('customer_id', 'in', wanted)
      .where('state', '<>', 'closed')
      .orderBy('customer_id')
      .forUpdate()
      .execute();
    if (rows.length < wanted.length) return problem('not_found');
    const moving = rows.filter((row) => row.group_id !== groupId);
    if (moving.length > 0)
      await tx
        .updateTable('franchise_customers')
        .set((eb) => ({ group_id: groupId, version: eb('version', '+', 1) }))
        .where('tenant_id', '=', ctx.tenantId)
        .where(
          'customer_id',
          'in',
          moving.map((row) => row.customer_id),
        )
        .execute();
    return {
      ok: true,
      value: {
        moved: moving.map((row) => ({ name: row.name, from: groups.get(row.group_id ?? '') ?? null })),
        to: groups.get(groupId ?? '') ?? null,
      },
    };
  });
