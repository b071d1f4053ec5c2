/** Two stores with believable goods and orders. All people are fictional; their addresses reach nobody. */
import type { SimOrder, SimPerson, SimProduct, SimStore } from './model.ts';
import { makeOrder } from './new-order.ts';

export interface Seed {
  readonly about: SimStore;
  readonly products: readonly SimProduct[];
  readonly orders: readonly SimOrder[];
}

const DAY = 86_400;

export const HARBOUR: SimStore = {
  id: '4870020',
  name: 'Harbourfront Tea',
  email: 'owner@tea.example',
  currency: 'CAD',
  weightUnit: 'KILOGRAM',
  dimensionsUnit: 'CM',
  timezone: 'America/Toronto',
  company: {
    street: '12 Queens Quay West\nUnit 4',
    city: 'Toronto',
    countryCode: 'CA',
    postalCode: 'M5J 2R8',
    stateOrProvinceCode: 'ON',
    phone: '+1 416 555 0100',
  },
};

export const PRAIRIE: SimStore = {
  id: '5035009',
  name: 'Prairie Candle Works',
  email: 'owner@candles.example',
  currency: 'USD',
  weightUnit: 'POUND',
  dimensionsUnit: 'IN',
  timezone: 'America/Chicago',
  company: {
    street: '900 Main Street',
    city: 'Fargo',
    countryCode: 'US',
    postalCode: '58103',
    stateOrProvinceCode: 'ND',
    phone: '+1 701 555 0100',
  },
};

const productOf = (
  id: number,
  name: string,
  price: number,
  weight: number,
  at: number,
  variations: SimProduct['variations'] = [],
): SimProduct => ({
  id,
  sku: `T-${id % 1_000}`,
  name,
  price,
  weight,
  created: at - 60 * DAY + (id % 1_000),
  updated: at - 30 * DAY,
  variations,
});

const PEOPLE: readonly SimPerson[] = [
  ['Amélie Tremblay', '1450 Rue Saint-Denis\nApp. 4', 'Montréal', 'CA', 'H2X 3J7', 'QC'],
  ['Noah Friesen', '212 Osborne Street', 'Winnipeg', 'CA', 'R3L 1Z5', 'MB'],
  ['Priya Raman', '88 Harbour Street', 'Toronto', 'CA', 'M5J 0B5', 'ON'],
  ['Megan Carter', '410 Pine Street', 'Seattle', 'US', '98101', 'WA'],
].map(([name = '', street = '', city = '', countryCode = '', postalCode = '', stateOrProvinceCode = '']) => ({
  name,
  street,
  city,
  countryCode,
  postalCode,
  stateOrProvinceCode,
  phone: '+16045550100',
}));

/** Orders of the last days that wait, and those of the months before, which were shipped. */
const PAST = 84;
const OPEN = 12;

function orderOf(index: number, products: readonly SimProduct[], started: number): SimOrder {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 1.3 * DAY + 6 * DAY;
  const placed = Math.floor(started - age);
  const order = makeOrder(
    {
      person: PEOPLE[index % PEOPLE.length] ?? HARBOUR_DESK,
      lines: [index, index + 1].slice(0, index % 3 === 0 ? 2 : 1).map((at, quantity) => ({
        productId: products[at % products.length]?.id ?? 0,
        quantity: quantity + 1,
      })),
      comments: index % 5 === 0 ? 'Please ring twice.' : undefined,
      service: index % 4 === 0 ? { name: 'Xpresspost', carrier: 'Canada Post', rate: 19 } : undefined,
      pickup: index % 11 === 10,
      paymentStatus: open && index === PAST + 4 ? 'AWAITING_PAYMENT' : 'PAID',
    },
    new Map(products.map((product) => [product.id, product])),
    index,
    placed,
  );
  if (open) return order;
  const numbers = `PAST${index}`;
  return {
    ...order,
    updated: placed + 2 * DAY,
    fulfillmentStatus: 'SHIPPED',
    trackingNumber: numbers,
    reports: [{ numbers, live: true }],
  };
}

const HARBOUR_DESK: SimPerson = { name: HARBOUR.name, ...HARBOUR.company };

export const SEEDS: readonly ((started: Date) => Seed)[] = [
  (started) => {
    const at = Math.floor(started.getTime() / 1_000);
    const size = (value: string): SimProduct['variations'][number]['options'] => [{ name: 'Size', value }];
    const products = [
      productOf(66_722_001, 'Maple black tea', 14.5, 0.12, at, [
        { id: 7_084_071, options: size('50 g'), sku: 'T-1-50' },
        { id: 7_084_072, options: size('250 g'), sku: 'T-1-250', price: 52, weight: 0.31 },
      ]),
      productOf(66_722_002, 'Cast iron teapot', 89, 1.65, at),
      productOf(66_722_003, 'Bamboo whisk', 18.25, 0.09, at),
    ];
    return {
      about: HARBOUR,
      products,
      orders: Array.from({ length: PAST + OPEN }, (_v, index) => orderOf(index, products, at)),
    };
  },
  (started) => ({
    about: PRAIRIE,
    products: [productOf(81_000_021, 'Beeswax pillar', 24, 1.1, Math.floor(started.getTime() / 1_000))],
    orders: [],
  }),
];
