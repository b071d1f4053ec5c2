/**
 * The shops' state: seeds, and above them what the books say. Every change is one entry with the whole receipt or listing
 * as it is afterwards, so that a killed simulator knows exactly what it had answered.
 */
import { createShopState, highestId, type HowItIsBooked } from '@scanship/simulator-kit/shop-state';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { ShopAbout, SimListing, SimReceipt } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface Shop {
  readonly about: ShopAbout;
  readonly receipts: Map<number, SimReceipt>;
  readonly listings: Map<number, SimListing>;
  lastId: number;
}

export type Change =
  | { readonly what: 'receipt'; readonly value: SimReceipt }
  | { readonly what: 'listing'; readonly value: SimListing };

function apply(shop: Shop, change: Change): void {
  shop.lastId = Math.max(shop.lastId, highestId(change.value));
  if (change.what === 'receipt') shop.receipts.set(change.value.id, change.value);
  else shop.listings.set(change.value.id, change.value);
}

const seeded = (now: Date): Map<string, Shop> =>
  new Map(
    SEEDS.map((seed) => {
      const { about, listings, receipts } = seed(now);
      const shop: Shop = { about, receipts: new Map(), listings: new Map(), lastId: 4_000_000_000 };
      for (const value of listings) apply(shop, { what: 'listing', value });
      for (const value of receipts) apply(shop, { what: 'receipt', value });
      return [String(about.shopId), shop];
    }),
  );

const shops = createShopState<Shop, Change>({ slug: 'etsy', seed: seeded, apply });

export const shopOf = (shopId: string, context: SimContext): Shop | undefined => shops.of(shopId, context);

export const shopOfUser = (userId: string, context: SimContext): Shop | undefined =>
  shops.all(context).find((shop) => String(shop.about.userId) === userId);

export const allShops = (context: SimContext): readonly Shop[] => shops.all(context);

/** Writes a change down; the shop has it at once. */
export const put = (shop: Shop, change: Change, context: SimContext, more?: HowItIsBooked): void =>
  shops.put(String(shop.about.shopId), change, context, more);
