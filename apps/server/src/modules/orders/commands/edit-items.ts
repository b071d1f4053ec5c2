/** Correcting what an order says of its items. What was imported is kept beside it, and a re-sync keeps the correction. */
import type { BodyOf } from '@scanship/contracts/call';
import type { ITEM_FACTS, putOrderItems } from '@scanship/contracts/orders/orders';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { ok } from '@scanship/domain/values/result';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';
import { cleanOrNull } from './rows.ts';

export type ItemEdit = BodyOf<typeof putOrderItems>['items'][number];

/** Facts that a re-sync brings. What a person replaced, of these and of the others, is kept in `order_items.imported`. */
export const IMPORTED_FACTS = ['weightGrams', 'hsCode', 'originCountry'] as const;
export type ImportedFact = (typeof IMPORTED_FACTS)[number];
/** By the names of `ITEM_FACTS`; what a line is not edited in is absent. */
export type KeptFacts = Readonly<Partial<Record<(typeof ITEM_FACTS)[number], string | number | null>>>;

export interface ItemRow {
  readonly line: number;
  readonly title: string;
  readonly sku: string;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly customsDescription: string | null;
  readonly unitValueMinor: number | null;
  readonly overrides: KeptFacts;
  readonly imported: KeptFacts;
}

export const FACT_WORDS = {
  weightGrams: 'weight',
  hsCode: 'HS code',
  originCountry: 'country of origin',
  customsDescription: 'customs description',
  unitValueMinor: 'declared value',
} as const;

/**
 * Sets facts of lines; null goes back to what was imported, what is absent stays.
 * @returns problem `not_found`, `stale_version`, or `validation` for a line the order does not have or an HS code that is none
 */
export async function editItems(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly version: number;
    readonly items: readonly ItemEdit[];
    readonly now: Date;
  },
): Promise<Outcome<void>> {
  const { orderId } = input;
  const locked = await sql<{ version: number }>`SELECT version FROM orders WHERE id = ${orderId} FOR UPDATE`.execute(
    tx,
  );
  const order = locked.rows[0];
  if (!order) return problem('not_found');
  if (order.version !== input.version) return problem('stale_version');
  const { rows } = await sql<ItemRow>`SELECT line, title, sku, weight_g AS "weightGrams", hs_code AS "hsCode",
      origin AS "originCountry", customs_text AS "customsDescription", declared_minor AS "unitValueMinor", overrides, imported
    FROM order_items WHERE order_id = ${orderId}`.execute(tx);
  const errors = input.items.flatMap((item, index) => {
    if (!rows.some((row) => row.line === item.line))
      return [{ field: `items.${index}.line`, message: `This order has no line ${item.line}.` }];
    return item.hsCode != null && hsDigits(item.hsCode) === undefined
      ? [{ field: `items.${index}.hsCode`, message: 'An HS code has 6 to 12 digits.' }]
      : [];
  });
  if (new Set(input.items.map((item) => item.line)).size < input.items.length)
    errors.push({ field: 'items', message: 'A line is named twice.' });
  if (errors.length > 0) return problem('validation', { errors });

  const changed = input.items.flatMap((item) => {
    const row = rows.find((each) => each.line === item.line);
    const after = row && edited(row, item);
    return row && after && JSON.stringify(after) !== JSON.stringify(row) ? [{ before: row, after }] : [];
  });
  if (changed.length === 0) return ok(undefined);
  const given = toJson(changed.map(({ after }) => after));
  await sql`UPDATE order_items i SET weight_g = r."weightGrams", hs_code = r."hsCode", origin = r."originCountry",
      customs_text = r."customsDescription", declared_minor = r."unitValueMinor", overrides = r.overrides, imported = r.imported
    FROM json_to_recordset(${given}::json) AS r(line int4, "weightGrams" int4, "hsCode" text, "originCountry" text,
      "customsDescription" text, "unitValueMinor" int8, overrides jsonb, imported jsonb)
    WHERE i.order_id = ${orderId} AND i.line = r.line`.execute(tx);
  await sql`UPDATE orders o SET weight_g = ${weightOfLines(sql`${orderId}::uuid`)}, version = version + 1,
      updated_at = ${input.now.toISOString()}::timestamptz WHERE o.id = ${orderId}`.execute(tx);
  const why = changed.map(({ before, after }) => {
    const what = (Object.keys(FACT_WORDS) as (keyof typeof FACT_WORDS)[]).filter(
      (field) => before[field] !== after[field],
    );
    return `${before.title || before.sku || `line ${before.line}`}: ${what.map((field) => FACT_WORDS[field]).join(', ') || 'original'}`;
  });
  await recordChanges(ctx, tx, [{ orderId, from: null, to: 'items', why: why.join('; ') }], input.now);
  return ok(undefined);
}

interface Facts {
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly customsDescription: string | null;
  readonly unitValueMinor: number | null;
}

/** A line after the edit; what it replaced is kept in `imported`. */
export function edited(row: ItemRow, item: Omit<ItemEdit, 'line'>): ItemRow {
  const overrides: Partial<Record<keyof Facts, string | number | null>> = { ...row.overrides };
  const imported: Partial<Record<keyof Facts, string | number | null>> = { ...row.imported };
  /** What counts of one fact after the edit. */
  const after = <F extends keyof Facts>(field: F, value: Facts[F] | undefined): Facts[F] => {
    const now: Facts[F] = row[field];
    if (value === undefined || (value === null && !Object.hasOwn(overrides, field))) return now;
    if (value === null) {
      // Of the same kind as it was set aside.
      const before = (imported[field] ?? null) as Facts[F];
      delete overrides[field];
      delete imported[field];
      return before;
    }
    if (!Object.hasOwn(overrides, field)) imported[field] = now;
    overrides[field] = value;
    return value;
  };
  return {
    ...row,
    weightGrams: after('weightGrams', item.weightGrams),
    hsCode: after('hsCode', item.hsCode == null ? item.hsCode : (hsDigits(item.hsCode) ?? null)),
    originCountry: after('originCountry', item.originCountry),
    customsDescription: after(
      'customsDescription',
      item.customsDescription === undefined ? undefined : cleanOrNull(item.customsDescription),
    ),
    unitValueMinor: after('unitValueMinor', item.unitValueMinor),
    overrides,
    imported,
  };
}

/** SQL of an order's weight, as `orderWeight`: 0 while any line that will be sent has none. */
export const weightOfLines = (orderId: RawBuilder<unknown>): RawBuilder<number> => sql`(SELECT coalesce(CASE
    WHEN bool_or(coalesce(i.weight_g, 0) = 0) OR sum(n.units * i.weight_g) > 2147483647 THEN 0
    ELSE sum(n.units * i.weight_g) END, 0)::int4
  FROM order_items i, LATERAL (SELECT (i.qty - i.qty_cancelled + i.qty_elsewhere)::int8 AS units) n
  WHERE i.order_id = ${orderId} AND n.units > 0)`;

interface FactsLine {
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly overrides: KeptFacts;
  readonly imported: KeptFacts;
}

const overridden = (line: FactsLine): readonly ImportedFact[] =>
  IMPORTED_FACTS.filter((field) => Object.hasOwn(line.overrides, field));

/** A line with what a person set; the facts it has are set aside for a way back. */
export function withOverrides<L extends FactsLine>(line: L): L {
  const fields = overridden(line);
  if (fields.length === 0) return line;
  const setAside = Object.fromEntries(fields.map((field) => [field, line[field]]));
  const set = Object.fromEntries(fields.map((field) => [field, line.overrides[field]]));
  // The order of fields stays, so that two lines of the same content compare as the same.
  return { ...line, ...set, imported: { ...line.imported, ...setAside } };
}

/** The same line as if nobody had set anything. */
export function withoutOverrides<L extends FactsLine>(line: L): L {
  const fields = overridden(line);
  return fields.length === 0
    ? line
    : { ...line, ...Object.fromEntries(fields.map((field) => [field, line.imported[field] ?? null])) };
}
