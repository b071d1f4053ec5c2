/** Calls for tests: to play the buyer and the site's own staff, and to have a delivery signed. */
import { createSign, randomUUID } from 'node:crypto';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { signingKey } from './apps.ts';
import type { SimOrder, SimProduct } from './model.ts';
import { makeOrder } from './new-order.ts';
import { sites, type Site } from './sites.ts';
import { asJson } from './views.ts';

const text = z.string().max(500);
const wish = z.strictObject({
  lines: z.array(z.strictObject({ productId: text, variant: z.int().optional(), quantity: z.int().positive() })).min(1),
  note: text.optional(),
  pickup: z.boolean().optional(),
  paymentStatus: z.enum(['PAID', 'NOT_PAID']).optional(),
  secondsAgo: z.number().nonnegative().default(0),
});
const change = z.strictObject({ action: z.enum(['note', 'cancel', 'hold', 'release']), note: text.optional() });
const newProducts = z.strictObject({
  products: z.array(z.strictObject({ name: text, price: text, sku: text, weight: z.number() })),
});
const event = z.strictObject({ eventType: text, entityId: text.optional() });

const BUYER = {
  firstName: 'Test',
  lastName: 'Buyer',
  address: {
    country: 'CA',
    subdivision: 'CA-BC',
    city: 'Vancouver',
    postalCode: 'V6B 1A1',
    addressLine: '20 Receiver Avenue',
    addressLine2: 'Unit 3',
  },
};

const numberAfter = (site: Site): number =>
  Math.max(10_000, ...[...site.orders.values()].map(({ number }) => Number(number))) + 1;

function changed(order: SimOrder, wanted: z.infer<typeof change>, now: Date): SimOrder {
  const next = { ...order, updatedDate: now.toISOString() };
  switch (wanted.action) {
    case 'note':
      return { ...next, note: wanted.note };
    case 'cancel':
      return { ...next, status: 'CANCELED' };
    case 'hold':
      return { ...next, status: 'PENDING' };
    case 'release':
      return { ...next, status: 'APPROVED' };
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as Wix sends it: JSON in a text, twice. */
function token(instanceId: string, given: z.infer<typeof event>, now: Date): string {
  const told =
    given.entityId === undefined
      ? { appId: '5e1a70de-0000-4000-8000-00000000d3e0' }
      : {
          id: randomUUID(),
          entityFqdn: 'wix.ecom.v1.order',
          slug: given.eventType.split('_').at(-1),
          entityId: given.entityId,
          eventTime: now.toISOString(),
          entityEventSequence: '2',
        };
  const at = Math.floor(now.getTime() / 1_000);
  const data = JSON.stringify({ eventType: given.eventType, instanceId, data: JSON.stringify(told) });
  const unsigned = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ data, iat: at, exp: at + 3_600 })}`;
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(signingKey, 'base64url')}`;
}

export function buyerCalls(): SimRoute[] {
  const call = judgeCalls((id, context) => sites.of(id, context));
  return [
    call(
      'places orders',
      'POST',
      '/orders',
      z.strictObject({ orders: z.array(wish).min(1).max(1_000) }),
      (site, given, _request, context) => {
        const first = numberAfter(site);
        const made = given.orders.map((one, index) =>
          makeOrder(
            { ...BUYER, ...one },
            site.products,
            String(first + index),
            new Date(context.now().getTime() - one.secondsAgo * 1_000),
          ),
        );
        for (const value of made) sites.put(site.about.instanceId, { what: 'order', value }, context);
        return { ids: made.map(({ id }) => id), numbers: made.map(({ number }) => number) };
      },
    ),
    call('changes an order', 'POST', '/orders/:order/change', change, (site, given, request, context) => {
      const order = site.orders.get(request.params.order ?? '');
      if (!order) return undefined;
      const value = changed(order, given, context.now());
      sites.put(site.about.instanceId, { what: 'order', value }, context);
      return { updatedDate: value.updatedDate };
    }),
    call('reads an order', 'GET', '/orders/:order', z.strictObject({}), (site, _given, request) => {
      const order = site.orders.get(request.params.order ?? '');
      return order && asJson(order);
    }),
    call('stocks products', 'POST', '/products', newProducts, (site, given, _request, context) => {
      const at = context.now();
      const made = given.products.map((one, index): SimProduct => {
        const when = new Date(at.getTime() + index).toISOString();
        const variant = { id: randomUUID(), choice: '', sku: one.sku, price: one.price, weight: one.weight };
        return {
          id: randomUUID(),
          name: one.name,
          createdDate: when,
          updatedDate: at.toISOString(),
          variants: [variant],
        };
      });
      for (const value of made) sites.put(site.about.instanceId, { what: 'product', value }, context);
      const v3 = site.about.catalog === 'V3_CATALOG';
      return { ids: made.map(({ id, variants }) => (v3 ? `${id}.${variants[0]?.id ?? ''}` : id)) };
    }),
    call(
      'removes the app',
      'PUT',
      '/installed',
      z.strictObject({ installed: z.boolean() }),
      (site, given, _r, context) => {
        sites.put(site.about.instanceId, { what: 'installed', value: given.installed }, context);
        return { installed: given.installed };
      },
    ),
    call('signs a delivery', 'POST', '/deliveries', event, (site, given, _request, context) => ({
      body: token(site.about.instanceId, given, context.now()),
    })),
  ];
}
