/** Two sites with believable goods and orders. All people are fictional; their addresses reach nobody. */
import type { SimAddress, SimOrder, SimProduct, SimSite } from './model.ts';
import { makeOrder, type Wish } from './new-order.ts';

export interface Seed {
  readonly about: SimSite;
  readonly products: readonly SimProduct[];
  readonly orders: readonly SimOrder[];
}

const DAY = 86_400_000;

export const MAPLE: SimSite = {
  instanceId: '1a2b3c4d-0001-4000-8000-00000000ca01',
  siteId: '9f000001-0000-4000-8000-00000000ca01',
  name: 'Atelier Boréal',
  currency: 'CAD',
  timeZone: 'America/Toronto',
  weightUnit: 'KG',
  catalog: 'V3_CATALOG',
  address: {
    streetNumber: '350',
    street: 'Rue Saint-Paul Est',
    city: 'Montréal',
    state: 'CA-QC',
    zip: 'H2Y 1H2',
    country: 'CA',
  },
};

export const BIRCH: SimSite = {
  instanceId: '1a2b3c4d-0002-4000-8000-0000000005a2',
  siteId: '9f000002-0000-4000-8000-0000000005a2',
  name: 'Cedar & Salt',
  currency: 'USD',
  timeZone: 'America/New_York',
  weightUnit: 'LB',
  catalog: 'V1_CATALOG',
  address: { streetNumber: '77', street: 'Water Street', city: 'Portland', state: 'ME', zip: '04101', country: 'US' },
};

const productOf = (
  at: number,
  name: string,
  started: Date,
  variants: readonly (readonly [choice: string, price: string, weight: number])[],
): SimProduct => ({
  id: `7ab00000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name,
  createdDate: new Date(started.getTime() - 60 * DAY + at).toISOString(),
  updatedDate: new Date(started.getTime() - 30 * DAY).toISOString(),
  variants: variants.map(([choice, price, weight], index) => ({
    id: `7ab11111-0000-4000-8000-${String(at * 100 + index).padStart(12, '0')}`,
    choice,
    sku: `W-${at}-${index + 1}`,
    price,
    weight,
  })),
});

const address = (line: string, city: string, province: string, zip: string, country = 'CA'): SimAddress => ({
  country,
  subdivision: `${country}-${province}`,
  city,
  postalCode: zip,
  addressLine: line,
});

const PEOPLE: readonly Pick<Wish, 'firstName' | 'lastName' | 'address'>[] = [
  {
    firstName: 'Amélie',
    lastName: 'Tremblay',
    address: { ...address('1450 Rue Saint-Denis', 'Montréal', 'QC', 'H2X 3J7'), addressLine2: 'App. 4' },
  },
  { firstName: 'Noah', lastName: 'Friesen', address: address('212 Osborne Street', 'Winnipeg', 'MB', 'R3L 1Z5') },
  { firstName: 'Priya', lastName: 'Raman', address: address('88 Harbour Street', 'Toronto', 'ON', 'M5J 0B5') },
  { firstName: 'Megan', lastName: 'Carter', address: address('410 Pine Street', 'Seattle', 'WA', '98101', 'US') },
];

/** Orders of the last days that wait, and those of the months before, which were shipped. */
const PAST = 84;
const OPEN = 12;

function orderOf(index: number, products: readonly SimProduct[], started: Date): SimOrder {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 1.3 * DAY + 6 * DAY;
  const placed = new Date(started.getTime() - age);
  const known = new Map(products.map((product) => [product.id, product]));
  const chosen = [index, index + 1].map((at) => products[at % products.length]?.id ?? '');
  const person = PEOPLE[index % PEOPLE.length] ?? {
    firstName: 'Test',
    lastName: 'Buyer',
    address: address('1 Main Street', 'Toronto', 'ON', 'M5V 1A1'),
  };
  const order = makeOrder(
    {
      ...person,
      lines: chosen.slice(0, index % 3 === 0 ? 2 : 1).map((productId, at) => ({ productId, quantity: 1 + at })),
      note: index % 5 === 0 ? 'Please ring twice.' : undefined,
      service: index % 4 === 0 ? { code: 'express', title: 'Express (1-2 days)', cost: '19.00' } : undefined,
      pickup: index % 11 === 10,
      paymentStatus: open && index === PAST + 4 ? 'NOT_PAID' : 'PAID',
    },
    known,
    String(10_001 + index),
    placed,
    `5eed0000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  if (open) return order;
  const shipped = new Date(placed.getTime() + 2 * DAY).toISOString();
  return {
    ...order,
    updatedDate: shipped,
    fulfilments: [
      {
        id: `5eedf000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        createdDate: shipped,
        lineItems: order.lines.map(({ id, quantity }) => ({ id, quantity })),
        trackingInfo: { trackingNumber: `PAST${index}`, shippingProvider: 'canadaPost' },
        completed: true,
      },
    ],
  };
}

export const SEEDS: readonly ((started: Date) => Seed)[] = [
  (started) => {
    const products = [
      productOf(1, 'Linen apron', started, [
        ['Size: S', '48.00', 0.32],
        ['Size: M', '48.00', 0.34],
      ]),
      productOf(2, 'Birch cutting board', started, [['', '62.00', 1.2]]),
      productOf(3, 'Beeswax candle', started, [['', '18.50', 0.25]]),
    ];
    return {
      about: MAPLE,
      products,
      orders: Array.from({ length: PAST + OPEN }, (_v, index) => orderOf(index, products, started)),
    };
  },
  (started) => ({
    about: BIRCH,
    products: [productOf(21, 'Cedar salt box', started, [['', '30.00', 1.5]])],
    orders: [],
  }),
];
