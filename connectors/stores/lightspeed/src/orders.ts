/** Orders that changed since a moment. Lightspeed documents no order of its lists, so they are read as lists that move. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import {
  askFrom,
  listed,
  movingCursor,
  movingPage,
  movingPlace,
  nodesOf,
  type MovingItems,
  type MovingPlace,
} from '@scanship/connector-kit/store/moving-list';
import { readEachInTurn, type ReadItems, saidBy, together } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, find } from './client.ts';
import { linesOf } from './lines.ts';
import { readOrder, readOrderId } from './order-reader.ts';
import { ID, instant } from './reading.ts';
import { currencyOf } from './shop.ts';

/** The lines of each order are a call of their own, so a page is small. */
export const PAGE = 50;
const FIRST = 1;
/**
 * `updated_at_min` has no zone, and nobody says which it is in: it is asked for from half a day earlier, as no shop of either cluster
 * is further away, and what did not change since is left out here.
 */
const ZONES_MS = 12 * 3_600_000;

/** "2026-01-01 00:00:00" */
export const changedSince = (place: Pick<MovingPlace, 'since'>): string | undefined =>
  askFrom(place, ZONES_MS)?.replace('T', ' ').replace('Z', '');

/** Orders and variants say so alike. */
export const LISTED: MovingItems = { id: readOrderId, updatedAt: (node) => instant(node, 'updatedAt') };

const readAll = (nodes: readonly ObjectReader[], currency: string, env: StoreEnv): Promise<ReadItems<StoreOrder>> =>
  readEachInTurn(nodes, readOrderId, async (order) => {
    const lines = (await linesOf(order, env)).map((line) => line.isolated(order.problems));
    return readOrder(order, lines, currency);
  });

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const place = movingPlace(input, env.now(), FIRST);
  const currency = await currencyOf(env);
  const answer = await ask(env, {
    name: 'orders',
    path: 'orders',
    query: { updated_at_min: changedSince(place), limit: PAGE, page: place.at },
  });
  const raw = answer.raw('orders');
  const rows = answer.list('orders', (node) => listed(node, LISTED));
  // A full page may have another behind it; an empty one ends the list.
  const more = Array.isArray(raw) && raw.length >= PAGE;
  const { fresh, next } = movingPage(place, rows, more ? place.at + 1 : undefined, FIRST);
  const read = await readAll(nodesOf(fresh), currency, env);
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: next && movingCursor(next),
  };
}

/** One call each; those that do not exist are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ID.test(id));
  if (ids.length === 0) return { items: [], problems: [] };
  const currency = await currencyOf(env);
  const found: ReadItems<StoreOrder>[] = [];
  for (const id of ids) {
    const answer = await find(env, { name: 'order', path: `orders/${id}` });
    if (!answer) continue;
    const { items, problems } = await readAll([answer.object('order')], currency, env);
    found.push({
      items: items.filter((order) => order.externalId === id),
      problems: problems.map((problem) => ({ ...problem, externalId: id })),
    });
  }
  return together(found);
}
