/** What the open lines of orders lack before they can ship, once for each product. */
import type { ItemGap } from '@scanship/contracts/shipping/batch-mending';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { originCountry } from './ship-from.ts';

/** Units of line `i` that no label holds and nobody cancelled. */
const OPEN = sql`i.qty - i.qty_cancelled - i.qty_allocated > 0`;

/** SQL of what customs would miss of line `i`, as `proposeCustoms` judges it; weight apart. */
const CUSTOMS_GAPS: Readonly<Record<Exclude<ItemGap, 'weight'>, RawBuilder<boolean>>> = {
  hsCode: sql`coalesce(i.hs_code, '') !~ '^[0-9]{6,12}$'`,
  origin: sql`i.origin IS NULL`,
  value: sql`coalesce(i.declared_minor, i.unit_minor) <= 0`,
  description: sql`btrim(coalesce(i.customs_text, i.title)) = ''`,
};

/** Whether order `o`, known to cross a border, has an open line that customs would miss something of. */
export const lacksCustoms: RawBuilder<boolean> = sql`EXISTS (SELECT 1 FROM order_items i
  WHERE i.order_id = o.id AND ${OPEN} AND (${sql.join(Object.values(CUSTOMS_GAPS), sql` OR `)}))`;

export interface LineGap {
  readonly sku: string;
  readonly title: string;
  readonly orders: number;
  readonly lacks: readonly ItemGap[];
  readonly currencies: readonly string[];
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
}

/** @returns those in most orders first, at most `limit` */
export async function lineGaps(tx: Tx, orderIds: readonly string[], limit: number): Promise<readonly LineGap[]> {
  const border = sql`coalesce(o.country::text <> ${originCountry}, false)`;
  const gaps = [
    sql`CASE WHEN bool_or(coalesce(i.weight_g, 0) = 0) THEN 'weight' END`,
    ...Object.entries(CUSTOMS_GAPS).map(
      ([gap, missing]) => sql`CASE WHEN bool_or(${border} AND ${missing}) THEN ${sql.lit(gap)} END`,
    ),
  ];
  const { rows } = await sql<LineGap>`SELECT g.* FROM (SELECT max(i.sku) AS sku, max(i.title) AS title,
      count(DISTINCT o.id)::int AS orders, array_remove(ARRAY[${sql.join(gaps)}], NULL) AS lacks,
      array_agg(DISTINCT o.currency::text) AS currencies,
      CASE WHEN count(DISTINCT nullif(i.weight_g, 0)) = 1 THEN max(i.weight_g) END AS "weightGrams",
      CASE WHEN count(DISTINCT i.hs_code) = 1 THEN max(i.hs_code) END AS "hsCode",
      CASE WHEN count(DISTINCT i.origin) = 1 THEN max(i.origin) END AS "originCountry"
    FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    JOIN order_items i ON i.tenant_id = o.tenant_id AND i.order_id = o.id
    WHERE o.id = ANY (${[...orderIds]}::uuid[]) AND ${OPEN}
    GROUP BY i.sku_key, CASE WHEN i.sku_key = '' THEN i.title END) g
    WHERE cardinality(g.lacks) > 0 ORDER BY g.orders DESC, g.sku, g.title LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}
