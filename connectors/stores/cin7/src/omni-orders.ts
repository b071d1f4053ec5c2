/**
 * Sales orders of Omni by the time of their last change. Each page asks anew from the last second that was seen, so that what
 * changes meanwhile moves nothing out of sight; page numbers are used within one second only.
 */
import { createHash } from 'node:crypto';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { askList, find } from './client.ts';
import { readOmniId, readOmniOrder } from './omni-order.ts';
import { readMoment } from './reading.ts';
import { NUMBER } from './system.ts';

/** Omni gives up to 250. */
export const ROWS = 100;

interface Place {
  readonly since: string | undefined;
  /** Beginning of this page, ISO; its second counts. */
  readonly from: string | undefined;
  readonly page: number;
  /** Fingerprints of what was told of that second. */
  readonly seen: readonly string[];
}

function placeOf({ cursor, since }: PullInput): Place {
  if (cursor === undefined) return { since: since?.toISOString(), from: since?.toISOString(), page: 1, seen: [] };
  const at = readObject(cursor);
  const seen = at.raw('seen');
  return {
    since: at.has('since') ? at.instant('since') : undefined,
    from: at.instant('from'),
    page: at.integer('page', 1),
    seen: Array.isArray(seen) ? seen.filter((one) => typeof one === 'string') : [],
  };
}

/** As `where` takes it: a whole second, UTC. */
export const second = (iso: string): string => `${iso.slice(0, 19)}Z`;

interface Stamp {
  readonly updated: string | undefined;
  readonly print: string | undefined;
}

function stampOf(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  const id = quiet.maybe('id', () => readOmniId(quiet));
  const updated = quiet.maybe('modifiedDate', (n) => readMoment(quiet, n));
  if (id === undefined || updated === undefined) return { updated, print: undefined };
  return { updated, print: createHash('sha256').update(`${id} ${updated}`).digest('base64url').slice(0, 10) };
}

/** Where the page after this one begins. */
function following(at: Place, stamps: readonly Stamp[]): Place {
  const last = stamps.map(({ updated }) => updated ?? '').reduce((a, b) => (b > a ? b : a), '');
  if (last === '' || (at.from !== undefined && second(last) <= second(at.from))) return { ...at, page: at.page + 1 };
  const told = stamps.filter(({ updated }) => updated !== undefined && second(updated) === second(last));
  return { since: at.since, from: last, page: 1, seen: told.flatMap(({ print }) => print ?? []) };
}

export async function omniOrders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const at = placeOf(input);
  const answer = await askList(env, 'orders', {
    name: 'sales orders',
    path: '/SalesOrders',
    query: {
      where: at.from === undefined ? undefined : `modifiedDate>='${second(at.from)}'`,
      order: 'modifiedDate ASC',
      page: at.page,
      rows: ROWS,
    },
  });
  const raw = answer.raw('orders');
  const whole = Array.isArray(raw) && raw.length >= ROWS;
  const nodes = answer.list('orders', (node) => node);
  const stamps = nodes.map(stampOf);
  const fresh = nodes.filter((_node, index) => {
    const { print, updated } = stamps[index] ?? {};
    return updated === undefined || (updated >= (at.since ?? '') && !at.seen.includes(print ?? ''));
  });
  const read = readEach(fresh, readOmniId, readOmniOrder);
  const next = whole ? following(at, stamps) : undefined;
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: next && {
      ...(next.since !== undefined && { since: next.since }),
      from: next.from ?? new Date(0).toISOString(),
      page: next.page,
      seen: [...next.seen],
    },
  };
}

/** One call each; those that do not exist are left out. */
export async function omniOrdersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const nodes: ObjectReader[] = [];
  const ids = [...new Set(externalIds)].filter((one) => NUMBER.test(one));
  for (const id of ids) {
    const node = await find(env, { name: 'sales order', path: `/SalesOrders/${id}` });
    if (node) nodes.push(node);
  }
  const { items, problems } = readEach(nodes, readOmniId, readOmniOrder);
  return { items: items.filter((order) => ids.includes(order.externalId)), problems };
}
