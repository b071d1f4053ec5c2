/** The sellers' state: seeds, and above them what the books say. */
import { createShopState, type ShopState } from '@scanship/simulator-kit/shop-state';
import type { SellerAbout, SimItem, SimOrder, SimSubscription } from './model.ts';
import type { SimMarket } from './place.ts';
import { seedsOf } from './seeds.ts';

export interface Seller {
  readonly about: SellerAbout;
  readonly orders: Map<string, SimOrder>;
  readonly items: Map<string, SimItem>;
  readonly subscriptions: Map<string, SimSubscription>;
  /** The seller deleted the keys. */
  keysGone: boolean;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'item'; readonly value: SimItem }
  | { readonly what: 'subscription'; readonly value: SimSubscription }
  | { readonly what: 'subscription-gone'; readonly value: string }
  | { readonly what: 'keys-gone'; readonly value: boolean };

export type Sellers = ShopState<Seller, Change>;

function apply(seller: Seller, change: Change): void {
  switch (change.what) {
    case 'order':
      seller.orders.set(change.value.id, change.value);
      break;
    case 'item':
      seller.items.set(change.value.sku, change.value);
      break;
    case 'subscription':
      seller.subscriptions.set(change.value.id, change.value);
      break;
    case 'subscription-gone':
      seller.subscriptions.delete(change.value);
      break;
    case 'keys-gone':
      seller.keysGone = change.value;
      break;
  }
}

export const createSellers = (market: SimMarket): Sellers =>
  createShopState<Seller, Change>({
    slug: market.slug,
    seed: (start) =>
      new Map(
        seedsOf(market, start).map(({ about, items, orders }): [string, Seller] => [
          about.partnerId,
          {
            about,
            orders: new Map(orders.map((one) => [one.id, one])),
            items: new Map(items.map((one) => [one.sku, one])),
            subscriptions: new Map(),
            keysGone: false,
          },
        ]),
      ),
    apply,
  });
