/** Calls for tests: to play buyer, seller and ShipHero's staff, and to see a delivery as it would arrive. */
import { createHmac } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { accounts, BUYER, lineOf } from './accounts.ts';
import { CLIENT, type SetBudget } from './graphql-route.ts';
import { HOLDS, idOf, numberOf, type SimLine, type SimOrder, type SimProduct } from './model.ts';
import { shown } from './views.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z.array(z.strictObject({ sku: text, quantity: z.int().positive() })).min(1),
        secondsAgo: z.number().nonnegative().default(0),
        allocated: z.int().nullish(),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({
  packingNote: text.optional(),
  status: text.optional(),
  holds: z.array(z.enum(HOLDS)).optional(),
});
const nothing = z.strictObject({});

const call = judgeCalls((account, context) => accounts.of(account, context));

const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

export const buyerCalls = (grant: CodeGrant, setBudget: SetBudget): readonly SimRoute[] => [
  call('places orders', 'POST', '/orders', newOrders, (account, given, _request, context) => {
    const now = context.now().getTime();
    const ids = given.orders.map((wish, index) => {
      // A millisecond apart, as orders are.
      const placed = new Date(now - wish.secondsAgo * 1_000 + index).toISOString();
      const number = 204_300_001 + account.orders.size;
      const lines = wish.lines.map(({ sku, quantity }, at): SimLine => {
        const product = [...account.products.values()].find((one) => one.sku === sku);
        const id = number * 1_000 + at;
        return product
          ? lineOf(id, product, quantity)
          : { number: id, productNumber: undefined, sku, name: sku, price: '1.00', quantity };
      });
      const value: SimOrder = {
        number,
        orderNumber: `SH-${number}`,
        placed,
        updated: placed,
        status: 'pending',
        holds: [],
        packingNote: undefined,
        service: 'Standard',
        person: BUYER,
        allocated: wish.allocated === null ? undefined : (wish.allocated ?? account.about.warehouses[0]?.number),
        lines,
        shipments: [],
      };
      accounts.put(account.about.id, { what: 'order', value }, context);
      return idOf('Order', number);
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (account, given, request, context) => {
    const order = account.orders.get(numberOf('Order', request.params.order ?? '') ?? 0);
    if (!order) return undefined;
    const value: SimOrder = { ...order, ...given, updated: context.now().toISOString() };
    accounts.put(account.about.id, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', nothing, (account, _given, request) => {
    const order = account.orders.get(numberOf('Order', request.params.order ?? '') ?? 0);
    return order && asJson(order);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (account, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const number = 2_000_001 + account.products.size;
        const now = context.now().toISOString();
        const value: SimProduct = {
          number,
          sku: `THING-${number}`,
          name: `Thing ${number}`,
          price: '12.50',
          weight: '9.00',
          created: now,
          updated: now,
        };
        accounts.put(account.about.id, { what: 'product', value }, context);
        return idOf('Product', number);
      });
      return { ids };
    },
  ),
  call('shows the webhooks', 'GET', '/hooks', nothing, (account) => ({
    hooks: [...account.hooks.values()].map(({ name, url, shopName }) => ({ name, url, shopName })),
  })),
  call('takes access back', 'POST', '/revoked', nothing, (account, _given, _request, context) => {
    grant.revoke(account.about.id, CLIENT, context);
    return {};
  }),
  call('counts renewals', 'GET', '/renewals', nothing, (account, _given, _request, context) => ({
    renewals: grant.renewals(account.about.id, context),
  })),
  call(
    'sets the credits',
    'PUT',
    '/budget',
    z.strictObject({ maximum: z.number(), restoreRate: z.number(), level: z.number() }),
    (account, budget) => {
      setBudget(account.about.id, budget);
      return {};
    },
  ),
  call(
    'makes a delivery',
    'POST',
    '/deliveries',
    z.strictObject({ event: text, order: text }),
    (account, { event, order: id }, _request, context) => {
      const order = account.orders.get(numberOf('Order', id) ?? 0);
      const hook = [...account.hooks.values()].findLast(({ name }) => name === event);
      // Nobody is told where nobody subscribed.
      if (!order || !hook) return undefined;
      const told = {
        account_id: account.about.number,
        account_uuid: account.about.id,
        order_number: order.orderNumber,
        order_id: order.number,
        order_uuid: id,
        partner_order_id: order.orderNumber,
      };
      const body = JSON.stringify(
        event === 'Shipment Update'
          ? { webhook_type: event, fulfillment: told }
          : { webhook_type: event, ...told, allocated_at: shown(order.updated), ready_to_ship: 1 },
      );
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'x-shiphero-hmac-sha256': createHmac('sha256', hook.secret).update(body).digest('base64'),
          'x-shiphero-message-id': context.newId('msg-'),
        },
      };
    },
  ),
];
