/** The shops' state, with believable goods and orders. All people are fictional; their addresses reach nobody. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimHook, SimLine, SimOrder, SimPerson, SimShop, SimVariant } from './model.ts';

export interface Shop {
  readonly about: SimShop;
  readonly orders: Map<number, SimOrder>;
  readonly variants: Map<number, SimVariant>;
  readonly hooks: Map<number, SimHook>;
  /** The seller switched the key off: it opens nothing. */
  revoked: boolean;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'variant'; readonly value: SimVariant }
  | { readonly what: 'hook'; readonly value: SimHook }
  | { readonly what: 'unhook'; readonly id: number }
  | { readonly what: 'revoked'; readonly value: boolean };

const DAY = 86_400_000;

export const ABOUT: readonly SimShop[] = [
  {
    id: 'us1-301244',
    apiKey: '5c0ffee0a1a1a1a1a1a1a1a1a1a1a101',
    apiSecret: '5ecded00a1a1a1a1a1a1a1a1a1a1a101',
    domain: 'laurier-cycles.shop.example',
    email: 'owner@cycles.example',
    currency: 'CAD',
    languages: ['us', 'fc'],
    place: {
      street: '310 Avenue Laurier Ouest',
      zipcode: 'H2V 2K3',
      city: 'Montréal',
      region: 'Quebec',
      country: 'ca',
      phone: '+1 514 555 0100',
    },
  },
  {
    id: 'eu1-90817',
    apiKey: '5c0ffee0b2b2b2b2b2b2b2b2b2b2b202',
    apiSecret: '5ecded00b2b2b2b2b2b2b2b2b2b2b202',
    domain: 'grachten-thee.shop.example',
    email: 'owner@thee.example',
    currency: 'EUR',
    languages: ['nl', 'us'],
    place: {
      street: 'Keizersgracht 12',
      zipcode: '1015 CR',
      city: 'Amsterdam',
      region: 'Noord-Holland',
      country: 'nl',
      phone: '+31 20 555 0100',
    },
  },
];

type Good = readonly [product: string, variant: string, sku: string, price: number, weight: number, unit: 'kg' | 'lb'];
const GOODS: readonly (readonly Good[])[] = [
  [
    ['Bicycle bell', 'Brass', 'BELL-B', 18.5, 0.35, 'lb'],
    ['Bicycle bell', 'Steel', 'BELL-S', 14, 0.3, 'lb'],
    ['Leather saddle', 'Default', 'SADDLE', 129, 1.2, 'lb'],
    ['Pannier', 'Default', 'PANNIER', 84.25, 2.5, 'lb'],
  ],
  [['Assam theepot', 'Default', 'THEE-1', 24, 0.9, 'kg']],
];

const variantsOf = (at: number, start: Date): SimVariant[] =>
  (GOODS[at] ?? []).map(([product, title, sku, price, weight, weightUnit], index) => ({
    id: 34_771_001 + at * 1_000 + index,
    productId: 20_967_001 + at * 1_000 + (title === 'Steel' ? index - 1 : index),
    product,
    title,
    sku,
    hs: '8714.99',
    price,
    weight,
    weightUnit,
    created: new Date(start.getTime() - 90 * DAY + index * 1_000).toISOString(),
    updated: new Date(start.getTime() - 30 * DAY).toISOString(),
  }));

export const BUYER: SimPerson = {
  name: 'Test Buyer',
  company: 'Receiver Goods Inc.',
  street: '20 Receiver Avenue',
  number: '',
  extension: '',
  street2: 'Unit 3',
  zipcode: 'V6B 1A1',
  city: 'Vancouver',
  region: 'BC',
  country: 'ca',
};

const PEOPLE: readonly SimPerson[] = [
  {
    ...BUYER,
    company: '',
    name: 'Noah Friesen',
    street: '212 Osborne Street',
    street2: '',
    zipcode: 'R3L 1Z5',
    city: 'Winnipeg',
    region: 'MB',
  },
  {
    ...BUYER,
    company: '',
    name: 'Megan Carter',
    street: '410 Pine Street',
    street2: 'Apt 9',
    zipcode: '98101',
    city: 'Seattle',
    region: 'WA',
    country: 'us',
  },
  {
    ...BUYER,
    company: '',
    name: 'Amélie Tremblay',
    street: '1450 Rue Saint-Denis',
    street2: '',
    zipcode: 'H2X 3J7',
    city: 'Montréal',
    region: 'QC',
  },
];

export const lineOf = (id: number, variant: SimVariant, quantity: number): SimLine => ({
  id,
  variantId: variant.id,
  product: variant.product,
  variant: variant.title,
  sku: variant.sku,
  quantity,
  refunded: 0,
  price: variant.price,
});

/** An order as Lightspeed's checkout makes it: with a shipment that waits. */
export const newOrder = (
  wish: Pick<SimOrder, 'id' | 'created' | 'person' | 'lines'> & Partial<SimOrder>,
): SimOrder => ({
  number: `ORD${String(wish.id % 100_000).padStart(5, '0')}`,
  updated: wish.created,
  status: 'processing_awaiting_shipment',
  comment: '',
  service: { title: 'Default Shipping', price: 5.95 },
  pickup: false,
  shipments: [
    { id: wish.id - 24_028, status: 'not_shipped', trackingCode: '', notified: false, updated: wish.created },
  ],
  reports: [],
  ...wish,
});

/** Orders of the last days that wait, and those of the months before, which were shipped. */
const PAST = 84;
const OPEN = 12;

function orderOf(index: number, variants: readonly SimVariant[], start: Date): SimOrder {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 1.3 * DAY + 6 * DAY;
  const created = new Date(start.getTime() - age).toISOString();
  const id = 1_623_001 + index;
  const order = newOrder({
    id,
    created,
    person: PEOPLE[index % PEOPLE.length] ?? BUYER,
    lines: [index, index + 1].slice(0, index % 3 === 0 ? 2 : 1).flatMap((at, line) => {
      const variant = variants[at % variants.length];
      return variant ? [lineOf(id * 10 + line, variant, 1 + line)] : [];
    }),
    comment: index % 5 === 0 ? 'Please ring twice.' : '',
    service: index % 4 === 0 ? { title: 'Express', price: 19 } : { title: 'Default Shipping', price: 5.95 },
    pickup: index % 11 === 10,
    ...(open && index === PAST + 4 && { status: 'processing_awaiting_payment' as const }),
  });
  if (open) return order;
  const updated = new Date(Date.parse(created) + 2 * DAY).toISOString();
  const [shipment] = order.shipments;
  const number = `PAST${index}`;
  return {
    ...order,
    updated,
    status: 'completed_shipped',
    shipments: shipment ? [{ ...shipment, status: 'shipped', trackingCode: number, updated }] : [],
    reports: shipment ? [{ shipmentId: shipment.id, number, live: true }] : [],
  };
}

export const shops = createShopState<Shop, Change>({
  slug: 'lightspeed',
  seed: (start) =>
    new Map(
      ABOUT.map((about, at) => {
        const variants = variantsOf(at, start);
        const orders =
          at === 0 ? Array.from({ length: PAST + OPEN }, (_v, index) => orderOf(index, variants, start)) : [];
        const shop: Shop = {
          about,
          orders: new Map(orders.map((order) => [order.id, order])),
          variants: new Map(variants.map((variant) => [variant.id, variant])),
          hooks: new Map(),
          revoked: false,
        };
        return [about.id, shop];
      }),
    ),
  apply(shop, change) {
    if (change.what === 'order') shop.orders.set(change.value.id, change.value);
    else if (change.what === 'variant') shop.variants.set(change.value.id, change.value);
    else if (change.what === 'hook') shop.hooks.set(change.value.id, change.value);
    else if (change.what === 'unhook') shop.hooks.delete(change.id);
    else shop.revoked = change.value;
  },
});
