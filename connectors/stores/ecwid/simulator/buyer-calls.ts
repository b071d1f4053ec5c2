/** Calls for tests: to play the buyer and the store's own staff, and to have a delivery signed. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { signatureOf } from '../src/webhooks.ts';
import { DEMO_APP } from './apps.ts';
import { FULFILMENT, PAYMENT, type SimOrder, type SimPerson, type SimProduct } from './model.ts';
import { makeOrder } from './new-order.ts';
import { stores } from './stores.ts';

const text = z.string().max(500);
const wish = z.strictObject({
  lines: z
    .array(z.strictObject({ productId: z.int(), variationId: z.int().optional(), quantity: z.int().positive() }))
    .min(1),
  comments: text.optional(),
  pickup: z.boolean().optional(),
  secondsAgo: z.number().nonnegative().default(0),
});
const change = z.strictObject({
  comments: text.optional(),
  paymentStatus: z.enum(PAYMENT).optional(),
  fulfillmentStatus: z.enum(FULFILMENT).optional(),
  trackingNumber: text.optional(),
});
const event = z.strictObject({ eventType: text, orderId: text.optional() });

const BUYER: SimPerson = {
  name: 'Test Buyer',
  street: '20 Receiver Avenue\nUnit 3',
  city: 'Vancouver',
  countryCode: 'CA',
  postalCode: 'V6B 1A1',
  stateOrProvinceCode: 'BC',
  phone: '+16045550100',
};

const call = judgeCalls((id, context) => stores.of(id, context));

export const buyerCalls: readonly SimRoute[] = [
  call(
    'places orders',
    'POST',
    '/orders',
    z.strictObject({ orders: z.array(wish).min(1).max(1_000) }),
    (store, given, _request, context) => {
      const now = Math.floor(context.now().getTime() / 1_000);
      const ids = given.orders.map((one) => {
        const value = makeOrder(
          { ...one, person: BUYER },
          store.products,
          store.orders.size,
          now - Math.ceil(one.secondsAgo),
        );
        stores.put(store.about.id, { what: 'order', value }, context);
        return value.id;
      });
      return { ids };
    },
  ),
  call('changes an order', 'POST', '/orders/:order/change', change, (store, given, request, context) => {
    const order = store.orders.get(request.params.order ?? '');
    if (!order) return undefined;
    const value: SimOrder = { ...order, ...given, updated: Math.floor(context.now().getTime() / 1_000) };
    stores.put(store.about.id, { what: 'order', value }, context);
    return { updated: value.updated };
  }),
  call('reads an order', 'GET', '/orders/:order', z.strictObject({}), (store, _given, request) => {
    const order = store.orders.get(request.params.order ?? '');
    return order && (JSON.parse(JSON.stringify(order)) as JsonObject);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (store, { count }, _request, context) => {
      const now = Math.floor(context.now().getTime() / 1_000);
      const ids = Array.from({ length: count }, () => {
        const id = 90_000_001 + store.products.size;
        const value: SimProduct = {
          id,
          sku: `THING-${id}`,
          name: `Thing ${id}`,
          price: 12.5,
          weight: 0.25,
          created: now,
          updated: now,
          variations: [],
        };
        stores.put(store.about.id, { what: 'product', value }, context);
        return String(id);
      });
      return { ids };
    },
  ),
  call('signs a delivery', 'POST', '/deliveries', event, (store, given, _request, context) => {
    const order = store.orders.get(given.orderId ?? '');
    const created = Math.floor(context.now().getTime() / 1_000);
    const eventId = randomUUID();
    const body = JSON.stringify({
      eventId,
      eventCreated: created,
      storeId: Number(store.about.id),
      entityId: order?.internalId ?? store.about.id,
      eventType: given.eventType,
      ...(order && {
        data: {
          orderId: order.id,
          newPaymentStatus: order.paymentStatus,
          newFulfillmentStatus: order.fulfillmentStatus,
        },
      }),
    });
    return { body, signature: signatureOf(created, eventId, DEMO_APP.clientSecret) };
  }),
];
