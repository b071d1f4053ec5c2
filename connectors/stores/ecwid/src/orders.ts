/**
 * Orders that changed since a moment, page by page. Ecwid pages by offset and documents no order of its list, so what arrives or
 * changes meanwhile may push others over the edge of a page: pages overlap a little, and a pull of several pages asks once more
 * for what changed since it began. What was told already is told by its fingerprint and left out.
 */
import { createHash } from 'node:crypto';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';
import type { JsonObject } from '@scanship/domain/json';
import type { StoreOrder } from '@scanship/domain/store-order';
import { ask } from './client.ts';
import { readOrder, readOrderId } from './order-reader.ts';
import { formatsOf } from './profile.ts';
import { ORDER_ID, readSeconds, readUnits, type Units } from './reading.ts';

/** Ecwid's largest page. */
export const PAGE = 100;
/** So many orders may vanish between two pages without one being passed over. */
export const OVERLAP = 10;
/** Our clock and Ecwid's may differ by this much. */
const CLOCKS_S = 60;
/** Fingerprints kept in the cursor; beyond them a state may be told twice, which changes nothing. */
const MOST_TOLD = 300;

type Problem = PullPage<StoreOrder>['problems'][number];

interface Place {
  /** Seconds since 1970; absent: everything. */
  readonly since: number | undefined;
  readonly offset: number;
  /** When this pull began, a little early: what changed since is asked for once more at the end. */
  readonly begun: number;
  /** The second look. */
  readonly again: boolean;
  /** Fingerprints of the page before, and of what changed since `begun`. */
  readonly seen: readonly string[];
  readonly told: readonly string[];
}

function placeOf({ cursor, since }: PullInput, now: Date): Place {
  if (cursor === undefined)
    return {
      since: since && Math.floor(since.getTime() / 1_000),
      offset: 0,
      begun: Math.floor(now.getTime() / 1_000) - CLOCKS_S,
      again: false,
      seen: [],
      told: [],
    };
  const at = readObject(cursor);
  const texts = (name: string): string[] => {
    const value = at.raw(name);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  };
  return {
    since: at.has('since') ? at.integer('since', 0) : undefined,
    offset: at.integer('offset', 0),
    begun: at.integer('begun', 0),
    again: at.boolean('again'),
    seen: texts('seen'),
    told: texts('told'),
  };
}

const asCursor = ({ since, seen, told, ...rest }: Place): JsonObject => ({
  ...rest,
  ...(since !== undefined && { since }),
  seen: [...seen],
  told: [...told],
});

interface Stamp {
  readonly id: string | undefined;
  readonly updated: number | undefined;
  /** Of this state of the order; undefined where it cannot be told. */
  readonly print: string | undefined;
}

function stampOf(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  const id = quiet.maybe('id', () => readOrderId(quiet));
  const updated = quiet.maybe('updateTimestamp', (n) => readSeconds(quiet, n));
  const print =
    id === undefined || updated === undefined
      ? undefined
      : createHash('sha256').update(`${id} ${updated}`).digest('base64url').slice(0, 10);
  return { id, updated, print };
}

/** Where the page after this one begins; undefined at the end of the pull. */
function following(at: Place, stamps: readonly Stamp[], shown: number, total: number): Place | undefined {
  const prints = (of: readonly Stamp[]): string[] => of.flatMap(({ print }) => print ?? []);
  const lately = prints(stamps.filter(({ updated }) => updated !== undefined && updated >= at.begun));
  const told = [...new Set([...at.told, ...lately])].slice(-MOST_TOLD);
  if (shown > 0 && at.offset + shown < total)
    return { ...at, offset: at.offset + Math.max(1, shown - OVERLAP), seen: prints(stamps).slice(-PAGE), told };
  // One page is a picture of one moment: nothing was moved.
  return at.again || at.offset === 0
    ? undefined
    : { since: at.begun, offset: 0, begun: at.begun, again: true, seen: [], told };
}

/** Reads orders one by one: a broken one becomes a message, with its id where that can be read. */
function readAll(nodes: readonly ObjectReader[], units: Units): { items: StoreOrder[]; problems: Problem[] } {
  const items: StoreOrder[] = [];
  const problems: Problem[] = [];
  for (const node of nodes) {
    const order = node.isolated();
    const externalId = stampOf(node).id;
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
  const at = placeOf(input, env.now());
  const units = readUnits(await formatsOf(env));
  const answer = await ask(env, {
    name: 'orders',
    path: '/orders',
    query: { updatedFrom: at.since, offset: at.offset, limit: PAGE },
  });
  // Whether there is more is never guessed.
  const total = answer.integer('total', 0);
  const raw = answer.raw('items');
  const nodes = answer.list('items', (node) => node);
  const stamps = nodes.map(stampOf);
  const fresh = nodes.filter((_node, index) => {
    const print = stamps[index]?.print;
    return print === undefined || !(at.seen.includes(print) || at.told.includes(print));
  });
  const read = readAll(fresh, units);
  const next = following(at, stamps, Array.isArray(raw) ? raw.length : 0, total);
  return {
    items: read.items,
    problems: [...answer.problems.map((message) => ({ message })), ...read.problems],
    next: next && asCursor(next),
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
        const { id } = stampOf(node);
        return id === undefined || asked.includes(id);
      });
    const read = readAll(nodes, units);
    items.push(...read.items);
    problems.push(...answer.problems.map((message) => ({ message })), ...read.problems);
  }
  return { items, problems };
}
