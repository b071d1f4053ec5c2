/** Two accounts, the second of which has not been asked for access, and a third that never lets anybody in by itself. */
import { createShopState } from '@scanship/simulator-kit/shop-state';

export interface SimLine {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPrice: number;
  /** Pounds. */
  readonly weight: number;
  readonly elsewhere: boolean;
}
export interface SimShipment {
  readonly carrier: string;
  readonly service: string;
  readonly tracking: string;
  readonly sellerId: string;
  readonly shipped: string;
  readonly units: readonly { readonly lineId: number; readonly sku: string; readonly quantity: number }[];
}
export interface SimOrder {
  readonly id: number;
  readonly created: string;
  readonly updated: string;
  readonly state: 'Active' | 'Cancelled';
  readonly checkout: 'Completed' | 'OnHold' | 'NotVisited';
  readonly payment: 'Cleared' | 'Submitted' | 'Failed';
  readonly shipping: 'Unshipped' | 'PartiallyShipped' | 'Shipped';
  readonly instructions: string;
  readonly lines: readonly SimLine[];
  readonly shipments: readonly SimShipment[];
  readonly exported: boolean;
}
export interface SimItem {
  readonly sku: string;
  readonly title: string;
  /** In the account's unit, which no call tells. */
  readonly weight: number;
  readonly upc: string;
  readonly harmonizedCode: string;
  readonly updated: string;
}
export interface SimAccount {
  readonly id: string;
  readonly profile: string;
  readonly name: string;
  readonly base: number;
  readonly goods: readonly Omit<SimLine, 'id' | 'quantity' | 'elsewhere'>[];
  readonly orders: Map<number, SimOrder>;
  readonly items: Map<string, SimItem>;
  access: 'Enabled' | 'Pending' | 'None';
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'item'; readonly value: SimItem }
  | { readonly what: 'access'; readonly access: SimAccount['access'] };

export const ABOUT: readonly Omit<SimAccount, 'orders' | 'items'>[] = [
  {
    id: 'e83a0b1e-75f7-41e3-8aac-d8ff01f9d1ea',
    profile: '32001401',
    name: 'Granite Home Goods',
    base: 4_839_705,
    access: 'Enabled',
    goods: [
      { sku: 'G-BOWL', title: 'Stoneware bowl', unitPrice: 24.5, weight: 1.2 },
      { sku: 'G-MUG', title: 'Stoneware mug', unitPrice: 14, weight: 0.8 },
    ],
  },
  {
    id: '5c2f7a90-11d2-4c3f-9a61-7705c1e0b222',
    profile: '32001402',
    name: 'Cedar Garden Supply',
    base: 6_100_001,
    access: 'Enabled',
    goods: [{ sku: 'C-TROWEL', title: 'Garden trowel', unitPrice: 18.75, weight: 0.5 }],
  },
  {
    id: '9be1c3d4-22aa-4f00-8b0b-00c0ffee0003',
    profile: '32001403',
    name: 'Harbour Lamps',
    base: 7_100_001,
    access: 'None',
    goods: [{ sku: 'H-LAMP', title: 'Desk lamp', unitPrice: 60, weight: 3 }],
  },
];

export const accounts = createShopState<SimAccount, Change>({
  slug: 'rithum-soap',
  seed: (started) =>
    new Map(
      ABOUT.map((about) => {
        const account: SimAccount = { ...about, orders: new Map(), items: new Map() };
        const at = new Date(started.getTime() - 30 * 24 * 3_600_000).toISOString();
        for (const good of about.goods) account.items.set(good.sku, makeItem(good.sku, good.title, good.weight, at));
        if (about.profile === '32001401')
          for (let index = 0; index < 24; index += 1) {
            const at = new Date(started.getTime() - (25 - index) * 8 * 3_600_000).toISOString();
            const order = makeOrder(account, [[index % 2, 1 + (index % 3)]], at);
            account.orders.set(order.id, order);
          }
        return [about.id, account];
      }),
    ),
  apply(account, change) {
    if (change.what === 'order') account.orders.set(change.value.id, change.value);
    else if (change.what === 'item') account.items.set(change.value.sku, change.value);
    else account.access = change.access;
  },
});

export const makeItem = (sku: string, title: string, weight: number, updated: string): SimItem => ({
  sku,
  title,
  weight,
  upc: '036000291452',
  harmonizedCode: '691200',
  updated,
});

/** @param wish places of goods and units; "elsewhere" marks what the marketplace sends itself */
export function makeOrder(
  account: SimAccount,
  wish: readonly (readonly [number, number])[],
  created: string,
  more: { readonly instructions?: string | undefined; readonly elsewhere?: boolean | undefined } = {},
): SimOrder {
  const id = account.base + account.orders.size;
  return {
    id,
    created,
    updated: created,
    state: 'Active',
    checkout: 'Completed',
    payment: 'Cleared',
    shipping: 'Unshipped',
    instructions: more.instructions ?? '',
    lines: wish.flatMap(([at, quantity], index) => {
      const good = account.goods[at];
      return good ? [{ ...good, id: id * 10 + index, quantity, elsewhere: more.elsewhere ?? false }] : [];
    }),
    shipments: [],
    exported: false,
  };
}
