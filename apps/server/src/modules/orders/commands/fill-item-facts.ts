/** Completes lines of open orders from products: what came in after them, or was corrected since. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';

/** What a product knows of one unit of a line; null: nothing. */
export interface FillFacts {
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  /** What it is for customs. */
  readonly customsText?: string | null;
  /** Minor units of `currency`; given to lines without a price, in orders of that currency. */
  readonly valueMinor?: number | null;
  readonly currency?: string | null;
}

export interface ProductFacts extends FillFacts {
  readonly externalProductId: string;
  /** Lower-case key of the SKU; empty: none. */
  readonly skuKey: string;
}

/** A product under everything lines of orders name it by, in any store. */
export interface LineFacts extends FillFacts {
  readonly skus: readonly string[];
  /** For lines without a SKU. */
  readonly listings: readonly { readonly storeId: string; readonly externalProductId: string }[];
}

const factShape = sql`"weightGrams" int4, "hsCode" text, "originCountry" text, "customsText" text, "valueMinor" int8, currency text`;
const hasFacts = (each: FillFacts): boolean =>
  Boolean(each.weightGrams ?? each.hsCode ?? each.originCountry ?? each.customsText ?? each.valueMinor);

/** Whether line `i` of order `o` lacks something that facts `f` know. */
const lacks = sql`((i.weight_g IS NULL AND f."weightGrams" IS NOT NULL) OR (i.hs_code IS NULL AND f."hsCode" IS NOT NULL)
  OR (i.origin IS NULL AND f."originCountry" IS NOT NULL) OR (i.customs_text IS NULL AND f."customsText" IS NOT NULL)
  OR (i.declared_minor IS NULL AND i.unit_minor = 0 AND f."valueMinor" > 0 AND f.currency = o.currency::text))`;

/**
 * Fills weight, HS code, country of origin, customs description and value where an unfulfilled order of the store lacks
 * them; what is there stays.
 * @returns how many orders got something
 */
export async function fillItemFacts(
  tx: Tx,
  input: { readonly storeId: string; readonly products: readonly ProductFacts[]; readonly now: Date },
): Promise<number> {
  const known = input.products.filter(hasFacts);
  if (known.length === 0) return 0;
  const matched = sql`SELECT DISTINCT ON (i.order_id, i.line) i.order_id, i.line, f."weightGrams", f."hsCode",
      f."originCountry", f."customsText", CASE WHEN f.currency = o.currency::text THEN f."valueMinor" END AS "valueMinor"
    FROM orders o JOIN order_items i ON i.tenant_id = o.tenant_id AND i.order_id = o.id
    JOIN json_to_recordset(${toJson(known)}::json) AS f("externalProductId" text, "skuKey" text, ${factShape})
      ON f."externalProductId" = i.external_product_id
        OR (i.external_product_id IS NULL AND i.sku_key <> '' AND f."skuKey" = i.sku_key)
    WHERE o.store_id = ${input.storeId} AND o.tab = 'unfulfilled' AND o.source = 'store' AND ${lacks}
    ORDER BY i.order_id, i.line`;
  return (await complete(tx, matched, input.now)).length;
}

/**
 * The same for orders of all stores, entered by hand and out of files; with `fill` false the orders are only counted.
 * What was filled stands in each order's history.
 */
export async function fillOpenOrders(
  ctx: OrderContext,
  tx: Tx,
  input: { readonly facts: readonly LineFacts[]; readonly fill: boolean; readonly now: Date },
): Promise<number> {
  const known = input.facts.filter(hasFacts).map((each, n) => ({ ...each, n }));
  const skus = known.flatMap(({ n, skus: keys }) => keys.map((sku) => ({ n, sku })));
  const listings = known.flatMap(({ n, listings: places }) => places.map((place) => ({ n, ...place })));
  const matched = sql`SELECT DISTINCT ON (i.order_id, i.line) i.order_id, i.line, f."weightGrams", f."hsCode",
      f."originCountry", f."customsText", CASE WHEN f.currency = o.currency::text THEN f."valueMinor" END AS "valueMinor"
    FROM (
      SELECT i.*, k.n FROM json_to_recordset(${toJson(skus)}::json) AS k(n int4, sku text)
        JOIN order_items i ON i.sku_key = k.sku WHERE i.sku_key <> ''
      UNION ALL
      SELECT i.*, k.n FROM json_to_recordset(${toJson(listings)}::json) AS k(n int4, "storeId" uuid, "externalProductId" text)
        JOIN order_items i ON i.sku_key = '' AND i.external_product_id IS NOT NULL AND i.external_product_id = k."externalProductId"
        JOIN orders s ON s.id = i.order_id AND s.store_id = k."storeId"
    ) i
    JOIN orders o ON o.id = i.order_id AND o.tab = 'unfulfilled'
    JOIN json_to_recordset(${toJson(known.map(factsOnly))}::json) AS f(n int4, ${factShape}) ON f.n = i.n
    WHERE ${lacks}
    ORDER BY i.order_id, i.line, i.n`;
  if (!input.fill) {
    const { rows } = await sql<{ n: number }>`SELECT count(DISTINCT m.order_id) AS n FROM (${matched}) m`.execute(tx);
    return rows[0]?.n ?? 0;
  }
  const ids = await complete(tx, matched, input.now);
  const changes = ids.map((orderId) => ({ orderId, from: null, to: 'items', why: 'Completed from the products' }));
  await recordChanges(ctx, tx, changes, input.now);
  return ids.length;
}

const factsOnly = ({
  n,
  weightGrams,
  hsCode,
  originCountry,
  customsText,
  valueMinor,
  currency,
}: LineFacts & { n: number }) => ({
  n,
  weightGrams,
  hsCode,
  originCountry,
  customsText,
  valueMinor,
  currency,
});

/** Fills the matched lines and weighs their orders anew; ids of the orders. */
async function complete(tx: Tx, matched: RawBuilder<unknown>, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{
    order_id: string;
  }>`UPDATE order_items i SET weight_g = coalesce(i.weight_g, m."weightGrams"),
      hs_code = coalesce(i.hs_code, m."hsCode"), origin = coalesce(i.origin, m."originCountry"),
      customs_text = coalesce(i.customs_text, m."customsText"),
      declared_minor = coalesce(i.declared_minor, CASE WHEN i.unit_minor = 0 THEN nullif(m."valueMinor", 0) END)
    FROM (${matched}) m WHERE i.order_id = m.order_id AND i.line = m.line
    RETURNING i.order_id`.execute(tx);
  const ids = [...new Set(rows.map((row) => row.order_id))].toSorted();
  if (ids.length === 0) return ids;
  // As orderWeight: 0 while any line that will be sent has no weight.
  await sql`UPDATE orders o SET weight_g = w.weight, updated_at = ${now.toISOString()}::timestamptz
    FROM (SELECT i.order_id, CASE WHEN bool_or(coalesce(i.weight_g, 0) = 0) OR sum(n.units * i.weight_g) > 2147483647 THEN 0
        ELSE sum(n.units * i.weight_g) END::int4 AS weight
      FROM order_items i, LATERAL (SELECT (i.qty - i.qty_cancelled + i.qty_elsewhere)::int8 AS units) n
      WHERE i.order_id = ANY (${ids}::uuid[]) AND n.units > 0
      GROUP BY i.order_id) w
    WHERE o.id = ANY (${ids}::uuid[]) AND o.id = w.order_id`.execute(tx);
  return ids;
}
