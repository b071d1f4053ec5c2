/** Calls for tests: to play buyer, seller and the warehouse, and to see a delivery as it would arrive. */
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { accounts, BUYER, freshOrder, lineOf, productId } from './accounts.ts';
import type { SimOrder, SimProduct } from './model.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z
          .array(z.strictObject({ sku: text, quantity: z.int().positive(), dropShip: z.boolean().optional() }))
          .min(1),
        notes: text.optional(),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const stage = z.enum(['NOT AVAILABLE', 'DRAFT', 'AUTHORISED']);
const units = z.array(z.strictObject({ productId: text, quantity: z.int(), box: text.optional() }));
const change = z.strictObject({
  notes: text.optional(),
  status: z.enum(['open', 'draft', 'void']).optional(),
  trackingCode: text.optional(),
  /** What the warehouse did with the first fulfilment. */
  warehouse: z.strictObject({ pick: stage, picked: units, pack: stage, packed: units }).optional(),
});
const nothing = z.strictObject({});

const call = judgeCalls((account, context) => accounts.of(account, context));

export const buyerCalls: readonly SimRoute[] = [
  call('places orders', 'POST', '/orders', newOrders, (account, given, _request, context) => {
    const now = context.now().getTime();
    const ids = given.orders.map((wish, index) => {
      // A millisecond apart, as orders are.
      const placed = new Date(now - wish.secondsAgo * 1_000 + index).toISOString();
      const number = 1_001 + account.orders.size;
      const lines = wish.lines.flatMap(({ sku, quantity, dropShip }, at) => {
        const product = [...account.products.values()].find((one) => one.sku === sku);
        return product ? [{ ...lineOf(number * 10 + at, product, quantity), dropShip }] : [];
      });
      const value = freshOrder(account.about, number, {
        placed,
        lines,
        service: 'Standard',
        person: BUYER,
        notes: wish.notes,
      });
      accounts.put(account.about.id, { what: 'order', value }, context);
      return value.id;
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (account, given, request, context) => {
    const order = account.orders.get(request.params.order ?? '');
    if (!order) return undefined;
    const { warehouse, ...more } = given;
    const tasks = order.tasks.map((task, index) => (index === 0 && warehouse ? { ...task, ...warehouse } : task));
    const value: SimOrder = { ...order, ...more, tasks, modified: context.now().toISOString() };
    accounts.put(account.about.id, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', nothing, (account, _given, request) => {
    const order = account.orders.get(request.params.order ?? '');
    return order && (JSON.parse(JSON.stringify(order)) as JsonObject);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (account, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const id = productId(account.about, 101 + account.products.size);
        const modified = context.now().toISOString();
        const value: SimProduct = {
          id,
          sku: `THING-${account.products.size}`,
          name: 'Thing',
          price: 12.5,
          kg: 0.3,
          modified,
        };
        accounts.put(account.about.id, { what: 'product', value }, context);
        return id;
      });
      return { ids };
    },
  ),
  call('shows the webhooks', 'GET', '/hooks', nothing, (account) => ({
    hooks: [...account.hooks.values()].map(({ type, address, token }) => ({ type, address, token })),
  })),
  call(
    'takes the key back',
    'PUT',
    '/revoked',
    z.strictObject({ revoked: z.boolean() }),
    (account, { revoked }, _request, context) => {
      accounts.put(account.about.id, { what: 'revoked', value: revoked }, context);
      return { revoked };
    },
  ),
];
