/** The stores' state. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimOrder, SimProduct, SimStore } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface EcwidStore {
  readonly about: SimStore;
  readonly orders: Map<string, SimOrder>;
  readonly products: Map<number, SimProduct>;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'product'; readonly value: SimProduct };

export const stores = createShopState<EcwidStore, Change>({
  slug: 'ecwid',
  seed: (started) =>
    new Map(
      SEEDS.map((seed) => {
        const { about, orders, products } = seed(started);
        const store: EcwidStore = {
          about,
          orders: new Map(orders.map((order) => [order.id, order])),
          products: new Map(products.map((product) => [product.id, product])),
        };
        return [about.id, store];
      }),
    ),
  apply(store, change) {
    if (change.what === 'order') store.orders.set(change.value.id, change.value);
    else store.products.set(change.value.id, change.value);
  },
});
