/**
 * Orders by the time of their last change. Each page asks anew from the last second that was seen, so that what changes meanwhile
 * moves nothing out of sight; page numbers are used within one second only.
 */
import { createHash } from 'node:crypto';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { currencyOf, ID, onlyStore } from './account.ts';
import { ask, find } from './client.ts';
import { readOrder, readOrderId, readStoreId } from './order-reader.ts';
import { pacificText, readPacific } from './pacific.ts';

/** ShipStation takes up to 500; a hundred keep an answer small. */
export const PAGE = 100;
/** "Modified after": so that it does not matter whether that counts the second itself. */
const BACK_MS = 1_000;

interface Place {
  /** Beginning of the whole pull, ISO; what changed before is not told. */
  readonly since: string | undefined;
  /** Beginning of this page, ISO. */
  readonly from: string | undefined;
  readonly page: number;
  /** Fingerprints of what was told of the last second. */
  readonly seen: readonly string[];
}

function placeOf({ cursor, since }: PullInput): Place {
  if (cursor === undefined) return { since: since?.toISOString(), from: since?.toISOString(), page: 1, seen: [] };
  const at = readObject(cursor);
  const seen = at.raw('seen');
  return {
    since: at.has('since') ? at.instant('since') : undefined,
    from: at.has('from') ? at.instant('from') : undefined,
    page: at.integer('page', 1),
    seen: Array.isArray(seen) ? seen.filter((one) => typeof one === 'string') : [],
  };
}

const asCursor = ({ since, from, page, seen }: Place): JsonObject => ({
  ...(since !== undefined && { since }),
  ...(from !== undefined && { from }),
  page,
  seen: [...seen],
});

interface Stamp {
  readonly id: string | undefined;
  /** Milliseconds since 1970. */
  readonly updated: number | undefined;
  /** Of this state of the order; undefined where it cannot be told. */
  readonly print: string | undefined;
}

function stampOf(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  const id = quiet.maybe('orderId', () => readOrderId(quiet));
  const updated = quiet.maybe('modifyDate', (n) => Date.parse(readPacific(quiet, n)));
  // The text has fractions of a second, which the instant has not.
  const print =
    id === undefined || updated === undefined
      ? undefined
      : createHash('sha256')
          .update(`${id} ${quiet.string('modifyDate')}`)
          .digest('base64url')
          .slice(0, 10);
  return { id, updated, print };
}

const prints = (stamps: readonly Stamp[]): string[] => stamps.flatMap(({ print }) => print ?? []);

/** Where the page after this one begins. */
function following(at: Place, stamps: readonly Stamp[]): Place {
  const last = Math.max(0, ...stamps.map(({ updated }) => updated ?? 0));
  if (at.from !== undefined && last <= Date.parse(at.from)) return { ...at, page: at.page + 1 };
  const told = stamps.filter(({ updated }) => updated !== undefined && updated >= last - BACK_MS);
  return { since: at.since, from: new Date(last).toISOString(), page: 1, seen: prints(told).slice(-PAGE) };
}

const readAll = (nodes: readonly ObjectReader[], currency: string): ReadItems<StoreOrder> =>
  readEach(nodes, readOrderId, (order) => readOrder(order, currency));

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const at = placeOf(input);
  const currency = currencyOf(env);
  const answer = await ask(env, {
    name: 'orders',
    path: '/orders',
    query: {
      modifyDateStart: at.from === undefined ? undefined : pacificText(new Date(Date.parse(at.from) - BACK_MS)),
      storeId: onlyStore(env),
      sortBy: 'ModifyDate',
      sortDir: 'ASC',
      page: at.page,
      pageSize: PAGE,
    },
  });
  // Whether there is more is never guessed.
  const more = answer.integer('page', 0) < answer.integer('pages', 0);
  const nodes = answer.list('orders', (node) => node);
  const stamps = nodes.map(stampOf);
  const since = at.since === undefined ? 0 : Math.floor(Date.parse(at.since) / 1_000) * 1_000;
  const fresh = nodes.filter((_node, index) => {
    const { print, updated } = stamps[index] ?? {};
    return print === undefined || updated === undefined || (updated >= since && !at.seen.includes(print));
  });
  const read = readAll(fresh, currency);
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: more && nodes.length > 0 ? asCursor(following(at, stamps)) : undefined,
  };
}

/** One call each; those that do not exist, or are of another selling channel, are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const currency = currencyOf(env);
  const only = onlyStore(env);
  const items: StoreOrder[] = [];
  const problems: PullProblem[] = [];
  for (const id of [...new Set(externalIds)].filter((one) => ID.test(one))) {
    const node = await find(env, { name: 'order', path: `/orders/${id}` });
    if (!node) continue;
    const quiet = node.isolated();
    if (only !== undefined && readStoreId(quiet) !== only) continue;
    const read = readAll([node], currency);
    items.push(...read.items.filter((order) => order.externalId === id));
    problems.push(...read.problems.map((problem) => ({ ...problem, externalId: id })));
  }
  return { items, problems };
}
