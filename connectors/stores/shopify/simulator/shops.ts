/**
 * The shops' state: seeds, and above them what the books say. Every change is one entry with the whole order, variant or
 * subscription as it is afterwards, so that a killed simulator knows exactly what it had answered.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry, Books } from '@scanship/simulator-kit/books';
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

interface World {
  at: number;
  readonly shops: Map<string, Shop>;
}

type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'variant'; readonly value: SimVariant }
  | { readonly what: 'subscription'; readonly value: SimSubscription }
  | { readonly what: 'unsubscribed'; readonly value: { readonly clientId: string } }
  | { readonly what: 'withheld'; readonly value: readonly string[] };

const worlds = new WeakMap<Books, World>();

/** Numbers in a value, for the next free id. */
function highest(value: unknown): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(highest));
  if (typeof value !== 'object' || value === null) return 0;
  return Math.max(
    0,
    ...Object.entries(value).map(([key, v]) => (key === 'id' && typeof v === 'number' ? v : highest(v))),
  );
}

function apply(shop: Shop, change: Change): void {
  shop.lastId = Math.max(shop.lastId, highest(change.value));
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

function seeded(now: Date): Map<string, Shop> {
  return new Map(
    SEEDS.map((seed) => {
      const { about, variants, orders } = seed(now);
      const shop: Shop = {
        about,
        orders: new Map(),
        variants: new Map(),
        subscriptions: new Map(),
        withheld: [],
        lastId: highest(about),
      };
      for (const value of variants) apply(shop, { what: 'variant', value });
      for (const value of orders) apply(shop, { what: 'order', value });
      return [about.domain, shop];
    }),
  );
}

function readChange(entry: BookEntry): Change | undefined {
  const { change } = entry.data;
  return typeof change === 'object' && change !== null && !Array.isArray(change)
    ? // Our own books, written by `put` below.
      (change as JsonObject & Change)
    : undefined;
}

/** When the seeds' orders were placed; in the books, so that it stays the same after a restart. */
function startOf(context: SimContext): Date {
  const known = context.books.byId('seeded')[0];
  const entry =
    known ?? context.books.append({ kind: 'note', id: 'seeded', account: 'shopify', data: { seeded: true } });
  return new Date(entry.at);
}

function worldOf(context: SimContext): World {
  let world = worlds.get(context.books);
  if (!world) {
    world = { at: 0, shops: seeded(startOf(context)) };
    worlds.set(context.books, world);
  }
  const all = context.books.all();
  for (; world.at < all.length; world.at += 1) {
    const entry = all[world.at];
    const change = entry && readChange(entry);
    const shop = entry && world.shops.get(entry.account);
    if (change && shop) apply(shop, change);
  }
  return world;
}

export const shopOf = (domain: string, context: SimContext): Shop | undefined => worldOf(context).shops.get(domain);

/** Writes a change down; the state has it with the next question. */
export function put(
  shop: Shop,
  change: Change,
  context: SimContext,
  more: {
    readonly kind?: 'fulfilled' | 'withdrawn' | 'refunded';
    readonly id?: string;
    readonly reference?: string;
  } = {},
): void {
  context.books.append({
    kind: more.kind ?? 'note',
    id: more.id ?? context.newId('change_'),
    account: shop.about.domain,
    reference: more.reference,
    data: { change: JSON.parse(JSON.stringify(change)) as JsonObject },
  });
  worldOf(context);
}

/** A fresh id, never given twice in a shop. */
export function nextId(shop: Shop): number {
  shop.lastId += 1;
  return shop.lastId;
}
