/** An order of the seller's own that follows from another one, to the same buyer and place and at no price. */
import type { AddressDto } from '@scanship/contracts/common';
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

/** The first order. */
export interface Sent {
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  readonly location_id: string | null;
  readonly requested_key: string | null;
  readonly ship_to: AddressDto;
}

export interface SentLine {
  readonly line: number;
  readonly sku: string;
  readonly title: string;
  readonly shipped: number;
  readonly unit_minor: number;
  readonly weight_g: number | null;
  readonly hs_code: string | null;
  readonly origin: string | null;
}

export interface FurtherLine extends Omit<SentLine, 'line' | 'shipped'> {
  readonly quantity: number;
  /** Line of the first order that is sent once more: what else is known of it is copied. */
  readonly again: number | null;
  /** Of a product that the first order has not. */
  readonly product: { readonly id: string; readonly customsText: string | null } | null;
}

/** The first order, locked. Problems: `not_found`, `order_not_shippable` once its buyer was erased. */
export async function lockSent(
  tx: Tx,
  tenantId: string,
  orderId: string,
): Promise<Outcome<{ readonly sent: Sent; readonly lines: readonly SentLine[] }>> {
  const found = await sql<Sent & { readonly erased: boolean }>`SELECT o.id, o.number, o.currency, o.location_id,
      o.requested_key, d.ship_to, d.imported ->> 'erasedAt' IS NOT NULL AS erased
    FROM orders AS o JOIN order_details AS d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    WHERE o.tenant_id = ${tenantId} AND o.id = ${orderId} FOR UPDATE OF o`.execute(tx);
  const [sent] = found.rows;
  if (!sent) return problem('not_found', { message: 'This order was not found.' });
  if (sent.erased)
    return problem('order_not_shippable', { message: 'The buyer was erased, so nobody knows where it would go.' });
  const lines =
    await sql<SentLine>`SELECT line, sku, title, qty_shipped AS shipped, unit_minor, weight_g, hs_code, origin
    FROM order_items WHERE tenant_id = ${tenantId} AND order_id = ${orderId} ORDER BY line`.execute(tx);
  return ok({ sent, lines: lines.rows });
}

/**
 * Part of the caller's transaction, which holds the first order's lock.
 * @param input.suffix "S" makes 1001-S1, 1001-S2
 */
export async function makeFurtherOrder(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly sent: Sent;
    readonly suffix: 'S' | 'X';
    readonly lines: readonly FurtherLine[];
    /** For the history of the new order, and that of the first. */
    readonly why: string;
    readonly noted: (number: string) => { readonly why: string };
    readonly now: Date;
  },
): Promise<Outcome<{ readonly id: string; readonly number: string }>> {
  const { sent, lines, now } = input;
  const number = await freeNumber(tx, `${sent.number}-${input.suffix}`);
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
        items: lines.map((line) => ({
          sku: line.sku || null,
          title: line.title,
          quantity: line.quantity,
          unitMinor: line.unit_minor,
          weightGrams: line.weight_g,
          hsCode: line.hs_code,
          originCountry: line.origin,
        })),
      },
    ],
    { why: input.why, now },
  );
  if (!created.ok) return created;
  const [made] = created.value;
  if (!made) throw new Error('One order was created.');
  await sql`UPDATE orders SET sends_again = ${sent.id} WHERE tenant_id = ${ctx.tenantId} AND id = ${made.id}`.execute(
    tx,
  );
  const known = toJson(
    lines.map(({ again, product }, at) => ({
      new: at + 1,
      old: again,
      product: product?.id ?? null,
      customs: product?.customsText ?? null,
    })),
  );
  await sql`UPDATE order_items c SET customs_text = coalesce(i.customs_text, p.customs), declared_minor = i.declared_minor,
      product_id = coalesce(i.product_id, p.product)
    FROM json_to_recordset(${known}::json) AS p(new int4, old int4, product uuid, customs text)
      LEFT JOIN order_items i ON i.tenant_id = ${ctx.tenantId} AND i.order_id = ${sent.id} AND i.line = p.old
    WHERE c.tenant_id = ${ctx.tenantId} AND c.order_id = ${made.id} AND c.line = p.new
      AND (i.line IS NOT NULL OR p.product IS NOT NULL)`.execute(tx);
  // A platform that has its buyer forgotten reaches this order, too.
  await sql`INSERT INTO order_buyers (tenant_id, order_id, buyer_key)
    SELECT tenant_id, ${made.id}, buyer_key FROM order_buyers WHERE tenant_id = ${ctx.tenantId} AND order_id = ${sent.id}
    ON CONFLICT DO NOTHING`.execute(tx);
  const change = { orderId: sent.id, from: null, to: 'sent-again', ...input.noted(number) };
  await recordChanges(ctx, tx, [change], now);
  return ok({ id: made.id, number });
}

/** The first of "1001-S1", "1001-S2" that no order has. */
async function freeNumber(tx: Tx, stem: string): Promise<string | undefined> {
  const numbers = Array.from({ length: MOST_TIMES }, (_, index) => `${stem}${index + 1}`);
  const used = await numbersInUse(tx, numbers.map(orderNumberKey));
  return numbers.find((each) => !used.has(orderNumberKey(each)));
}
