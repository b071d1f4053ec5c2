/** A further order of what was sent, at no price, linked to the first: for what was lost or arrived broken. */
import type { AddressDto } from '@scanship/contracts/common';
import type { BodyOf } from '@scanship/contracts/call';
import type { sendAgain as sendAgainCall } from '@scanship/contracts/orders/order-lines';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { toAddress } from '../address-shapes.ts';
import { numbersInUse } from '../commands/add-order.ts';
import { createOrders } from '../commands/create-orders.ts';
import { recordChanges } from '../commands/history.ts';
import type { OrderContext } from '../commands/order-context.ts';
import { OWN_PLATFORM, ownStore } from '../commands/own-store.ts';

const MOST_TIMES = 50;

interface Sent {
  readonly number: string;
  readonly currency: string;
  readonly location_id: string | null;
  readonly requested_key: string | null;
  readonly ship_to: AddressDto;
  readonly erased: boolean;
}

interface SentLine {
  readonly line: number;
  readonly sku: string;
  readonly title: string;
  readonly shipped: number;
  readonly unit_minor: number;
  readonly weight_g: number | null;
  readonly hs_code: string | null;
  readonly origin: string | null;
}

/** Answers the new order; see the call for the problems. Part of the caller's transaction. */
export async function sendAgain(
  ctx: OrderContext,
  tx: Tx,
  input: BodyOf<typeof sendAgainCall> & { readonly now: Date },
): Promise<Outcome<{ readonly id: string; readonly number: string }>> {
  const { orderId, now } = input;
  const found = await sql<Sent>`SELECT o.number, o.currency, o.location_id, o.requested_key, d.ship_to,
      d.imported ->> 'erasedAt' IS NOT NULL AS erased
    FROM orders AS o JOIN order_details AS d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    WHERE o.tenant_id = ${ctx.tenantId} AND o.id = ${orderId} FOR UPDATE OF o`.execute(tx);
  const [sent] = found.rows;
  if (!sent) return problem('not_found', { message: 'This order was not found.' });
  if (sent.erased)
    return problem('order_not_shippable', { message: 'The buyer was erased, so nobody knows where it would go.' });
  const lines =
    await sql<SentLine>`SELECT line, sku, title, qty_shipped AS shipped, unit_minor, weight_g, hs_code, origin
    FROM order_items WHERE tenant_id = ${ctx.tenantId} AND order_id = ${orderId} ORDER BY line`.execute(tx);
  const wanted =
    input.items ?? lines.rows.flatMap(({ line, shipped }) => (shipped > 0 ? [{ line, quantity: shipped }] : []));
  if (lines.rows.every(({ shipped }) => shipped === 0) || wanted.length === 0)
    return problem('order_not_shippable', { message: 'Nothing of this order was sent yet.' });
  const errors = wanted.flatMap(({ line, quantity }, index) => {
    const shipped = lines.rows.find((each) => each.line === line)?.shipped ?? 0;
    return quantity > shipped
      ? [{ field: `items.${index}.quantity`, message: `${shipped} of this item were sent.` }]
      : [];
  });
  if (new Set(wanted.map(({ line }) => line)).size < wanted.length)
    errors.push({ field: 'items', message: 'A line is named twice.' });
  if (errors.length > 0) return problem('validation', { errors });
  const number = await freeNumber(tx, sent.number);
  if (number === undefined)
    return problem('order_not_shippable', { message: `Order ${sent.number} was sent again ${MOST_TIMES} times.` });

  const created = await createOrders(
    ctx,
    tx,
    [
      {
        storeId: await ownStore(ctx, tx),
        platformCode: OWN_PLATFORM,
        source: 'manual',
        externalId: orderNumberKey(number),
        number,
        placedAt: now,
        locationId: sent.location_id,
        requestedService: sent.requested_key,
        currency: sent.currency,
        // The goods keep their worth for customs; the buyer pays nothing.
        totalMinor: 0,
        shipTo: toAddress(sent.ship_to),
        items: wanted.flatMap(({ line, quantity }) => {
          const known = lines.rows.find((each) => each.line === line);
          return known
            ? [
                {
                  sku: known.sku || null,
                  title: known.title,
                  quantity,
                  unitMinor: known.unit_minor,
                  weightGrams: known.weight_g,
                  hsCode: known.hs_code,
                  originCountry: known.origin,
                },
              ]
            : [];
        }),
      },
    ],
    { why: `Sends order ${sent.number} again`, now },
  );
  if (!created.ok) return created;
  const [again] = created.value;
  if (!again) throw new Error('One order was created.');
  await sql`UPDATE orders SET sends_again = ${orderId} WHERE tenant_id = ${ctx.tenantId} AND id = ${again.id}`.execute(
    tx,
  );
  const pairs = toJson(wanted.map(({ line }, index) => ({ old: line, new: index + 1 })));
  await sql`UPDATE order_items c SET customs_text = i.customs_text, declared_minor = i.declared_minor, product_id = i.product_id
    FROM json_to_recordset(${pairs}::json) AS p(old int4, new int4)
      JOIN order_items i ON i.tenant_id = ${ctx.tenantId} AND i.order_id = ${orderId} AND i.line = p.old
    WHERE c.tenant_id = i.tenant_id AND c.order_id = ${again.id} AND c.line = p.new`.execute(tx);
  // A platform that has its buyer forgotten reaches this order, too.
  await sql`INSERT INTO order_buyers (tenant_id, order_id, buyer_key)
    SELECT tenant_id, ${again.id}, buyer_key FROM order_buyers WHERE tenant_id = ${ctx.tenantId} AND order_id = ${orderId}
    ON CONFLICT DO NOTHING`.execute(tx);
  await recordChanges(ctx, tx, [{ orderId, from: null, to: 'sent-again', why: `Sent again as ${number}` }], now);
  return ok({ id: again.id, number });
}

/** The first of "1001-S1", "1001-S2" that no order has. */
async function freeNumber(tx: Tx, number: string): Promise<string | undefined> {
  const numbers = Array.from({ length: MOST_TIMES }, (_, index) => `${number}-S${index + 1}`);
  const used = await numbersInUse(tx, numbers.map(orderNumberKey));
  return numbers.find((each) => !used.has(orderNumberKey(each)));
}
