/** The accounts' state, with believable goods and orders. All people are fictional; their addresses reach nobody. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import { accountOf } from '../src/system.ts';
import {
  emptyTask,
  guid,
  type SimAccount,
  type SimHook,
  type SimLine,
  type SimOrder,
  type SimProduct,
} from './model.ts';

export interface Account {
  readonly about: SimAccount;
  readonly orders: Map<string, SimOrder>;
  readonly products: Map<string, SimProduct>;
  readonly hooks: Map<string, SimHook>;
  readonly carriers: Set<string>;
  /** The seller made a new key: this one opens nothing. */
  revoked: boolean;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'product'; readonly value: SimProduct }
  | { readonly what: 'hook'; readonly value: SimHook }
  | { readonly what: 'unhook'; readonly id: string }
  | { readonly what: 'carrier'; readonly value: string }
  | { readonly what: 'revoked'; readonly value: boolean };

const DAY = 86_400_000;

const account = (more: Omit<SimAccount, 'id'>): SimAccount => ({ id: accountOf(more.system, more.user), ...more });

export const ABOUT = [
  account({
    system: 'core',
    user: '3f1c2a90-5b7e-4d11-9c3a-0a1b2c3d4e01',
    key: 'c0fe0000-0000-4000-8000-00000000ma91',
    company: 'Maple Goods',
    currency: 'CAD',
  }),
  account({
    system: 'omni',
    user: 'PrairieGoodsCA',
    key: '0f000000000000000000000000000d02',
    company: 'Prairie Goods',
    currency: 'USD',
  }),
  account({
    system: 'core',
    user: '3f1c2a90-5b7e-4d11-9c3a-0a1b2c3d4e03',
    key: 'c0fe0000-0000-4000-8000-00000000b0r3',
    company: 'Boreal Goods',
    currency: 'EUR',
  }),
] as const satisfies readonly SimAccount[];

const GOODS: readonly (readonly [sku: string, name: string, price: number, kg: number])[] = [
  ['MAP-1', 'Maple syrup, 500 ml', 18.5, 0.74],
  ['MAP-2', 'Birch cutting board', 62, 1.2],
  ['MAP-3', 'Beeswax candle', 12.25, 0.255],
];

export const productId = ({ system }: SimAccount, number: number): string =>
  system === 'core' ? guid(2, number) : String(5_000 + number);
export const orderId = ({ system }: SimAccount, number: number): string =>
  system === 'core' ? guid(1, number) : String(90_000 + number);

const productsOf = (about: SimAccount, start: Date): SimProduct[] =>
  GOODS.map(([sku, name, price, kg], index) => ({
    id: productId(about, index + 1),
    sku,
    name,
    price,
    kg,
    modified: new Date(start.getTime() - 30 * DAY + index * 1_000).toISOString(),
  }));

export const BUYER: SimOrder['person'] = {
  first: 'Test',
  last: 'Buyer',
  line1: '20 Receiver Avenue',
  line2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  postcode: 'V6B 1A1',
  country: 'Canada',
};

const PEOPLE: readonly SimOrder['person'][] = [
  {
    ...BUYER,
    first: 'Noah',
    last: 'Friesen',
    line1: '212 Osborne Street',
    line2: undefined,
    city: 'Winnipeg',
    state: 'MB',
    postcode: 'R3L 1Z5',
  },
  {
    ...BUYER,
    first: 'Megan',
    last: 'Carter',
    line1: '410 Pine Street',
    line2: 'Apt 9',
    city: 'Seattle',
    state: 'WA',
    postcode: '98101',
    country: 'USA',
  },
  {
    ...BUYER,
    first: 'Amélie',
    last: 'Tremblay',
    line1: '1450 Rue Saint-Denis',
    line2: undefined,
    city: 'Montréal',
    state: 'QC',
    postcode: 'H2X 3J7',
  },
];

export const lineOf = (id: number, product: SimProduct, quantity: number): SimLine => ({
  id,
  productId: product.id,
  sku: product.sku,
  name: product.name,
  quantity,
  price: product.price,
  kg: product.kg,
});

/** An order as it is when it was just placed. */
export const freshOrder = (
  about: SimAccount,
  number: number,
  more: Pick<SimOrder, 'placed' | 'lines' | 'service' | 'person'> & { readonly notes?: string | undefined },
): SimOrder => ({
  id: orderId(about, number),
  number: `SO-${String(number).padStart(5, '0')}`,
  modified: more.placed,
  status: 'open',
  tasks: about.system === 'core' ? [emptyTask(guid(3, number))] : [],
  trackingCode: '',
  carrier: '',
  ...more,
});

/** Few: each is a call of an import, and Core allows 60 a minute. */
const PAST = 4;
const OPEN = 6;

function orderOf(about: SimAccount, index: number, products: readonly SimProduct[], start: Date): SimOrder {
  const open = index >= PAST;
  const placed = new Date(start.getTime() - (PAST + OPEN - index) * 0.8 * DAY).toISOString();
  const lines = [index, index + 1].slice(0, index % 3 === 0 ? 2 : 1).flatMap((at, line) => {
    const product = products[at % products.length];
    return product ? [lineOf((index + 1) * 10 + line, product, 1 + line)] : [];
  });
  const person = PEOPLE[index % PEOPLE.length] ?? BUYER;
  const order = freshOrder(about, index + 1, {
    placed,
    lines,
    service: index % 4 === 0 ? 'Express' : 'Standard',
    person,
  });
  if (open) return index === PAST + 3 ? { ...order, status: 'draft' } : order;
  const units = lines.map((line) => ({ productId: line.productId, quantity: line.quantity, box: 'Box 1' }));
  const shipped = {
    id: guid(4, index),
    date: placed,
    carrier: 'DEFAULT Carrier',
    boxes: 'Box 1',
    trackingNumber: `PAST${index}`,
  };
  return {
    ...order,
    tasks: order.tasks.map((task) => ({
      ...task,
      pick: 'AUTHORISED' as const,
      picked: units,
      pack: 'AUTHORISED' as const,
      packed: units,
      ship: 'AUTHORISED' as const,
      shipped: [shipped],
    })),
  };
}

export const accounts = createShopState<Account, Change>({
  slug: 'cin7',
  seed: (start) =>
    new Map(
      ABOUT.map((about, at) => {
        const products = productsOf(about, start);
        const orders =
          at === 0 ? Array.from({ length: PAST + OPEN }, (_v, index) => orderOf(about, index, products, start)) : [];
        return [
          about.id,
          {
            about,
            orders: new Map(orders.map((order) => [order.id, order])),
            products: new Map(products.map((product) => [product.id, product])),
            hooks: new Map(),
            carriers: new Set(['DEFAULT Carrier']),
            revoked: false,
          },
        ];
      }),
    ),
  apply(one, change) {
    if (change.what === 'order') one.orders.set(change.value.id, change.value);
    else if (change.what === 'product') one.products.set(change.value.id, change.value);
    else if (change.what === 'hook') one.hooks.set(change.value.id, change.value);
    else if (change.what === 'unhook') one.hooks.delete(change.id);
    else if (change.what === 'carrier') one.carriers.add(change.value);
    else one.revoked = change.value;
  },
});
