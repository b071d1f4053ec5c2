/** Adding, removing and changing the lines of an order that is the customer's own. A store's order says what its store says. */
import type { BodyOf } from '@scanship/contracts/call';
import type { putOrderLines } from '@scanship/contracts/orders/order-lines';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { skuKey } from '@scanship/domain/orders/order-items';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';
import { insertLines, lockOwnOrder, type OwnLine, type OwnOrder, settleOrder } from './own-lines.ts';
import { cleanText } from './rows.ts';

type Given = BodyOf<typeof putOrderLines>['items'][number];
type Errors = { readonly field: string; readonly message: string }[];

/** Lines are what is given afterwards; see `putOrderLines` for the problems. Part of the caller's transaction. */
export async function changeLines(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly version: number;
    readonly items: readonly Given[];
    readonly now: Date;
  },
): Promise<Outcome<void>> {
  const locked = await lockOwnOrder(ctx, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  const errors = wrongLines(order, input.items);
  if (errors.length > 0) return problem('validation', { errors });

  const kept = input.items.flatMap((item) => {
    const line = order.lines.find((each) => each.line === item.line);
    return line ? [{ line, item }] : [];
  });
  const added = input.items.filter((item) => item.line == null);
  const gone = order.lines.filter((line) => line.quantity > 0 && !kept.some((each) => each.line.line === line.line));
  const changed = kept.filter(({ line, item }) => differs(line, item));
  if (added.length + gone.length + changed.length === 0) return ok(undefined);

  await removeLines(
    tx,
    order.head.id,
    gone.map(({ line }) => line),
  );
  await updateLines(tx, order.head.id, changed);
  const last = Math.max(0, ...order.lines.map(({ line }) => line));
  await insertLines(
    ctx,
    tx,
    order,
    added.map((item, index) => ({
      line: last + 1 + index,
      sku: cleanText(item.sku),
      title: cleanText(item.title),
      quantity: item.quantity,
      unitMinor: item.unitPriceMinor,
      weightGrams: item.weightGrams ?? null,
      hsCode: hsDigits(item.hsCode) ?? null,
      originCountry: item.originCountry ?? null,
    })),
  );
  const cost = (quantity: number, minor: number) => BigInt(quantity) * BigInt(minor);
  const before = order.lines.reduce((sum, line) => sum + cost(line.quantity - line.cancelled, line.unitMinor), 0n);
  const after = [...kept, ...added.map((item) => ({ item, line: undefined }))].reduce(
    (sum, { item, line }) => sum + cost(item.quantity - (line?.cancelled ?? 0), item.unitPriceMinor),
    0n,
  );
  const settled = await settleOrder(ctx, tx, order, after - before, input.now);
  if (!settled.ok) return settled;
  const words = [
    ...added.map((item) => `added ${item.quantity} × ${cleanText(item.title)}`),
    ...gone.map((line) => `removed ${line.title || line.sku}`),
    ...changed.map(({ line, item }) =>
      line.quantity === item.quantity ? `changed ${item.title}` : `${item.title}: ${line.quantity} → ${item.quantity}`,
    ),
  ];
  await recordChanges(ctx, tx, [{ orderId: order.head.id, from: null, to: 'items', why: words.join('; ') }], input.now);
  return ok(undefined);
}

function wrongLines(order: OwnOrder, items: readonly Given[]): Errors {
  const named = items.flatMap(({ line }) => line ?? []);
  const errors: Errors = items.flatMap((item, index) => {
    if (item.line == null) return [];
    const line = order.lines.find((each) => each.line === item.line);
    if (!line) return [{ field: `items.${index}.line`, message: `This order has no line ${item.line}.` }];
    const least = line.allocated + line.cancelled;
    return item.quantity < least
      ? [
          {
            field: `items.${index}.quantity`,
            message: `At least ${least}: so many are in labels already.`,
          },
        ]
      : [];
  });
  if (new Set(named).size < named.length) errors.push({ field: 'items', message: 'A line is named twice.' });
  const lost = order.lines.find((line) => line.allocated + line.cancelled > 0 && !named.includes(line.line));
  if (lost)
    errors.push({ field: 'items', message: `${lost.title || lost.sku} is in a label already and cannot be removed.` });
  return errors;
}

const differs = (line: OwnLine, item: Given): boolean =>
  line.quantity !== item.quantity ||
  line.unitMinor !== item.unitPriceMinor ||
  line.title !== cleanText(item.title) ||
  line.sku !== cleanText(item.sku) ||
  line.weightGrams !== (item.weightGrams ?? null) ||
  (line.hsCode ?? '') !== (hsDigits(item.hsCode) ?? '') ||
  line.originCountry !== (item.originCountry ?? null);

/** A line that a shipment of before names stays with nothing in it; the others go. */
async function removeLines(tx: Tx, orderId: string, lines: readonly number[]): Promise<void> {
  if (lines.length === 0) return;
  const shipped = sql`EXISTS (SELECT 1 FROM shipment_items s WHERE s.tenant_id = i.tenant_id AND s.order_id = i.order_id
    AND s.line = i.line)`;
  const numbers = [...lines];
  await sql`UPDATE order_items i SET qty = 0, qty_cancelled = 0
    WHERE i.order_id = ${orderId} AND i.line = ANY (${numbers}::int4[]) AND ${shipped}`.execute(tx);
  await sql`DELETE FROM order_items i
    WHERE i.order_id = ${orderId} AND i.line = ANY (${numbers}::int4[]) AND NOT ${shipped}`.execute(tx);
}

/** What is typed here is the fact itself: a correction of before it is over. */
async function updateLines(
  tx: Tx,
  orderId: string,
  changed: readonly { readonly line: OwnLine; readonly item: Given }[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = toJson(
    changed.map(({ line, item }) => ({
      line: line.line,
      sku: cleanText(item.sku),
      sku_key: skuKey(cleanText(item.sku)),
      title: cleanText(item.title),
      qty: item.quantity,
      unit_minor: item.unitPriceMinor,
      weight_g: item.weightGrams ?? null,
      hs_code: hsDigits(item.hsCode) ?? null,
      origin: item.originCountry ?? null,
    })),
  );
  await sql`UPDATE order_items i SET sku = r.sku, sku_key = r.sku_key, title = r.title, qty = r.qty,
      unit_minor = r.unit_minor, weight_g = r.weight_g, hs_code = r.hs_code, origin = r.origin,
      overrides = i.overrides - '{weightGrams,hsCode,originCountry}'::text[],
      imported = i.imported - '{weightGrams,hsCode,originCountry}'::text[]
    FROM json_to_recordset(${rows}::json) AS r(line int4, sku text, sku_key text, title text, qty int4, unit_minor int8, weight_g int4,
      hs_code text, origin text)
    WHERE i.order_id = ${orderId} AND i.line = r.line`.execute(tx);
}
