/**
 * What names a buyer is kept no longer than the platform allows (`manifest.personalData`): orders that are due lose it, and so do
 * their shipments, papers and recorded calls. Part of the hourly housekeeping; what a round did not reach, the next one does.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/database/ids.ts';
import type { Services } from '../../platform/services.ts';
import { eraseCallBodies } from '../carriers/index.ts';
import { buyersDue, eraseBuyers } from '../orders/index.ts';
import { eraseCopies } from './erase-copies.ts';
import { findStore, registeredStores } from './store-registry.ts';

const DAY_MS = 86_400_000;
/** A store's answers show every buyer of a page again; they are of use to support for a day. */
const CALLS_MS = DAY_MS;

export type PersonalDataDeps = Pick<Services, 'db' | 'clock' | 'log'>;

/**
 * A store that fails is said, and stops none after it.
 * @returns how many orders were erased
 */
export async function purgePersonalData(deps: PersonalDataDeps): Promise<number> {
  let erased = 0;
  for (const store of await storesWithLimits(deps)) {
    try {
      erased += await purgeStore(deps, store);
    } catch (error) {
      const { tenantId, storeId } = store;
      deps.log.error(
        { err: error, tenantId, storeId },
        'buyers of a store could not be erased; it is tried again in an hour',
      );
    }
  }
  await eraseCopiesLeft(deps);
  return erased;
}

interface LimitedStore {
  readonly tenantId: string;
  readonly storeId: string;
  readonly keepDays: number;
}

/** Stores that were disconnected or deleted as well: their orders are still here. */
async function storesWithLimits({ db }: PersonalDataDeps): Promise<readonly LimitedStore[]> {
  const limits = new Map(
    registeredStores().flatMap(({ manifest }) =>
      manifest.personalData ? [[manifest.code, manifest.personalData.keepDays] as const] : [],
    ),
  );
  if (limits.size === 0) return [];
  const stores = await db.system((tx) =>
    tx
      .selectFrom('stores')
      .select(['tenant_id', 'id', 'platform_code'])
      .where('platform_code', 'in', [...limits.keys()])
      .orderBy('tenant_id')
      .orderBy('id')
      .execute(),
  );
  return stores.flatMap(({ tenant_id: tenantId, id: storeId, platform_code: code }) => {
    const keepDays = limits.get(code);
    return keepDays === undefined ? [] : [{ tenantId, storeId, keepDays }];
  });
}

/** Some hundreds of orders a transaction, until none is left. */
async function purgeStore(deps: PersonalDataDeps, store: LimitedStore): Promise<number> {
  const { db, clock } = deps;
  const { tenantId, storeId, keepDays } = store;
  const now = clock.now();
  const why = `Kept ${keepDays} days after shipment`;
  const before = new Date(now.getTime() - keepDays * DAY_MS);
  let erased = 0;
  for (;;) {
    const count = await db.tenant({ tenantId }, async (tx) => {
      const orderIds = await buyersDue(tx, { storeId, before });
      if (orderIds.length === 0) return 0;
      return eraseBuyers({ tenantId }, tx, { storeId, orderIds, now, why });
    });
    // None is due, or somebody else erases the same orders.
    if (count === 0) break;
    erased += count;
    await eraseCopies(deps, tenantId);
  }
  await eraseCallBodies(db, { accountId: storeId, beforeId: firstIdAt(new Date(now.getTime() - CALLS_MS)) });
  return erased;
}

/** Of buyers whose erasing was cut off, whoever asked for it, and of before copies were erased with every buyer. */
async function eraseCopiesLeft(deps: PersonalDataDeps): Promise<void> {
  const { rows } = await deps.db.system((tx) =>
    sql<{ tenant_id: string }>`SELECT DISTINCT tenant_id FROM copies_to_erase`.execute(tx),
  );
  for (const { tenant_id: tenantId } of rows) {
    try {
      await eraseCopies(deps, tenantId);
    } catch (error) {
      deps.log.error(
        { err: error, tenantId },
        'copies of erased buyers could not be erased; it is tried again in an hour',
      );
    }
  }
}

/** When an order's buyer was erased, and the sentence that says why; null while the buyer is known. */
export async function whyErased(
  tx: Tx,
  orderId: string,
): Promise<{ readonly at: string; readonly note: string } | null> {
  const { rows } = await sql<{
    at: string | null;
    code: string;
  }>`SELECT d.imported ->> 'erasedAt' AS at, o.platform_code AS code
    FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id WHERE o.id = ${orderId}`.execute(
    tx,
  );
  const [row] = rows;
  if (row?.at === null || row?.at === undefined) return null;
  const note = findStore(row.code)?.manifest.personalData?.note;
  return { at: row.at, note: note ?? 'The buyer’s data were erased because the store’s platform asked for it.' };
}
