/** Calls for tests: to play the buyer, the seller and Best Buy's staff. */
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SimOrder } from './model.ts';
import { BUYER, orderId, shops } from './shops.ts';

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
        state: text.default('SHIPPING'),
        service: z.strictObject({ code: text, label: text }).default({ code: 'EXP', label: 'Expedited' }),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('note'), note: text }),
  z.strictObject({ action: z.literal('state'), state: text }),
  z.strictObject({ action: z.literal('cancel-units'), line: z.int(), quantity: z.int().positive() }),
]);
const newOffers = z.strictObject({ count: z.int().positive().max(2_000) });
const several = z.strictObject({ several: z.boolean() });
const nothing = z.strictObject({});

function changed(order: SimOrder, given: z.infer<typeof change>, updatedAt: string): SimOrder {
  switch (given.action) {
    case 'note':
      return { ...order, updatedAt, note: given.note };
    case 'state':
      return { ...order, updatedAt, state: given.state };
    case 'cancel-units':
      return {
        ...order,
        updatedAt,
        lines: order.lines.map((l, i) => (i === given.line ? { ...l, cancelled: l.cancelled + given.quantity } : l)),
      };
  }
}

const call = judgeCalls((account, context) => shops.of(account, context));

export const buyerCalls: readonly SimRoute[] = [
  call('places orders', 'POST', '/orders', newOrders, (shop, given, _request, context) => {
    const ids = given.orders.map((wish) => {
      const at = new Date(context.now().getTime() - wish.secondsAgo * 1000).toISOString();
      const id = orderId(shop.about, shop.orders.size);
      const value: SimOrder = {
        id,
        createdAt: at,
        updatedAt: at,
        state: wish.state,
        service: wish.service,
        address: BUYER,
        note: wish.note,
        lines: wish.lines.map((line, index) => {
          const offer = [...shop.offers.values()].find((o) => o.sku === line.sku);
          return {
            id: `${id}-${index + 1}`,
            offerId: offer?.id ?? 0,
            sku: line.sku,
            title: offer?.title ?? line.sku,
            quantity: line.quantity,
            priceMinor: offer?.priceMinor ?? 1_000,
            cancelled: 0,
          };
        }),
        shipments: [],
      };
      shops.put(shop.about.id, { what: 'order', value }, context);
      return id;
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (shop, given, request, context) => {
    const order = shop.orders.get(request.params['order'] ?? '');
    if (!order) return undefined;
    const value = changed(order, given, context.now().toISOString());
    shops.put(shop.about.id, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', nothing, (shop, _given, request) => {
    const order = shop.orders.get(request.params['order'] ?? '');
    if (!order) return undefined;
    const units = order.lines.reduce((sum, l) => sum + l.quantity - l.cancelled, 0);
    return {
      state: order.state,
      tracking: JSON.parse(JSON.stringify(order.tracking ?? null)) as null,
      reports: [
        ...(order.wholeAt === undefined
          ? []
          : [{ id: order.id, tracking: order.tracking?.tracking_number ?? '', units }]),
        ...order.shipments
          .filter((s) => s.shipped)
          .map((s) => ({
            id: s.id,
            tracking: s.tracking?.tracking_number ?? '',
            units: s.lines.reduce((sum, l) => sum + l.quantity, 0),
          })),
      ],
    };
  }),
  call('stocks offers', 'POST', '/offers', newOffers, (shop, { count }, _request, context) => {
    const ids = Array.from({ length: count }, () => {
      const id = 10_000 + shop.offers.size;
      const value = { id, sku: `THING-${id}`, title: `Thing ${id}`, priceMinor: 1_250 + id, upc: '012345678905' };
      shops.put(shop.about.id, { what: 'offer', value }, context);
      return String(id);
    });
    return { ids };
  }),
  call('allows several shipments', 'PUT', '/several', several, (shop, given, _request, context) => {
    shops.put(shop.about.id, { what: 'several', value: given.several }, context);
    return {};
  }),
];
