/**
 * What names a buyer is kept no longer than the platform allows (`manifest.personalData`): orders that are due lose it, and so do
 * their shipments, papers and recorded calls. Part of the hourly housekeeping; what a round did not reach, the next one does.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/database/ids.ts';
import type { Services } from '../../platform/services.ts';
import { eraseCallBodies } from '../carriers/index.ts';
import { eraseDocuments } from '../documents/index.ts';
import { buyersDue, eraseBuyers } from '../orders/index.ts';
import { eraseRecipients } from '../shipments/index.ts';
import { findStore, registeredStores } from './store-registry.ts';

const DAY_MS = 86_400_000;
/** A store's answers show every buyer of a page again; they are of use to support for a day. */
const CALLS_MS = DAY_MS;

export type PersonalDataDeps = Pick<Services, 'db' | 'clock'>;

/** @returns how many orders were erased */
export async function purgePersonalData(deps: PersonalDataDeps): Promise<number> {
  const limits = new Map(
    registeredStores().flatMap(({ manifest }) =>
      manifest.personalData ? [[manifest.code, manifest.personalData] as const] : [],
    ),
  );
  if (limits.size === 0) return 0;
  // Stores that were disconnected or deleted as well: their orders are still here.
  const stores = await deps.db.system((tx) =>
    tx
      .selectFrom('stores')
      .select(['tenant_id', 'id', 'platform_code'])
      .where('platform_code', 'in', [...limits.keys()])
      .orderBy('tenant_id')
      .orderBy('id')
      .execute(),
  );
  let erased = 0;
  for (const { tenant_id: tenantId, id: storeId, platform_code: code } of stores) {
    const limit = limits.get(code);
    if (!limit) continue;
    const before = new Date(deps.clock.now().getTime() - limit.keepDays * DAY_MS);
    erased += await purgeStore(deps, { tenantId, storeId }, before, `Kept ${limit.keepDays} days after shipment`);
    const beforeId = firstIdAt(new Date(deps.clock.now().getTime() - CALLS_MS));
    await eraseCallBodies(deps.db, { accountId: storeId, beforeId });
  }
  return erased;
}

/** Some hundreds of orders a transaction, until none is left. */
async function purgeStore(
  { db, clock }: PersonalDataDeps,
  store: { readonly tenantId: string; readonly storeId: string },
  before: Date,
  why: string,
): Promise<number> {
  const { tenantId, storeId } = store;
  const now = clock.now();
  let erased = 0;
  for (;;) {
    const part = await db.tenant({ tenantId }, async (tx) => {
      const orderIds = await buyersDue(tx, { storeId, before });
      if (orderIds.length === 0) return undefined;
      const count = await eraseBuyers({ tenantId }, tx, { storeId, orderIds, now, why });
      const { shipmentIds, purchaseIds } = await eraseRecipients(tx, tenantId, orderIds);
      await eraseDocuments(tx, tenantId, shipmentIds, now);
      return { count, purchaseIds };
    });
    if (part === undefined) return erased;
    if (part.purchaseIds.length > 0) await eraseCallBodies(db, { subjectIds: part.purchaseIds });
    // Nothing moved: somebody else erases the same orders.
    if (part.count === 0) return erased;
    erased += part.count;
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
