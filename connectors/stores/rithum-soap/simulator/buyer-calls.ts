/** Calls for tests: to play the buyer and the account's own staff. */
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { accounts, makeItem, makeOrder, type SimOrder } from './accounts.ts';

const text = z.string().max(500);
const wish = z.strictObject({
  lines: z.array(z.tuple([z.int().nonnegative(), z.int().positive()])).min(1),
  instructions: text.optional(),
  elsewhere: z.boolean().optional(),
  secondsAgo: z.number().nonnegative().default(0),
});
const change = z.strictObject({
  instructions: text.optional(),
  state: z.enum(['Active', 'Cancelled']).optional(),
  checkout: z.enum(['Completed', 'OnHold', 'NotVisited']).optional(),
  payment: z.enum(['Cleared', 'Submitted', 'Failed']).optional(),
});

const call = judgeCalls((id, context) => accounts.of(id, context));

export const buyerCalls: readonly SimRoute[] = [
  call(
    'places orders',
    'POST',
    '/orders',
    z.strictObject({ orders: z.array(wish).min(1).max(1_000) }),
    (account, given, _request, context) => {
      const ids = given.orders.map(({ lines, secondsAgo, ...more }) => {
        const created = new Date(context.now().getTime() - secondsAgo * 1_000).toISOString();
        const value = makeOrder(account, lines, created, more);
        accounts.put(account.id, { what: 'order', value }, context);
        return String(value.id);
      });
      return { ids };
    },
  ),
  call('changes an order', 'POST', '/orders/:order/change', change, (account, given, request, context) => {
    const order = account.orders.get(Number(request.params.order));
    if (!order) return undefined;
    const value: SimOrder = { ...order, ...given, updated: context.now().toISOString() };
    accounts.put(account.id, { what: 'order', value }, context);
    return { updated: value.updated };
  }),
  call('reads an order', 'GET', '/orders/:order', z.strictObject({}), (account, _given, request) => {
    const order = account.orders.get(Number(request.params.order));
    return order && (JSON.parse(JSON.stringify(order)) as JsonObject);
  }),
  call(
    'stocks items',
    'POST',
    '/products',
    z.strictObject({ count: z.int().min(1).max(1_000) }),
    (account, { count }, _request, context) => ({
      ids: Array.from({ length: count }, () => {
        const number = account.items.size + 1;
        const value = makeItem(`ITEM-${number}`, `Stocked item ${number}`, 1.5, context.now().toISOString());
        accounts.put(account.id, { what: 'item', value }, context);
        return value.sku;
      }),
    }),
  ),
  call(
    'sets access',
    'PUT',
    '/access',
    z.strictObject({ access: z.enum(['Enabled', 'Pending', 'None']) }),
    (account, { access }, _request, context) => {
      accounts.put(account.id, { what: 'access', access }, context);
      return { access };
    },
  ),
];
