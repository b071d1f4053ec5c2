/** Splitting units off into an order of their own: same buyer, same place, the number with "-1", "-2" behind it. */
import type { BodyOf } from '@scanship/contracts/call';
import type { splitOrder as splitOrderCall } from '@scanship/contracts/orders/order-lines';
import type { AddressDto } from '@scanship/contracts/common';
import { SIGN_BITS } from '@scanship/domain/orders/order';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { toAddress } from '../address-shapes.ts';
import { numbersInUse } from './add-order.ts';
import { createOrders } from './create-orders.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';
import { lockOwnOrder, type OwnLine, settleOrder } from './own-lines.ts';

/** Parts of one number; who splits further gives the part another number first. */
const MOST_PARTS = 200;

interface Copied {
  readonly platform_code: string;
  readonly ship_by: Date | null;
  readonly requested_key: string | null;
  readonly currency: string;
  readonly ship_to: AddressDto;
  readonly notes: { readonly customer?: string | null; readonly internal?: string | null };
  readonly tags: readonly string[] | null;
  readonly signs: number;
}

/** Answers the new order; see the call for the problems. Part of the caller's transaction. */
export async function splitOrder(
  ctx: OrderContext,
  tx: Tx,
  input: BodyOf<typeof splitOrderCall> & { readonly now: Date },
): Promise<Outcome<{ readonly id: string; readonly number: string }>> {
  const { now } = input;
  const locked = await lockOwnOrder(ctx, tx, input);
  if (!locked.ok) return locked;
  const { head, lines } = locked.value;
  const errors = input.items.flatMap(({ line, quantity }, index) => {
    const known = lines.find((each) => each.line === line);
    if (!known) return [{ field: `items.${index}.line`, message: `This order has no line ${line}.` }];
    const open = known.quantity - known.cancelled - known.allocated;
    return quantity > open
      ? [
          {
            field: `items.${index}.quantity`,
            message: `At most ${open}: the others are in labels already or cancelled.`,
          },
        ]
      : [];
  });
  if (new Set(input.items.map(({ line }) => line)).size < input.items.length)
    errors.push({ field: 'items', message: 'A line is named twice.' });
  const moved = input.items.flatMap(({ line, quantity }) => {
    const known = lines.find((each) => each.line === line);
    return known ? [{ ...known, quantity }] : [];
  });
  const units = (of: readonly { readonly quantity: number }[]) => of.reduce((n, { quantity }) => n + quantity, 0);
  if (errors.length === 0 && units(moved) >= head.units.wanted)
    errors.push({ field: 'items', message: 'Leave at least one unit in this order.' });
  if (errors.length > 0) return problem('validation', { errors });

  const number = await freePart(tx, head.number);
  if (number === undefined)
    return problem('validation', {
      errors: [{ field: 'items', message: `Order ${head.number} has ${MOST_PARTS} parts already.` }],
    });
  const { rows } =
    await sql<Copied>`SELECT o.platform_code, o.ship_by, o.requested_key, o.currency, o.signs, d.ship_to, d.notes,
      (SELECT json_agg(g.tag ORDER BY g.tag) FROM order_tags g WHERE g.order_id = o.id) AS tags
    FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    WHERE o.id = ${head.id}`.execute(tx);
  const [copied] = rows;
  if (!copied) return problem('not_found');
  const created = await createOrders(
    ctx,
    tx,
    [
      {
        storeId: head.storeId,
        platformCode: copied.platform_code,
        source: head.source,
        externalId: orderNumberKey(number),
        number,
        placedAt: head.placedAt,
        shipBy: copied.ship_by,
        locationId: head.locationId,
        requestedService: copied.requested_key,
        currency: copied.currency,
        shipTo: toAddress(copied.ship_to),
        items: moved,
        customerNote: copied.notes.customer,
        internalNote: copied.notes.internal,
        gift: (copied.signs & SIGN_BITS.gift) !== 0,
        tags: copied.tags ?? [],
        holdCode: head.holdCode,
        holdReason: head.holdReason,
      },
    ],
    { why: `Split off order ${head.number}`, now },
  );
  if (!created.ok) return created;
  const [part] = created.value;
  if (!part) throw new Error('One order was created.');
  await carryOver(tx, head.id, part.id, moved);
  await takeUnits(tx, head.id, moved);
  const cost = moved.reduce((sum, line) => sum + BigInt(line.quantity) * BigInt(line.unitMinor), 0n);
  const settled = await settleOrder(ctx, tx, locked.value, -cost, now);
  if (!settled.ok) return settled;
  const words = moved.map((line) => `${line.quantity} × ${line.title || line.sku}`).join(', ');
  await recordChanges(
    ctx,
    tx,
    [{ orderId: head.id, from: null, to: 'items', why: `Split off into ${number}: ${words}` }],
    now,
  );
  return ok({ id: part.id, number });
}

/** The first of "1001-1", "1001-2" that no order has. */
async function freePart(tx: Tx, number: string): Promise<string | undefined> {
  const parts = Array.from({ length: MOST_PARTS }, (_, index) => `${number}-${index + 1}`);
  const used = await numbersInUse(tx, parts.map(orderNumberKey));
  return parts.find((part) => !used.has(orderNumberKey(part)));
}

/** What a person set here, which no new order is given: corrections, hold, ship date, who looks after it. */
async function carryOver(tx: Tx, fromId: string, toId: string, moved: readonly OwnLine[]): Promise<void> {
  await sql`UPDATE orders c SET hold_until = CASE WHEN c.hold_code = o.hold_code THEN o.hold_until END,
      ship_date = o.ship_date, assigned_to = o.assigned_to
    FROM orders o WHERE c.id = ${toId} AND o.id = ${fromId}`.execute(tx);
  await sql`UPDATE order_details c SET overrides = d.overrides, ship_to_imported = d.ship_to_imported
    FROM order_details d WHERE c.order_id = ${toId} AND d.order_id = ${fromId}`.execute(tx);
  const pairs = toJson(moved.map(({ line }, index) => ({ old: line, new: index + 1 })));
  await sql`UPDATE order_items c SET customs_text = i.customs_text, declared_minor = i.declared_minor,
      product_id = i.product_id, overrides = i.overrides, imported = i.imported
    FROM json_to_recordset(${pairs}::json) AS p(old int4, new int4)
      JOIN order_items i ON i.order_id = ${fromId} AND i.line = p.old
    WHERE c.order_id = ${toId} AND c.line = p.new`.execute(tx);
}

/** A line that a shipment names stays although nothing is left in it. */
async function takeUnits(tx: Tx, orderId: string, moved: readonly OwnLine[]): Promise<void> {
  const rows = toJson(moved.map(({ line, quantity }) => ({ line, qty: quantity })));
  await sql`UPDATE order_items i SET qty = i.qty - r.qty FROM json_to_recordset(${rows}::json) AS r(line int4, qty int4)
    WHERE i.order_id = ${orderId} AND i.line = r.line`.execute(tx);
  await sql`DELETE FROM order_items i WHERE i.order_id = ${orderId} AND i.qty = 0 AND NOT EXISTS (SELECT 1
    FROM shipment_items s WHERE s.tenant_id = i.tenant_id AND s.order_id = i.order_id AND s.line = i.line)`.execute(tx);
}
