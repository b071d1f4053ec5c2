/** What products can give to open orders: the lines they stand for, and their facts. */
import { skuKey } from '@scanship/domain/orders/order-items';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { factsOfProducts } from '../product-facts.ts';

/** Facts of one product under everything lines of orders name it by. */
export interface LineFacts {
  /** Lower-case keys. */
  readonly skus: readonly string[];
  readonly listings: readonly { readonly storeId: string; readonly externalProductId: string }[];
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly customsText: string | null;
  readonly valueMinor: number | null;
  readonly currency: string | null;
}

/** Fills unfulfilled orders, or only counts them; the module of orders does it. */
export type FillOpenOrders = (
  tx: Tx,
  input: { readonly facts: readonly LineFacts[]; readonly fill: boolean; readonly now: Date },
) => Promise<number>;

const PRODUCTS_PER_STATEMENT = 5_000;

/** How many unfulfilled orders lack what these products, their aliases and the bundles they are in know. */
export async function fillFromProducts(
  tx: Tx,
  fillOpenOrders: FillOpenOrders,
  input: { readonly productIds: readonly string[]; readonly fill: boolean; readonly now: Date },
): Promise<number> {
  let orders = 0;
  const { productIds, fill, now } = input;
  for (let from = 0; from < productIds.length; from += PRODUCTS_PER_STATEMENT) {
    const facts = await lineFacts(tx, productIds.slice(from, from + PRODUCTS_PER_STATEMENT));
    if (facts.length > 0) orders += await fillOpenOrders(tx, { facts, fill, now });
  }
  return orders;
}

async function lineFacts(tx: Tx, productIds: readonly string[]): Promise<LineFacts[]> {
  const { rows } = await sql<{
    id: string;
    sku_key: string;
    listings: { storeId: string; externalProductId: string; sku: string | null }[] | null;
  }>`SELECT p.id, p.sku_key, (SELECT json_agg(json_build_object('storeId', a.store_id, 'externalProductId', a.external_id,
      'sku', a.sku_key)) FROM product_aliases a WHERE a.product_id = p.id AND a.multiplier = 1
      AND NOT EXISTS (SELECT 1 FROM product_aliases b WHERE b.store_id = a.store_id AND b.external_id = a.external_id
        AND b.product_id <> a.product_id)) AS listings
    FROM products p WHERE p.id IN (SELECT u.id FROM unnest(${productIds}::uuid[]) AS u(id)
      UNION SELECT t.product_id FROM product_parts t WHERE t.part_id = ANY (${productIds}::uuid[]))`.execute(tx);
  const facts = await factsOfProducts(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, sku_key, listings }) => {
    const known = facts.get(id);
    if (!known || !(known.weightGrams ?? known.hsCode ?? known.originCountry ?? known.customsText ?? known.valueMinor))
      return [];
    const own = sku_key.startsWith('~') ? [] : [sku_key];
    return [
      {
        ...known,
        skus: [...new Set([...own, ...(listings ?? []).flatMap(({ sku }) => skuKey(sku) || [])])],
        listings: listings ?? [],
      },
    ];
  });
}
