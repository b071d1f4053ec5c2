/**
 * The shops' state: seeds, and above them what the books say. Every change is one entry with the whole order, product or
 * webhook as it is afterwards, so that a killed simulator knows exactly what it had answered.
 */
import { createShopState, highestId, type HowItIsBooked } from '@scanship/simulator-kit/shop-state';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { ShopAbout, SimHook, SimOrder, SimProduct, SimVariation } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface Shop {
  readonly about: ShopAbout;
  readonly orders: Map<number, SimOrder>;
  readonly products: Map<number, SimProduct>;
  readonly variations: Map<number, readonly SimVariation[]>;
  readonly hooks: Map<number, SimHook>;
  /** The owner has deleted the key. */
  keyGone: boolean;
  lastId: number;
}

type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'order-gone'; readonly value: number }
  | { readonly what: 'product'; readonly value: SimProduct }
  | { readonly what: 'hook'; readonly value: SimHook }
  | { readonly what: 'hook-gone'; readonly value: number }
  | { readonly what: 'key-gone'; readonly value: boolean };

function apply(shop: Shop, change: Change): void {
  shop.lastId = Math.max(shop.lastId, highestId(change.value));
  switch (change.what) {
    case 'order':
      shop.orders.set(change.value.id, change.value);
      break;
    case 'order-gone':
      shop.orders.delete(change.value);
      break;
    case 'product':
      shop.products.set(change.value.id, change.value);
      break;
    case 'hook':
      shop.hooks.set(change.value.id, change.value);
      break;
    case 'hook-gone':
      shop.hooks.delete(change.value);
      break;
    case 'key-gone':
      shop.keyGone = change.value;
      break;
  }
}

const seeded = (now: Date): Map<string, Shop> =>
  new Map(
    SEEDS.map((seed) => {
      const { about, products, variations, orders } = seed(now);
      const shop: Shop = {
        about,
        orders: new Map(),
        products: new Map(),
        variations: new Map(variations),
        hooks: new Map(),
        keyGone: false,
        lastId: highestId([...variations.values()]),
      };
      for (const value of products) apply(shop, { what: 'product', value });
      for (const value of orders) apply(shop, { what: 'order', value });
      return [about.account, shop];
    }),
  );

const shops = createShopState<Shop, Change>({ slug: 'woocommerce', seed: seeded, apply });

export const shopOf = (account: string, context: SimContext): Shop | undefined => shops.of(account, context);

/** Writes a change down; the shop has it at once. */
export const put = (shop: Shop, change: Change, context: SimContext, more?: HowItIsBooked): void =>
  shops.put(shop.about.account, change, context, more);
