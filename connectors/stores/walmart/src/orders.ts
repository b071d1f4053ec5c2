/**
 * Purchase orders the seller ships, by the time of their last change. Walmart pages by a cursor of its own and promises no
 * order, so a pull of several pages ends with a question for what changed since it began. It lists at most so many orders a
 * question; where there are more, the question is asked for a shorter time of placing.
 */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { askMaybe } from './client.ts';
import { HISTORY_DAYS } from './manifest-family.ts';
import type { Market } from './market.ts';
import { isOurs, ORDER_ID, orderIn, readOrder } from './order-reader.ts';

/** Walmart's most. */
const PAGE = 200;
/** The older of two documents allows 10,000 orders a question, the contract 20,000. */
const MOST_ORDERS = 10_000;
const HOUR_MS = 3_600_000;
const SHORTEST_MS = HOUR_MS;
/** Walmart's clock may be ahead of ours. */
const BEHIND_MS = 120_000;
/** States kept of a pull: as many orders may change while it runs without one coming twice. */
const MOST_TOLD = 100;
const CURSOR = /^\?[\w=&%.:~*+,;@!$'()/-]{1,2000}$/;
const WITH = { productInfo: 'true', replacementInfo: 'true' } as const;

/** To the second, as Walmart's filters are; down, so that the moment itself is in. */
export const secondOf = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;

interface Place {
  /** When the pull began, a little behind. */
  readonly begun: string;
  readonly createdFrom: string;
  /** Where one question was too much for Walmart: the end of the part that is asked for. */
  readonly createdTo?: string | undefined;
  readonly changedFrom?: string | undefined;
  /** Walmart's own cursor. */
  readonly next?: string | undefined;
  readonly tail: boolean;
  readonly told: readonly string[];
}

const textOf = (cursor: JsonObject, name: string): string | undefined => {
  const value = cursor[name];
  return typeof value === 'string' ? value : undefined;
};

function placeOf(input: PullInput, now: Date): Place {
  const { cursor, since } = input;
  const oldest = new Date(now.getTime() - HISTORY_DAYS * 24 * HOUR_MS);
  if (cursor)
    return {
      begun: textOf(cursor, 'begun') ?? secondOf(now),
      createdFrom: textOf(cursor, 'createdFrom') ?? secondOf(oldest),
      createdTo: textOf(cursor, 'createdTo'),
      changedFrom: textOf(cursor, 'changedFrom'),
      next: textOf(cursor, 'next'),
      tail: cursor['tail'] === true,
      told: Array.isArray(cursor['told']) ? cursor['told'].filter((one) => typeof one === 'string') : [],
    };
  return {
    begun: secondOf(new Date(now.getTime() - BEHIND_MS)),
    createdFrom: secondOf(oldest),
    changedFrom: since && secondOf(since),
    tail: false,
    told: [],
  };
}

const cursorOf = (place: Place): JsonObject => JSON.parse(JSON.stringify(place)) as JsonObject;

interface Answer {
  readonly nodes: readonly ObjectReader[];
  readonly problems: readonly PullProblem[];
  readonly total: number | undefined;
  readonly next: string | undefined;
}

async function question(market: Market, env: StoreEnv, place: Place): Promise<Answer> {
  const { createdFrom, createdTo, changedFrom, next } = place;
  const json = await askMaybe(market, env, {
    name: 'orders',
    // The cursor is a query, to be asked as it is.
    path: `/v3/orders${next ?? ''}`,
    query:
      next === undefined
        ? {
            createdStartDate: createdFrom,
            createdEndDate: createdTo,
            lastModifiedStartDate: changedFrom,
            shipNodeType: 'SellerFulfilled',
            limit: PAGE,
            ...WITH,
          }
        : undefined,
  });
  // No order at all may be answered with 404.
  if (json === undefined) return { nodes: [], problems: [], total: 0, next: undefined };
  const list = readObject(json).object('list');
  const meta = list.object('meta');
  const reader = list.object('elements').isolated();
  const total = meta.has('totalCount') ? meta.integer('totalCount', 0) : undefined;
  return {
    nodes: total === 0 && !reader.has('order') ? [] : reader.list('order', (node) => node),
    problems: saidBy(reader),
    total,
    // Whether there is more is never guessed.
    next: meta.has('nextCursor') ? meta.string('nextCursor', CURSOR) : undefined,
  };
}

/** In the order of their last change. */
function readAll(nodes: readonly ObjectReader[], currency: string): ReadItems<StoreOrder> {
  const read = readEach(
    nodes.filter(isOurs),
    (order) => order.id('purchaseOrderId', ORDER_ID),
    (order) => readOrder(order, currency),
  );
  read.items.sort(
    (a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt) || (a.externalId < b.externalId ? -1 : 1),
  );
  return read;
}

const stateOf = (order: StoreOrder): string => `${order.externalId} ${order.updatedAt}`;

/** The question, for a shorter time as long as Walmart has more orders than it would list. */
async function fitting(market: Market, env: StoreEnv, whole: Place): Promise<{ place: Place; answer: Answer }> {
  let place = whole;
  for (;;) {
    const answer = await question(market, env, place);
    const from = Date.parse(place.createdFrom);
    const length = (place.createdTo === undefined ? env.now().getTime() : Date.parse(place.createdTo)) - from;
    const tooMany = place.next === undefined && (answer.total ?? 0) > MOST_ORDERS;
    if (!tooMany || length <= SHORTEST_MS) return { place, answer };
    place = { ...place, createdTo: secondOf(new Date(from + length / 2)) };
  }
}

/** @param several the page before this one was another question */
function following(place: Place, answer: Answer, told: readonly string[], several: boolean): Place | undefined {
  if (answer.next !== undefined) return { ...place, next: answer.next, told };
  if (place.createdTo !== undefined) {
    // A second over the end: whether the filter's ends are in is not said.
    const createdFrom = secondOf(new Date(Date.parse(place.createdTo) - 1_000));
    return { ...place, createdFrom, createdTo: undefined, next: undefined, told };
  }
  if (place.tail || !several) return undefined;
  const { begun, changedFrom } = place;
  const from = changedFrom !== undefined && changedFrom > begun ? changedFrom : begun;
  return { ...place, changedFrom: from, next: undefined, tail: true, told };
}

export const ordersOf =
  (market: Market) =>
  async (input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> => {
    const now = env.now();
    if (input.since !== undefined && input.since > now) return { items: [], problems: [] };
    const asked = placeOf(input, now);
    const { place, answer } = await fitting(market, env, asked);
    const read = readAll(answer.nodes, market.currency);
    const items = place.tail ? read.items.filter((order) => !place.told.includes(stateOf(order))) : read.items;
    const fresh = items.filter((order) => Date.parse(order.updatedAt) >= Date.parse(place.begun)).map(stateOf);
    const next = following(place, answer, [...place.told, ...fresh].slice(-MOST_TOLD), input.cursor !== undefined);
    const isWhole = input.cursor === undefined && place === asked;
    return {
      items,
      problems: [...answer.problems, ...read.problems],
      ...(isWhole && answer.total !== undefined && { total: answer.total }),
      ...(next && { next: cursorOf(next) }),
    };
  };

/** Up to so many orders are asked for at the same time. */
const AT_ONCE = 4;

export const ordersByIdOf =
  (market: Market) =>
  async (externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> => {
    const ids = [...new Set(externalIds)].filter((id) => ORDER_ID.test(id));
    const items: StoreOrder[] = [];
    const problems: PullProblem[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const answers = await Promise.all(
        ids
          .slice(at, at + AT_ONCE)
          .map((id) => askMaybe(market, env, { name: 'order', path: `/v3/orders/${id}`, query: WITH })),
      );
      const reader = readObject({ orders: answers.filter((json) => json !== undefined) }).isolated();
      const nodes = reader.list('orders', orderIn);
      problems.push(...saidBy(reader));
      const read = readAll(nodes, market.currency);
      items.push(...read.items);
      problems.push(...read.problems);
    }
    return { items, problems };
  };
