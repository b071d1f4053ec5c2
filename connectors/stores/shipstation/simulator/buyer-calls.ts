/** Calls for tests: to play buyer, seller and ShipStation's staff, and to see a delivery as it would arrive. */
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { accounts, BUYER, lineOf } from './accounts.ts';
import { STATUSES, type SimOrder, type SimProduct } from './model.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z.array(z.strictObject({ sku: text, quantity: z.int().positive() })).min(1),
        notes: text.optional(),
        storeId: z.int().optional(),
        discount: z.number().negative().optional(),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({ notes: text.optional(), status: z.enum(STATUSES).optional() });
const nothing = z.strictObject({});

const call = judgeCalls((account, context) => accounts.of(account, context));

export const buyerCalls: readonly SimRoute[] = [
  call('places orders', 'POST', '/orders', newOrders, (account, given, _request, context) => {
    const now = context.now().getTime();
    const ids = given.orders.map((wish, index) => {
      // A millisecond apart, as orders are.
      const placed = new Date(now - wish.secondsAgo * 1_000 + index).toISOString();
      const id = 93_350_001 + account.orders.size;
      const lines = wish.lines.flatMap(({ sku, quantity }, at) => {
        const product = [...account.products.values()].find((one) => one.sku === sku);
        return product ? [lineOf(id * 10 + at, product, quantity)] : [];
      });
      const [first] = lines;
      const value: SimOrder = {
        id,
        number: `SS-${id}`,
        storeId: wish.storeId ?? account.about.stores[0]?.id ?? 0,
        placed,
        modified: placed,
        status: 'awaiting_shipment',
        notes: wish.notes,
        service: 'Standard',
        person: BUYER,
        lines:
          wish.discount === undefined || !first
            ? lines
            : [
                ...lines,
                { ...first, id: id * 10 + 9, name: 'Discount', price: wish.discount, quantity: 1, adjustment: true },
              ],
        fulfillments: [],
      };
      accounts.put(account.about.id, { what: 'order', value }, context);
      return String(id);
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (account, given, request, context) => {
    const order = account.orders.get(Number(request.params.order));
    if (!order) return undefined;
    const value: SimOrder = { ...order, ...given, modified: context.now().toISOString() };
    accounts.put(account.about.id, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', nothing, (account, _given, request) => {
    const order = account.orders.get(Number(request.params.order));
    return order && (JSON.parse(JSON.stringify(order)) as JsonObject);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (account, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const id = 12_000_001 + account.products.size;
        const now = context.now().toISOString();
        const value: SimProduct = {
          id,
          sku: `THING-${id}`,
          name: `Thing ${id}`,
          price: 12.5,
          weightOz: 9,
          created: now,
          modified: now,
        };
        accounts.put(account.about.id, { what: 'product', value }, context);
        return String(id);
      });
      return { ids };
    },
  ),
  call('shows the webhooks', 'GET', '/hooks', nothing, (account) => ({
    hooks: [...account.hooks.values()].map(({ event, address }) => ({ event, address })),
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
  call(
    'makes a delivery',
    'POST',
    '/deliveries',
    z.strictObject({ event: text }),
    (account, { event }, _r, context) => ({
      body: JSON.stringify({
        resource_url: `https://ssapi6.shipstation.com/orders?storeID=${account.about.stores[0]?.id ?? 0}&importBatch=${context.newId('')}`,
        resource_type: event,
      }),
    }),
  ),
];
