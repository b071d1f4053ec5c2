/** Calls for tests: to play the buyer and the seller's own staff, and to have a delivery signed. */
import { randomUUID } from 'node:crypto';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { signatureOf } from '../src/webhooks.ts';
import { DEMO_APP } from './apps.ts';
import type { SimItem, SimOrder } from './model.ts';
import { makeOrder, squareId } from './new-order.ts';
import { asJson } from './order-routes.ts';
import { sellers } from './sellers.ts';

const text = z.string().max(500);
const wish = z.strictObject({
  lines: z.array(z.strictObject({ variationId: text, quantity: z.int().positive() })).min(1),
  locationId: text.optional(),
  note: text.optional(),
  shippingType: text.optional(),
  referenceId: text.optional(),
  split: z.array(z.array(z.int())).optional(),
  pickup: z.boolean().optional(),
  unpaid: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  secondsAgo: z.number().nonnegative().default(0),
});
const change = z.strictObject({ action: z.enum(['note', 'cancel', 'hold', 'release']), note: text.optional() });
const newItems = z.strictObject({ items: z.array(z.strictObject({ name: text, price: z.int(), sku: text })) });
const event = z.strictObject({ type: text, id: text, address: text, object: z.record(z.string(), z.unknown()) });

const RECIPIENT = {
  name: 'Test Buyer',
  address: {
    address_line_1: '20 Receiver Avenue',
    address_line_2: 'Unit 3',
    locality: 'Vancouver',
    administrative_district_level_1: 'BC',
    postal_code: 'V6B 1A1',
    country: 'CA',
  },
};

function changed(order: SimOrder, wanted: z.infer<typeof change>, now: Date): SimOrder {
  const at = now.toISOString();
  const next = { ...order, updated_at: at, version: order.version === undefined ? undefined : order.version + 1 };
  const due = { ...order.total_money };
  switch (wanted.action) {
    case 'note':
      return {
        ...next,
        fulfillments: order.fulfillments.map((one) => ({
          ...one,
          shipment_details: one.shipment_details && { ...one.shipment_details, shipping_note: wanted.note },
        })),
      };
    case 'cancel':
      return {
        ...next,
        state: 'CANCELED',
        closed_at: at,
        fulfillments: order.fulfillments.map((one) => ({ ...one, state: 'CANCELED' as const })),
      };
    case 'hold':
      return { ...next, net_amount_due_money: due };
    case 'release':
      return { ...next, net_amount_due_money: { ...due, amount: 0 } };
  }
}

export function buyerCalls(): SimRoute[] {
  const call = judgeCalls((id, context) => sellers.of(id, context));
  return [
    call(
      'places orders',
      'POST',
      '/orders',
      z.strictObject({ orders: z.array(wish).min(1).max(1_000) }),
      (seller, given, _request, context) => {
        const made = given.orders.map((one) =>
          makeOrder(
            { ...one, recipient: RECIPIENT, shippingCost: 950 },
            seller.about,
            seller.items.values(),
            new Date(context.now().getTime() - one.secondsAgo * 1_000),
          ),
        );
        for (const value of made) sellers.put(seller.about.id, { what: 'order', value }, context);
        return { ids: made.map(({ id }) => id) };
      },
    ),
    call('changes an order', 'POST', '/orders/:order/change', change, (seller, given, request, context) => {
      const order = seller.orders.get(request.params.order ?? '');
      if (!order) return undefined;
      const value = changed(order, given, context.now());
      sellers.put(seller.about.id, { what: 'order', value }, context);
      return { updatedAt: value.updated_at };
    }),
    call('reads an order', 'GET', '/orders/:order', z.strictObject({}), (seller, _given, request) => {
      const order = seller.orders.get(request.params.order ?? '');
      return order && asJson(order);
    }),
    call('stocks items', 'POST', '/items', newItems, (seller, given, _request, context) => {
      const made = given.items.map((one): SimItem => {
        const id = squareId();
        const variation = { id: squareId(), name: 'Regular', sku: one.sku, price: one.price };
        return { id, name: one.name, updatedAt: context.now().toISOString(), variations: [variation] };
      });
      for (const value of made) sellers.put(seller.about.id, { what: 'item', value }, context);
      return { ids: made.flatMap(({ variations }) => variations.map(({ id }) => id)) };
    }),
    call('signs a delivery', 'POST', '/deliveries', event, (seller, given, _request, context) => {
      const body = JSON.stringify({
        merchant_id: seller.about.id,
        location_id: seller.about.locations[0]?.id,
        type: given.type,
        event_id: randomUUID(),
        created_at: context.now().toISOString(),
        data: { type: given.type.split('.')[0], id: given.id, object: given.object },
      });
      const signature = signatureOf(given.address, Buffer.from(body), DEMO_APP.signatureKey);
      return { headers: { 'x-square-hmacsha256-signature': signature, 'content-type': 'application/json' }, body };
    }),
  ];
}
