/** Takes products of a store over; what they know fills orders that wait for it at once. */
import { skuKey } from '@scanship/domain/orders/order-items';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { fillItemFacts, fillOpenOrders } from '../../orders/index.ts';
import { fillFromProducts, importProducts, productFacts } from '../../products/index.ts';
import type { StoreRow } from '../store-rows.ts';
import type { RunItem } from './stream-rows.ts';

/**
 * Pages of orders and of products of one store are stored one after the other. Otherwise an order that looks for its product
 * before that is committed, while the product looks for waiting orders before the order is, leaves without a weight for good.
 */
export const inTurn = (tx: Tx, storeId: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`facts of ${storeId}`}, 0))`.execute(tx);

export async function takeProducts(
  tx: Tx,
  { tenantId, id: storeId }: Pick<StoreRow, 'tenantId' | 'id'>,
  page: {
    readonly items: readonly StoreProduct[];
    readonly problems: readonly { readonly externalId?: string | undefined; readonly message: string }[];
  },
  now: Date,
): Promise<{ readonly created: number; readonly changed: number; readonly items: readonly RunItem[] }> {
  await inTurn(tx, storeId);
  const taken = await importProducts(tx, { tenantId, storeId, products: page.items, now });
  if (taken.ids.length > 0) {
    const keys = page.items.map(({ externalId, sku }) => ({ externalProductId: externalId, sku }));
    const factsOf = await productFacts(tx, storeId, keys);
    const products = page.items.flatMap((product) => {
      const facts = factsOf({ externalProductId: product.externalId, sku: product.sku });
      return facts ? [{ externalProductId: product.externalId, skuKey: skuKey(product.sku), ...facts }] : [];
    });
    await fillItemFacts(tx, { storeId, products, now });
    // The same SKU in orders of other stores, out of files and by hand; bundles these products are in.
    await fillFromProducts(tx, (inner, input) => fillOpenOrders({ tenantId }, inner, input), {
      productIds: taken.ids,
      fill: true,
      now,
    });
  }
  return {
    created: taken.created,
    changed: taken.changed,
    items: [...taken.failed, ...page.problems].map(({ externalId, message }) => ({
      externalId: externalId ?? null,
      message,
    })),
  };
}
