/** What `issueRefund` allows and does to an order. Pure. */
import { z } from 'zod';
import type { SimOrder } from './model.ts';
import { refusal } from './refusals.ts';

const amount = z.object({ value: z.string().regex(/^\d+(\.\d{1,2})?$/), currency: z.string().regex(/^[A-Z]{3}$/) });
const wish = z.object({
  reasonForRefund: z.enum([
    'BUYER_CANCEL',
    'SELLER_CANCEL',
    'ITEM_NOT_RECEIVED',
    'BUYER_RETURN',
    'ITEM_NOT_AS_DESCRIBED',
    'OTHER_ADJUSTMENT',
    'SHIPPING_DISCOUNT',
  ]),
  comment: z.string().max(1_000).optional(),
  refundItems: z
    .array(z.object({ lineItemId: z.string(), refundAmount: amount }))
    .min(1)
    .optional(),
  orderLevelRefundAmount: amount.optional(),
});

const minor = ({ value }: z.infer<typeof amount>): number => Math.round(Number(value) * 100);

export const paidBack = (order: SimOrder): number => (order.refunds ?? []).reduce((sum, one) => sum + one.minor, 0);
export const totalOf = (order: SimOrder): number =>
  order.lines.reduce((sum, line) => sum + line.priceMinor * line.quantity, order.shippingMinor);

/** @throws SimRefusal with eBay's numbers */
export function issueRefund(order: SimOrder, body: unknown, currency: string, id: string): SimOrder {
  const read = wish.safeParse(body);
  if (!read.success) throw refusal(400, 34_903, 'The refund reason must be specified.');
  const { refundItems, orderLevelRefundAmount } = read.data;
  const items = refundItems ?? [];
  if ((orderLevelRefundAmount === undefined) === (items.length === 0))
    throw refusal(400, 34_905, 'Either orderLevelRefundAmount or refundItems must be specified.');
  const amounts = orderLevelRefundAmount ? [orderLevelRefundAmount] : items.map((item) => item.refundAmount);
  if (amounts.some((one) => one.currency !== currency))
    throw refusal(400, 34_909, 'The amount currency isn’t correct.');
  if (amounts.some((one) => minor(one) <= 0))
    throw refusal(400, 34_907, 'The amount value must be positive and within two decimals.');
  if (items.some(({ lineItemId }) => !order.lines.some((line) => line.id === lineItemId)))
    throw refusal(400, 34_914, 'Can’t find the item in the order.');
  const sum = amounts.reduce((all, one) => all + minor(one), 0);
  const left = totalOf(order) - paidBack(order);
  if (left === 0) throw refusal(400, 34_917, 'This order was already refunded.');
  if (sum > left) throw refusal(400, 34_915, 'The refund amount exceeds order amount.');
  return {
    ...order,
    payment: sum === left ? 'FULLY_REFUNDED' : 'PARTIALLY_REFUNDED',
    refunds: [
      ...(order.refunds ?? []),
      {
        id,
        minor: sum,
        items: items.map((item) => ({ lineItemId: item.lineItemId, minor: minor(item.refundAmount) })),
      },
    ],
  };
}
