/** Calls for tests: to play buyer, seller and Extensiv's staff. */
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { companies, FIRST_ORDER, lineOf, newProduct } from './companies.ts';
import { STATUSES, type SimOrder } from './model.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z
          .array(z.strictObject({ sku: text, quantity: z.int().positive() }))
          .min(1)
          .max(9),
        notes: text.optional(),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({ notes: text.optional(), status: z.enum(STATUSES).optional() });

const call = judgeCalls((account, context) => companies.of(account, context));

export const buyerCalls: readonly SimRoute[] = [
  call('places orders', 'POST', '/orders', newOrders, (company, given, _request, context) => {
    const now = context.now().getTime();
    const ids = given.orders.map((wish) => {
      const placed = new Date(now - wish.secondsAgo * 1_000).toISOString();
      const id = FIRST_ORDER + company.orders.size;
      const value: SimOrder = {
        id,
        placed,
        modified: placed,
        status: 'AWAITING_SHIPMENT',
        notes: wish.notes ?? null,
        lines: wish.lines.flatMap(({ sku, quantity }, at) => {
          const product = [...company.products.values()].find((one) => one.sku === sku);
          return product ? [lineOf(product, id, at, quantity)] : [];
        }),
        shipments: [],
      };
      companies.put(company.about.id, { what: 'order', value }, context);
      return String(id);
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (company, given, request, context) => {
    const order = company.orders.get(Number(request.params.order));
    if (!order) return undefined;
    const value: SimOrder = { ...order, ...given, modified: context.now().toISOString() };
    companies.put(company.about.id, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', z.strictObject({}), (company, _given, request) => {
    const order = company.orders.get(Number(request.params.order));
    return order && (JSON.parse(JSON.stringify(order)) as JsonObject);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (company, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const value = newProduct(70_001 + company.products.size, context.now().toISOString());
        companies.put(company.about.id, { what: 'product', value }, context);
        return String(value.id);
      });
      return { ids };
    },
  ),
  call(
    'takes reports without entering them',
    'PUT',
    '/deaf',
    z.strictObject({ deaf: z.boolean() }),
    (company, { deaf }, _request, context) => {
      companies.put(company.about.id, { what: 'deaf', value: deaf }, context);
      return {};
    },
  ),
];
