/** Two warehouses with a customer each, believable goods and orders. All people are fictional; their addresses reach nobody. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimContact, SimCustomer, SimItem, SimOrder } from './model.ts';

export interface Shop {
  readonly about: SimCustomer;
  readonly orders: Map<number, SimOrder>;
  readonly items: Map<number, SimItem>;
  /** The warehouse withdrew the credentials. */
  revoked: boolean;
  /** A tracking number alone confirms an order of this customer. */
  closesByNumber: boolean;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'item'; readonly value: SimItem }
  | { readonly what: 'revoked' | 'closes-by-number'; readonly value: boolean };

const DAY = 86_400_000;

const contact = (more: Partial<SimContact>): SimContact => ({
  companyName: '',
  name: '',
  address1: '',
  city: '',
  state: '',
  zip: '',
  country: 'CA',
  phoneNumber: '4165550100',
  emailAddress: 'dock@mail.example',
  ...more,
});

const TORONTO = contact({
  companyName: 'Lakeside Fulfilment',
  name: 'Shipping desk',
  address1: '77 Spadina Avenue',
  city: 'Toronto',
  state: 'ON',
  zip: 'M5V 2J4',
});
const AUSTIN = contact({
  companyName: 'Prairie Logistics',
  name: 'Dock 4',
  address1: '2815 Exposition Blvd',
  city: 'Austin',
  state: 'TX',
  zip: '78703',
  country: 'US',
  phoneNumber: '5125550111',
});

export const ABOUT: readonly SimCustomer[] = [
  {
    account: 'customer-3-fe48d932',
    clientId: 'c0ffee00-3b1c-4c1e-9d01-lakeside0001',
    clientSecret: 'simulator-only-lakeside-5f2a9c',
    userLogin: 'maple-goods',
    tpl: '{6f0c1d52-0000-4000-8000-1a2b3c4d5e6f}',
    zone: 'America/Toronto',
    id: 3,
    created: '2021-03-04T09:15:22.417',
    invoiced: true,
    company: contact({ ...TORONTO, companyName: 'Maple Goods', name: 'Jo Maple' }),
    facilities: [
      { id: 5, name: 'Toronto West', windowsZone: 'Eastern Standard Time', contact: TORONTO },
      {
        id: 6,
        name: 'Montréal',
        windowsZone: 'Eastern Standard Time',
        contact: contact({
          companyName: 'Lakeside Fulfilment',
          address1: '1450 Rue Saint-Denis',
          city: 'Montréal',
          state: 'QC',
          zip: 'H2X 3J7',
        }),
      },
    ],
  },
  {
    account: 'customer-3-6224ac6f',
    clientId: 'c0ffee00-3b1c-4c1e-9d01-prairie00002',
    clientSecret: 'simulator-only-prairie-81d77b',
    userLogin: 'prairie-goods',
    zone: 'America/Chicago',
    id: 3,
    created: '2023-11-20T14:02:09.08',
    invoiced: false,
    company: contact({ ...AUSTIN, companyName: 'Prairie Goods', name: 'Lee Prairie' }),
    facilities: [{ id: 1, name: 'Austin', windowsZone: 'Central Standard Time', contact: AUSTIN }],
  },
];

const GOODS: readonly (readonly (readonly [sku: string, name: string, price: number, pounds: number])[])[] = [
  [
    ['MAP-1', 'Maple syrup, 500 ml', 18.5, 1.6],
    ['MAP-2', 'Birch cutting board', 62, 2.65],
    ['MAP-3', 'Beeswax candle', 12.25, 0.55],
  ],
  [['PRA-1', 'Prairie honey, 1 kg', 24, 2.4]],
];

const itemsOf = (at: number, start: Date): SimItem[] =>
  (GOODS[at] ?? []).map(([sku, description, price, pounds], index) => ({
    id: 501 + index,
    sku,
    description,
    price,
    pounds,
    created: new Date(start.getTime() - 90 * DAY + index * 1_000).toISOString(),
    modified: new Date(start.getTime() - 30 * DAY).toISOString(),
  }));

export const BUYER: SimContact = contact({
  name: 'Test Buyer',
  address1: '20 Receiver Avenue',
  address2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  zip: 'V6B 1A1',
  phoneNumber: '6045550100',
  emailAddress: 'test.buyer@mail.example',
});

const PEOPLE: readonly SimContact[] = [
  {
    ...BUYER,
    name: 'Noah Friesen',
    address1: '212 Osborne Street',
    address2: undefined,
    city: 'Winnipeg',
    state: 'MB',
    zip: 'R3L 1Z5',
  },
  {
    ...BUYER,
    name: 'Megan Carter',
    companyName: 'Carter & Co',
    address1: '410 Pine Street',
    address2: 'Apt 9',
    city: 'Seattle',
    state: 'WA',
    zip: '98101',
    country: 'US',
  },
];

/** Orders of the last days that are open, and those of the months before, which were closed. */
const PAST = 72;
const OPEN = 12;
/** Every eighth order of the warehouse is another customer's. */
export const OTHER_CUSTOMER = 4;

export const lineOf = (id: number, item: SimItem, quantity: number): SimOrder['lines'][number] => ({
  id,
  itemId: item.id,
  sku: item.sku,
  quantity,
  price: item.price,
});

function orderOf(index: number, items: readonly SimItem[], start: Date): SimOrder {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 1.3 * DAY + 6 * DAY;
  const placed = new Date(start.getTime() - age);
  const id = 206_001 + index;
  const number = open ? '' : `PAST${index}`;
  return {
    id,
    reference: `WH-${10_001 + index}`,
    customerId: index % 8 === 7 ? OTHER_CUSTOMER : 3,
    facilityId: index % 3 === 2 ? 6 : 5,
    placed: placed.toISOString(),
    modified: (open ? placed : new Date(placed.getTime() + 2 * DAY)).toISOString(),
    version: 1,
    status: open ? 'open' : 'closed',
    holdReason: index === PAST + 4 ? 'Address verification' : undefined,
    allocated: index !== PAST + 5,
    invoiced: true,
    carrier: 'UPS',
    mode: index % 4 === 0 ? 'Express' : 'Standard',
    trackingNumber: number,
    person: PEOPLE[index % PEOPLE.length] ?? BUYER,
    lines: [index, index + 1].slice(0, index % 3 === 0 ? 2 : 1).flatMap((at, line) => {
      const item = items[at % items.length];
      return item ? [lineOf(id * 10 + line, item, 1 + line)] : [];
    }),
    reports: number === '' ? [] : [{ number, live: true }],
  };
}

export const warehouses = createShopState<Shop, Change>({
  slug: 'extensiv-3pl',
  seed: (start) =>
    new Map(
      ABOUT.map((about, at) => {
        const items = itemsOf(at, start);
        const orders = at === 0 ? Array.from({ length: PAST + OPEN }, (_v, index) => orderOf(index, items, start)) : [];
        return [
          about.account,
          {
            about,
            orders: new Map(orders.map((order) => [order.id, order])),
            items: new Map(items.map((item) => [item.id, item])),
            revoked: false,
            closesByNumber: false,
          },
        ];
      }),
    ),
  apply(shop, change) {
    if (change.what === 'order') shop.orders.set(change.value.id, change.value);
    else if (change.what === 'item') shop.items.set(change.value.id, change.value);
    else if (change.what === 'revoked') shop.revoked = change.value;
    else shop.closesByNumber = change.value;
  },
});
