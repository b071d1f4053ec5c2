/** Calls for tests: to play the buyer and the seller. */
import {
  jsonAnswer,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { Throttle } from './api-routes.ts';
import type { SimOrder } from './model.ts';
import { accountDeletion, signNotice } from './notices.ts';
import { put, sellerOf, type Seller } from './sellers.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z
          .array(z.strictObject({ sku: text, quantity: z.int().positive(), priceMinor: z.int().positive() }))
          .min(1)
          .max(200),
        address: z.strictObject({
          name: text,
          address1: text,
          address2: text.optional(),
          city: text,
          province: text,
          zip: text,
          country: z.string().regex(/^[A-Z]{2}$/),
          phone: text.optional(),
          email: text.optional(),
        }),
        note: text.optional(),
        buyer: text.optional(),
        /** Seconds before now that it was placed. */
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({
  /** `refund`: by hand at eBay; `issue`: these get their numbers; `fail`: those without one fail. */
  action: z.enum(['note', 'cancel', 'hold', 'release', 'refund', 'issue', 'fail']),
  note: text.optional(),
  minor: z.int().positive().optional(),
});
const newItems = z.strictObject({ count: z.int().positive().max(2_000) });
const notice = z.strictObject({ username: text, userId: text, kid: text.optional() });
const throttle = z.strictObject({ how: z.enum(['moment', 'long', 'off']) });

let lastNumber = 0;
/** "27-12345-67890", never given twice in a process, nor after a start within the same hour. */
function orderNumber(): string {
  lastNumber += 1;
  const digits = String((Date.now() % 1_000_000_000) * 1_000 + (lastNumber % 1_000)).padStart(12, '0');
  return `${digits.slice(0, 2)}-${digits.slice(2, 7)}-${digits.slice(7)}`;
}

function changed(order: SimOrder, given: z.infer<typeof change>, at: string): SimOrder {
  const updatedAt = at;
  switch (given.action) {
    case 'note':
      return { ...order, updatedAt, note: given.note };
    case 'cancel':
      return { ...order, updatedAt, cancel: 'CANCELED', cancelledAt: at };
    case 'hold':
      return { ...order, updatedAt, cancel: 'IN_PROGRESS' };
    case 'release':
      return { ...order, updatedAt, cancel: 'NONE_REQUESTED' };
    case 'refund': {
      const before = order.refunds ?? [];
      const one = { id: `R-${before.length}`, minor: given.minor ?? 0, elsewhere: 'pending' as const, items: [] };
      return { ...order, updatedAt, refunds: [...before, one] };
    }
    case 'issue':
      return {
        ...order,
        updatedAt,
        refunds: (order.refunds ?? []).map((one) => (one.elsewhere ? { ...one, elsewhere: 'issued' } : one)),
      };
    case 'fail':
      return {
        ...order,
        updatedAt,
        refunds: (order.refunds ?? []).map((one) =>
          one.elsewhere === 'pending' ? { ...one, elsewhere: 'failed' } : one,
        ),
      };
  }
}

export function buyerCalls(setThrottle: (account: string, how: Throttle) => void): SimRoute[] {
  const call = <T>(
    name: string,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    schema: z.ZodType<T>,
    handle: (seller: Seller, given: T, request: SimRequest, context: SimContext) => SimAnswer,
  ): SimRoute => ({
    name,
    method,
    path: `/sellers/:seller${path}`,
    effect: 'read',
    handle(request, context) {
      const seller = sellerOf(request.params['seller'] ?? '', context);
      if (!seller) return jsonAnswer(404, { error: 'There is no such seller.' });
      const read = schema.safeParse(method === 'GET' ? {} : JSON.parse(request.text()));
      if (!read.success) return jsonAnswer(400, { error: z.prettifyError(read.error) });
      return handle(seller, read.data, request, context);
    },
  });
  const nothing = z.object({});
  return [
    call('places orders', 'POST', '/orders', newOrders, (seller, given, _request, context) => {
      const ids = given.orders.map((wish) => {
        const at = new Date(context.now().getTime() - wish.secondsAgo * 1000).toISOString();
        const id = orderNumber();
        const value: SimOrder = {
          id,
          createdAt: at,
          updatedAt: at,
          payment: 'PAID',
          cancel: 'NONE_REQUESTED',
          note: wish.note,
          buyer: wish.buyer,
          service: 'CA_PostExpeditedParcel',
          shippingMinor: 995,
          address: wish.address,
          shipBy: new Date(Date.parse(at) + 3 * 86_400_000).toISOString(),
          lines: wish.lines.map((line, index) => ({
            id: `${id.replaceAll('-', '').slice(-9)}${index}`,
            sku: line.sku,
            title: seller.items.get(line.sku)?.title ?? line.sku,
            quantity: line.quantity,
            priceMinor: line.priceMinor,
          })),
          fulfilments: [],
        };
        put(seller, { what: 'order', value }, context);
        return id;
      });
      return jsonAnswer(200, { ids });
    }),
    call('changes an order', 'POST', '/orders/:order/change', change, (seller, given, request, context) => {
      const order = seller.orders.get(request.params['order'] ?? '');
      if (!order) return jsonAnswer(404, { error: 'There is no such order.' });
      put(seller, { what: 'order', value: changed(order, given, context.now().toISOString()) }, context);
      return jsonAnswer(200, {});
    }),
    call('shows an order', 'GET', '/orders/:order', nothing, (seller, _given, request) => {
      const order = seller.orders.get(request.params['order'] ?? '');
      if (!order) return jsonAnswer(404, { error: 'There is no such order.' });
      return jsonAnswer(200, {
        refunds: (order.refunds ?? []).map(({ id, minor }) => ({ id, minor })),
        fulfilments: order.fulfilments.map((f) => ({
          id: f.id,
          trackingNumber: f.trackingNumber ?? null,
          carrier: f.carrier ?? null,
          units: f.lines.reduce((sum, l) => sum + l.quantity, 0),
        })),
      });
    }),
    call('stocks items', 'POST', '/items', newItems, (seller, { count }, _request, context) => {
      const skus = Array.from({ length: count }, (_v, index) => `THING-${seller.items.size + 1}-${index + 1}`);
      for (const sku of skus)
        put(
          seller,
          {
            what: 'item',
            value: {
              sku,
              title: `Thing ${sku}`,
              upc: '012345678905',
              imageUrl: `https://i.ebayimg.example/${sku}.jpg`,
              weight: { value: 8, unit: 'OUNCE' },
              size: { length: 8, width: 6, height: 4, unit: 'INCH' },
            },
          },
          context,
        );
      return jsonAnswer(200, { ids: skus });
    }),
    call('signs a notice', 'POST', '/notices', notice, (_seller, { username, userId, kid }, _request, context) =>
      jsonAnswer(200, { ...signNotice(accountDeletion({ username, userId }, context.now()), kid) }),
    ),
    call('sets the budget', 'PUT', '/throttle', throttle, (seller, { how }) => {
      setThrottle(seller.about.userId, how);
      return jsonAnswer(200, {});
    }),
  ];
}
