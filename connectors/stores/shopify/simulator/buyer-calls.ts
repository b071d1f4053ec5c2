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
import { APPS, DEMO_APP } from './apps.ts';
import { sign, type Postman } from './deliveries.ts';
import { groupPayload, orderPayload, tell, variantPayload } from './events.ts';
import { createFulfilment } from './fulfilling.ts';
import type { SetBudget } from './graphql-route.ts';
import { gid, instant, numberOf, type SimGroup, type SimOrder, type SimVariant } from './model.ts';
import { makeOrder } from './new-order.ts';
import { nextId } from '@scanship/simulator-kit/shop-state';
import { put, shopOf, type Shop } from './shops.ts';

const text = z.string().max(500);
const address = z.strictObject({
  name: text,
  company: text.optional(),
  address1: text,
  address2: text.optional(),
  city: text,
  provinceCode: text,
  zip: text,
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  phone: text.optional(),
});
const wish = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        variantId: z.int().optional(),
        name: text.optional(),
        price: z
          .string()
          .regex(/^\d+\.\d\d$/)
          .optional(),
        quantity: z.int().positive(),
        requiresShipping: z.boolean().optional(),
        locationId: z.int().optional(),
      }),
    )
    .min(1),
  address: address.optional(),
  email: text.optional(),
  note: text.optional(),
  tags: z.array(text).optional(),
  attributes: z.array(z.strictObject({ key: text, value: text })).optional(),
  financial: text.optional(),
  shipping: z.strictObject({ code: text, title: text }).optional(),
  shippingPrice: z
    .string()
    .regex(/^\d+\.\d\d$/)
    .optional(),
  taxPercent: z.int().min(0).max(30).optional(),
  taxesIncluded: z.boolean().optional(),
  fulfillBy: z.iso.datetime().optional(),
  /** Seconds before now that it was placed. */
  secondsAgo: z.number().nonnegative().default(0),
});
const newOrders = z.strictObject({ orders: z.array(wish).min(1).max(500) });

const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('note'), note: text }),
  z.strictObject({ action: z.literal('address'), address }),
  z.strictObject({ action: z.literal('cancel') }),
  z.strictObject({ action: z.literal('pay') }),
  z.strictObject({ action: z.literal('hold'), reason: z.string().default('OTHER'), notes: text.optional() }),
  z.strictObject({ action: z.literal('release') }),
  z.strictObject({ action: z.literal('remove'), lineId: z.int(), quantity: z.int().positive() }),
  z.strictObject({ action: z.literal('ship'), trackingNumber: text.optional() }),
  z.strictObject({ action: z.literal('move'), locationId: z.int() }),
]);

const variants = z.strictObject({
  variants: z.array(
    z.strictObject({
      id: z.int().optional(),
      name: text,
      sku: text.optional(),
      price: z.string().regex(/^\d+\.\d\d$/),
      weight: z.strictObject({ value: z.number(), unit: text }).optional(),
      hsCode: text.optional(),
      origin: text.optional(),
    }),
  ),
});

const mode = z.strictObject({ mode: z.enum(['normal', 'held']) });
const release = z.strictObject({
  order: z.enum(['as-made', 'reversed']).default('as-made'),
  times: z.int().min(1).max(10).default(1),
});
const onDemand = z.strictObject({
  topic: text,
  uri: z.url().optional(),
  payload: z.record(z.string(), z.unknown()),
  eventId: text.optional(),
  clientId: text.optional(),
  /** Answers the signed delivery instead of sending it. */
  keep: z.boolean().default(false),
});
const budget = z.strictObject({
  maximum: z.number().positive(),
  restoreRate: z.number().positive(),
  /** Points there are now; all of them when absent. */
  level: z.number().nonnegative().optional(),
  clientId: text.optional(),
});
const withheld = z.strictObject({ scopes: z.array(text) });

/** What changes with an order, and the topics that tell of it. */
function changed(
  order: SimOrder,
  wanted: z.infer<typeof change>,
  at: string,
  id: () => number,
): { readonly order: SimOrder; readonly topics: readonly string[]; readonly group?: SimGroup } {
  const open = (group: SimGroup): boolean => group.lines.some((l) => l.remaining > 0);
  const groups = (update: (group: SimGroup) => SimGroup): SimGroup[] =>
    order.groups.map((group) => (open(group) ? update(group) : group));
  const next = { ...order, updatedAt: at };
  switch (wanted.action) {
    case 'note':
      return { order: { ...next, note: wanted.note }, topics: ['ORDERS_UPDATED'] };
    case 'address':
      return { order: { ...next, address: wanted.address }, topics: ['ORDERS_UPDATED'] };
    case 'pay':
      return { order: { ...next, financial: 'PAID' }, topics: ['ORDERS_UPDATED'] };
    case 'cancel':
      return {
        order: {
          ...next,
          cancelledAt: at,
          lines: order.lines.map((l) => ({ ...l, current: 0 })),
          groups: groups((g) => ({ ...g, status: 'CANCELLED', lines: g.lines.map((l) => ({ ...l, remaining: 0 })) })),
        },
        topics: ['ORDERS_CANCELLED', 'ORDERS_UPDATED'],
      };
    case 'hold': {
      const held = groups((g) => ({
        ...g,
        status: 'ON_HOLD',
        holds: [{ id: id(), reason: wanted.reason, notes: wanted.notes }],
      }));
      const group = held.find((g) => g.status === 'ON_HOLD');
      return {
        order: { ...next, groups: held },
        topics: ['FULFILLMENT_ORDERS_PLACED_ON_HOLD'],
        ...(group && { group }),
      };
    }
    case 'release': {
      const freed = groups((g) => (g.status === 'ON_HOLD' ? { ...g, status: 'OPEN', holds: [] } : g));
      const [group] = freed;
      return {
        order: { ...next, groups: freed },
        topics: ['FULFILLMENT_ORDERS_HOLD_RELEASED'],
        ...(group && { group }),
      };
    }
    case 'remove':
      return {
        order: {
          ...next,
          lines: order.lines.map((l) =>
            l.id === wanted.lineId ? { ...l, current: Math.max(0, l.current - wanted.quantity) } : l,
          ),
          groups: groups((g) => ({
            ...g,
            lines: g.lines.map((l) => {
              const less = l.lineId === wanted.lineId ? Math.min(wanted.quantity, l.remaining) : 0;
              return { ...l, total: l.total - less, remaining: l.remaining - less };
            }),
          })),
        },
        topics: ['ORDERS_UPDATED'],
      };
    case 'ship': {
      const [group] = order.groups.filter(open);
      const made = createFulfilment(
        order,
        {
          lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: gid('FulfillmentOrder', group?.id ?? 0) }],
          trackingInfo: { number: wanted.trackingNumber ?? null },
        },
        at,
        id,
      );
      return { order: 'error' in made ? next : made.value.order, topics: ['ORDERS_FULFILLED', 'ORDERS_UPDATED'] };
    }
    case 'move': {
      // A fulfilment order that is moved is closed, and a new one stands at the other place.
      const moved: SimGroup[] = [];
      const left = groups((g) => {
        moved.push({
          ...g,
          id: id(),
          locationId: wanted.locationId,
          lines: g.lines.map((l) => ({ ...l, id: id(), total: l.remaining })),
        });
        return {
          ...g,
          status: 'CLOSED',
          lines: g.lines.map((l) => ({ ...l, total: l.total - l.remaining, remaining: 0 })),
        };
      });
      const [group] = moved;
      return {
        order: { ...next, groups: [...left, ...moved] },
        topics: ['FULFILLMENT_ORDERS_MOVED'],
        ...(group && { group }),
      };
    }
  }
}

const GROUP_NAMES: Readonly<Record<string, string>> = { FULFILLMENT_ORDERS_MOVED: 'moved_fulfillment_order' };

export function buyerCalls(postman: Postman, setBudget: SetBudget): SimRoute[] {
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
      const made = given.orders.map((one) =>
        makeOrder(
          {
            ...one,
            lines: one.lines.map(({ variantId, ...line }) => ({
              ...line,
              variant: variantId === undefined ? undefined : shop.variants.get(variantId),
            })),
          },
          {
            number: 1_001 + shop.orders.size + given.orders.indexOf(one),
            placed: new Date(context.now().getTime() - one.secondsAgo * 1000),
            currency: shop.about.currency,
            locationId: shop.about.locations[0]?.id ?? 0,
          },
          () => nextId(shop),
        ),
      );
      for (const order of made) {
        put(shop, { what: 'order', value: order }, context);
        tell(shop, postman, [{ topic: 'ORDERS_CREATE', payload: orderPayload(order) }], context);
      }
      return { ids: made.map((order) => gid('Order', order.id)), names: made.map((order) => order.name) };
    }),
    call('changes an order', 'POST', '/orders/:order/change', change, (shop, given, request, context) => {
      const order = shop.orders.get(Number(request.params.order));
      if (!order) return { error: 'There is no such order.' };
      const after = changed(order, given, instant(context.now()), () => nextId(shop));
      put(shop, { what: 'order', value: after.order }, context);
      const happened = after.topics.map((topic) => ({
        topic,
        payload: topic.startsWith('FULFILLMENT_ORDERS')
          ? groupPayload(GROUP_NAMES[topic] ?? 'fulfillment_order', after.group ?? order.groups[0] ?? emptyGroup)
          : orderPayload(after.order),
      }));
      tell(shop, postman, happened, context);
      return { updatedAt: after.order.updatedAt };
    }),
    call('stocks products', 'POST', '/products', variants, (shop, given, _request, context) => {
      const made = given.variants.map((one): SimVariant => {
        const id = one.id ?? nextId(shop);
        const old = shop.variants.get(id);
        return { ...old, ...one, id, productId: old?.productId ?? nextId(shop), updatedAt: instant(context.now()) };
      });
      for (const variant of made) {
        put(shop, { what: 'variant', value: variant }, context);
        tell(shop, postman, [{ topic: 'PRODUCTS_UPDATE', payload: variantPayload(variant) }], context);
      }
      return { ids: made.map((one) => gid('ProductVariant', one.id)) };
    }),
    call('reads an order', 'GET', '/orders/:order', nothing, (shop, _given, request) => {
      const id = request.params.order ?? '';
      const order = shop.orders.get(/^\d+$/.test(id) ? Number(id) : (numberOf('Order', id) ?? 0));
      return order ? (JSON.parse(JSON.stringify(order)) as JsonObject) : { error: 'There is no such order.' };
    }),
    call('sets the points', 'PUT', '/budget', budget, (shop, given) => {
      setBudget(shop.about.domain, given.clientId ?? DEMO_APP.clientId, given);
      return { maximum: given.maximum };
    }),
    call('withholds scopes', 'PUT', '/withheld', withheld, (shop, given, _request, context) => {
      put(shop, { what: 'withheld', value: given.scopes }, context);
      return { scopes: given.scopes };
    }),
    call('holds deliveries', 'PUT', '/deliveries/mode', mode, (_shop, given) => {
      postman.mode = given.mode;
      return { mode: given.mode };
    }),
    call('releases deliveries', 'POST', '/deliveries/release', release, async (_shop, given) => ({
      sent: await postman.release(given.order, given.times),
    })),
    call('sends a delivery', 'POST', '/deliveries', onDemand, (shop, given, _request, context) => {
      const app = APPS.find((a) => a.clientId === (given.clientId ?? DEMO_APP.clientId)) ?? DEMO_APP;
      const uri = given.uri ?? [...shop.subscriptions.values()][0]?.uri ?? '';
      const message = sign(
        {
          shop: shop.about.domain,
          topic: given.topic,
          uri,
          payload: given.payload,
          eventId: given.eventId,
          at: context.now(),
        },
        app,
      );
      if (!given.keep && uri !== '') postman.send(message);
      return { headers: { ...message.headers }, body: message.body, uri };
    }),
    call('lists deliveries', 'GET', '/deliveries', nothing, () => ({
      sent: postman.sent.map((one) => ({ ...one })),
      held: postman.held.map((one) => ({ uri: one.uri, topic: one.headers['x-shopify-topic'] })),
    })),
    call('lists subscriptions', 'GET', '/subscriptions', nothing, (shop) => ({
      subscriptions: [...shop.subscriptions.values()].map((one) => ({ ...one, includeFields: [...one.includeFields] })),
    })),
  ];
}

const emptyGroup: SimGroup = { id: 0, status: 'OPEN', locationId: 0, holds: [], lines: [] };
