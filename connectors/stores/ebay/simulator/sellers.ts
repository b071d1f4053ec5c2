/** The sellers' state: seeds, and above them what the books say. Every change is one entry with the whole thing as it is then. */
import { createShopState, type HowItIsBooked } from '@scanship/simulator-kit/shop-state';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { SellerAbout, SimItem, SimOrder } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface Seller {
  readonly about: SellerAbout;
  readonly orders: Map<string, SimOrder>;
  readonly items: Map<string, SimItem>;
}

type Change = { readonly what: 'order'; readonly value: SimOrder } | { readonly what: 'item'; readonly value: SimItem };

function apply(seller: Seller, change: Change): void {
  if (change.what === 'order') seller.orders.set(change.value.id, change.value);
  else seller.items.set(change.value.sku, change.value);
}

const sellers = createShopState<Seller, Change>({
  slug: 'ebay',
  seed: (start) =>
    new Map(
      SEEDS.map((seed) => {
        const { about, items, orders } = seed(start);
        return [
          about.userId,
          { about, orders: new Map(orders.map((o) => [o.id, o])), items: new Map(items.map((i) => [i.sku, i])) },
        ];
      }),
    ),
  apply,
});

export const sellerOf = (userId: string, context: SimContext): Seller | undefined => sellers.of(userId, context);

export const allSellers = (context: SimContext): readonly Seller[] => sellers.all(context);

/** Writes a change down; the seller has it at once. */
export const put = (seller: Seller, change: Change, context: SimContext, more?: HowItIsBooked): void =>
  sellers.put(seller.about.userId, change, context, more);
