/** The two vendors and their first day. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import { vendorOf } from '../src/vendor.ts';
import type { SimOffer, SimOrder, VendorAbout } from './model.ts';

export interface Vendor {
  readonly id: string;
  readonly about: VendorAbout;
  readonly orders: Map<number, SimOrder>;
  readonly offers: Map<string, SimOffer>;
}

type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'offer'; readonly value: SimOffer };

export const ABOUT: readonly VendorAbout[] = [
  { name: 'Maple Refurbished', apiKey: 'simulatorMapleKey0001aaaa', currency: 'USD' },
  { name: 'Birch Renewed', apiKey: 'simulatorBirchKey0002bbbb', currency: 'AUD' },
];

const OFFERS: readonly (readonly SimOffer[])[] = [
  [
    { sku: 'IP13-BLK-128-A', name: 'iPhone 13 - 128GB - Black - Excellent', price: 449, stock: 12 },
    { sku: 'CASE-IP13', name: 'Case for iPhone 13', price: 19.5, stock: 40 },
  ],
  [{ sku: 'MBA-M1-256-B', name: 'MacBook Air M1 - 256GB - Good', price: 899, stock: 3 }],
];

const DAY_MS = 86_400_000;
const HISTORY = 60;

/** Delivered long ago; enough for a second page. */
function past(index: number, start: Date, offer: SimOffer): SimOrder {
  const at = new Date(start.getTime() - (HISTORY - index + 3) * DAY_MS).toISOString();
  const line = { id: 4_560_000 + index, sku: offer.sku, title: offer.name, quantity: 1, price: offer.price.toFixed(2) };
  return {
    number: 10_001 + index,
    placedAt: at,
    updatedAt: at,
    payment: 'paid',
    lines: [line],
    track: { carrier: 'UPS', trackingNumber: `1Z0${index}`, at, lines: [{ id: line.id, quantity: 1 }] },
    refunded: [],
  };
}

export const vendors = createShopState<Vendor, Change>({
  slug: 'reebelo',
  seed: (start) =>
    new Map(
      ABOUT.map((about, i) => {
        const offers = OFFERS[i] ?? [];
        const [first] = offers;
        // A vendor's newest order says in which money it sells.
        const count = i === 0 ? HISTORY : 1;
        const orders = first ? Array.from({ length: count }, (_v, index) => past(index, start, first)) : [];
        const id = vendorOf(about.apiKey);
        return [
          id,
          {
            id,
            about,
            orders: new Map(orders.map((order) => [order.number, order])),
            offers: new Map(offers.map((offer) => [offer.sku, offer])),
          },
        ];
      }),
    ),
  apply(vendor, change) {
    if (change.what === 'order') vendor.orders.set(change.value.number, change.value);
    else vendor.offers.set(change.value.sku, change.value);
  },
});
