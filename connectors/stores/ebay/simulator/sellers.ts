/** The sellers' state: seeds, and above them what the books say. Every change is one entry with the whole thing as it is then. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry, Books } from '@scanship/simulator-kit/books';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { SellerAbout, SimItem, SimOrder } from './model.ts';
import { SEEDS } from './seeds.ts';

export interface Seller {
  readonly about: SellerAbout;
  readonly orders: Map<string, SimOrder>;
  readonly items: Map<string, SimItem>;
}

interface World {
  at: number;
  readonly sellers: Map<string, Seller>;
}

type Change = { readonly what: 'order'; readonly value: SimOrder } | { readonly what: 'item'; readonly value: SimItem };

const worlds = new WeakMap<Books, World>();

function apply(seller: Seller, change: Change): void {
  if (change.what === 'order') seller.orders.set(change.value.id, change.value);
  else seller.items.set(change.value.sku, change.value);
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
  const entry = known ?? context.books.append({ kind: 'note', id: 'seeded', account: 'ebay', data: { seeded: true } });
  return new Date(entry.at);
}

function worldOf(context: SimContext): World {
  let world = worlds.get(context.books);
  if (!world) {
    const start = startOf(context);
    const sellers = SEEDS.map((seed): [string, Seller] => {
      const { about, items, orders } = seed(start);
      return [
        about.userId,
        { about, orders: new Map(orders.map((o) => [o.id, o])), items: new Map(items.map((i) => [i.sku, i])) },
      ];
    });
    world = { at: 0, sellers: new Map(sellers) };
    worlds.set(context.books, world);
  }
  const all = context.books.all();
  for (; world.at < all.length; world.at += 1) {
    const entry = all[world.at];
    const change = entry && readChange(entry);
    const seller = entry && world.sellers.get(entry.account);
    if (change && seller) apply(seller, change);
  }
  return world;
}

export const sellerOf = (userId: string, context: SimContext): Seller | undefined =>
  worldOf(context).sellers.get(userId);

export const allSellers = (context: SimContext): readonly Seller[] => [...worldOf(context).sellers.values()];

/** Writes a change down; the state has it with the next question. */
export function put(
  seller: Seller,
  change: Change,
  context: SimContext,
  more: {
    readonly kind?: 'fulfilled' | 'refunded';
    readonly id?: string;
    readonly reference?: string | undefined;
  } = {},
): void {
  context.books.append({
    kind: more.kind ?? 'note',
    id: more.id ?? context.newId('change_'),
    account: seller.about.userId,
    reference: more.reference,
    data: { change: JSON.parse(JSON.stringify(change)) as JsonObject },
  });
  worldOf(context);
}
