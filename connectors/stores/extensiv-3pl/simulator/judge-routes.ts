/** Calls for tests: to play buyer, seller and the warehouse. */
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SimItem, SimOrder } from './model.ts';
import { BUYER, lineOf, warehouses } from './warehouses.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z.array(z.strictObject({ sku: text, quantity: z.number().positive() })).min(1),
        notes: text.optional(),
        facilityId: z.int().optional(),
        customerId: z.int().optional(),
        allocated: z.boolean().default(true),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({
  notes: text.optional(),
  status: z.enum(['open', 'closed', 'cancelled']).optional(),
  holdReason: text.nullish(),
  trackingNumber: text.optional(),
});
const nothing = z.strictObject({});

const call = judgeCalls((account, context) => warehouses.of(account, context));

export const judgeRoutes: readonly SimRoute[] = [
  call('places orders', 'POST', '/orders', newOrders, (shop, given, _request, context) => {
    const now = context.now().getTime();
    const ids = given.orders.map((wish, index) => {
      // A millisecond apart, as orders are.
      const placed = new Date(now - wish.secondsAgo * 1_000 + index).toISOString();
      const id = 210_001 + shop.orders.size;
      const value: SimOrder = {
        id,
        reference: `WH-${id}`,
        customerId: wish.customerId ?? shop.about.id,
        facilityId: wish.facilityId ?? shop.about.facilities[0]?.id ?? 0,
        placed,
        modified: placed,
        version: 1,
        status: 'open',
        allocated: wish.allocated,
        notes: wish.notes,
        invoiced: shop.about.invoiced,
        carrier: 'UPS',
        mode: 'Standard',
        trackingNumber: '',
        person: BUYER,
        lines: wish.lines.flatMap(({ sku, quantity }, at) => {
          const item = [...shop.items.values()].find((one) => one.sku === sku);
          return item ? [lineOf(id * 10 + at, item, quantity)] : [];
        }),
        reports: [],
      };
      warehouses.put(shop.about.account, { what: 'order', value }, context);
      return String(id);
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (shop, given, request, context) => {
    const order = shop.orders.get(Number(request.params.order));
    if (!order) return undefined;
    const { holdReason, ...more } = given;
    const value: SimOrder = {
      ...order,
      ...more,
      holdReason: holdReason === undefined ? order.holdReason : (holdReason ?? undefined),
      version: order.version + 1,
      modified: context.now().toISOString(),
    };
    warehouses.put(shop.about.account, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', nothing, (shop, _given, request) => {
    const order = shop.orders.get(Number(request.params.order));
    return order && (JSON.parse(JSON.stringify(order)) as JsonObject);
  }),
  call(
    'stocks items',
    'POST',
    '/items',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (shop, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const id = 12_001 + shop.items.size;
        const now = context.now().toISOString();
        const value: SimItem = {
          id,
          sku: `THING-${id}`,
          description: `Thing ${id}`,
          price: 12.5,
          pounds: 0.6,
          created: now,
          modified: now,
        };
        warehouses.put(shop.about.account, { what: 'item', value }, context);
        return String(id);
      });
      return { ids };
    },
  ),
  call(
    'withdraws the credentials',
    'PUT',
    '/revoked',
    z.strictObject({ revoked: z.boolean() }),
    (shop, { revoked }, _request, context) => {
      warehouses.put(shop.about.account, { what: 'revoked', value: revoked }, context);
      return { revoked };
    },
  ),
  call(
    'lets a number close orders',
    'PUT',
    '/closes-by-number',
    z.strictObject({ closes: z.boolean() }),
    (shop, { closes }, _request, context) => {
      warehouses.put(shop.about.account, { what: 'closes-by-number', value: closes }, context);
      return { closes };
    },
  ),
];
