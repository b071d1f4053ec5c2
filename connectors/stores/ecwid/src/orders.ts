/**
 * Orders that changed since a moment, page by page. Ecwid pages by offset and documents no order of its list, so what arrives or
 * changes meanwhile may push others over the edge of a page: pages overlap a little, and the list is read as one that moves.
 */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/json-reader';
import { isNews, movingCursor, movingOn, movingPlace, stampOf, type Stamp } from '@scanship/connector-kit/moving-list';
import type { PullInput, PullPage } from '@scanship/connector-kit/store';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';
import type { StoreOrder } from '@scanship/domain/store-order';
import { ask } from './client.ts';
import { readOrder, readOrderId } from './order-reader.ts';
import { formatsOf } from './profile.ts';
import { ORDER_ID, readSeconds, readUnits, type Units } from './reading.ts';

/** Ecwid's largest page. */
export const PAGE = 100;
/** So many orders may vanish between two pages without one being passed over. */
export const OVERLAP = 10;
const FIRST = 0;

type Problem = PullPage<StoreOrder>['problems'][number];

function readStamp(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  return stampOf(
    quiet.maybe('id', () => readOrderId(quiet)),
    quiet.maybe('updateTimestamp', (n) => readSeconds(quiet, n)),
  );
}

/** Reads orders one by one: a broken one becomes a message, with its id where that can be read. */
function readAll(nodes: readonly ObjectReader[], units: Units): { items: StoreOrder[]; problems: Problem[] } {
  const items: StoreOrder[] = [];
  const problems: Problem[] = [];
  for (const node of nodes) {
    const order = node.isolated();
    const externalId = readStamp(node).id;
    try {
      items.push(readOrder(order, units));
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push({ externalId, message: error.message });
    }
    problems.push(...order.problems.map((message) => ({ externalId, message })));
  }
  return { items, problems };
}

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const place = movingPlace(input, env.now(), FIRST);
  const units = readUnits(await formatsOf(env));
  const answer = await ask(env, {
    name: 'orders',
    path: '/orders',
    query: { updatedFrom: place.since, offset: place.at, limit: PAGE },
  });
  // Whether there is more is never guessed.
  const total = answer.integer('total', 0);
  const raw = answer.raw('items');
  const nodes = answer.list('items', (node) => node);
  const stamps = nodes.map(readStamp);
  const fresh = nodes.filter((_node, index) => {
    const stamp = stamps[index];
    return stamp === undefined || isNews(place, stamp);
  });
  const read = readAll(fresh, units);
  const shown = Array.isArray(raw) ? raw.length : 0;
  const more = shown > 0 && place.at + shown < total;
  const next = movingOn(place, stamps, more ? place.at + Math.max(1, shown - OVERLAP) : undefined, FIRST);
  return {
    items: read.items,
    problems: [...answer.problems.map((message) => ({ message })), ...read.problems],
    next: next && movingCursor(next),
  };
}

/** A hundred a call; those that do not exist are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ORDER_ID.test(id));
  if (ids.length === 0) return { items: [], problems: [] };
  const items: StoreOrder[] = [];
  const problems: Problem[] = [];
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
        const { id } = readStamp(node);
        return id === undefined || asked.includes(id);
      });
    const read = readAll(nodes, units);
    items.push(...read.items);
    problems.push(...answer.problems.map((message) => ({ message })), ...read.problems);
  }
  return { items, problems };
}
