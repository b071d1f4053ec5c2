/** The sellers' state. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimItem, SimMerchant, SimOrder } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface Seller {
  readonly about: SimMerchant;
  readonly orders: Map<string, SimOrder>;
  readonly items: Map<string, SimItem>;
  /** Requests by their idempotency key: what was asked. */
  readonly keys: Map<string, string>;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder; readonly key?: string; readonly asked?: string }
  | { readonly what: 'item'; readonly value: SimItem };

export const sellers = createShopState<Seller, Change>({
  slug: 'square',
  seed: (started) =>
    new Map(
      SEEDS.map((seed) => {
        const { about, orders, items } = seed(started);
        const seller: Seller = {
          about,
          orders: new Map(orders.map((order) => [order.id, order])),
          items: new Map(items.map((item) => [item.id, item])),
          keys: new Map(),
        };
        return [about.id, seller];
      }),
    ),
  apply(seller, change) {
    if (change.what === 'item') seller.items.set(change.value.id, change.value);
    else {
      seller.orders.set(change.value.id, change.value);
      if (change.key !== undefined) seller.keys.set(change.key, change.asked ?? '');
    }
  },
});
