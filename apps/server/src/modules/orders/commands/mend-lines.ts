/** Gives lines of orders what they lack, the same to every line of a product. What a line has stays. */
import { skuKey } from '@scanship/domain/orders/order-items';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { edited, FACT_WORDS, type ItemRow, weightOfLines } from './edit-items.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';

export interface ProductMend {
  readonly sku: string;
  /** Tells the product where it has no SKU. */
  readonly title: string;
  readonly weightGrams?: number | undefined;
  readonly hsCode?: string | undefined;
  readonly originCountry?: string | undefined;
  readonly customsDescription?: string | undefined;
  readonly unitValueMinor?: number | undefined;
}

type Row = ItemRow & { readonly orderId: string; readonly unitMinor: number };
const FACTS = Object.keys(FACT_WORDS) as (keyof typeof FACT_WORDS)[];

/** A line keeps what it has; a price stands in for a declared value. */
const missing = (row: Row, mend: ProductMend): Omit<ProductMend, 'sku' | 'title'> => ({
  weightGrams: row.weightGrams ? undefined : mend.weightGrams,
  hsCode: row.hsCode ? undefined : mend.hsCode,
  originCountry: row.originCountry ? undefined : mend.originCountry,
  customsDescription: row.customsDescription ? undefined : mend.customsDescription,
  unitValueMinor: row.unitValueMinor || row.unitMinor > 0 ? undefined : mend.unitValueMinor,
});

/**
 * Waiting orders alone; what is given counts as said by a person, so that no sync takes it away.
 * @param mends HS codes by their digits
 * @returns ids of the orders that got something
 */
export async function mendLines(
  ctx: OrderContext,
  tx: Tx,
  input: { readonly orderIds: readonly string[]; readonly mends: readonly ProductMend[]; readonly now: Date },
): Promise<readonly string[]> {
  const bySku = new Map<string, ProductMend>();
  const byTitle = new Map<string, ProductMend>();
  for (const mend of input.mends) {
    const key = skuKey(mend.sku);
    if (key === '') byTitle.set(mend.title, mend);
    else bySku.set(key, mend);
  }
  const locked = await sql<{ id: string }>`SELECT id FROM orders
    WHERE id = ANY (${[...input.orderIds]}::uuid[]) AND tab = 'unfulfilled' ORDER BY id FOR UPDATE`.execute(tx);
  const waiting = locked.rows.map(({ id }) => id);
  const { rows } =
    await sql<Row>`SELECT order_id AS "orderId", line, title, sku, weight_g AS "weightGrams", hs_code AS "hsCode",
      origin AS "originCountry", customs_text AS "customsDescription", declared_minor AS "unitValueMinor",
      unit_minor AS "unitMinor", overrides, imported
    FROM order_items WHERE order_id = ANY (${waiting}::uuid[])
      AND (sku_key = ANY (${[...bySku.keys()]}::text[]) OR (sku_key = '' AND title = ANY (${[...byTitle.keys()]}::text[])))
    ORDER BY order_id, line`.execute(tx);
  const changed = rows.flatMap((row) => {
    const key = skuKey(row.sku);
    const mend = key === '' ? byTitle.get(row.title) : bySku.get(key);
    if (!mend) return [];
    const after = { ...edited(row, missing(row, mend)), orderId: row.orderId };
    const facts = FACTS.filter((fact) => row[fact] !== after[fact]);
    return facts.length > 0 ? [{ before: row, after, facts }] : [];
  });
  const ids = [...new Set(changed.map(({ before }) => before.orderId))];
  if (ids.length === 0) return ids;
  await sql`UPDATE order_items i SET weight_g = r."weightGrams", hs_code = r."hsCode", origin = r."originCountry",
      customs_text = r."customsDescription", declared_minor = r."unitValueMinor", overrides = r.overrides, imported = r.imported
    FROM json_to_recordset(${toJson(changed.map(({ after }) => after))}::json) AS r("orderId" uuid, line int4, "weightGrams" int4,
      "hsCode" text, "originCountry" text, "customsDescription" text, "unitValueMinor" int8, overrides jsonb, imported jsonb)
    WHERE i.order_id = ANY (${ids}::uuid[]) AND i.order_id = r."orderId" AND i.line = r.line`.execute(tx);
  await sql`UPDATE orders o SET weight_g = ${weightOfLines(sql`o.id`)}, version = version + 1,
      updated_at = ${input.now.toISOString()}::timestamptz WHERE o.id = ANY (${ids}::uuid[])`.execute(tx);
  const words = new Map<string, string[]>();
  for (const { before, facts } of changed)
    words.set(before.orderId, [
      ...(words.get(before.orderId) ?? []),
      `${before.title || before.sku || `line ${before.line}`}: ${facts.map((fact) => FACT_WORDS[fact]).join(', ')}`,
    ]);
  await recordChanges(
    ctx,
    tx,
    [...words].map(([orderId, said]) => ({ orderId, from: null, to: 'items', why: said.join('; ') })),
    input.now,
  );
  return ids;
}
