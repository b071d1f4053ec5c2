/** The servers' state, with believable goods and orders. All people are fictional; their addresses reach nobody. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimItem, SimOrder, SimProduct, SimServer, SimShipment } from './model.ts';

export interface Server {
  readonly about: SimServer;
  readonly orders: Map<number, SimOrder>;
  readonly products: Map<number, SimProduct>;
  /** The administrator changed the password, or wants a second factor, or has not approved the app. */
  door: 'open' | 'changed' | 'mfa' | 'unapproved';
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'product'; readonly value: SimProduct }
  | { readonly what: 'door'; readonly value: Server['door'] };

const DAY = 86_400_000;

export const ABOUT: readonly SimServer[] = [
  {
    account: 'maple-fishbowl.example',
    company: 'Maple Cycles Inc.',
    username: 'shipping',
    password: 'simulatorMapleWord0001',
    currency: 'CAD',
    zone: 'America/Toronto',
    seats: 6,
    street: '77 Spadina Avenue\nUnit 4',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5V 2J4',
    country: 'CA',
  },
  {
    account: 'birch-fishbowl.example',
    company: 'Birch Outfitters',
    username: 'labels',
    password: 'simulatorBirchWord0002',
    currency: 'USD',
    // Half an hour off the full one, so that the offset needs its minutes.
    zone: 'America/St_Johns',
    seats: 6,
    street: '2815 Exposition Blvd',
    city: 'Austin',
    state: 'TX',
    zip: '78703',
    country: 'US',
  },
];

const GOODS: readonly (readonly (readonly [num: string, description: string, price: number, pounds: number])[])[] = [
  [
    ['FG2100', 'Extreme Mountain Bike bell', 18.5, 0.45],
    ['B201', 'Premium Brake Cables', 12.25, 0.3],
    ['HELM-L', 'Helmet, large', 62, 0.82],
  ],
  [['TENT-2', 'Tent for two', 240, 5.4]],
];

const productsOf = (at: number, start: Date): SimProduct[] =>
  (GOODS[at] ?? []).map(([num, description, price, pounds], index) => ({
    id: 101 + index,
    num,
    description,
    price,
    pounds,
    modified: new Date(start.getTime() - 30 * DAY).toISOString(),
  }));

export const BUYER: SimOrder['person'] = {
  name: 'Test Buyer',
  street: '20 Receiver Avenue\nUnit 3',
  city: 'Vancouver',
  state: 'BC',
  zip: 'V6B 1A1',
  country: 'CA',
  phone: '+16045550100',
};

const PEOPLE: readonly SimOrder['person'][] = [
  { ...BUYER, name: 'Noah Friesen', street: '212 Osborne Street', city: 'Winnipeg', state: 'MB', zip: 'R3L 1Z5' },
  {
    ...BUYER,
    name: 'Megan Carter',
    street: '410 Pine Street\nApt 9',
    city: 'Seattle',
    state: 'WA',
    zip: '98101',
    country: 'US',
  },
  { ...BUYER, name: 'Amélie Tremblay', street: '1450 Rue Saint-Denis', city: 'Montréal', state: 'QC', zip: 'H2X 3J7' },
];

export const itemOf = (id: number, product: SimProduct, ordered: number, fulfilled = 0): SimItem => ({
  id,
  type: 10,
  productId: product.id,
  num: product.num,
  description: product.description,
  ordered,
  fulfilled,
  price: product.price,
  uom: 'ea',
});

/** As a finished pick leaves it: nobody packed it yet. */
export const shipmentOf = (orderId: number, num: string, more: Partial<SimShipment> = {}): SimShipment => ({
  id: orderId + 5_000,
  num: `S${num}`,
  status: 10,
  carrier: 'UPS',
  shipped: undefined,
  cartons: [],
  ...more,
});

/** Orders of the last days that wait, and those of the months before, which were shipped. */
const PAST = 60;
const OPEN = 10;

function orderOf(index: number, products: readonly SimProduct[], start: Date): SimOrder {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 1.3 * DAY + 6 * DAY;
  const created = new Date(start.getTime() - age).toISOString();
  const shipped = new Date(start.getTime() - age + 2 * DAY).toISOString();
  const id = 1_001 + index;
  const num = String(50_001 + index);
  return {
    id,
    num,
    status: open ? 25 : 60,
    created,
    issued: created,
    modified: open ? created : shipped,
    carrier: index % 2 === 0 ? 'UPS' : 'Canada Post',
    po: index % 3 === 0 ? `PO-${index}` : undefined,
    person: PEOPLE[index % PEOPLE.length] ?? BUYER,
    items: [index, index + 1].slice(0, index % 3 === 0 ? 2 : 1).flatMap((at, line) => {
      const product = products[at % products.length];
      return product ? [itemOf(id * 10 + line, product, 1 + line, open ? 0 : 1 + line)] : [];
    }),
    shipments: [
      open
        ? shipmentOf(id, num)
        : shipmentOf(id, num, {
            status: 30,
            shipped,
            cartons: [{ id: id + 7_000, number: 1, tracking: `PAST${index}` }],
          }),
    ],
  };
}

export const servers = createShopState<Server, Change>({
  slug: 'fishbowl',
  seed: (start) =>
    new Map(
      ABOUT.map((about, at) => {
        const products = productsOf(at, start);
        const orders = at === 0 ? Array.from({ length: PAST + OPEN }, (_v, i) => orderOf(i, products, start)) : [];
        return [
          about.account,
          {
            about,
            orders: new Map(orders.map((order) => [order.id, order])),
            products: new Map(products.map((product) => [product.id, product])),
            door: 'open' as const,
          },
        ];
      }),
    ),
  apply(server, change) {
    if (change.what === 'order') server.orders.set(change.value.id, change.value);
    else if (change.what === 'product') server.products.set(change.value.id, change.value);
    else server.door = change.value;
  },
});
