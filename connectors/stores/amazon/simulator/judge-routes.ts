/** Calls for tests: to play the buyer and the seller. */
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { Place, SimListing, SimOrder } from './model.ts';
import type { Rates } from './rates.ts';
import type { Sellers } from './sellers.ts';

const text = z.string().max(500);
const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        items: z
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
        }),
        instruction: text.optional(),
        state: z.enum(['pending', 'placed']).default('placed'),
        /** Seconds before now that it was placed. */
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({
  action: z.enum(['note', 'cancel', 'hold', 'release', 'pay']),
  note: text.optional(),
});
const newListings = z.strictObject({ count: z.int().positive().max(2_000) });
const throttle = z.strictObject({ how: z.enum(['off', 'moment', 'long', 'plan']) });

let lastNumber = 0;
/** "702-1234567-1234567", never given twice in a process, nor after a start within some months. */
function orderNumber(place: Place): string {
  lastNumber += 1;
  const digits = String((Date.now() % 10_000_000_000) * 10_000 + (lastNumber % 10_000))
    .padStart(14, '0')
    .slice(-14);
  return `${place.country === 'CA' ? '702' : '112'}-${digits.slice(0, 7)}-${digits.slice(7)}`;
}

function changed(order: SimOrder, given: z.infer<typeof change>, updatedAt: string): SimOrder {
  switch (given.action) {
    case 'note':
      return { ...order, updatedAt, instruction: given.note };
    case 'cancel':
      return { ...order, updatedAt, state: 'cancelled' };
    case 'hold':
      return { ...order, updatedAt, cancelWish: 'Ordered by mistake' };
    case 'release':
      return { ...order, updatedAt, cancelWish: undefined };
    case 'pay':
      return { ...order, updatedAt, state: 'placed' };
  }
}

export function judgeRoutes(place: Place, sellers: Sellers, rates: Rates): SimRoute[] {
  const call = judgeCalls((account, context) => sellers.of(account, context));
  return [
    call('places orders', 'POST', '/orders', newOrders, (seller, given, _request, context) => {
      const ids = given.orders.map((wish) => {
        const at = new Date(context.now().getTime() - wish.secondsAgo * 1000).toISOString();
        const id = orderNumber(place);
        const value: SimOrder = {
          id,
          createdAt: at,
          updatedAt: at,
          state: wish.state,
          by: 'MERCHANT',
          prime: false,
          service: 'STANDARD',
          shippingMinor: 995,
          email: `${id.replaceAll('-', '')}@marketplace.amazon.example`,
          address: wish.address,
          instruction: wish.instruction,
          shipBy: new Date(Date.parse(at) + 2 * 86_400_000).toISOString(),
          items: wish.items.map((item, index) => ({
            id: `${id.replaceAll('-', '').slice(-12)}${index}`,
            sku: item.sku,
            title: seller.listings.get(item.sku)?.title ?? item.sku,
            quantity: item.quantity,
            priceMinor: item.priceMinor,
          })),
          packages: [],
        };
        sellers.put(seller.about.id, { what: 'order', value }, context);
        return id;
      });
      return { ids };
    }),
    call('changes an order', 'POST', '/orders/:order/change', change, (seller, given, request, context) => {
      const order = seller.orders.get(request.params['order'] ?? '');
      if (!order) return undefined;
      const value = changed(order, given, context.now().toISOString());
      sellers.put(seller.about.id, { what: 'order', value }, context);
      return {};
    }),
    call('shows an order', 'GET', '/orders/:order', z.object({}), (seller, _given, request) => {
      const order = seller.orders.get(request.params['order'] ?? '');
      if (!order) return undefined;
      return {
        packages: order.packages.map((p) => ({
          id: p.id,
          trackingNumber: p.trackingNumber,
          carrier: p.carrier,
          units: p.lines.reduce((sum, l) => sum + l.quantity, 0),
        })),
      };
    }),
    call('lists products', 'POST', '/listings', newListings, (seller, { count }, _request, context) => {
      const at = context.now().toISOString();
      const skus = Array.from({ length: count }, (_v, index) => `THING-${seller.listings.size + 1}-${index + 1}`);
      for (const sku of skus) {
        const value: SimListing = {
          sku,
          asin: 'B0SIMULATED',
          title: `Thing ${sku}`,
          barcode: '012345678905',
          priceMinor: 1_500,
          createdAt: at,
          updatedAt: at,
          weight: { value: 8, unit: 'ounces' },
          size: { length: 8, width: 6, height: 4, unit: 'inches' },
        };
        sellers.put(seller.about.id, { what: 'listing', value }, context);
      }
      return { ids: skus };
    }),
    call('sets the usage plan', 'PUT', '/throttle', throttle, (seller, { how }) => {
      rates.set(seller.about.id, how);
      return {};
    }),
  ];
}
