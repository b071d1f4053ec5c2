/** A further order of what was sent, at no price, linked to the first: for what was lost or arrived broken. */
import type { BodyOf } from '@scanship/contracts/call';
import type { sendAgain as sendAgainCall } from '@scanship/contracts/orders/order-lines';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { OrderContext } from '../commands/order-context.ts';
import { lockSent, makeFurtherOrder } from './further-order.ts';

/** Answers the new order; see the call for the problems. Part of the caller's transaction. */
export async function sendAgain(
  ctx: OrderContext,
  tx: Tx,
  input: BodyOf<typeof sendAgainCall> & { readonly now: Date },
): Promise<Outcome<{ readonly id: string; readonly number: string }>> {
  const { orderId, now } = input;
  const found = await lockSent(tx, ctx.tenantId, orderId);
  if (!found.ok) return found;
  const { sent, lines } = found.value;
  const wanted =
    input.items ?? lines.flatMap(({ line, shipped }) => (shipped > 0 ? [{ line, quantity: shipped }] : []));
  if (lines.every(({ shipped }) => shipped === 0) || wanted.length === 0)
    return problem('order_not_shippable', { message: 'Nothing of this order was sent yet.' });
  const errors = wanted.flatMap(({ line, quantity }, index) => {
    const shipped = lines.find((each) => each.line === line)?.shipped ?? 0;
    return quantity > shipped
      ? [{ field: `items.${index}.quantity`, message: `${shipped} of this item were sent.` }]
      : [];
  });
  if (new Set(wanted.map(({ line }) => line)).size < wanted.length)
    errors.push({ field: 'items', message: 'A line is named twice.' });
  if (errors.length > 0) return problem('validation', { errors });
  return makeFurtherOrder(ctx, tx, {
    sent,
    suffix: 'S',
    lines: wanted.flatMap(({ line, quantity }) => {
      const known = lines.find((each) => each.line === line);
      return known ? [{ ...known, quantity, again: line, product: null }] : [];
    }),
    why: `Sends order ${sent.number} again`,
    noted: (number) => ({ why: `Sent again as ${number}` }),
    now,
  });
}
