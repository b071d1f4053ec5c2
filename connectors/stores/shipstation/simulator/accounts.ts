/** The accounts' state, with believable goods and orders. All people are fictional; their addresses reach nobody. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimAccount, SimHook, SimOrder, SimProduct } from './model.ts';

export interface Account {
  readonly about: SimAccount;
  readonly orders: Map<number, SimOrder>;
  readonly products: Map<number, SimProduct>;
  readonly hooks: Map<number, SimHook>;
  /** The seller made a new key: this one opens nothing. */
  revoked: boolean;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'product'; readonly value: SimProduct }
  | { readonly what: 'hook'; readonly value: SimHook }
  | { readonly what: 'unhook'; readonly id: number }
  | { readonly what: 'revoked'; readonly value: boolean };

const DAY = 86_400_000;

export const ABOUT: readonly SimAccount[] = [
  {
    id: 'account-22766',
    apiKey: '5c0ffee0000000000000000000000001',
    apiSecret: '5ecded00000000000000000000000001',
    stores: [
      { id: 22_766, name: 'ShipStation Manual Store', active: true },
      { id: 25_748, name: 'Maple Goods on Etsy', active: true },
      { id: 25_749, name: 'Maple Goods, closed', active: false },
    ],
    warehouse: {
      id: 17_977,
      name: 'Main warehouse',
      origin: {
        street1: '77 Spadina Avenue',
        city: 'Toronto',
        state: 'ON',
        postalCode: 'M5V 2J4',
        country: 'CA',
        phone: '5125550100',
      },
    },
  },
  {
    id: 'account-30110',
    apiKey: '5c0ffee0000000000000000000000002',
    apiSecret: '5ecded00000000000000000000000002',
    stores: [{ id: 30_110, name: 'ShipStation Manual Store', active: true }],
    warehouse: {
      id: 14_265,
      name: 'Austin',
      origin: {
        street1: '2815 Exposition Blvd',
        city: 'Austin',
        state: 'TX',
        postalCode: '78703',
        country: 'US',
        phone: '5125550111',
      },
    },
  },
];

const GOODS: readonly (readonly (readonly [sku: string, name: string, price: number, weightOz: number])[])[] = [
  [
    ['MAP-1', 'Maple syrup, 500 ml', 18.5, 26],
    ['MAP-2', 'Birch cutting board', 62, 42.3],
    ['MAP-3', 'Beeswax candle', 12.25, 9],
  ],
  [['PRA-1', 'Prairie honey, 1 kg', 24, 38]],
];

const productsOf = (account: number, start: Date): SimProduct[] =>
  (GOODS[account] ?? []).map(([sku, name, price, weightOz], index) => ({
    id: 11_780_001 + account * 1_000 + index,
    sku,
    name,
    price,
    weightOz,
    created: new Date(start.getTime() - 90 * DAY + index * 1_000).toISOString(),
    modified: new Date(start.getTime() - 30 * DAY).toISOString(),
  }));

export const BUYER: SimOrder['person'] = {
  name: 'Test Buyer',
  street1: '20 Receiver Avenue',
  street2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V6B 1A1',
  country: 'CA',
};

export const lineOf = (id: number, product: SimProduct, quantity: number): SimOrder['lines'][number] => ({
  id,
  productId: product.id,
  sku: product.sku,
  name: product.name,
  quantity,
  price: product.price,
  weightOz: product.weightOz,
});

const PEOPLE: readonly SimOrder['person'][] = [
  {
    ...BUYER,
    name: 'Noah Friesen',
    street1: '212 Osborne Street',
    street2: undefined,
    city: 'Winnipeg',
    state: 'MB',
    postalCode: 'R3L 1Z5',
  },
  {
    ...BUYER,
    name: 'Megan Carter',
    street1: '410 Pine Street',
    street2: 'Apt 9',
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  },
  {
    ...BUYER,
    name: 'Amélie Tremblay',
    street1: '1450 Rue Saint-Denis',
    street2: undefined,
    city: 'Montréal',
    state: 'QC',
    postalCode: 'H2X 3J7',
  },
];

/** Orders of the last days that wait, and those of the months before, which were shipped. */
const PAST = 84;
const OPEN = 12;

function orderOf(index: number, products: readonly SimProduct[], start: Date): SimOrder {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 1.3 * DAY + 6 * DAY;
  const placed = new Date(start.getTime() - age);
  const shipped = new Date(placed.getTime() + 2 * DAY).toISOString();
  const id = 93_340_001 + index;
  const chosen = [index, index + 1].slice(0, index % 3 === 0 ? 2 : 1);
  return {
    id,
    number: `SS-${10_001 + index}`,
    storeId: index % 2 === 0 ? 22_766 : 25_748,
    placed: placed.toISOString(),
    modified: open ? placed.toISOString() : shipped,
    status: open ? (index === PAST + 4 ? 'awaiting_payment' : 'awaiting_shipment') : 'shipped',
    service: index % 4 === 0 ? 'Priority Mail' : 'Standard',
    person: PEOPLE[index % PEOPLE.length] ?? BUYER,
    lines: chosen.flatMap((at, line) => {
      const product = products[at % products.length];
      return product ? [lineOf(id * 10 + line, product, 1 + line)] : [];
    }),
    fulfillments: open
      ? []
      : [
          {
            id: 33_970_001 + index,
            trackingNumber: `PAST${index}`,
            carrierCode: 'usps',
            shipDate: shipped.slice(0, 10),
            notifyCustomer: false,
            notifySalesChannel: true,
            created: shipped,
          },
        ],
  };
}

export const accounts = createShopState<Account, Change>({
  slug: 'shipstation',
  seed: (start) =>
    new Map(
      ABOUT.map((about, at) => {
        const products = productsOf(at, start);
        const orders =
          at === 0 ? Array.from({ length: PAST + OPEN }, (_v, index) => orderOf(index, products, start)) : [];
        return [
          about.id,
          {
            about,
            orders: new Map(orders.map((order) => [order.id, order])),
            products: new Map(products.map((product) => [product.id, product])),
            hooks: new Map(),
            revoked: false,
          },
        ];
      }),
    ),
  apply(account, change) {
    if (change.what === 'order') account.orders.set(change.value.id, change.value);
    else if (change.what === 'product') account.products.set(change.value.id, change.value);
    else if (change.what === 'hook') account.hooks.set(change.value.id, change.value);
    else if (change.what === 'unhook') account.hooks.delete(change.id);
    else account.revoked = change.value;
  },
});
