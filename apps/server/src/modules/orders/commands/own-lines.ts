/** What changing the lines of an order and splitting it have in common: the lock, the refusals, and what follows from the lines. */
import { fulfillmentByUnits, REFUSALS } from '@scanship/domain/orders/order-commands';
import { tabOf } from '@scanship/domain/orders/order';
import { distinctItems, itemSummary, skuKey, totalUnits } from '@scanship/domain/orders/order-items';
import { orderTokens } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { countMoves } from './bulk/change-state.ts';
import { lockHeads, type OrderHead } from './bulk/heads.ts';
import { weightOfLines } from './edit-items.ts';
import { ITEM_COLUMNS } from './item-columns.ts';
import { leasedWords, readLeases } from './lease-orders.ts';
import type { OrderContext } from './order-context.ts';
import { insertRows } from './rows.ts';
import { addTitleWords, lineKeys } from './title-words.ts';

export interface OwnLine {
  readonly line: number;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly allocated: number;
  readonly cancelled: number;
  readonly unitMinor: number;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly imageUrl: string | null;
}

export interface OwnOrder {
  readonly head: OrderHead;
  readonly lines: readonly OwnLine[];
}

const IN_THE_WAY = ['order_archived', 'order_cancelled', 'label_under_way', 'already_fulfilled'] as const;

/**
 * Locks an order whose lines are the customer's own to change.
 * @returns problem `not_found`, `stale_version`, or `order_not_shippable` with the reason
 */
export async function lockOwnOrder(
  ctx: OrderContext,
  tx: Tx,
  { orderId, version }: { readonly orderId: string; readonly version: number },
): Promise<Outcome<OwnOrder>> {
  const head = (await lockHeads(tx, [orderId])).get(orderId);
  if (!head) return problem('not_found');
  const { rows } = await sql<{ version: number }>`SELECT version FROM orders WHERE id = ${orderId}`.execute(tx);
  if (rows[0]?.version !== version) return problem('stale_version');
  if (head.source === 'store')
    return problem('order_not_shippable', {
      message:
        'The items of this order belong to its store. Change them there, or ship a part of them: the store is told of each part.',
    });
  const locked = IN_THE_WAY.find((code) => REFUSALS[code].when(head));
  if (locked) return problem('order_not_shippable', { message: REFUSALS[locked].message });
  const lease = (await readLeases(tx, ctx.tenantId, [orderId])).get(orderId);
  if (lease) return problem('order_not_shippable', { message: leasedWords(lease) });
  return ok({ head, lines: await linesOf(tx, orderId) });
}

async function linesOf(tx: Tx, orderId: string): Promise<readonly OwnLine[]> {
  const { rows } = await sql<OwnLine>`SELECT line, sku, title, qty AS quantity, qty_allocated AS allocated,
      qty_cancelled AS cancelled, unit_minor AS "unitMinor", weight_g AS "weightGrams", hs_code AS "hsCode",
      origin AS "originCountry", image_url AS "imageUrl"
    FROM order_items WHERE order_id = ${orderId} ORDER BY line`.execute(tx);
  return rows;
}

type NewLine = Omit<OwnLine, 'allocated' | 'cancelled' | 'imageUrl'>;

export const insertLines = async (
  ctx: OrderContext,
  tx: Tx,
  { head }: OwnOrder,
  lines: readonly NewLine[],
): Promise<void> =>
  lines.length === 0
    ? undefined
    : insertRows(
        tx,
        'order_items',
        ITEM_COLUMNS,
        lines.map((line) => ({
          tenant_id: ctx.tenantId,
          order_id: head.id,
          line: line.line,
          external_line_id: null,
          external_group: null,
          external_product_id: null,
          sku: line.sku,
          sku_key: skuKey(line.sku),
          title: line.title,
          qty: line.quantity,
          qty_cancelled: 0,
          qty_elsewhere: 0,
          unit_minor: line.unitMinor,
          weight_g: line.weightGrams,
          hs_code: line.hsCode,
          origin: line.originCountry,
          image_url: null,
          imported: {},
          placed_at: head.placedAt.toISOString(),
        })),
      );

/**
 * Writes what follows from the lines as they are now: sums, weight, total, how far it is fulfilled, what it is found by.
 * @param costs what the lines cost more, minor units; postage and discounts in the total stay
 * @returns problem `validation` when the total is beyond what can be counted
 */
export async function settleOrder(
  ctx: OrderContext,
  tx: Tx,
  { head }: OwnOrder,
  costs: bigint,
  now: Date,
): Promise<Outcome<void>> {
  const lines = await linesOf(tx, head.id);
  const { rows } = await sql<{ total: string }>`SELECT total_minor::text AS total FROM orders
    WHERE id = ${head.id}`.execute(tx);
  const sum = BigInt(rows[0]?.total ?? 0) + costs;
  const total = sum < 0n ? 0n : sum;
  if (total > BigInt(Number.MAX_SAFE_INTEGER))
    return problem('validation', { errors: [{ field: 'items', message: 'The value of this order is too large.' }] });
  const wanted = lines.reduce((n, line) => n + line.quantity - line.cancelled, 0);
  const after = { ...head, fulfillment: fulfillmentByUnits({ ...head.units, wanted }) };
  const tab = tabOf(after);
  const summed = lines.flatMap((line) => {
    const quantity = line.quantity - line.cancelled;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  await sql`UPDATE orders o SET item_qty = ${totalUnits(summed)}, sku_count = ${distinctItems(summed)},
      item_summary = ${itemSummary(summed)}, weight_g = ${weightOfLines(sql`o.id`)}, total_minor = ${total.toString()}::int8,
      fulfillment = ${after.fulfillment}, tab = ${tab}, version = version + 1, updated_at = ${now.toISOString()}::timestamptz
    WHERE o.id = ${head.id}`.execute(tx);
  await renewKeys(ctx, tx, head, lines);
  await countMoves(ctx, tx, [{ order: head, after, tab }]);
  return ok(undefined);
}

/** SKUs and titles it is found by. */
async function renewKeys(ctx: OrderContext, tx: Tx, head: OrderHead, lines: readonly OwnLine[]): Promise<void> {
  await sql`DELETE FROM order_tokens WHERE order_id = ${head.id} AND field = 'sku'`.execute(tx);
  const none = { number: '', name: '', email: '', phone: '', postal: '', city: '' };
  await insertRows(
    tx,
    'order_tokens',
    { tenant_id: 'uuid', field: 'text', token: 'text', order_id: 'uuid', placed_at: 'timestamptz' },
    orderTokens({ ...none, ...lineKeys(lines) })
      .filter(({ field }) => field === 'sku')
      .map(({ field, token }) => ({
        tenant_id: ctx.tenantId,
        field,
        token,
        order_id: head.id,
        placed_at: head.placedAt.toISOString(),
      })),
  );
  await addTitleWords(tx, ctx.tenantId, lines);
}
