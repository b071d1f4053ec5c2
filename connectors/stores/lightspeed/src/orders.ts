/** Orders that changed since a moment. Lightspeed documents no order of its lists, so they are read as lists that move. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/json-reader';
import { isNews, movingCursor, movingOn, movingPlace, stampOf, type Stamp } from '@scanship/connector-kit/moving-list';
import type { PullInput, PullPage } from '@scanship/connector-kit/store';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';
import type { StoreOrder } from '@scanship/domain/store-order';
import { ask, find } from './client.ts';
import { linesOf } from './lines.ts';
import { readOrder, readOrderId } from './order-reader.ts';
import { ID, time } from './reading.ts';
import { currencyOf } from './shop.ts';

/** The lines of each order are a call of their own, so a page is small. */
export const PAGE = 50;
const FIRST = 1;
/**
 * `updated_at_min` has no zone, and nobody says which it is in: it is asked for from half a day earlier, as no shop of either cluster
 * is further away, and what did not change since is left out here.
 */
const ZONES_S = 12 * 3_600;

/** "2026-01-01 00:00:00" */
export const momentText = (seconds: number): string =>
  new Date(Math.max(0, seconds) * 1_000).toISOString().slice(0, 19).replace('T', ' ');

export const changedSince = (since: number | undefined): string | undefined =>
  since === undefined ? undefined : momentText(since - ZONES_S);

/** Of an order or a variant. */
export function readStamp(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  const milliseconds = quiet.maybe('updatedAt', (n) => time(quiet, n));
  return stampOf(
    quiet.maybe('id', () => readOrderId(quiet)),
    milliseconds === undefined ? undefined : Math.floor(milliseconds / 1_000),
  );
}

type Problem = PullPage<StoreOrder>['problems'][number];

/** Reads orders one by one: a broken one becomes a message, with its id where that can be read. */
async function readAll(
  nodes: readonly ObjectReader[],
  currency: string,
  env: StoreEnv,
): Promise<{ items: StoreOrder[]; problems: Problem[] }> {
  const items: StoreOrder[] = [];
  const problems: Problem[] = [];
  for (const node of nodes) {
    const order = node.isolated();
    const externalId = readStamp(node).id;
    const said = new Set([order.problems]);
    try {
      const lines = await linesOf(order, env);
      for (const line of lines) said.add(line.problems);
      items.push(readOrder(order, lines, currency));
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push({ externalId, message: error.message });
    }
    problems.push(...[...said].flat().map((message) => ({ externalId, message })));
  }
  return { items, problems };
}

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const place = movingPlace(input, env.now(), FIRST);
  const currency = await currencyOf(env);
  const answer = await ask(env, {
    name: 'orders',
    path: 'orders',
    query: { updated_at_min: changedSince(place.since), limit: PAGE, page: place.at },
  });
  const raw = answer.raw('orders');
  const nodes = answer.list('orders', (node) => node);
  const stamps = nodes.map(readStamp);
  const fresh = nodes.filter((_node, index) => {
    const stamp = stamps[index];
    return stamp === undefined || isNews(place, stamp);
  });
  const read = await readAll(fresh, currency, env);
  // A full page may have another behind it; an empty one ends the list.
  const more = Array.isArray(raw) && raw.length >= PAGE;
  const next = movingOn(place, stamps, more ? place.at + 1 : undefined, FIRST);
  return {
    items: read.items,
    problems: [...answer.problems.map((message) => ({ message })), ...read.problems],
    next: next && movingCursor(next),
  };
}

/** One call each; those that do not exist are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ID.test(id));
  if (ids.length === 0) return { items: [], problems: [] };
  const currency = await currencyOf(env);
  const items: StoreOrder[] = [];
  const problems: Problem[] = [];
  for (const id of ids) {
    const answer = await find(env, { name: 'order', path: `orders/${id}` });
    if (!answer) continue;
    const read = await readAll([answer.object('order')], currency, env);
    items.push(...read.items.filter((order) => order.externalId === id));
    problems.push(...read.problems.map((problem) => ({ ...problem, externalId: id })));
  }
  return { items, problems };
}
