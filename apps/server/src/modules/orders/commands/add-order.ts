/** One order entered by hand. */
import type { BodyOf } from '@scanship/contracts/call';
import type { addOrder as addOrderCall } from '@scanship/contracts/orders/orders';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { toAddress } from '../address-shapes.ts';
import { createOrders } from './create-orders.ts';
import type { OrderContext } from './order-context.ts';
import { OWN_PLATFORM, ownStore } from './own-store.ts';
import { cleanText } from './rows.ts';

/** First number of the series, as a seller would begin. */
const FIRST_NUMBER = 1001;

/** ISO code of what the wire accepts (decisions 15: 1 = CAD, 2 = USD). */
const currencyCode = (currency: string | 1 | 2): string => (currency === 1 ? 'CAD' : currency === 2 ? 'USD' : currency);

/**
 * Creates the order under the customer's own store.
 * @returns its id and number; problem `order_number_taken` when any order of the customer has the number, `validation`
 *   when its value is beyond what can be counted
 */
export async function addOrder(
  ctx: OrderContext,
  tx: Tx,
  order: BodyOf<typeof addOrderCall>,
  now: Date,
): Promise<Outcome<{ readonly id: string; readonly number: string }>> {
  const typed = cleanText(order.number).replace(/^#+\s*/, '');
  if (order.number && orderNumberKey(order.number) === '')
    return problem('validation', {
      errors: [{ field: 'number', message: 'An order number needs at least one letter or digit.' }],
    });
  const total = order.items.reduce((sum, item) => sum + BigInt(item.quantity) * BigInt(item.unitPriceMinor), 0n);
  if (total > BigInt(Number.MAX_SAFE_INTEGER))
    return problem('validation', { errors: [{ field: 'items', message: 'The value of this order is too large.' }] });
  if (typed !== '' && (await numbersInUse(tx, [orderNumberKey(typed)])).size > 0)
    return problem('order_number_taken', { errors: [{ field: 'number', message: 'This number is taken.' }] });
  const number = typed === '' ? await nextNumber(ctx, tx) : typed;
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
        placedAt: order.placedAt ? new Date(order.placedAt) : now,
        requestedService: order.requestedService,
        currency: currencyCode(order.currency),
        shipTo: toAddress(order.shipTo),
        items: order.items.map(({ unitPriceMinor, ...item }) => ({ ...item, unitMinor: unitPriceMinor })),
        customerNote: order.customerNote,
        internalNote: order.internalNote,
        tags: order.tags,
      },
    ],
    { why: 'Entered by hand', now },
  );
  if (!created.ok) return created;
  const [first] = created.value;
  if (!first) throw new Error('One order was created.');
  return ok({ id: first.id, number: first.number });
}

/** Which of these number keys any order of the customer has, whatever its store. */
export async function numbersInUse(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (let from = 0; from < keys.length; from += 5_000) {
    const chunk = JSON.stringify(keys.slice(from, from + 5_000));
    // A token can also be the tail of a longer number, so the order's own number decides.
    const { rows } = await sql<{
      number: string;
    }>`SELECT DISTINCT o.number FROM json_array_elements_text(${chunk}::json) AS k(token)
      JOIN order_tokens t ON t.field = 'number' AND t.token = k.token
      JOIN orders o ON o.tenant_id = t.tenant_id AND o.id = t.order_id`.execute(tx);
    for (const row of rows) used.add(orderNumberKey(row.number));
  }
  return new Set(keys.filter((key) => used.has(key)));
}

/** The next "M-" number that is free. The series' row stays locked until the transaction ends, so no two are alike. */
async function nextNumber(ctx: OrderContext, tx: Tx): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ no: number }>`INSERT INTO number_series AS s (tenant_id, series, next_no)
      VALUES (${ctx.tenantId}, 'M', ${FIRST_NUMBER + 1}) ON CONFLICT (tenant_id, series)
      DO UPDATE SET next_no = s.next_no + 1 RETURNING next_no - 1 AS no`.execute(tx);
    const number = `M-${rows[0]?.no}`;
    // Somebody may have typed a number of the series before it came to it.
    if ((await numbersInUse(tx, [orderNumberKey(number)])).size === 0) return number;
  }
}
