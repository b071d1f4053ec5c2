/** Completes lines of open orders from products that came in after them. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';

export interface ProductFacts {
  readonly externalProductId: string;
  /** Lower-case key of the SKU; empty: none. */
  readonly skuKey: string;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
}

/**
 * Fills weight, HS code and country of origin where an unfulfilled order of the store lacks them; what is there stays.
 * @returns how many orders got something
 */
export async function fillItemFacts(
  tx: Tx,
  input: { readonly storeId: string; readonly products: readonly ProductFacts[]; readonly now: Date },
): Promise<number> {
  const known = input.products.filter((each) => each.weightGrams ?? each.hsCode ?? each.originCountry);
  if (known.length === 0) return 0;
  const { rows } = await sql<{ order_id: string }>`WITH facts AS (
      SELECT * FROM json_to_recordset(${toJson(known)}::json) AS f("externalProductId" text, "skuKey" text,
        "weightGrams" int4, "hsCode" text, "originCountry" text)
    ), open_lines AS (
      SELECT i.tenant_id, i.order_id, i.line, i.external_product_id, i.sku_key FROM orders o
      JOIN order_items i ON i.tenant_id = o.tenant_id AND i.order_id = o.id
      WHERE o.store_id = ${input.storeId} AND o.tab = 'unfulfilled' AND o.source = 'store'
        AND (i.weight_g IS NULL OR i.hs_code IS NULL OR i.origin IS NULL)
    ), matched AS (
      SELECT DISTINCT ON (l.order_id, l.line) l.order_id, l.line, f.* FROM open_lines l
      JOIN facts f ON f."externalProductId" = l.external_product_id
        OR (l.external_product_id IS NULL AND l.sku_key <> '' AND f."skuKey" = l.sku_key)
      ORDER BY l.order_id, l.line
    )
    UPDATE order_items i SET weight_g = coalesce(i.weight_g, m."weightGrams"), hs_code = coalesce(i.hs_code, m."hsCode"),
      origin = coalesce(i.origin, m."originCountry")
    FROM matched m WHERE i.order_id = m.order_id AND i.line = m.line
      AND ((i.weight_g IS NULL AND m."weightGrams" IS NOT NULL) OR (i.hs_code IS NULL AND m."hsCode" IS NOT NULL)
        OR (i.origin IS NULL AND m."originCountry" IS NOT NULL))
    RETURNING i.order_id`.execute(tx);
  const ids = [...new Set(rows.map((row) => row.order_id))].toSorted();
  if (ids.length === 0) return 0;
  // As orderWeight: 0 while any line that will be sent has no weight.
  await sql`UPDATE orders o SET weight_g = w.weight, updated_at = ${input.now.toISOString()}::timestamptz
    FROM (SELECT i.order_id, CASE WHEN bool_or(coalesce(i.weight_g, 0) = 0) OR sum(n.units * i.weight_g) > 2147483647 THEN 0
        ELSE sum(n.units * i.weight_g) END::int4 AS weight
      FROM order_items i, LATERAL (SELECT (i.qty - i.qty_cancelled + i.qty_elsewhere)::int8 AS units) n
      WHERE i.order_id = ANY (${ids}::uuid[]) AND n.units > 0
      GROUP BY i.order_id) w
    WHERE o.id = ANY (${ids}::uuid[]) AND o.id = w.order_id`.execute(tx);
  return ids.length;
}
