/** What a refund of an order may be, and what it does to the order. */
import type { JsonObject } from '@scanship/domain/values/json';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { gmtText, type SimOrder, type SimRefund } from './model.ts';
import { nextId } from '@scanship/simulator-kit/shop-state';
import type { Shop } from './shops.ts';

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);
export const newRefund = {
  amount: z.string().optional(),
  reason: z.string().default(''),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
  line_items: z
    .array(
      z.object({
        id: number,
        quantity: number.default(0),
        refund_total: number.default(0),
        refund_tax: z.array(z.object({ id: number, refund_total: number })).default([]),
      }),
    )
    .default([]),
  api_refund: z.boolean().default(true),
  api_restock: z.boolean().default(true),
};
const shape = z.object(newRefund);

/** Pays, perhaps, and does not say so in time. */
export const SILENT_GATEWAY = 'silent-gateway';
/** Gateways that can pay back by themselves. */
const GATEWAYS = ['stripe', 'ppcp-gateway', 'woocommerce_payments', SILENT_GATEWAY];
/** WooCommerce answers what it does not refund with 500, after it took everything back. */
const refuse = (message: string): SimRefusal =>
  new SimRefusal(500, 'woocommerce_rest_cannot_create_order_refund', message);

const cents = (text: unknown): number => Math.round(Math.abs(Number(text)) * 100);
const minus = (minor: number): string => (-minor / 100).toFixed(2);

export function refunded(
  shop: Shop,
  order: SimOrder,
  wish: z.infer<typeof shape>,
  now: Date,
): { readonly order: SimOrder; readonly refund: SimRefund } {
  const sums = wish.line_items.map(
    (item) => item.refund_total + item.refund_tax.reduce((sum, tax) => sum + tax.refund_total, 0),
  );
  const amount = cents(wish.amount ?? sums.reduce((sum, one) => sum + one, 0));
  const before = order.refunds.reduce((sum, one) => sum + cents(one.amount), 0);
  if (amount > cents(order.doc.total) - before) throw refuse('Invalid refund amount.');
  if (wish.api_refund && !GATEWAYS.some((gateway) => gateway === order.doc.payment_method))
    throw refuse('The payment gateway for this order does not support automatic refunds.');
  if (wish.api_refund && order.doc.payment_method === SILENT_GATEWAY)
    throw refuse('cURL error 28: Operation timed out after 70000 milliseconds with 0 bytes received');
  const meta = (id: number): JsonObject[] => [{ id: nextId(shop), key: '_refunded_item_id', value: String(id) }];
  const item = (each: (typeof wish.line_items)[number]): JsonObject => ({
    id: nextId(shop),
    quantity: -each.quantity,
    total: minus(cents(each.refund_total)),
    total_tax: minus(cents(each.refund_tax.reduce((sum, tax) => sum + tax.refund_total, 0))),
    meta_data: meta(each.id),
  });
  const goods = order.doc.line_items.map(({ id }) => id);
  const at = gmtText(now);
  const refund: SimRefund = {
    id: nextId(shop),
    date_created: at,
    date_created_gmt: at,
    amount: (amount / 100).toFixed(2),
    reason: wish.reason,
    refunded_by: 0,
    refunded_payment: wish.api_refund,
    meta_data: wish.meta_data.map(({ key, value }) => ({ id: nextId(shop), key, value: String(value) })),
    line_items: wish.line_items.filter(({ id }) => goods.includes(id)).map(item),
    shipping_lines: wish.line_items.filter(({ id }) => !goods.includes(id)).map(item),
  };
  const units = wish.line_items.reduce((sum, { id, quantity }) => sum + (goods.includes(id) ? quantity : 0), 0);
  const refunds = [...order.refunds, refund];
  const whole = cents(order.doc.total) === before + amount;
  return {
    refund,
    order: {
      ...order,
      refunds,
      restocked: { ...order.restocked, [String(refund.id)]: wish.api_restock ? units : 0 },
      doc: {
        ...order.doc,
        ...(whole ? { status: 'refunded' } : {}),
        refunds: refunds.map(({ id, reason, amount: paid }) => ({
          id,
          reason: reason ?? '',
          total: minus(cents(paid)),
        })),
        date_modified: at,
        date_modified_gmt: at,
      },
    },
  };
}
