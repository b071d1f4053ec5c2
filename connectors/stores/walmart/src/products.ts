/**
 * The seller's active items. Walmart says neither when an item changed nor its weight, customs code or origin here, so every
 * pull is a whole one; weights come with the orders.
 */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { askMaybe } from './client.ts';
import type { Market } from './market.ts';
import { readAmount } from './reading.ts';

/** Walmart's most. */
const PAGE = 50;

function readItem(item: ObjectReader, updatedAt: string): StoreProduct {
  const sku = item.id('sku');
  const price = item.maybe('price', (n) => item.object(n));
  const code = (name: string): string | undefined => item.maybe(name, (n) => item.id(n, /^\d{8,14}$/));
  return {
    externalId: sku,
    sku,
    title: item.maybe('productName', (n) => item.string(n)) ?? '',
    // A UPC with two zeros before it is the same as a GTIN.
    barcode: code('upc') ?? code('gtin')?.replace(/^00(?=\d{12}$)/, ''),
    price: price?.maybe('amount', (n) => readAmount(price, n, price.currency('currency'))),
    updatedAt,
  };
}

export const productsOf =
  (market: Market) =>
  async (input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> => {
    const now = env.now();
    if (input.since !== undefined && input.since > now) return { items: [], problems: [] };
    const cursor = input.cursor ?? {};
    const seen = typeof cursor['seen'] === 'number' ? cursor['seen'] : 0;
    const json = await askMaybe(market, env, {
      name: 'items',
      path: '/v3/items',
      query: {
        nextCursor: typeof cursor['next'] === 'string' ? cursor['next'] : '*',
        limit: PAGE,
        lifecycleStatus: 'ACTIVE',
      },
    });
    // A seller without any item is answered with 404.
    if (json === undefined) return { items: [], problems: [] };
    const answer = readObject(json);
    const total = answer.has('totalItems') ? answer.integer('totalItems', 0) : undefined;
    const next = answer.has('nextCursor') ? answer.string('nextCursor', /^[\x21-\x7e]{1,4000}$/) : undefined;
    const reader = answer.isolated();
    // The day it was read: Walmart does not say when it changed.
    const day = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
    const all = answer.raw('ItemResponse');
    const items = total === 0 && all === undefined ? [] : reader.list('ItemResponse', (item) => readItem(item, day));
    const read = seen + (Array.isArray(all) ? all.length : 0);
    // The cursor stays the same from page to page, so it does not say where the list ends; the count and an empty page do.
    const more = next !== undefined && read > seen && (total === undefined || read < total);
    return {
      items,
      problems: saidBy(reader),
      ...(total !== undefined && { total }),
      ...(more && { next: { next, seen: read } }),
    };
  };
