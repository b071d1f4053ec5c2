/** The sellers' state: seeds, and above them what the books say. */
import { createShopState, type ShopState } from '@scanship/simulator-kit/shop-state';
import type { Place, SellerAbout, SimListing, SimOrder } from './model.ts';
import { seedsOf } from './seeds.ts';

export interface Seller {
  readonly about: SellerAbout;
  readonly orders: Map<string, SimOrder>;
  readonly listings: Map<string, SimListing>;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'listing'; readonly value: SimListing };

export type Sellers = ShopState<Seller, Change>;

export const createSellers = (place: Place): Sellers =>
  createShopState<Seller, Change>({
    slug: place.slug,
    seed: (start) =>
      new Map(
        seedsOf(place, start).map(({ about, listings, orders }) => [
          about.id,
          {
            about,
            orders: new Map(orders.map((o) => [o.id, o])),
            listings: new Map(listings.map((l) => [l.sku, l])),
          },
        ]),
      ),
    apply(seller, change) {
      if (change.what === 'order') seller.orders.set(change.value.id, change.value);
      else seller.listings.set(change.value.sku, change.value);
    },
  });
