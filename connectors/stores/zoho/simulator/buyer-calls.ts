/** Calls for tests: to play the buyer and the organization's own staff. */
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { STATUSES, type SimItem, type SimOrder } from './model.ts';
import { idOf, KINDS, makeOrder } from './new-order.ts';
import { BUYER, organizations } from './organizations.ts';

const text = z.string().max(500);
const wish = z.strictObject({
  lines: z.array(z.strictObject({ itemId: text, quantity: z.int().positive() })).min(1),
  notes: text.optional(),
  country: text.optional(),
  secondsAgo: z.number().nonnegative().default(0),
});
const change = z.strictObject({ notes: text.optional(), status: z.enum(STATUSES).optional() });
const second = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

const call = judgeCalls((account, context) => organizations.of(account, context));

export const buyerCalls: readonly SimRoute[] = [
  call(
    'places orders',
    'POST',
    '/orders',
    z.strictObject({ orders: z.array(wish).min(1).max(500) }),
    (organization, given, _request, context) => {
      const ids = given.orders.map(({ country, secondsAgo, ...one }) => {
        const value = makeOrder(
          { ...one, customer: 'Test Buyer', shipTo: { ...BUYER, ...(country !== undefined && { country }) } },
          organization.items,
          organization.orders.size,
          second(context.now().getTime() - secondsAgo * 1_000),
        );
        organizations.put(organization.about.account, { what: 'order', value }, context);
        return value.id;
      });
      return { ids };
    },
  ),
  call('changes an order', 'POST', '/orders/:order/change', change, (organization, given, request, context) => {
    const order = organization.orders.get(request.params.order ?? '');
    if (!order) return undefined;
    const value: SimOrder = { ...order, ...given, modified: second(context.now().getTime()) };
    organizations.put(organization.about.account, { what: 'order', value }, context);
    return { modified: value.modified };
  }),
  call(
    'packs an order',
    'POST',
    '/orders/:order/pack',
    z.strictObject({}),
    (organization, _given, request, context) => {
      const order = organization.orders.get(request.params.order ?? '');
      if (!order) return undefined;
      const id = idOf(KINDS.package, 900_000 + organization.orders.size);
      const lines = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
      const value: SimOrder = {
        ...order,
        modified: second(context.now().getTime()),
        packages: [
          ...order.packages,
          { id, number: `PA-HAND-${id.slice(-4)}`, date: '2026-11-20', lines, deleted: false },
        ],
      };
      organizations.put(organization.about.account, { what: 'order', value }, context);
      return { id };
    },
  ),
  call('reads an order', 'GET', '/orders/:order', z.strictObject({}), (organization, _given, request) => {
    const order = organization.orders.get(request.params.order ?? '');
    return order && (JSON.parse(JSON.stringify(order)) as JsonObject);
  }),
  call(
    'stocks items',
    'POST',
    '/items',
    z.strictObject({ count: z.int().positive().max(500) }),
    (organization, { count }, _request, context) => {
      const now = second(context.now().getTime());
      const ids = Array.from({ length: count }, () => {
        const id = idOf(KINDS.item, 900_000 + organization.items.size);
        const value: SimItem = {
          id,
          sku: `THING-${id.slice(-6)}`,
          name: `Thing ${id.slice(-6)}`,
          rate: 12.5,
          weightKg: 0.25,
          created: now,
          modified: now,
        };
        organizations.put(organization.about.account, { what: 'item', value }, context);
        return id;
      });
      return { ids };
    },
  ),
];
