/** What of a customer goes, as both customers' rows say it now. */
import { sql } from 'kysely';
import { actAs, type Database } from '../../platform/database/database.ts';
import type { AccountToCarry, CarriersModule } from '../carriers/index.ts';
import { type CarriedTable, type CarryScope, FIRST, THEN } from './carried-tables.ts';
import { type Carrying, idsOf } from './carry-rows.ts';
import { newIdOf } from './new-ids.ts';

export interface Move {
  readonly id: string;
  readonly customerId: string;
  readonly franchiseId: string;
  readonly successorId: string;
  readonly toFranchiseId: string;
}

export interface ScopeDeps {
  readonly db: Database;
  readonly carriers: Pick<CarriersModule, 'accountsToCarry'>;
}

/** Of a customer that is not moved yet. */
export async function scopeBefore(deps: ScopeDeps, customerId: string) {
  const accounts = await deps.carriers.accountsToCarry(customerId);
  const storeIds = await deps.db.tenant(
    { tenantId: customerId },
    async (tx) =>
      (await tx.selectFrom('stores').select('id').where('deleted_at', 'is', null).execute()).map(({ id }) => id),
    { readOnly: true },
  );
  const scope: CarryScope = { accountIds: accounts.flatMap(({ id, goes }) => (goes ? id : [])), storeIds };
  return { accounts, scope };
}

export interface CarryingNow extends Carrying {
  readonly accounts: readonly AccountToCarry[];
}

/** Of a move under way: stores that were handed over are known by their rows at the successor. */
export async function carryingOf(deps: ScopeDeps, move: Move): Promise<CarryingNow> {
  const { customerId: from, successorId: to } = move;
  const accounts = await deps.carriers.accountsToCarry(from);
  const accountIds = accounts.flatMap(({ id, goes }) => (goes ? id : []));
  return deps.db.tenant(
    { tenantId: to },
    async (tx) => {
      const there = new Set((await tx.selectFrom('stores').select('id').execute()).map(({ id }) => id));
      const builtIn = new Map(
        (await tx.selectFrom('roles').select(['id', 'code']).where('built_in', '=', true).execute()).map(
          ({ id, code }) => [code, id],
        ),
      );
      await actAs(tx, { role: 'app_tenant', tenantId: from });
      const stores = await tx.selectFrom('stores').select(['id', 'deleted_at']).execute();
      const storeIds = stores.flatMap((store) =>
        store.deleted_at === null || there.has(newIdOf(move.id, store.id)) ? store.id : [],
      );
      const scope = { accountIds, storeIds };
      const ids = new Map([[from, to]]);
      for (const role of await tx.selectFrom('roles').select(['id', 'code']).where('built_in', '=', true).execute())
        ids.set(role.id, builtIn.get(role.code) ?? role.id);
      for (const { id, grantId, goes } of accounts)
        if (goes) for (const each of [id, grantId]) ids.set(each, newIdOf(move.id, each));
      for (const table of [...FIRST, ...THEN].filter(hasIds))
        for (const id of await idsOf(tx, table, scope)) ids.set(id, newIdOf(move.id, id));
      return { ...scope, from, to, ids, accounts };
    },
    { readOnly: true },
  );
}

const WITHOUT_IDS = new Set([
  'role_permissions',
  'blobs',
  'product_parts',
  'product_tokens',
  'product_aliases',
  'customer_settings',
  'buyer_page_settings',
  'return_rules',
  'service_mappings',
  'order_title_words',
]);
const hasIds = ({ name }: CarriedTable): boolean => !WITHOUT_IDS.has(name);

/**
 * Whatever is still to be stored or decided, also where nobody works on it: a label that may exist must not be bought again by the successor.
 */
const UNSETTLED = sql`'planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed'`;

/** What keeps it from being carried over: it would end at the former customer, where nobody could go on with it. Runs as the customer. */
export const OPEN_THERE = sql<{ code: string; n: number }>`
  SELECT CASE state WHEN 'disputed' THEN 'disputes' ELSE 'purchases' END AS code, count(*)::int AS n
    FROM purchases WHERE state IN (${UNSETTLED}) GROUP BY 1
  UNION ALL SELECT CASE state WHEN 'disputed' THEN 'voidDisputes' ELSE 'voids' END, count(*)::int
    FROM voids WHERE state IN (${UNSETTLED}) GROUP BY 1
  UNION ALL SELECT 'batches', count(*)::int FROM batches WHERE state IN ('planning', 'running', 'paused')
  UNION ALL SELECT 'returns', count(*)::int FROM returns WHERE due_at IS NOT NULL
  UNION ALL SELECT 'reports', count(*)::int FROM effects
    WHERE kind IN ('fulfilment_push', 'fulfilment_cancel', 'store_refund') AND state IN (${UNSETTLED})
      AND payload ->> 'superseded' IS NULL AND payload ->> 'handled' IS NULL
  UNION ALL SELECT 'hold', count(*)::int FROM maintenance.unasked_accounts u JOIN carrier_accounts a ON a.id = u.account_id
  UNION ALL SELECT 'shifts', count(*)::int FROM order_leases WHERE lease_until > clock_timestamp()`;
