/** Calls for tests: to play the buyer and the profile's own staff. */
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { CHECKOUT, PAYMENT, SHIPPING, type SimOrder, type SimProduct } from './model.ts';
import { makeOrder } from './new-order.ts';
import { BUYER, profiles } from './profiles.ts';
import { asJson } from './report-calls.ts';

const text = z.string().max(500);
const wish = z.strictObject({
  lines: z
    .array(z.strictObject({ productId: z.int(), quantity: z.int().positive(), bundle: z.boolean().optional() }))
    .min(1),
  instructions: text.optional(),
  externally: z.boolean().optional(),
  secondsAgo: z.number().nonnegative().default(0),
});
const change = z.strictObject({
  instructions: text.optional(),
  checkout: z.enum(CHECKOUT).optional(),
  payment: z.enum(PAYMENT).optional(),
  shipping: z.enum(SHIPPING).optional(),
  /** Units of the first item that the buyer cancelled. */
  cancelled: z.int().nonnegative().optional(),
});

const call = judgeCalls((id, context) => profiles.of(id, context));

export const buyerCalls: readonly SimRoute[] = [
  call(
    'places orders',
    'POST',
    '/orders',
    z.strictObject({ orders: z.array(wish).min(1).max(1_000) }),
    (profile, given, _request, context) => {
      const ids = given.orders.map((one) => {
        const created = new Date(context.now().getTime() - one.secondsAgo * 1_000).toISOString();
        const value = makeOrder(
          { ...one, person: BUYER },
          profile.products,
          profile.orders.size,
          profile.base,
          created,
        );
        profiles.put(profile.about.id, { what: 'order', value }, context);
        return String(value.id);
      });
      return { ids };
    },
  ),
  call('changes an order', 'POST', '/orders/:order/change', change, (profile, given, request, context) => {
    const order = profile.orders.get(Number(request.params.order));
    if (!order) return undefined;
    const { cancelled, ...rest } = given;
    const items =
      cancelled === undefined
        ? order.items
        : order.items.map((item, index) => (index === 0 ? { ...item, cancelled } : item));
    const value: SimOrder = { ...order, ...rest, items, updated: context.now().toISOString() };
    profiles.put(profile.about.id, { what: 'order', value }, context);
    return { updated: value.updated };
  }),
  call('reads an order', 'GET', '/orders/:order', z.strictObject({}), (profile, _given, request) => {
    const order = profile.orders.get(Number(request.params.order));
    return order && asJson(order);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (profile, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const id = 590_000_001 + profile.products.size;
        const value: SimProduct = {
          id,
          sku: `THING-${id}`,
          title: `Thing ${id}`,
          price: 12.5,
          harmonizedCode: '392410',
          updated: context.now().toISOString(),
        };
        profiles.put(profile.about.id, { what: 'product', value }, context);
        return String(id);
      });
      return { ids };
    },
  ),
];
