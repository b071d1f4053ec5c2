/** Who is paid by whom: a customer pays its franchise, a franchise the platform. */
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';

export interface Pair {
  readonly sellerId: string;
  readonly buyerId: string;
  readonly sellerName: string;
  readonly buyerName: string;
  /** The buyer's own. */
  readonly currency: string;
  /** Whose host the buyer's people sign in at. */
  readonly realmId: string;
}

/** Undefined for the platform, which pays nobody here. */
export const pairOf = (db: Database, buyer: Pick<RequestContext, 'tenantId'>): Promise<Pair | undefined> =>
  db.reference(async (tx) => {
    const own = await tx
      .selectFrom('tenants')
      .select(['id', 'name', 'kind', 'parent_id', 'realm_id', 'currency'])
      .where('id', '=', buyer.tenantId)
      .executeTakeFirst();
    const sellerId = own?.kind === 'franchise' ? own.parent_id : (own?.realm_id ?? null);
    if (!own || sellerId === null || own.kind === 'platform') return undefined;
    const seller = await tx.selectFrom('tenants').select('name').where('id', '=', sellerId).executeTakeFirst();
    return {
      sellerId,
      buyerId: own.id,
      sellerName: seller?.name ?? '',
      buyerName: own.name,
      currency: own.currency,
      realmId: own.realm_id,
    };
  });

/** Those a level sells to, by id; undefined for somebody else's. */
export async function buyerOf(db: Database, sellerId: string, buyerId: string): Promise<Pair | undefined> {
  const pair = await pairOf(db, { tenantId: buyerId });
  return pair?.sellerId === sellerId ? pair : undefined;
}
