/** Calls for tests: to play the buyer and the shop's own staff, and to send deliveries as one likes. */
import type { JsonObject } from '@scanship/domain/values/json';
import {
  jsonAnswer,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { sign, tell, type Postman } from './deliveries.ts';
import { gmtText, type SimHook, type SimOrder, type SimRefund } from './model.ts';
import { makeOrder } from './new-order.ts';
import { putOrder, reportsOf, touched } from './order-routes.ts';
import { asJson } from './rest.ts';
import { product } from './seeds.ts';
import { nextId } from '@scanship/simulator-kit/shop-state';
import { put, shopOf, type Shop } from './shops.ts';

const text = z.string().max(500);
const address = z.record(z.string(), text);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z
          .array(
            z.strictObject({
              productId: z.int().optional(),
              variationId: z.int().optional(),
              name: text,
              price: z.string().regex(/^\d+\.\d\d$/),
              quantity: z.int().positive(),
              sku: text.optional(),
            }),
          )
          .min(1),
        shipping: address.optional(),
        billing: address.optional(),
        email: text.optional(),
        note: text.optional(),
        status: text.optional(),
        method: z.strictObject({ id: text, title: text }).optional(),
        taxPercent: z.int().min(0).max(30).optional(),
        payment: text.optional(),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('note'), note: text }),
  z.strictObject({ action: z.literal('status'), status: text }),
  z.strictObject({ action: z.literal('address'), shipping: address }),
  z.strictObject({ action: z.literal('refund'), line: z.int(), quantity: z.int().positive() }),
  // As it stands there while the gateway is asked, and for good where the server is stopped meanwhile.
  z.strictObject({ action: z.literal('begin-refund'), amount: text, reason: z.string(), paid: z.boolean() }),
  z.strictObject({ action: z.literal('forget-refunds') }),
  z.strictObject({ action: z.literal('delete') }),
]);
const newProducts = z.strictObject({
  products: z.array(z.strictObject({ name: text, sku: text, price: text, weight: text })),
});
const key = z.strictObject({ gone: z.boolean() });
const mode = z.strictObject({ mode: z.enum(['normal', 'held']) });
const release = z.strictObject({
  order: z.enum(['as-made', 'reversed']).default('as-made'),
  times: z.int().min(1).max(10).default(1),
});
const onDemand = z.strictObject({ topic: text, payload: z.record(z.string(), z.unknown()), secret: text });

function withRefunds(order: SimOrder, refunds: readonly SimRefund[], now: Date): SimOrder {
  const shown = refunds.map(({ id, reason }) => ({ id, reason: reason ?? '', total: '-0.00' }));
  return { ...touched(order, { refunds: shown }, now), refunds };
}

function changed(shop: Shop, order: SimOrder, wanted: z.infer<typeof change>, now: Date): SimOrder {
  switch (wanted.action) {
    case 'note':
      return touched(order, { customer_note: wanted.note }, now);
    case 'status':
      return touched(order, { status: wanted.status }, now);
    case 'address':
      return touched(order, { shipping: wanted.shipping }, now);
    case 'delete':
      return order;
    case 'begin-refund': {
      const { amount, reason, paid } = wanted;
      return withRefunds(
        order,
        [...order.refunds, { id: nextId(shop), amount, reason, refunded_payment: paid, line_items: [] }],
        now,
      );
    }
    case 'forget-refunds':
      return withRefunds(order, [], now);
    case 'refund': {
      const refund: SimRefund = {
        id: nextId(shop),
        amount: '0.00',
        reason: '',
        line_items: [
          {
            id: nextId(shop),
            quantity: -wanted.quantity,
            meta_data: [{ id: nextId(shop), key: '_refunded_item_id', value: String(wanted.line) }],
          },
        ],
      };
      return withRefunds(order, [...order.refunds, refund], now);
    }
  }
}

export function adminRoutes(postman: Postman): SimRoute[] {
  /** One call below a shop: finds it, checks the body, runs. */
  const call = <T>(
    name: string,
    method: SimRoute['method'],
    path: string,
    body: z.ZodType<T>,
    run: (shop: Shop, given: T, request: SimRequest, context: SimContext) => JsonObject | Promise<JsonObject>,
  ): SimRoute => ({
    name: `judge ${name}`,
    method,
    path: `/shops/:shop${path}`,
    effect: 'auth',
    async handle(request, context): Promise<SimAnswer> {
      const shop = shopOf(request.params.shop ?? '', context);
      if (!shop) return jsonAnswer(404, { error: 'There is no such shop.' });
      const given = body.safeParse(request.body.length === 0 ? {} : (JSON.parse(request.text()) as unknown));
      if (!given.success) return jsonAnswer(400, { error: z.prettifyError(given.error) });
      return jsonAnswer(200, await run(shop, given.data, request, context));
    },
  });
  const nothing = z.strictObject({});
  return [
    call('places orders', 'POST', '/orders', newOrders, (shop, given, _request, context) => {
      const currency = shop.about.settings.general.woocommerce_currency ?? 'CAD';
      const made = given.orders.map((one) =>
        makeOrder(one, {
          id: nextId(shop),
          placed: new Date(context.now().getTime() - one.secondsAgo * 1000),
          currency,
          lineId: () => nextId(shop),
        }),
      );
      for (const order of made) {
        putOrder(shop, undefined, order, context);
        tell(shop, postman, 'order.created', order.doc, context);
      }
      return { ids: made.map((order) => String(order.id)) };
    }),
    call('changes an order', 'POST', '/orders/:order/change', change, (shop, given, request, context) => {
      const order = shop.orders.get(Number(request.params.order));
      if (!order) return { error: 'There is no such order.' };
      const after = changed(shop, order, given, context.now());
      if (given.action === 'delete') put(shop, { what: 'order-gone', value: order.id }, context);
      else putOrder(shop, order, after, context);
      tell(shop, postman, given.action === 'delete' ? 'order.deleted' : 'order.updated', after.doc, context);
      return { updatedAt: after.doc.date_modified_gmt };
    }),
    call('reads an order', 'GET', '/orders/:order', nothing, (shop, _given, request) => {
      const order = shop.orders.get(Number(request.params.order));
      return order ? asJson({ ...order, reports: reportsOf(order) }) : { error: 'There is no such order.' };
    }),
    call('stocks products', 'POST', '/products', newProducts, (shop, given, _request, context) => {
      const made = given.products.map((one) => product(nextId(shop), one.name, gmtText(context.now()), one));
      for (const value of made) {
        put(shop, { what: 'product', value }, context);
        tell(shop, postman, 'product.created', value, context);
      }
      return { ids: made.map((one) => String(one.id)) };
    }),
    call('deletes the key', 'PUT', '/key', key, (shop, given, _request, context) => {
      put(shop, { what: 'key-gone', value: given.gone }, context);
      return { gone: given.gone };
    }),
    call('holds deliveries', 'PUT', '/deliveries/mode', mode, (_shop, given) => {
      postman.mode = given.mode;
      return { mode: given.mode };
    }),
    call('releases deliveries', 'POST', '/deliveries/release', release, async (_shop, given) => ({
      sent: await postman.release(given.order, given.times),
    })),
    call('signs a delivery', 'POST', '/deliveries', onDemand, (shop, given, _request, context) => {
      const hook: SimHook = {
        id: 1,
        name: '',
        status: 'active',
        topic: given.topic,
        delivery_url: 'https://hooks.example/',
        secret: given.secret,
      };
      const message = sign(shop.about, hook, given.topic, asJson(given.payload), context.now());
      return { headers: { ...message.headers }, body: message.body };
    }),
    call('lists deliveries', 'GET', '/deliveries', nothing, () => ({
      sent: postman.sent.map((one) => ({ ...one })),
      held: postman.held.map((one) => ({ uri: one.uri, topic: one.headers['x-wc-webhook-topic'] ?? '' })),
    })),
    call('lists webhooks', 'GET', '/webhooks', nothing, (shop) => ({
      webhooks: [...shop.hooks.values()].map((hook) => asJson(hook)),
    })),
  ];
}
