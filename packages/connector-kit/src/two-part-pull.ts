/**
 * Orders of platforms whose pages are numbers, in an order that nobody documents. A pull has two parts: all that was asked for,
 * without what changed since shortly before the pull began; then what did. Nothing that moves while pages are turned is lost so, and
 * what a page repeats of the one before is left out.
 */
import type { JsonObject } from '@scanship/domain/json';
import type { StoreOrder } from '@scanship/domain/store-order';
import { FieldProblem, readObject, type ObjectReader } from './json-reader.ts';
import type { PullInput, PullPage } from './store.ts';

/** How far before the beginning of a pull its second part begins: the platform's clock is not ours. */
const BEFORE_MS = 120_000;

export interface PullPlace {
  readonly part: 'all' | 'changed-meanwhile';
  /** ISO instants. What is older is left out. */
  readonly since: string | undefined;
  /** Where the second part begins. */
  readonly from: string;
  readonly page: number;
  /** What the page before this one told: id and time of change. */
  readonly seen: readonly string[];
}

/** @throws FieldProblem for a cursor that is not ours */
export function pullPlace({ cursor, since }: PullInput, now: Date): PullPlace {
  if (cursor === undefined) {
    const from = new Date(now.getTime() - BEFORE_MS).toISOString();
    return { part: 'all', since: since?.toISOString(), from, page: 1, seen: [] };
  }
  const at = readObject(cursor);
  const seen = at.raw('seen');
  return {
    part: at.choice('part', { all: 'all', 'changed-meanwhile': 'changed-meanwhile' } as const),
    since: at.has('since') ? at.instant('since') : undefined,
    from: at.instant('from'),
    page: at.integer('page', 1),
    seen: Array.isArray(seen) ? seen.filter((one) => typeof one === 'string') : [],
  };
}

const asCursor = ({ since, seen, ...place }: PullPlace): JsonObject => ({
  ...place,
  ...(since !== undefined && { since }),
  seen: [...seen],
});

/**
 * The moment to ask for ("2026-03-02T07:59:59Z"), undefined for everything: whole seconds and one early, since no platform of this
 * kind says whether the moment itself counts.
 */
export function askFrom({ part, since, from }: PullPlace): string | undefined {
  const later = since !== undefined && Date.parse(since) > Date.parse(from) ? since : from;
  const moment = part === 'all' ? since : later;
  if (moment === undefined) return undefined;
  const seconds = Math.floor(Date.parse(moment) / 1_000) - 1;
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}

/** Whether this part tells a state of that age: the second has what is too new for the first. */
function belongs({ part, since, from }: PullPlace, updatedAt: string): boolean {
  const updated = Date.parse(updatedAt);
  if (since !== undefined && updated < Date.parse(since)) return false;
  return (part === 'all') === updated < Date.parse(from);
}

const stateOf = ({ externalId, updatedAt }: StoreOrder): string => `${externalId} ${updatedAt}`;

function following(at: PullPlace, more: boolean, seen: readonly string[]): JsonObject | undefined {
  if (more) return asCursor({ ...at, page: at.page + 1, seen });
  return at.part === 'all' ? asCursor({ ...at, part: 'changed-meanwhile', page: 1, seen: [] }) : undefined;
}

/**
 * What a page tells, and where the next one begins.
 * @param more whether the platform has a page after this one
 */
export function twoPartPage(
  at: PullPlace,
  more: boolean,
  read: Pick<PullPage<StoreOrder>, 'items' | 'problems'>,
): PullPage<StoreOrder> {
  const told = read.items.filter((order) => belongs(at, order.updatedAt));
  return {
    items: told.filter((order) => !at.seen.includes(stateOf(order))),
    problems: read.problems,
    next: following(at, more, told.map(stateOf)),
  };
}

/**
 * Reads the items of a list one by one: a broken one becomes a message, with its id where that can be read.
 * @param readItem undefined leaves an item out in silence
 */
export function readEach<T>(
  list: ObjectReader,
  name: string,
  readId: (item: ObjectReader) => string,
  readItem: (item: ObjectReader) => T | undefined,
): Pick<PullPage<T>, 'items' | 'problems'> {
  const own = list.isolated();
  const items: T[] = [];
  const problems: PullPage<T>['problems'][number][] = [];
  for (const node of own.list(name, (one) => one)) {
    const item = node.isolated();
    const quiet = node.isolated();
    const externalId = idOf(quiet, readId);
    try {
      const read = readItem(item);
      if (read !== undefined) items.push(read);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push({ externalId, message: error.message });
    }
    problems.push(...item.problems.map((message) => ({ externalId, message })));
  }
  return { items, problems: [...own.problems.map((message) => ({ message })), ...problems] };
}

function idOf(item: ObjectReader, readId: (item: ObjectReader) => string): string | undefined {
  try {
    return readId(item);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    return undefined;
  }
}
