/** The accounts' state, with believable goods and orders. All people are fictional; their addresses reach nobody. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import { idOf, type SimAccount, type SimHook, type SimLine, type SimOrder, type SimProduct } from './model.ts';

export interface Account {
  readonly about: SimAccount;
  readonly orders: Map<number, SimOrder>;
  readonly products: Map<number, SimProduct>;
  readonly hooks: Map<number, SimHook>;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'product'; readonly value: SimProduct }
  | { readonly what: 'hook'; readonly value: SimHook }
  | { readonly what: 'unhook'; readonly number: number };

const DAY = 86_400_000;

export const ABOUT: readonly SimAccount[] = [
  {
    id: idOf('Account', 7_556),
    number: 7_556,
    username: 'Maple Goods',
    email: 'labels@maple-goods.example',
    password: 'maple-simulator-only',
    currency: 'USD',
    is3pl: false,
    warehouses: [
      {
        number: 13_841,
        name: 'Primary',
        address: {
          address1: '77 Spadina Avenue',
          city: 'Toronto',
          state: 'ON',
          zip: 'M5V 2J4',
          country: 'CA',
          phone: '5125550100',
        },
      },
      {
        number: 13_842,
        name: 'West',
        address: {
          address1: '1055 Canada Place',
          city: 'Vancouver',
          state: 'BC',
          zip: 'V6C 0C3',
          country: 'CA',
          phone: '6045550100',
        },
      },
    ],
  },
  {
    id: idOf('Account', 6_334),
    number: 6_334,
    username: 'Prairie Goods',
    email: 'labels@prairie-goods.example',
    password: 'prairie-simulator-only',
    currency: 'USD',
    is3pl: false,
    warehouses: [
      {
        number: 11_790,
        name: 'Primary',
        address: {
          address1: '2815 Exposition Blvd',
          city: 'Austin',
          state: 'TX',
          zip: '78703',
          country: 'US',
          phone: '5125550111',
        },
      },
    ],
  },
];

const GOODS: readonly (readonly (readonly [sku: string, name: string, price: string, ounces: string])[])[] = [
  [
    ['MAP-1', 'Maple syrup, 500 ml', '18.50', '26.00'],
    ['MAP-2', 'Birch cutting board', '62.00', '42.30'],
    ['MAP-3', 'Beeswax candle', '12.25', '9.00'],
  ],
  [['PRA-1', 'Prairie honey, 1 kg', '24.00', '38.00']],
];

const productsOf = (account: number, start: Date): SimProduct[] =>
  (GOODS[account] ?? []).map(([sku, name, price, weight], index) => ({
    number: 1_780_001 + account * 1_000 + index,
    sku,
    name,
    price,
    weight,
    created: new Date(start.getTime() - 90 * DAY + index * 1_000).toISOString(),
    updated: new Date(start.getTime() - 30 * DAY).toISOString(),
  }));

export const BUYER: SimOrder['person'] = {
  first: 'Test',
  last: 'Buyer',
  address1: '20 Receiver Avenue',
  address2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  zip: 'V6B 1A1',
  country: 'CA',
};

export const lineOf = (number: number, product: SimProduct, quantity: number): SimLine => ({
  number,
  productNumber: product.number,
  sku: product.sku,
  name: product.name,
  price: product.price,
  quantity,
});

const PEOPLE: readonly SimOrder['person'][] = [
  {
    ...BUYER,
    first: 'Noah',
    last: 'Friesen',
    address1: '212 Osborne Street',
    address2: '',
    city: 'Winnipeg',
    state: 'MB',
    zip: 'R3L 1Z5',
  },
  {
    ...BUYER,
    first: 'Megan',
    last: 'Carter',
    address1: '410 Pine Street',
    address2: 'Apt 9',
    city: 'Seattle',
    state: 'WA',
    zip: '98101',
    country: 'US',
  },
  {
    ...BUYER,
    first: 'Amélie',
    last: 'Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: '',
    city: 'Montréal',
    state: 'QC',
    zip: 'H2X 3J7',
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
  const number = 204_159_001 + index;
  const lines = [index, index + 1].slice(0, index % 3 === 0 ? 2 : 1).flatMap((at, line) => {
    const product = products[at % products.length];
    return product ? [lineOf(number * 10 + line, product, 1 + line)] : [];
  });
  return {
    number,
    orderNumber: `SH-${10_001 + index}`,
    placed: placed.toISOString(),
    updated: open ? placed.toISOString() : shipped,
    status: open ? 'pending' : 'fulfilled',
    holds: index === PAST + 4 ? ['payment_hold'] : [],
    packingNote: undefined,
    service: index % 4 === 0 ? 'Express' : 'Standard',
    person: PEOPLE[index % PEOPLE.length] ?? BUYER,
    allocated: 13_841,
    lines,
    shipments: open
      ? []
      : [
          {
            number: 95_544_001 + index,
            warehouse: 13_841,
            created: shipped,
            notifyStore: false,
            labels: [{ carrier: 'USPS', trackingNumber: `PAST${index}`, trackingUrl: undefined }],
            lines: lines.map((line) => ({ lineNumber: line.number, quantity: line.quantity })),
          },
        ],
  };
}

export const accounts = createShopState<Account, Change>({
  slug: 'ship-hero',
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
            orders: new Map(orders.map((order) => [order.number, order])),
            products: new Map(products.map((product) => [product.number, product])),
            hooks: new Map(),
          },
        ];
      }),
    ),
  apply(account, change) {
    if (change.what === 'order') account.orders.set(change.value.number, change.value);
    else if (change.what === 'product') account.products.set(change.value.number, change.value);
    else if (change.what === 'hook') account.hooks.set(change.value.number, change.value);
    else account.hooks.delete(change.number);
  },
});
