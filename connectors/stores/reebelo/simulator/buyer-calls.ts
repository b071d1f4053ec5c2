/** Calls for tests: to play the buyer and Reebelo's staff. */
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SimOrder } from './model.ts';
import { vendors } from './vendors.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z
          .array(z.strictObject({ sku: text, quantity: z.int().positive() }))
          .min(1)
          .max(200),
        note: text.optional(),
        payment: text.default('paid'),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('note'), note: text }),
  z.strictObject({ action: z.literal('payment'), payment: text }),
  z.strictObject({ action: z.literal('cancel') }),
  z.strictObject({ action: z.literal('refund'), line: z.int(), quantity: z.int().positive() }),
]);
const newOffers = z.strictObject({ count: z.int().positive().max(2_000) });
const nothing = z.strictObject({});

function changed(order: SimOrder, given: z.infer<typeof change>, updatedAt: string): SimOrder {
  switch (given.action) {
    case 'note':
      return { ...order, updatedAt, note: given.note };
    case 'payment':
      return { ...order, updatedAt, payment: given.payment };
    case 'cancel':
      return { ...order, updatedAt, cancelledAt: updatedAt };
    case 'refund': {
      const id = order.lines[given.line]?.id ?? 0;
      return { ...order, updatedAt, refunded: [...order.refunded, { id, quantity: given.quantity }] };
    }
  }
}

const call = judgeCalls((account, context) => vendors.of(account, context));

export const buyerCalls: readonly SimRoute[] = [
  call('places orders', 'POST', '/orders', newOrders, (vendor, given, _request, context) => {
    const ids = given.orders.map((wish) => {
      const at = new Date(context.now().getTime() - wish.secondsAgo * 1000).toISOString();
      const number = 10_001 + vendor.orders.size;
      const value: SimOrder = {
        number,
        placedAt: at,
        updatedAt: at,
        payment: wish.payment,
        note: wish.note,
        lines: wish.lines.map((line, index) => {
          const offer = vendor.offers.get(line.sku);
          return {
            id: number * 1_000 + index,
            sku: line.sku,
            title: offer?.name ?? line.sku,
            quantity: line.quantity,
            price: (offer?.price ?? 10).toFixed(2),
          };
        }),
        refunded: [],
      };
      vendors.put(vendor.id, { what: 'order', value }, context);
      return String(number);
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (vendor, given, request, context) => {
    const order = vendor.orders.get(Number(request.params['order']));
    if (!order) return undefined;
    const value = changed(order, given, context.now().toISOString());
    vendors.put(vendor.id, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', nothing, (vendor, _given, request) => {
    const order = vendor.orders.get(Number(request.params['order']));
    if (!order) return undefined;
    return {
      reports: order.track
        ? [
            {
              id: String(order.number),
              carrier: order.track.carrier,
              tracking: order.track.trackingNumber,
              units: order.track.lines.reduce((sum, l) => sum + l.quantity, 0),
            },
          ]
        : [],
    };
  }),
  call('stocks offers', 'POST', '/offers', newOffers, (vendor, { count }, _request, context) => {
    const ids = Array.from({ length: count }, () => {
      const sku = `THING-${vendor.offers.size + 1}`;
      const value = { sku, name: `Thing ${sku}`, price: 12.5, stock: 5 };
      vendors.put(vendor.id, { what: 'offer', value }, context);
      return sku;
    });
    return { ids };
  }),
];
