/** Calls for tests: to play the buyer and the shop's own staff. */
import type { JsonObject } from '@scanship/domain/values/json';
import {
  jsonAnswer,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SetBudget } from './api-routes.ts';
import { seconds, type SimListing, type SimReceipt } from './model.ts';
import { nextId } from '@scanship/simulator-kit/shop-state';
import { put, shopOf, type Shop } from './shops.ts';

const text = z.string().max(500);
const wish = z.strictObject({
  lines: z.array(z.strictObject({ productId: z.int(), quantity: z.int().positive() })).min(1),
  address: z
    .strictObject({
      name: text,
      firstLine: text,
      secondLine: text.optional(),
      city: text,
      state: text,
      zip: text,
      country: z.string().regex(/^[A-Z]{2}$/),
    })
    .optional(),
  email: text.optional(),
  note: text.optional(),
  gift: text.optional(),
  shippingUpgrade: text.optional(),
  /** Seconds before now that it was placed. */
  secondsAgo: z.number().nonnegative().default(0),
});
const newOrders = z.strictObject({ orders: z.array(wish).min(1).max(500) });
const change = z.strictObject({
  action: z.enum(['note', 'cancel', 'hold', 'release', 'refund']),
  note: text.optional(),
});
const listings = z.strictObject({
  listings: z.array(
    z.strictObject({
      title: text,
      price: z.int().nonnegative(),
      sku: text.optional(),
      state: z.enum(['active', 'inactive', 'sold_out', 'draft', 'expired']).default('active'),
      grams: z.number().positive().optional(),
      sizes: z.array(text).optional(),
    }),
  ),
});
const budget = z.strictObject({ budget: z.enum(['moment', 'long', 'off']) });

const ADDRESS = {
  name: 'Test Buyer',
  firstLine: '20 Receiver Avenue',
  secondLine: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  zip: 'V6B 1A1',
  country: 'CA',
};

function place(shop: Shop, one: z.infer<typeof wish>, context: SimContext): SimReceipt {
  const at = seconds(new Date(context.now().getTime() - one.secondsAgo * 1_000));
  const all = [...shop.listings.values()].flatMap((listing) =>
    listing.products.map((product) => ({ listing, product })),
  );
  const transactions = one.lines.flatMap(({ productId, quantity }) => {
    const found = all.find(({ product }) => product.id === productId);
    return found
      ? [
          {
            id: nextId(shop),
            title: found.listing.title,
            listingId: found.listing.id,
            productId,
            sku: found.product.sku,
            quantity,
            price: found.product.price,
            digital: found.listing.digital,
            choices: found.product.choices,
          },
        ]
      : [];
  });
  return {
    id: nextId(shop),
    created: at,
    updated: at,
    status: 'paid',
    paid: true,
    shipped: false,
    email: one.email,
    note: one.note,
    gift: one.gift,
    address: one.address ?? ADDRESS,
    shippingMethod: 'Expedited Parcel',
    shippingUpgrade: one.shippingUpgrade,
    shippingCost: 1_150,
    transactions,
    shipments: [],
  };
}

function changed(receipt: SimReceipt, wanted: z.infer<typeof change>, at: number): SimReceipt {
  const next = { ...receipt, updated: at };
  switch (wanted.action) {
    case 'note':
      return { ...next, note: wanted.note };
    case 'cancel':
      return { ...next, status: 'canceled' };
    case 'hold':
      return { ...next, status: 'payment processing', paid: false };
    case 'release':
      return { ...next, status: 'paid', paid: true };
    case 'refund':
      return { ...next, status: 'fully refunded' };
  }
}

export function judgeCalls(setBudget: SetBudget): SimRoute[] {
  const call = <T>(
    name: string,
    method: SimRoute['method'],
    path: string,
    body: z.ZodType<T>,
    run: (shop: Shop, given: T, request: SimRequest, context: SimContext) => JsonObject,
  ): SimRoute => ({
    name: `judge ${name}`,
    method,
    path: `/shops/:shop${path}`,
    effect: 'auth',
    handle(request, context): SimAnswer {
      const shop = shopOf(request.params.shop ?? '', context);
      if (!shop) return jsonAnswer(404, { error: 'There is no such shop.' });
      const given = body.safeParse(request.body.length === 0 ? {} : (JSON.parse(request.text()) as unknown));
      if (!given.success) return jsonAnswer(400, { error: z.prettifyError(given.error) });
      return jsonAnswer(200, run(shop, given.data, request, context));
    },
  });
  return [
    call('places orders', 'POST', '/orders', newOrders, (shop, given, _request, context) => {
      const made = given.orders.map((one) => place(shop, one, context));
      for (const value of made) put(shop, { what: 'receipt', value }, context);
      return { ids: made.map((receipt) => String(receipt.id)), names: made.map((receipt) => String(receipt.id)) };
    }),
    call('changes an order', 'POST', '/orders/:order/change', change, (shop, given, request, context) => {
      const receipt = shop.receipts.get(Number(request.params.order));
      if (!receipt) return { error: 'There is no such order.' };
      const value = changed(receipt, given, seconds(context.now()));
      put(shop, { what: 'receipt', value }, context);
      return { updated: value.updated };
    }),
    call('reads an order', 'GET', '/orders/:order', z.strictObject({}), (shop, _given, request) => {
      const receipt = shop.receipts.get(Number(request.params.order));
      return receipt ? (JSON.parse(JSON.stringify(receipt)) as JsonObject) : { error: 'There is no such order.' };
    }),
    call('stocks listings', 'POST', '/listings', listings, (shop, given, _request, context) => {
      const made = given.listings.map(
        (one): SimListing => ({
          id: nextId(shop),
          title: one.title,
          state: one.state,
          updated: seconds(context.now()),
          digital: false,
          weight: one.grams === undefined ? undefined : { value: one.grams, unit: 'g' },
          products: (one.sizes ?? ['']).map((size) => ({
            id: nextId(shop),
            sku: `${one.sku ?? ''}${size}`,
            price: one.price,
            choices: size === '' ? [] : [{ name: 'Size', value: size }],
          })),
        }),
      );
      for (const value of made) put(shop, { what: 'listing', value }, context);
      return { ids: made.flatMap((listing) => listing.products.map((product) => String(product.id))) };
    }),
    call('sets the budget', 'PUT', '/budget', budget, (shop, given) => {
      setBudget(String(shop.about.shopId), given.budget);
      return { budget: given.budget };
    }),
  ];
}
