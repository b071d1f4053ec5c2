/** Calls for tests: to play buyer, seller and Lightspeed's staff, and to see a delivery as it would arrive. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { STATUSES, type SimOrder, type SimVariant } from './model.ts';
import { BUYER, lineOf, newOrder, shops } from './shops.ts';
import { linkTo, orderView } from './views.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z.array(z.strictObject({ sku: text, quantity: z.int().positive() })).min(1),
        comment: text.optional(),
        pickup: z.boolean().optional(),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({
  comment: text.optional(),
  status: z.enum(STATUSES).optional(),
  /** Enters a number by hand at the only shipment. */
  trackingCode: text.optional(),
  /** Parts the shipment in two. */
  parted: z.boolean().optional(),
  /** Units of the first line that were refunded. */
  refunded: z.int().nonnegative().optional(),
});
const nothing = z.strictObject({});

const call = judgeCalls((account, context) => shops.of(account, context));

function changed(order: SimOrder, given: z.infer<typeof change>, updated: string): SimOrder {
  const [first] = order.shipments;
  const [line, ...lines] = order.lines;
  return {
    ...order,
    updated,
    comment: given.comment ?? order.comment,
    status: given.status ?? order.status,
    ...(given.trackingCode !== undefined &&
      first && { shipments: [{ ...first, trackingCode: given.trackingCode, updated }] }),
    ...(given.parted === true && first && { shipments: [first, { ...first, id: first.id + 5_000_000 }] }),
    ...(given.refunded !== undefined && line && { lines: [{ ...line, refunded: given.refunded }, ...lines] }),
  };
}

export const buyerCalls: readonly SimRoute[] = [
  call('places orders', 'POST', '/orders', newOrders, (shop, given, _request, context) => {
    const now = context.now().getTime();
    const ids = given.orders.map((wish) => {
      const id = 1_630_001 + shop.orders.size;
      const lines = wish.lines.flatMap(({ sku, quantity }, at) => {
        const variant = [...shop.variants.values()].find((one) => one.sku === sku);
        return variant ? [lineOf(id * 1_000 + at, variant, quantity)] : [];
      });
      const value = newOrder({
        id,
        created: new Date(now - wish.secondsAgo * 1_000).toISOString(),
        person: BUYER,
        lines,
        comment: wish.comment ?? '',
        pickup: wish.pickup ?? false,
      });
      shops.put(shop.about.id, { what: 'order', value }, context);
      return String(id);
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (shop, given, request, context) => {
    const order = shop.orders.get(Number(request.params.order));
    if (!order) return undefined;
    const value = changed(order, given, context.now().toISOString());
    shops.put(shop.about.id, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', nothing, (shop, _given, request) => {
    const order = shop.orders.get(Number(request.params.order));
    return order && (JSON.parse(JSON.stringify(order)) as JsonObject);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (shop, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const id = 35_000_001 + shop.variants.size;
        const now = context.now().toISOString();
        const value: SimVariant = {
          id,
          productId: id - 14_000_000,
          product: `Thing ${id}`,
          title: 'Default',
          sku: `THING-${id}`,
          hs: '8714.99',
          price: 12.5,
          weight: 0.25,
          weightUnit: 'kg',
          created: now,
          updated: now,
        };
        shops.put(shop.about.id, { what: 'variant', value }, context);
        return String(id);
      });
      return { ids };
    },
  ),
  call('shows the webhooks', 'GET', '/hooks', nothing, (shop) => ({
    hooks: [...shop.hooks.values()].map(({ itemGroup, itemAction, address }) => ({ itemGroup, itemAction, address })),
  })),
  call(
    'switches the key off',
    'PUT',
    '/revoked',
    z.strictObject({ revoked: z.boolean() }),
    (shop, { revoked }, _request, context) => {
      shops.put(shop.about.id, { what: 'revoked', value: revoked }, context);
      return { revoked };
    },
  ),
  call('makes a delivery', 'POST', '/deliveries', z.strictObject({ orderId: text }), (shop, { orderId }) => {
    const order = shop.orders.get(Number(orderId));
    if (!order) return undefined;
    const [language = 'us'] = shop.about.languages;
    const body = JSON.stringify({
      order: orderView(order, linkTo(`https://api.shoplightspeed.com/${language}`), true),
    });
    return {
      body,
      headers: {
        'x-shop-id': shop.about.id.slice(4),
        'x-cluster-id': shop.about.id.slice(0, 3),
        'x-event': 'orders/updated',
        'x-format': 'json',
        'x-language': language,
        'x-signature': createHash('md5').update(body).update(shop.about.apiSecret).digest('hex'),
      },
    };
  }),
];
