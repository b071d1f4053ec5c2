/**
 * Orders in the order of their last change. A page is asked for by the time the last one ended with, not by its number:
 * an order that changes meanwhile moves to the end, and everything behind it would move up by one and be missed.
 */
import { fail } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachInTurn, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { askAll, askMaybe, askPage } from './client.ts';
import { API } from './manifest.ts';
import { readOrder, readRefunds, stateOf, STATUS, type Refunded } from './order-reader.ts';
import { gmt, ID } from './reading.ts';

export const PAGE_SIZE = 50;
/** Ids kept of orders told at the moment a page ended with; more than two pages' worth is never needed. */
const MOST_TOLD = 150;

/** Where a pull stands. */
interface Place {
  /** ISO instant: orders changed at this moment or later are left. */
  readonly at: string | undefined;
  /** Orders of exactly that moment that were told already. */
  readonly told: readonly string[];
  /** Page of the question; above 1 only while all of a page changed in one second. */
  readonly page: number;
  /** Nothing older than this was asked for. */
  readonly since: string | undefined;
}

function placeOf({ cursor, since }: PullInput): Place {
  if (!cursor) {
    const from = since?.toISOString();
    return { at: from, told: [], page: 1, since: from };
  }
  const reader = readObject(cursor);
  return {
    at: reader.has('at') ? reader.instant('at') : undefined,
    told: Array.isArray(cursor.told) ? cursor.told.filter((id) => typeof id === 'string') : [],
    page: reader.integer('page', 1),
    since: reader.has('since') ? reader.instant('since') : undefined,
  };
}

/** The filter is exclusive and knows whole seconds; it is written without a zone, because it is compared with GMT as it is. */
export const modifiedAfter = (at: string): string => new Date(Date.parse(at) - 1_000).toISOString().slice(0, 19);

/** The refunds of an order that is still to be shipped, if it has any. */
async function refundsOf(order: ObjectReader, env: StoreEnv): Promise<Refunded> {
  const state = stateOf(order.string('status', STATUS));
  const some = order.strictList('refunds', (refund) => refund).length > 0;
  if (!some || state === 'shipped' || state === 'cancelled' || state === 'draft') return new Map();
  const id = order.id('id', ID);
  const refunds = await askAll(env, { name: 'refunds', path: `${API}/orders/${id}/refunds` });
  return readRefunds(refunds.map((refund, i) => readObject(refund, `refunds[${i}]`)));
}

const readAll = (found: readonly ObjectReader[], env: StoreEnv): Promise<ReadItems<StoreOrder>> =>
  readEachInTurn(
    found,
    (order) => order.id('id', ID),
    async (order) => readOrder(order, await refundsOf(order, env)),
  );

/** When each order changed last, as far as that can be read. */
const changedAt = (order: ObjectReader): string | undefined => {
  const quiet = order.isolated();
  return quiet.maybe('date_modified_gmt', (n) => gmt(quiet, n));
};

function nextPlace(place: Place, found: readonly ObjectReader[]): Place {
  const times = found.map(changedAt);
  const last = times.at(-1);
  const ascending = times.every((time, i) => i === 0 || (time !== undefined && (times[i - 1] ?? '') <= time));
  const onwards = last !== undefined && ascending && last > (place.at ?? '');
  const told = (at: string): string[] =>
    found.flatMap((order, i) => {
      const quiet = order.isolated();
      const id = times[i] === at ? quiet.maybe('id', (n) => quiet.id(n, ID)) : undefined;
      return id === undefined ? [] : [id];
    });
  if (onwards) return { at: last, told: told(last), page: 1, since: place.since };
  // All of it in one second, or in no order that could be relied on: by number, then.
  const more = place.at === undefined ? [] : told(place.at);
  return { ...place, told: [...place.told, ...more].slice(-MOST_TOLD), page: place.page + 1 };
}

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const place = placeOf(input);
  const { json, pages, total } = await askPage(env, {
    name: 'orders',
    path: `${API}/orders`,
    query: {
      status: 'any',
      orderby: 'modified',
      order: 'asc',
      per_page: PAGE_SIZE,
      page: place.page,
      ...(place.at === undefined ? {} : { modified_after: modifiedAfter(place.at), dates_are_gmt: 'true' }),
    },
  });
  const list = readObject({ orders: json });
  const found = list.list('orders', (order) => order);
  const oldest = place.at === undefined ? undefined : Date.parse(place.at) - 1_000;
  const times = found.map(changedAt);
  if (oldest !== undefined && times.some((time) => time !== undefined && Date.parse(time) < oldest))
    throw fail('refused', 'This shop cannot list changed orders; it needs WooCommerce 5.8 or a later version.', {
      vendorCode: 'modified-after',
    });
  const fresh = found.filter((order, i) => {
    const time = times[i];
    if (time === undefined) return true;
    if (place.at !== undefined && Date.parse(time) < Date.parse(place.at)) return false;
    const quiet = order.isolated();
    const id = quiet.maybe('id', (n) => quiet.id(n, ID));
    return !(time === place.at && id !== undefined && place.told.includes(id));
  });
  const read = await readAll(fresh, env);
  return {
    items: read.items,
    problems: [...saidBy(list), ...read.problems],
    next: pages > place.page ? JSON.parse(JSON.stringify(nextPlace(place, found))) : undefined,
    total: input.cursor ? undefined : total,
  };
}

/** Orders by their own ids, one call each: only so does WooCommerce show what lies in its trash. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const found: ObjectReader[] = [];
  const problems: PullProblem[] = [];
  for (const id of [...new Set(externalIds)].filter((one) => ID.test(one))) {
    const json = await askMaybe(env, {
      name: 'order by id',
      path: `${API}/orders/${id}`,
      orElse: ['woocommerce_rest_shop_order_invalid_id'],
    });
    if (json !== undefined) found.push(readObject(json));
  }
  const read = await readAll(found, env);
  return { items: read.items, problems: [...problems, ...read.problems] };
}
