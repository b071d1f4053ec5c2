/** Two profiles with believable goods and orders. All people are fictional; their addresses reach nobody. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimOrder, SimPerson, SimProduct, SimProfile } from './model.ts';
import { makeOrder } from './new-order.ts';

export interface RithumProfile {
  readonly about: SimProfile;
  /** First order number less one. */
  readonly base: number;
  readonly orders: Map<number, SimOrder>;
  readonly products: Map<number, SimProduct>;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'product'; readonly value: SimProduct };

const HOUR = 3_600_000;

const PEOPLE: readonly SimPerson[] = [
  ['Amélie', 'Tremblay', '1450 Rue Saint-Denis', 'Montréal', 'QC', 'H2X 3J7', 'CA'],
  ['Noah', 'Friesen', '212 Osborne Street', 'Winnipeg', 'MB', 'R3L 1Z5', 'CA'],
  ['Megan', 'Carter', '410 Pine Street', 'Seattle', 'WA', '98101', 'US'],
].map(([firstName = '', lastName = '', street = '', city = '', state = '', postalCode = '', country = '']) => ({
  firstName,
  lastName,
  street,
  city,
  state,
  postalCode,
  country,
}));

export const BUYER: SimPerson = {
  firstName: 'Test',
  lastName: 'Buyer',
  street: '20 Receiver Avenue',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V6B 1A1',
  country: 'CA',
};

export const ABOUT: readonly (SimProfile & { readonly base: number })[] = [
  {
    id: '32001378',
    accountName: 'Northline Outfitters',
    companyName: 'Northline Outfitters Inc.',
    currency: 'CAD',
    timeZone: 'America/Toronto',
    base: 700_001,
  },
  {
    id: '32004410',
    accountName: 'Lakeside Parts',
    companyName: 'Lakeside Parts LLC',
    currency: 'USD',
    timeZone: 'America/Chicago',
    base: 900_001,
  },
];

const GOODS: Readonly<Record<string, readonly [number, string, number, string][]>> = {
  '32001378': [
    [510_011, 'Trail lantern', 42.5, '851310'],
    [510_012, 'Camp kettle', 31.99, '761510'],
    [510_013, 'Kindling set', 18, '440131'],
  ],
  '32004410': [[520_021, 'Dock cleat', 24, '830249']],
};

function seedOf({ base, ...about }: (typeof ABOUT)[number], started: Date): RithumProfile {
  const at = (hours: number): string => new Date(started.getTime() - hours * HOUR).toISOString();
  const products = new Map(
    (GOODS[about.id] ?? []).map(([id, title, price, harmonizedCode]) => [
      id,
      { id, sku: `R-${id % 1_000}`, title, price, harmonizedCode, updated: at(900) },
    ]),
  );
  const ids = [...products.keys()];
  const past = about.id === '32001378' ? 30 : 0;
  const orders = Array.from({ length: past }, (_v, index): SimOrder => {
    const order = makeOrder(
      {
        person: PEOPLE[index % PEOPLE.length] ?? BUYER,
        lines: [{ productId: ids[index % ids.length] ?? 0, quantity: 1 + (index % 3) }],
        instructions: index % 5 === 0 ? 'Please ring twice.' : undefined,
        externally: index % 9 === 8,
      },
      products,
      index,
      base,
      at((past - index) * 14 + 2),
    );
    if (index >= past - 8 || order.externally) return order;
    return {
      ...order,
      updated: at((past - index) * 14 - 20),
      shipping: 'Shipped',
      fulfilments: order.fulfilments.map((one) => ({
        ...one,
        status: 'Complete',
        tracking: `PAST${index}`,
        shipped: at((past - index) * 14 - 20),
      })),
    };
  });
  return { about, base, products, orders: new Map(orders.map((order) => [order.id, order])) };
}

export const profiles = createShopState<RithumProfile, Change>({
  slug: 'rithum',
  seed: (started) => new Map(ABOUT.map((about) => [about.id, seedOf(about, started)])),
  apply(profile, change) {
    if (change.what === 'order') profile.orders.set(change.value.id, change.value);
    else profile.products.set(change.value.id, change.value);
  },
});
