/** What products know of items of a store's orders: found by the store's own id of the item, else by SKU. */
import { skuKey } from '@scanship/domain/order-items';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface ItemKey {
  readonly externalProductId?: string | undefined;
  readonly sku?: string | undefined;
}

export interface KnownFacts {
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
}

interface FactRow extends KnownFacts {
  readonly kind: 'id' | 'sku';
  readonly key: string;
}

/** Reads once for many items; the answer is asked item by item. */
export async function productFacts(
  tx: Tx,
  storeId: string,
  items: readonly ItemKey[],
): Promise<(item: ItemKey) => KnownFacts | undefined> {
  const ids = [...new Set(items.flatMap(({ externalProductId }) => externalProductId ?? []))];
  const skus = [...new Set(items.map(({ sku }) => skuKey(sku)).filter((key) => key !== ''))];
  if (ids.length + skus.length === 0) return () => undefined;
  const { rows } = await sql<FactRow>`
    SELECT 'id' AS kind, a.external_id AS key, p.weight_g AS "weightGrams", p.hs_code AS "hsCode", p.origin_country AS "originCountry"
    FROM product_aliases a JOIN products p ON p.tenant_id = a.tenant_id AND p.id = a.product_id
    WHERE a.store_id = ${storeId} AND a.external_id = ANY (${ids}::text[]) AND a.multiplier = 1
      AND NOT EXISTS (SELECT 1 FROM product_aliases b WHERE b.store_id = a.store_id AND b.external_id = a.external_id
      AND b.product_id <> a.product_id)
    UNION ALL
    SELECT 'sku', p.sku_key, p.weight_g, p.hs_code, p.origin_country
    FROM products p WHERE p.sku_key = ANY (${skus}::text[])`.execute(tx);
  const found = new Map(rows.map((row) => [`${row.kind} ${row.key}`, row]));
  return ({ externalProductId, sku }) =>
    (externalProductId === undefined ? undefined : found.get(`id ${externalProductId}`)) ??
    found.get(`sku ${skuKey(sku)}`);
}
