/**
 * The shops' state: seeds, and above them what the books say. Every change is one entry with the whole order, variant or
 * subscription as it is afterwards, so that a killed simulator knows exactly what it had answered.
 */
import { createShopState, highestId, type HowItIsBooked } from '@scanship/simulator-kit/shop-state';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { ShopAbout, SimOrder, SimSubscription, SimVariant } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface Shop {
  readonly about: ShopAbout;
  readonly orders: Map<number, SimOrder>;
  readonly variants: Map<number, SimVariant>;
  readonly subscriptions: Map<number, SimSubscription>;
  /** Scopes a seller leaves out on the consent page. */
  withheld: readonly string[];
  lastId: number;
}

type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'variant'; readonly value: SimVariant }
  | { readonly what: 'subscription'; readonly value: SimSubscription }
  | { readonly what: 'unsubscribed'; readonly value: { readonly clientId: string } }
  | { readonly what: 'withheld'; readonly value: readonly string[] };

function apply(shop: Shop, change: Change): void {
  shop.lastId = Math.max(shop.lastId, highestId(change.value));
  switch (change.what) {
    case 'order':
      shop.orders.set(change.value.id, change.value);
      break;
    case 'variant':
      shop.variants.set(change.value.id, change.value);
      break;
    case 'subscription':
      shop.subscriptions.set(change.value.id, change.value);
      break;
    case 'unsubscribed':
      for (const one of shop.subscriptions.values())
        if (one.clientId === change.value.clientId) shop.subscriptions.delete(one.id);
      break;
    case 'withheld':
      shop.withheld = change.value;
      break;
  }
}

const seeded = (now: Date): Map<string, Shop> =>
  new Map(
    SEEDS.map((seed) => {
      const { about, variants, orders } = seed(now);
      const shop: Shop = {
        about,
        orders: new Map(),
        variants: new Map(),
        subscriptions: new Map(),
        withheld: [],
        lastId: highestId(about),
      };
      for (const value of variants) apply(shop, { what: 'variant', value });
      for (const value of orders) apply(shop, { what: 'order', value });
      return [about.domain, shop];
    }),
  );

const shops = createShopState<Shop, Change>({ slug: 'shopify', seed: seeded, apply });

export const shopOf = (domain: string, context: SimContext): Shop | undefined => shops.of(domain, context);

/** Writes a change down; the shop has it at once. */
export const put = (shop: Shop, change: Change, context: SimContext, more?: HowItIsBooked): void =>
  shops.put(shop.about.domain, change, context, more);
