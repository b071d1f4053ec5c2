/** Calls for tests: to play the buyer, the warehouse and the administrator of a server. */
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SimItem, SimOrder, SimProduct } from './model.ts';
import { BUYER, itemOf, servers, shipmentOf } from './servers.ts';
import type { Sessions } from './sessions.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        items: z
          .array(
            z.strictObject({
              num: text,
              quantity: z.number().positive(),
              type: z.int().default(10),
              uom: text.default('ea'),
            }),
          )
          .max(200),
        note: text.optional(),
        status: z.int().default(25),
        /** Whether the warehouse finished its pick. */
        picked: z.boolean().default(true),
        /** Cartons it packed already; none: not packed. */
        cartons: z.int().min(0).max(20).default(0),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({ note: text.optional(), status: z.int().optional(), issued: z.null().optional() });
const nothing = z.strictObject({});

const call = judgeCalls((account, context) => servers.of(account, context));

const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

function newOrder(
  id: number,
  wish: z.infer<typeof newOrders>['orders'][number],
  placed: string,
  products: readonly SimProduct[],
): SimOrder {
  const num = String(60_000 + id);
  const cartons = Array.from({ length: wish.cartons }, (_v, at) => ({
    id: id * 20 + at,
    number: at + 1,
    tracking: '',
  }));
  const items = wish.items.flatMap(({ num: wanted, quantity, type, uom }, at): SimItem[] => {
    const product = products.find((one) => one.num === wanted);
    return product ? [{ ...itemOf(id * 1_000 + at, product, quantity), type, uom }] : [];
  });
  return {
    id,
    num,
    status: wish.status,
    created: placed,
    issued: wish.status === 10 ? undefined : placed,
    modified: placed,
    note: wish.note,
    carrier: 'UPS',
    person: BUYER,
    items,
    shipments: wish.picked ? [shipmentOf(id, num, { status: wish.cartons > 0 ? 20 : 10, cartons })] : [],
  };
}

export const buyerCalls = (sessions: Sessions): readonly SimRoute[] => [
  call('places orders', 'POST', '/orders', newOrders, (server, given, _request, context) => {
    const now = context.now().getTime();
    const ids = given.orders.map((wish, index) => {
      // A millisecond apart, as orders are.
      const placed = new Date(now - wish.secondsAgo * 1_000 + index).toISOString();
      const id = 2_001 + server.orders.size;
      const value = newOrder(id, wish, placed, [...server.products.values()]);
      servers.put(server.about.account, { what: 'order', value }, context);
      return String(id);
    });
    return { ids };
  }),
  call('changes an order', 'POST', '/orders/:order/change', change, (server, given, request, context) => {
    const order = server.orders.get(Number(request.params.order));
    if (!order) return undefined;
    const { issued, ...more } = given;
    const value: SimOrder = {
      ...order,
      ...more,
      issued: issued === null ? undefined : order.issued,
      modified: context.now().toISOString(),
    };
    servers.put(server.about.account, { what: 'order', value }, context);
    return {};
  }),
  call('finishes a pick', 'POST', '/orders/:order/pick', nothing, (server, _given, request, context) => {
    const order = server.orders.get(Number(request.params.order));
    if (!order) return undefined;
    const num = `${order.num}${order.shipments.length === 0 ? '' : `-${order.shipments.length + 1}`}`;
    const shipment = shipmentOf(order.id, num, { id: order.id + 5_000 + order.shipments.length * 100_000 });
    const value = {
      ...order,
      status: 25,
      shipments: [...order.shipments, shipment],
      modified: context.now().toISOString(),
    };
    servers.put(server.about.account, { what: 'order', value }, context);
    return {};
  }),
  call('shows an order', 'GET', '/orders/:order', nothing, (server, _given, request) => {
    const order = server.orders.get(Number(request.params.order));
    return order && asJson(order);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (server, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const id = 1_001 + server.products.size;
        const value: SimProduct = {
          id,
          num: `THING-${id}`,
          description: `Thing ${id}`,
          price: 12.5,
          pounds: 0.5,
          modified: context.now().toISOString(),
        };
        servers.put(server.about.account, { what: 'product', value }, context);
        return String(id);
      });
      return { ids };
    },
  ),
  call('counts the sessions', 'GET', '/sessions', nothing, (server) => ({
    open: sessions.count(server.about.account),
  })),
  call(
    'takes seats',
    'POST',
    '/sessions',
    z.strictObject({ count: z.int().positive().max(20) }),
    (server, { count }, _request, context) => ({
      tokens: Array.from({ length: count }, () => sessions.open(server, context)),
    }),
  ),
  call('leaves', 'DELETE', '/sessions', z.strictObject({ tokens: z.array(z.string()) }), (_server, { tokens }) => {
    for (const token of tokens) sessions.close(token);
    return {};
  }),
  call(
    'changes the door',
    'PUT',
    '/door',
    z.strictObject({ door: z.enum(['open', 'changed', 'mfa', 'unapproved']) }),
    (server, { door }, _request, context) => {
      servers.put(server.about.account, { what: 'door', value: door }, context);
      return { door };
    },
  ),
];
