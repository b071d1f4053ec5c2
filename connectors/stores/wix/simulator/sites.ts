/** The sites' state. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimOrder, SimProduct, SimSite } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface Site {
  readonly about: SimSite;
  readonly orders: Map<string, SimOrder>;
  readonly products: Map<string, SimProduct>;
  /** Whether our app stands on it. */
  installed: boolean;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'product'; readonly value: SimProduct }
  | { readonly what: 'installed'; readonly value: boolean };

export const sites = createShopState<Site, Change>({
  slug: 'wix',
  seed: (started) =>
    new Map(
      SEEDS.map((seed) => {
        const { about, orders, products } = seed(started);
        const site: Site = {
          about,
          orders: new Map(orders.map((order) => [order.id, order])),
          products: new Map(products.map((product) => [product.id, product])),
          installed: true,
        };
        return [about.instanceId, site];
      }),
    ),
  apply(site, change) {
    if (change.what === 'order') site.orders.set(change.value.id, change.value);
    else if (change.what === 'product') site.products.set(change.value.id, change.value);
    else site.installed = change.value;
  },
});
