/** The two shops and their first day. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { ShopAbout, SimAddress, SimOffer, SimOrder } from './model.ts';

export interface Shop {
  readonly about: ShopAbout;
  readonly orders: Map<string, SimOrder>;
  readonly offers: Map<number, SimOffer>;
  /** Several shipments of one order may be made. */
  several: boolean;
}

type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'offer'; readonly value: SimOffer }
  | { readonly what: 'several'; readonly value: boolean };

export const ABOUT: readonly ShopAbout[] = [
  {
    id: '2101',
    name: 'Maple Electronics',
    apiKey: '0a1b2c3d-1111-4222-8333-simulator21a',
    currency: 'CAD',
    province: 'ON',
    city: 'Toronto',
    zip: 'M5V 2T6',
  },
  {
    id: '2202',
    name: 'Birch Audio',
    apiKey: '4e5f6a7b-4444-4555-8666-simulator22b',
    currency: 'USD',
    province: 'BC',
    city: 'Vancouver',
    zip: 'V6B 1A1',
  },
];

/** Of a user with both shops; the first is the default one. */
export const GROUP_KEY = '8c9d0e1f-7777-4888-8999-simulatorgrp';

/** Shops that a key opens, the default one first. */
export const shopsOf = (key: string): readonly string[] =>
  key === GROUP_KEY ? ABOUT.map((a) => a.id) : ABOUT.filter((a) => a.apiKey === key).map((a) => a.id);

const OFFERS: Readonly<Record<string, readonly SimOffer[]>> = {
  '2101': [
    { id: 5001, sku: 'SPK-40', title: 'Bookshelf speaker 40 W', priceMinor: 12_999, upc: '012345678905' },
    { id: 5002, sku: 'CAB-HD2', title: 'HDMI cable 2 m', priceMinor: 1_499, upc: '036000291452' },
  ],
  '2202': [{ id: 6001, sku: 'HEAD-7', title: 'Headphones 7', priceMinor: 8_900, upc: '042100005264' }],
};

export const BUYER: SimAddress = {
  firstname: 'Test',
  lastname: 'Buyer',
  company: 'Receiver Ltd',
  street_1: '20 Receiver Avenue',
  street_2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  zip_code: 'V6B 1A1',
  country_iso_code: 'CAN',
  phone: '+16045550100',
};

/** Ids as Best Buy's: the buyer's number, and a letter for the seller's part of the order. */
export const orderId = (shop: ShopAbout, index: number): string =>
  `${Number(shop.id.slice(0, 2)) * 10_000_000 + 1_000_000 + index}-A`;

const HOUR_MS = 3_600_000;
const HISTORY = 104;

/** Received long ago; enough for a second page. */
function past(about: ShopAbout, start: Date, index: number): SimOrder {
  const at = new Date(start.getTime() - (HISTORY - index) * HOUR_MS - 48 * HOUR_MS).toISOString();
  const id = orderId(about, index);
  const offer = OFFERS[about.id]?.[0];
  return {
    id,
    createdAt: at,
    updatedAt: at,
    state: 'RECEIVED',
    service: { code: 'STD', label: 'Standard' },
    address: BUYER,
    lines: [
      {
        id: `${id}-1`,
        offerId: offer?.id ?? 0,
        sku: offer?.sku ?? '',
        title: offer?.title ?? '',
        quantity: 1 + (index % 3),
        priceMinor: offer?.priceMinor ?? 0,
        cancelled: 0,
      },
    ],
    tracking: { carrier_code: 'CPC', tracking_number: `70000${index}` },
    wholeAt: at,
    shipments: [],
  };
}

export const shops = createShopState<Shop, Change>({
  slug: 'best-buy',
  seed: (start) =>
    new Map(
      ABOUT.map((about, i) => {
        const history = i === 0 ? Array.from({ length: HISTORY }, (_v, index) => past(about, start, index)) : [];
        return [
          about.id,
          {
            about,
            orders: new Map(history.map((order) => [order.id, order])),
            offers: new Map((OFFERS[about.id] ?? []).map((offer) => [offer.id, offer])),
            several: i === 0,
          },
        ];
      }),
    ),
  apply(shop, change) {
    if (change.what === 'order') shop.orders.set(change.value.id, change.value);
    else if (change.what === 'offer') shop.offers.set(change.value.id, change.value);
    else shop.several = change.value;
  },
});
