/**
 * Quantities and fulfilment of an order. Each command locks the order's row first, so purchases of one order happen one
 * after the other; the database's own check (allocated <= quantity - cancelled) stands behind it.
 *
 * A label's life: `allocateItems` with the intent, then `releaseItems` when it is refused, or `applyShipped` when it is
 * bought; `applyVoided` when a bought label is voided.
 */
import {
  type Fulfillment,
  type LineQuantities,
  nextFulfillment,
  shippingEvent,
  type FulfillmentEvent,
  tabOf,
  type Tab,
  unallocated,
} from '@scanship/domain/orders/order';
import { holdWords } from '@scanship/domain/orders/order-commands';
import { trackingTokens } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { endMarks } from './bulk/end-marks.ts';
import { CLAIM_SECONDS } from './claim.ts';
import { addCounts } from './counters.ts';
import { changeSql, recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';
import { leasedWords, type OrderLease } from './lease-orders.ts';

export interface LineQuantity {
  readonly line: number;
  /** Units, 1 or more. */
  readonly quantity: number;
}

export interface LockedLine extends LineQuantities {
  readonly line: number;
  readonly sku: string;
  readonly title: string;
}

export interface LockedOrder {
  readonly id: string;
  readonly number: string;
  readonly storeId: string;
  readonly placedAt: Date;
  readonly tab: Tab;
  readonly fulfillment: Fulfillment;
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly holdCode: string | null;
  readonly holdReason: string | null;
  readonly holdUntil: string | null;
  readonly importFailed: boolean;
  /** User who ships it at this moment, when that is somebody else. */
  readonly claimedByOther: boolean;
  /** The packing station it lies at. */
  readonly lease: Pick<OrderLease, 'stationId' | 'stationName'> | undefined;
  readonly lines: readonly LockedLine[];
}

interface LineRow extends LockedLine {
  readonly station_id: string | null;
  readonly station_name: string | null;
}

/** Locks the order's row until the transaction ends and reads its lines. Undefined when this tenant has no such order. */
export async function lockOrder(ctx: OrderContext, tx: Tx, orderId: string): Promise<LockedOrder | undefined> {
  const taking = sql<{
    number: string;
    store_id: string;
    placed_at: Date;
    tab: Tab;
    fulfillment: Fulfillment;
    cancelled: boolean;
    archived: boolean;
    hold_code: string | null;
    hold_reason: string | null;
    hold_until: string | null;
    import_failed: boolean;
    claimed_by_other: boolean;
  }>`SELECT number, store_id, placed_at, tab, fulfillment, cancelled_at IS NOT NULL AS cancelled,
      archived_at IS NOT NULL AS archived, hold_code, hold_reason, hold_until::text AS hold_until, import_state = 'failed' AS import_failed,
      coalesce(claimed_until > now() AND claimed_by IS DISTINCT FROM ${ctx.userId ?? null}::uuid, false) AS claimed_by_other
    FROM orders WHERE id = ${orderId} FOR UPDATE`.execute(tx);
  // A statement of its own, behind the lock: one that waited for the lock would see the lines as they were before.
  const reading = sql<LineRow>`SELECT i.line, i.sku, i.title, i.qty AS quantity, i.qty_allocated AS allocated,
      i.qty_shipped AS shipped, i.qty_cancelled AS cancelled, l.station_id, l.station_name
    FROM order_items AS i LEFT JOIN order_leases AS l
      ON l.tenant_id = i.tenant_id AND l.order_id = i.order_id AND l.lease_until > now()
    WHERE i.order_id = ${orderId} ORDER BY i.line`.execute(tx);
  const [orders, { rows }] = await together([taking, reading]);
  const order = orders.rows[0];
  if (!order) return undefined;
  const { station_id: stationId = null, station_name: stationName = null } = rows[0] ?? {};
  return {
    id: orderId,
    number: order.number,
    storeId: order.store_id,
    placedAt: order.placed_at,
    tab: order.tab,
    fulfillment: order.fulfillment,
    cancelled: order.cancelled,
    archived: order.archived,
    holdCode: order.hold_code,
    holdReason: order.hold_reason,
    holdUntil: order.hold_until,
    importFailed: order.import_failed,
    claimedByOther: order.claimed_by_other,
    lease: stationId === null || stationName === null ? undefined : { stationId, stationName },
    lines: rows.map(({ line, sku, title, quantity, cancelled, allocated, shipped }) => ({
      line,
      sku,
      title,
      quantity,
      cancelled,
      allocated,
      shipped,
    })),
  };
}

/** Why no label may be bought for the order, in one sentence; undefined when one may. */
export function whyNotShippable(
  order: Pick<
    LockedOrder,
    'cancelled' | 'archived' | 'holdCode' | 'holdReason' | 'holdUntil' | 'importFailed' | 'fulfillment'
  >,
): string | undefined {
  if (order.cancelled) return 'This order is cancelled.';
  if (order.archived) return 'This order is archived.';
  if (order.holdCode !== null) return holdWords({ ...order, holdCode: order.holdCode });
  if (order.importFailed) return 'This order did not arrive completely from its store.';
  if (order.fulfillment === 'manual_fulfilled') return 'This order is marked as fulfilled by hand.';
  return undefined;
}

export interface Allocation {
  readonly order: LockedOrder;
  /** Lines and units this purchase now holds; empty only for an additional label. */
  readonly items: readonly LineQuantity[];
}

/**
 * Holds units of an order for one purchase, before anything is sent to a carrier.
 * @param items units per line; absent: everything that no other purchase holds
 * @param additional a deliberate further label (`replacesId` or `additional` of the request): allowed when nothing is
 *   left to hold, and then holds nothing
 * @returns problem `not_found`; `order_claimed` while somebody else ships it or it lies at another station; `order_not_shippable` (cancelled, archived,
 *   held, import failed); `already_allocated` when the units have a label; `validation` for a line it does not have
 */
export async function allocateItems(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly orderId: string;
    /** The order as this transaction has locked it, where it has. */
    readonly locked?: LockedOrder | undefined;
    readonly items?: readonly LineQuantity[] | undefined;
    readonly additional?: boolean | undefined;
    /** Packing station that asks: an order that lies at another one is refused. */
    readonly stationId?: string | undefined;
    /** Claims the order for who acts, as `claimOrder` does. */
    readonly claims?: boolean | undefined;
    /** What was begun goes on, wherever the order lies meanwhile. */
    readonly evenLeased?: boolean | undefined;
  },
): Promise<Outcome<Allocation>> {
  const order = input.locked ?? (await lockOrder(ctx, tx, input.orderId));
  if (!order) return problem('not_found');
  if (order.claimedByOther) return problem('order_claimed');
  const { lease } = order;
  if (lease && !input.evenLeased && lease.stationId !== input.stationId)
    return problem('order_claimed', { message: leasedWords(lease) });
  const obstacle = whyNotShippable(order);
  if (obstacle !== undefined) return problem('order_not_shippable', { message: obstacle });

  const allocated = { allocated: 1, shipped: 0 } as const;
  const claim = input.claims && ctx.userId ? { userId: ctx.userId } : undefined;
  const left = order.lines.filter((line) => unallocated(line) > 0);
  if (input.items === undefined) {
    if (left.length > 0) {
      const items = left.map((line) => ({ line: line.line, quantity: unallocated(line) }));
      await changeQuantities(tx, order.id, items, allocated, claim);
      return ok({ order, items });
    }
    if (input.additional) {
      await changeQuantities(tx, order.id, [], allocated, claim);
      return ok({ order, items: [] });
    }
    if (order.lines.every((line) => line.quantity === line.cancelled))
      return problem('order_not_shippable', { message: 'This order has no items left to ship.' });
    return problem('already_allocated');
  }
  const wanted = summed(input.items);
  const unknown = wanted.find((item) => item.quantity < 1 || !order.lines.some((line) => line.line === item.line));
  if (unknown)
    return problem('validation', {
      errors: [
        { field: 'items', message: `Line ${unknown.line} of this order cannot be shipped ${unknown.quantity} times.` },
      ],
    });
  const short = wanted.flatMap((item) => {
    const line = order.lines.find((each) => each.line === item.line);
    return line && unallocated(line) < item.quantity ? [line] : [];
  });
  if (short.length > 0)
    return problem('already_allocated', {
      message: `These items already have a label: ${short.map((line) => line.title || line.sku || `line ${line.line}`).join(', ')}.`,
    });
  if (wanted.length === 0 && !input.additional)
    return problem('validation', { errors: [{ field: 'items', message: 'Choose at least one item to ship.' }] });
  await changeQuantities(tx, order.id, wanted, allocated, claim);
  return ok({ order, items: wanted });
}

/**
 * Gives back what `allocateItems` held, when the purchase was refused or never happened.
 * Whoever shipped the order does so no longer.
 * @throws Error when more is given back than is held unshipped: that is a fault of the caller, and nothing changes
 */
export async function releaseItems(
  ctx: OrderContext,
  tx: Tx,
  input: { readonly orderId: string; readonly items: readonly LineQuantity[] },
): Promise<void> {
  const order = await lockOrThrow(ctx, tx, input.orderId);
  await changeQuantities(tx, order.id, summed(input.items), { allocated: -1, shipped: 0 });
  await endClaim(tx, order.id);
}

export interface FulfillmentChange {
  readonly fulfillment: Fulfillment;
  readonly tab: Tab;
  /** False when the label changed nothing (an additional one). */
  readonly changed: boolean;
}

/**
 * A label was bought for units that `allocateItems` holds: counts them as shipped, moves the fulfilment, the tab and the
 * counters, ends a claim and makes the tracking numbers searchable, all in this transaction.
 * @throws Error when the units are not held
 */
export async function applyShipped(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly items: readonly LineQuantity[];
    readonly trackingNumbers: readonly string[];
    /** For the history ("Label bought with Canada Post"). */
    readonly why?: string | undefined;
    readonly now: Date;
  },
): Promise<FulfillmentChange> {
  const order = await lockOrThrow(ctx, tx, input.orderId);
  const items = summed(input.items);
  const event = shippingEvent(order.lines, changedLines(order, items, 0, 1));
  if (event !== undefined && order.fulfillment !== 'manual_fulfilled')
    return shipAtOnce(ctx, tx, order, event, { ...input, items });
  await changeQuantities(tx, order.id, items, { allocated: 0, shipped: 1 });
  await addTracking(ctx, tx, order, input.trackingNumbers);
  if (event === undefined) await endClaim(tx, order.id);
  return moveFulfillment(ctx, tx, order, event, { ...input, endsClaim: true });
}

/** What nearly every label does to its order, in one statement and one for the counters. */
async function shipAtOnce(
  ctx: OrderContext,
  tx: Tx,
  order: LockedOrder,
  event: FulfillmentEvent,
  input: {
    readonly items: readonly LineQuantity[];
    readonly trackingNumbers: readonly string[];
    readonly why?: string | undefined;
    readonly now: Date;
  },
): Promise<FulfillmentChange> {
  const { items, now } = input;
  const { fulfillment, tab } = moved(order, event);
  const tokens = trackingTokens(input.trackingNumbers);
  const searchable = tokens.length === 0 ? sql`` : sql`, searchable AS (${tokensSql(ctx, order, tokens)})`;
  const { rows } = await sql<{ units: number }>`
    WITH units AS (${unitsSql(order.id, items, { allocated: 0, shipped: 1 })} RETURNING 1)${searchable},
    moved AS (${moveSql(order.id, fulfillment, tab, now, true)}),
    told AS (${changeSql(ctx, { orderId: order.id, from: order.fulfillment, to: fulfillment, why: input.why ?? null }, now)})
    SELECT count(*)::int AS units FROM units`.execute(tx);
  if (rows[0]?.units !== items.length) throw missingLines(order.id, items);
  await countMove(ctx, tx, order, tab);
  return { fulfillment, tab, changed: true };
}

/**
 * A bought label was voided and the carrier confirmed it: its units are open again, the fulfilment goes back. The
 * tracking number stays searchable, because people look up voided labels too.
 * @throws Error when the units are not shipped
 */
export async function applyVoided(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly items: readonly LineQuantity[];
    readonly why?: string | undefined;
    readonly now: Date;
  },
): Promise<FulfillmentChange> {
  const order = await lockOrThrow(ctx, tx, input.orderId);
  const items = summed(input.items);
  await changeQuantities(tx, order.id, items, { allocated: -1, shipped: -1 });
  return moveFulfillment(ctx, tx, order, shippingEvent(order.lines, changedLines(order, items, -1, -1)), input);
}

async function lockOrThrow(ctx: OrderContext, tx: Tx, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(ctx, tx, orderId);
  if (!order) throw new Error(`Order ${orderId} of a shipment does not exist in this tenant.`);
  return order;
}

/** One entry per line. */
function summed(items: readonly LineQuantity[]): LineQuantity[] {
  const sums = new Map<number, number>();
  for (const item of items) sums.set(item.line, (sums.get(item.line) ?? 0) + item.quantity);
  return [...sums].map(([line, quantity]) => ({ line, quantity })).toSorted((a, b) => a.line - b.line);
}

const changedLines = (
  order: LockedOrder,
  items: readonly LineQuantity[],
  allocated: number,
  shipped: number,
): LineQuantities[] =>
  order.lines.map((line) => {
    const n = items.find((item) => item.line === line.line)?.quantity ?? 0;
    return { ...line, allocated: line.allocated + n * allocated, shipped: line.shipped + n * shipped };
  });

interface Units {
  readonly allocated: -1 | 0 | 1;
  readonly shipped: -1 | 0 | 1;
}

const unitsSql = (orderId: string, items: readonly LineQuantity[], by: Units) => sql`UPDATE order_items AS i
    SET qty_allocated = i.qty_allocated + ${by.allocated}::int * r.quantity, qty_shipped = i.qty_shipped + ${by.shipped}::int * r.quantity
    FROM json_to_recordset(${JSON.stringify(items)}::json) AS r(line int, quantity int)
    WHERE i.order_id = ${orderId}::uuid AND i.line = r.line`;

const missingLines = (orderId: string, items: readonly LineQuantity[]): Error =>
  new Error(`Order ${orderId} does not have all of the lines ${items.map((item) => item.line).join(', ')}.`);

/** Adds (1), takes (-1) or leaves (0) the units; the table's checks refuse what cannot be. Claims the locked order on the way. */
async function changeQuantities(
  tx: Tx,
  orderId: string,
  items: readonly LineQuantity[],
  by: Units,
  claim?: { readonly userId: string },
): Promise<void> {
  const claims = claim
    ? sql`WITH claimed AS (UPDATE orders SET claimed_by = ${claim.userId}::uuid, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
        WHERE id = ${orderId}::uuid) `
    : sql``;
  if (items.length === 0 && !claim) return;
  const result = await sql`${claims}${unitsSql(orderId, items, by)}`.execute(tx);
  if (result.numAffectedRows !== BigInt(items.length)) throw missingLines(orderId, items);
}

const tokensSql = (ctx: OrderContext, order: LockedOrder, tokens: ReturnType<typeof trackingTokens>) =>
  sql`INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
    SELECT ${ctx.tenantId}::uuid, t.field, t.token, ${order.id}::uuid, ${order.placedAt.toISOString()}::timestamptz
    FROM unnest(${tokens.map(({ field }) => field)}::text[], ${tokens.map(({ token }) => token)}::text[]) AS t(field, token)
    WHERE NOT EXISTS (SELECT 1 FROM order_tokens AS k
      WHERE k.order_id = ${order.id}::uuid AND k.field = 'tracking' AND k.token = t.token)`;

async function addTracking(ctx: OrderContext, tx: Tx, order: LockedOrder, numbers: readonly string[]): Promise<void> {
  const tokens = trackingTokens(numbers);
  if (tokens.length > 0) await tokensSql(ctx, order, tokens).execute(tx);
}

/** @throws Error where the order cannot take the event */
function moved(order: LockedOrder, event: FulfillmentEvent): { readonly fulfillment: Fulfillment; readonly tab: Tab } {
  const fulfillment = nextFulfillment(order.fulfillment, event);
  if (fulfillment === undefined) throw new Error(`An order that is ${order.fulfillment} cannot take "${event}".`);
  return { fulfillment, tab: tabOf({ fulfillment, cancelled: order.cancelled, archived: order.archived }) };
}

const moveSql = (orderId: string, fulfillment: Fulfillment, tab: Tab, now: Date, endsClaim: boolean) =>
  sql`UPDATE orders SET fulfillment = ${fulfillment}, tab = ${tab}, updated_at = ${now.toISOString()}::timestamptz
      ${endsClaim ? sql`, claimed_by = NULL, claimed_until = NULL` : sql``} WHERE id = ${orderId}::uuid`;

const countMove = async (ctx: OrderContext, tx: Tx, { placedAt, storeId, tab: from }: LockedOrder, to: Tab) => {
  if (to === from) return;
  await addCounts(ctx, tx, [
    { placedAt, storeId, tab: from, n: -1 },
    { placedAt, storeId, tab: to, n: 1 },
  ]);
};

async function moveFulfillment(
  ctx: OrderContext,
  tx: Tx,
  order: LockedOrder,
  event: FulfillmentEvent | undefined,
  { why, now, endsClaim }: { readonly why?: string | undefined; readonly now: Date; readonly endsClaim?: boolean },
): Promise<FulfillmentChange> {
  if (event === undefined) return { fulfillment: order.fulfillment, tab: order.tab, changed: false };
  const { fulfillment, tab } = moved(order, event);
  await moveSql(order.id, fulfillment, tab, now, endsClaim ?? false).execute(tx);
  if (order.fulfillment === 'manual_fulfilled') await endMarks(ctx, tx, [order.id], now);
  await recordChanges(
    ctx,
    tx,
    [{ orderId: order.id, from: order.fulfillment, to: fulfillment, why: why ?? null }],
    now,
  );
  await countMove(ctx, tx, order, tab);
  return { fulfillment, tab, changed: true };
}

/** Nobody ships the order any more: its label is bought, or there will be none. */
async function endClaim(tx: Tx, orderId: string): Promise<void> {
  await sql`UPDATE orders SET claimed_by = NULL, claimed_until = NULL WHERE id = ${orderId} AND claimed_by IS NOT NULL`.execute(
    tx,
  );
}
