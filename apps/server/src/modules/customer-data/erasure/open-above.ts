/** What is open with those above a customer: its franchise and the operator, each read as itself. */
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { unbilledPurchases } from '../../statements/index.ts';

export interface OpenAbove {
  /** Differences of carriers' invoices over its labels that nobody has decided, or that are objected to at the carrier. */
  readonly ownDifferences: number;
  /** The same, of accounts that are not the franchise's. */
  readonly othersDifferences: number;
  /** Its labels that stand on no invoice to the franchise yet: an invoice is drawn with the shipments it is for. */
  readonly unbilledLabels: number;
}

/** Whom a customer's labels are sold through, from its franchise up. */
export const sellersAbove = async (db: Database, customerId: string): Promise<readonly string[]> =>
  (
    await db.reference((tx) =>
      tx
        .selectFrom('tenant_closure')
        .select('ancestor_id')
        .where('descendant_id', '=', customerId)
        .where('depth', '>', 0)
        .orderBy('depth')
        .execute(),
    )
  ).map(({ ancestor_id }) => ancestor_id);

export async function openAbove(
  db: Database,
  { franchiseId, customerId }: { readonly franchiseId: string; readonly customerId: string },
): Promise<OpenAbove> {
  const above = await sellersAbove(db, customerId);
  const differences = new Map<string, number>();
  for (const owner of above) differences.set(owner, await undecided(db, owner, customerId));
  let unbilledLabels = 0;
  for (const [at, sellerId] of above.entries()) {
    const buyerId = above[at - 1];
    if (buyerId !== undefined)
      unbilledLabels += await unbilledPurchases(db, { sellerId, buyerId, shipperId: customerId });
  }
  const own = differences.get(franchiseId) ?? 0;
  return {
    ownDifferences: own,
    unbilledLabels,
    othersDifferences: [...differences.values()].reduce((sum, n) => sum + n, 0) - own,
  };
}

const undecided = (db: Database, ownerId: string, customerId: string): Promise<number> =>
  db.tenant(
    { tenantId: ownerId },
    async (tx) =>
      (
        await sql<{ n: number }>`SELECT count(*)::int AS n FROM bill_differences d
          JOIN bill_shipments s ON s.tenant_id = d.tenant_id AND s.purchase_id = d.purchase_id
          WHERE d.tenant_id = ${ownerId} AND d.state IN ('open', 'disputed') AND s.shipper_tenant_id = ${customerId}`.execute(
          tx,
        )
      ).rows[0]?.n ?? 0,
    { readOnly: true },
  );
