/**
 * State of the shops of a simulator: seeds, and above them what the books say. Every change is one entry that holds the thing as
 * it is afterwards, so that a killed simulator knows exactly what it had answered.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry, Books } from './books.ts';
import type { SimContext } from './simulator.ts';

export interface ShopState<S, C> {
  /** A shop by its account; undefined for none. */
  of(account: string, context: SimContext): S | undefined;
  all(context: SimContext): readonly S[];
  /** Writes a change down; the shop has it at once. */
  put(account: string, change: C, context: SimContext, more?: HowItIsBooked): void;
}

/** What an entry says beside the change: that something was reported, and under which name. */
export interface HowItIsBooked {
  readonly kind?: 'fulfilled' | 'withdrawn' | 'refunded' | undefined;
  readonly id?: string | undefined;
  readonly reference?: string | undefined;
}

interface World<S> {
  at: number;
  readonly shops: ReadonlyMap<string, S>;
}

/**
 * @param options.slug the simulator's; its first entry in the books says when the seeds were made
 * @param options.seed shops by account as they are on their first day
 * @param options.apply changes a shop; also called for what was written before a restart, and never elsewhere
 */
export function createShopState<S, C extends object>(options: {
  readonly slug: string;
  readonly seed: (start: Date) => ReadonlyMap<string, S>;
  readonly apply: (shop: S, change: C) => void;
}): ShopState<S, C> {
  const worlds = new WeakMap<Books, World<S>>();
  const changeOf = (entry: BookEntry): (C & JsonObject) | undefined => {
    const { change } = entry.data;
    return typeof change === 'object' && change !== null && !Array.isArray(change)
      ? // Our own books, written by `put` below.
        (change as C & JsonObject)
      : undefined;
  };
  const startOf = ({ books }: SimContext): Date => {
    const known = books.byId('seeded')[0];
    const entry = known ?? books.append({ kind: 'note', id: 'seeded', account: options.slug, data: { seeded: true } });
    return new Date(entry.at);
  };
  const worldOf = (context: SimContext): World<S> => {
    let world = worlds.get(context.books);
    if (!world) {
      world = { at: 0, shops: options.seed(startOf(context)) };
      worlds.set(context.books, world);
    }
    const all = context.books.all();
    for (; world.at < all.length; world.at += 1) {
      const entry = all[world.at];
      const change = entry && changeOf(entry);
      const shop = entry && world.shops.get(entry.account);
      if (change && shop !== undefined) options.apply(shop, change);
    }
    return world;
  };
  return {
    of: (account, context) => worldOf(context).shops.get(account),
    all: (context) => [...worldOf(context).shops.values()],
    put(account, change, context, more = {}) {
      context.books.append({
        kind: more.kind ?? 'note',
        id: more.id ?? context.newId('change_'),
        account,
        reference: more.reference,
        data: { change: JSON.parse(JSON.stringify(change)) as JsonObject },
      });
      worldOf(context);
    },
  };
}

/** The highest number under "id" anywhere in a value; 0 for none. */
export function highestId(value: unknown): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(highestId));
  if (typeof value !== 'object' || value === null) return 0;
  return Math.max(
    0,
    ...Object.entries(value).map(([key, v]) => (key === 'id' && typeof v === 'number' ? v : highestId(v))),
  );
}

/** A fresh id, never given twice in a shop. */
export function nextId(shop: { lastId: number }): number {
  shop.lastId += 1;
  return shop.lastId;
}
