/**
 * Orders that changed since a moment, page by page. Ecwid pages by offset and documents no order of its list, so what arrives or
 * changes meanwhile may push others over the edge of a page: pages overlap a little, and the list is read as one that moves.
 */
import {
  listed,
  movingCursor,
  movingPage,
  movingPlace,
  nodesOf,
  type MovingItems,
} from '@scanship/connector-kit/store/moving-list';
import { quietly, readEach, type ReadItems, saidBy, together } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { readOrder, readOrderId } from './order-reader.ts';
import { formatsOf } from './profile.ts';
import { instantOf, ORDER_ID, readSeconds, readUnits } from './reading.ts';

/** Ecwid's largest page. */
export const PAGE = 100;
/** So many orders may vanish between two pages without one being passed over. */
export const OVERLAP = 10;
const FIRST = 0;

const ORDERS: MovingItems = {
  id: readOrderId,
  updatedAt: (order) => instantOf(readSeconds(order, 'updateTimestamp')),
};

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const place = movingPlace(input, env.now(), FIRST);
  const units = readUnits(await formatsOf(env));
  const answer = await ask(env, {
    name: 'orders',
    path: '/orders',
    query: {
      updatedFrom: place.since === undefined ? undefined : Math.floor(place.since / 1_000),
      offset: place.at,
      limit: PAGE,
    },
  });
  // Whether there is more is never guessed.
  const total = answer.integer('total', 0);
  const raw = answer.raw('items');
  const rows = answer.list('items', (node) => listed(node, ORDERS));
  const shown = Array.isArray(raw) ? raw.length : 0;
  const more = shown > 0 && place.at + shown < total;
  const { fresh, next } = movingPage(place, rows, more ? place.at + Math.max(1, shown - OVERLAP) : undefined, FIRST);
  const read = readEach(nodesOf(fresh), readOrderId, (order) => readOrder(order, units));
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: next && movingCursor(next),
  };
}

/** A hundred a call; those that do not exist are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ORDER_ID.test(id));
  if (ids.length === 0) return { items: [], problems: [] };
  const found: ReadItems<StoreOrder>[] = [];
  const units = readUnits(await formatsOf(env));
  for (let from = 0; from < ids.length; from += PAGE) {
    const asked = ids.slice(from, from + PAGE);
    const answer = await ask(env, {
      name: 'orders by id',
      path: '/orders',
      query: { ids: asked.join(','), limit: PAGE },
    });
    const nodes = answer
      .list('items', (node) => node)
      .filter((node) => {
        const id = quietly(node, readOrderId);
        return id === undefined || asked.includes(id);
      });
    const read = readEach(nodes, readOrderId, (order) => readOrder(order, units));
    found.push({ items: [], problems: saidBy(answer) }, read);
  }
  return together(found);
}
