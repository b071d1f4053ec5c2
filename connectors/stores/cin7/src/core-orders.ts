/**
 * Sales of Core. The list names them without their lines and in an order that no document tells, so that each pull goes through the
 * list as it is, asks for its sales one by one, and at the end asks what changed meanwhile until nothing did.
 */
import { createHash } from 'node:crypto';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, find } from './client.ts';
import { readSale, readSaleId } from './core-order.ts';
import { readMoment } from './reading.ts';
import { GUID } from './system.ts';

/** Core lists up to 1000; what is still to be asked for is kept in the cursor, which is to stay small. */
const LIST = 100;
/** Fingerprints that a cursor holds. */
const SEEN = 250;
/** Sales a page: each is a call, and Core allows 60 a minute. */
export const PAGE = 20;
/** "Changed after": so that it does not matter whether that counts the moment itself. */
const BACK_MS = 1_000;

interface Place {
  /** Beginning of the whole pull, ISO; what changed before is not told. */
  readonly since: string | undefined;
  /** Beginning of this round, ISO. */
  readonly from: string | undefined;
  /** Page of the list to be asked for next; undefined: the list is through. */
  readonly page: number | undefined;
  /** Sales still to be asked for. */
  readonly ids: readonly string[];
  /** Last change the lists told of, ISO. */
  readonly latest: string | undefined;
  /** This round told something. */
  readonly news: boolean;
  /** Fingerprints of states that were told and that the next round will list again. */
  readonly seen: readonly string[];
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function placeOf({ cursor, since }: PullInput): Place {
  if (cursor === undefined) {
    const from = since?.toISOString();
    return { since: from, from, page: 1, ids: [], latest: undefined, news: false, seen: [] };
  }
  const at = readObject(cursor);
  const time = (name: string): string | undefined => (at.has(name) ? at.instant(name) : undefined);
  return {
    since: time('since'),
    from: time('from'),
    page: at.has('page') ? at.integer('page', 1) : undefined,
    ids: textsOf(at.raw('ids')).filter((id) => GUID.test(id)),
    latest: time('latest'),
    news: at.boolean('news'),
    seen: textsOf(at.raw('seen')),
  };
}

const asCursor = (place: Place): JsonObject => ({
  ...(place.since !== undefined && { since: place.since }),
  ...(place.from !== undefined && { from: place.from }),
  ...(place.page !== undefined && { page: place.page }),
  ...(place.latest !== undefined && { latest: place.latest }),
  ids: [...place.ids],
  news: place.news,
  seen: [...place.seen],
});

const printOf = (id: string, updated: string): string =>
  createHash('sha256').update(`${id} ${updated}`).digest('base64url').slice(0, 10);

interface Listed {
  readonly id: string;
  readonly updated: string | undefined;
}

const readListed = (row: ObjectReader): Listed => ({
  id: row.string('SaleID', GUID).toLowerCase(),
  updated: row.maybe('Updated', (n) => readMoment(row, n)),
});

const laterOf = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

async function askList(place: Place, page: number, env: StoreEnv): Promise<{ answer: ObjectReader; rows: Listed[] }> {
  const UpdatedSince = place.from === undefined ? undefined : new Date(Date.parse(place.from) - BACK_MS).toISOString();
  const answer = await ask(env, { name: 'sales', path: '/saleList', query: { UpdatedSince, Page: page, Limit: LIST } });
  return { answer, rows: answer.list('SaleList', readListed) };
}

/** The page before is asked for again: what moved into it from this one while its sales were asked for would be lost. */
async function list(place: Place, env: StoreEnv): Promise<{ place: Place; problems: readonly string[] }> {
  const page = place.page ?? 1;
  const again = page > 1 ? await askList(place, page - 1, env) : undefined;
  const { answer, rows } = await askList(place, page, env);
  // Whether there is more is never guessed.
  const more = answer.integer('Total', 0) > page * LIST;
  const fresh = [...(again?.rows ?? []), ...rows].filter(
    ({ id, updated }) =>
      updated === undefined || (updated >= (place.since ?? '') && !place.seen.includes(printOf(id, updated))),
  );
  const latest = fresh.map(({ updated }) => updated).reduce(laterOf, place.latest);
  const prints = (listed: readonly Listed[]): string[] =>
    listed.flatMap(({ id, updated }) => (updated === undefined ? [] : [printOf(id, updated)]));
  const late = prints(fresh.filter(({ updated }) => isLate(updated, latest)));
  return {
    problems: [...(again?.answer.problems ?? []), ...answer.problems],
    place: {
      ...place,
      page: more && rows.length > 0 ? page + 1 : undefined,
      ids: [...new Set(fresh.map(({ id }) => id))],
      latest,
      news: place.news || fresh.length > 0,
      seen: [...new Set([...place.seen, ...late, ...(more ? prints(rows) : [])])].slice(-SEEN),
    },
  };
}

/** The next round asks from the last change on, so it will list this one again. */
const isLate = (updated: string | undefined, latest: string | undefined): boolean =>
  updated !== undefined && (latest === undefined || Date.parse(updated) >= Date.parse(latest) - 2 * BACK_MS);

/** What comes after the sales of this page; undefined when nothing changed since the last round. */
function following(place: Place): Place | undefined {
  if (place.ids.length > 0 || place.page !== undefined) return place;
  if (!place.news) return undefined;
  return { ...place, from: place.latest ?? place.from, page: 1, news: false };
}

async function askSales(
  ids: readonly string[],
  env: StoreEnv,
): Promise<{ items: StoreOrder[]; problems: PullProblem[] }> {
  const nodes: ObjectReader[] = [];
  for (const ID of ids) {
    const node = await find(env, { name: 'sale', path: '/sale', query: { ID, CountryFormat: 'Code2' } });
    if (node) nodes.push(node);
  }
  return readEach(nodes, readSaleId, (node) => {
    const order = readSale(node);
    if (order && !ids.includes(order.externalId)) throw new FieldProblem('ID', 'is another sale’s');
    return order;
  });
}

export async function coreOrders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const before = placeOf(input);
  const listed = before.ids.length > 0 ? { place: before, problems: [] } : await list(before, env);
  const { place } = listed;
  const read = await askSales(place.ids.slice(0, PAGE), env);
  const late = read.items.flatMap(({ externalId, updatedAt }) =>
    isLate(updatedAt, place.latest) ? [printOf(externalId, updatedAt)] : [],
  );
  const next = following({
    ...place,
    ids: place.ids.slice(PAGE),
    seen: [...new Set([...place.seen, ...late])].slice(-SEEN),
  });
  return {
    items: read.items,
    problems: [...saidBy(listed), ...read.problems],
    next: next && asCursor(next),
  };
}

/** One call each; those that do not exist are left out. */
export async function coreOrdersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = externalIds.filter((id) => GUID.test(id)).map((id) => id.toLowerCase());
  return askSales([...new Set(ids)], env);
}
