/** Products for the search over everything: active ones by words of their title, SKUs and barcodes. */
import { type RawBuilder, sql } from 'kysely';
import { soughtOf } from '../search-keys.ts';
import { conditionsOf } from './list-sql.ts';

export interface FoundProductRow {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
}

/** Keys that are looked at before products are chosen of them. */
const MOST_PRODUCTS = 200;

/** Active products, the one with exactly this SKU first; undefined when there is nothing to look for. */
export function findProductsSql(text: string, limit: number): RawBuilder<FoundProductRow> | undefined {
  const search = soughtOf(text);
  if (!search) return undefined;
  const conditions = conditionsOf({ shelf: 'active', search });
  return sql<FoundProductRow>`SELECT p.id, p.title, p.sku FROM (SELECT p.id, p.title, p.title_key, p.sku, p.sku_key FROM products p
      WHERE ${conditions} LIMIT ${sql.lit(MOST_PRODUCTS)}) p
    ORDER BY p.sku_key = ${search.whole} DESC, p.title_key, p.id LIMIT ${sql.lit(limit)}`;
}
