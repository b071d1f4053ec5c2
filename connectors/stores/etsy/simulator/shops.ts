/**
 * The shops' state: seeds, and above them what the books say. Every change is one entry with the whole receipt or listing
 * as it is afterwards, so that a killed simulator knows exactly what it had answered.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry, Books } from '@scanship/simulator-kit/books';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { ShopAbout, SimListing, SimReceipt } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface Shop {
  readonly about: ShopAbout;
  readonly receipts: Map<number, SimReceipt>;
  readonly listings: Map<number, SimListing>;
  lastId: number;
}

interface World {
  at: number;
  readonly shops: Map<string, Shop>;
}

export type Change =
  | { readonly what: 'receipt'; readonly value: SimReceipt }
  | { readonly what: 'listing'; readonly value: SimListing };

const worlds = new WeakMap<Books, World>();

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
  if (change.what === 'receipt') shop.receipts.set(change.value.id, change.value);
  else shop.listings.set(change.value.id, change.value);
}

function seeded(now: Date): Map<string, Shop> {
  return new Map(
    SEEDS.map((seed) => {
      const { about, listings, receipts } = seed(now);
      const shop: Shop = { about, receipts: new Map(), listings: new Map(), lastId: 4_000_000_000 };
      for (const value of listings) apply(shop, { what: 'listing', value });
      for (const value of receipts) apply(shop, { what: 'receipt', value });
      return [String(about.shopId), shop];
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
  const entry = known ?? context.books.append({ kind: 'note', id: 'seeded', account: 'etsy', data: { seeded: true } });
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

export const shopOf = (shopId: string, context: SimContext): Shop | undefined => worldOf(context).shops.get(shopId);

export const shopOfUser = (userId: string, context: SimContext): Shop | undefined =>
  [...worldOf(context).shops.values()].find((shop) => String(shop.about.userId) === userId);

export const allShops = (context: SimContext): readonly Shop[] => [...worldOf(context).shops.values()];

/** Writes a change down; the state has it with the next question. */
export function put(
  shop: Shop,
  change: Change,
  context: SimContext,
  more: { readonly kind?: 'fulfilled'; readonly id?: string; readonly reference?: string } = {},
): void {
  context.books.append({
    kind: more.kind ?? 'note',
    id: more.id ?? context.newId('change_'),
    account: String(shop.about.shopId),
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
