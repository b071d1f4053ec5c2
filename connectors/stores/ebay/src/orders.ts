/**
 * Orders by the time of their last change. eBay pages by offset and does not promise an order, so a long pull reads a window
 * that ends in the past from its last page to its first: an order that changes meanwhile leaves the window, which moves only
 * what was read already. What changed since is read in a last, open window.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachInTurn, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, askMaybe } from './client.ts';
import { fulfilmentsOf, unitsOf } from './fulfilments.ts';
import { manifest } from './manifest.ts';
import { isPartlyShipped, ORDER_ID, readOrder } from './order-reader.ts';

/** eBay's most. */
const PAGE = 200;
const IDS_PER_CALL = 50;
/** 400 for an id that is none, 404 for one that eBay does not know. */
const NOT_THERE = [400, 404];
const PATH = '/sell/fulfillment/v1/order';
/** eBay refuses ends in the future, and our clock may be ahead of its. */
const BEHIND_MS = 120_000;
const HISTORY_MS = (manifest.sync.history?.days ?? 90) * 86_400_000;

interface Answer {
  readonly nodes: readonly ObjectReader[];
  readonly problems: readonly PullProblem[];
  readonly total: number;
}

async function window(env: StoreEnv, from: Date, to: Date | undefined, offset: number): Promise<Answer> {
  const filter = `lastmodifieddate:[${from.toISOString()}..${to?.toISOString() ?? ''}]`;
  const answer = await ask(env, { name: 'orders', path: PATH, query: { filter, limit: PAGE, offset } });
  // How many there are decides whether more is asked for, so it is never guessed.
  const total = answer.integer('total', 0);
  const reader = answer.isolated();
  const nodes = total === 0 && !reader.has('orders') ? [] : reader.list('orders', (node) => node);
  return { nodes, total, problems: saidBy(reader) };
}

/** In the order of their last change. */
async function readAll(nodes: readonly ObjectReader[], env: StoreEnv): Promise<ReadItems<StoreOrder>> {
  const read = await readEachInTurn(
    nodes,
    (order) => order.string('orderId', ORDER_ID),
    async (order) => {
      const id = order.string('orderId', ORDER_ID);
      return readOrder(order, isPartlyShipped(order) ? unitsOf(await fulfilmentsOf(id, env)) : new Map());
    },
  );
  read.items.sort(
    (a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt) || (a.externalId < b.externalId ? -1 : 1),
  );
  return read;
}

const page = async (env: StoreEnv, answer: Answer, seen: readonly string[] = []): Promise<PullPage<StoreOrder>> => {
  const read = await readAll(answer.nodes, env);
  return {
    items: read.items.filter((order) => !seen.includes(`${order.externalId} ${order.updatedAt}`)),
    problems: [...answer.problems, ...read.problems],
  };
};

/** Most states kept of a page: as many orders may change between two pages of a pull without one coming twice. */
const MOST_SEEN = 120;

function stateOf(node: ObjectReader): string[] {
  const [id, at] = [node.raw('orderId'), node.raw('lastModifiedDate')];
  return typeof id === 'string' && typeof at === 'string' ? [`${id} ${at}`] : [];
}

const instantOf = (value: unknown): Date | undefined => {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** The page at an offset of a closed window; the one below follows, and after the first the open window. */
async function closedPage(env: StoreEnv, from: Date, to: Date, offset: number, cursor?: JsonObject) {
  const answer = await window(env, from, to, offset);
  const seen = Array.isArray(cursor?.['seen']) ? cursor['seen'].filter((s) => typeof s === 'string') : [];
  const read = await page(env, answer, seen);
  const next =
    offset === 0
      ? { from: new Date(to.getTime() + 1).toISOString() }
      : {
          from: from.toISOString(),
          to: to.toISOString(),
          offset: offset - PAGE,
          // What leaves the window moves these down into the page below.
          seen: answer.nodes.slice(0, MOST_SEEN).flatMap(stateOf),
        };
  return { ...read, next };
}

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const now = env.now();
  const { cursor } = input;
  const oldest = new Date(now.getTime() - HISTORY_MS);
  const asked = instantOf(cursor?.['from']) ?? input.since ?? oldest;
  const from = asked < oldest ? oldest : asked;
  if (from > now) return { items: [], problems: [] };
  const closed = instantOf(cursor?.['to']);
  if (closed && typeof cursor?.['offset'] === 'number')
    return closedPage(env, from, closed, Math.max(0, cursor['offset']), cursor);
  const whole = cursor === undefined && input.since === undefined;
  if (!whole) {
    const open = await window(env, from, undefined, 0);
    if (open.total <= PAGE) return page(env, open);
  }
  const behind = new Date(now.getTime() - BEHIND_MS);
  const to = behind > from ? behind : now;
  const first = await window(env, from, to, 0);
  if (first.total > PAGE) return closedPage(env, from, to, Math.floor((first.total - 1) / PAGE) * PAGE);
  return { ...(await page(env, first)), next: { from: new Date(to.getTime() + 1).toISOString() } };
}

export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ORDER_ID.test(id));
  const items: StoreOrder[] = [];
  const problems: PullProblem[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_CALL) {
    const part = ids.slice(at, at + IDS_PER_CALL);
    const query = { orderIds: part.join(',') };
    const answer = await askMaybe(env, { name: 'orders by id', path: PATH, query }, NOT_THERE);
    let nodes: readonly ObjectReader[];
    if (answer) {
      const reader = answer.isolated();
      nodes = reader.has('orders') || answer.integer('total', 0) > 0 ? reader.list('orders', (node) => node) : [];
      problems.push(...saidBy(reader));
    } else {
      // One id that eBay does not take fails the whole list.
      const single = part.map((id) =>
        askMaybe(env, { name: 'order', path: `${PATH}/${encodeURIComponent(id)}` }, NOT_THERE),
      );
      nodes = (await Promise.all(single)).filter((node) => node !== undefined);
    }
    const read = await readAll(nodes, env);
    items.push(...read.items);
    problems.push(...read.problems);
  }
  return { items, problems };
}
