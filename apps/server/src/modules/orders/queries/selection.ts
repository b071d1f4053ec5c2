/** Which orders a command on many means, found in batches of ids: a hundred thousand orders are never read whole. */
import { MOST_SELECTED, type OrderSelection } from '@scanship/contracts/orders/order-selection';
import { ok } from '@scanship/domain/values/result';
import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { countersSuffice, type ListFilters, readFilters } from './filters.ts';
import { countEntriesOfAllSql, countSql, idsSql, MOST_LEFT_OUT, selectionOf, type Slice } from './list-sql.ts';
import { isTimeout, type PlannedSelection, planSelection, type Reading, readingOf } from './plan-selection.ts';
import { sortOf } from './sorts.ts';
import { tabCounts } from './tab-counts.ts';

/** Ids that one statement reads. */
const READ_AT_ONCE = 5_000;
const USUAL_BATCH = 500;
/** Whoever chooses everything that matches waits for an exact number, up to 100,000: longer than for the first rows. */
const SELECTION_TIMEOUT_MS = 8_000;

type Who = Pick<RequestContext, 'tenantId' | 'userId' | 'timeZone'>;

export interface SelectionSize {
  readonly count: number;
  /** More than `MOST_SELECTED` match; `count` is that number. */
  readonly capped: boolean;
}

export interface ResolvedSelection {
  /** Orders that were meant when this was asked. */
  readonly count: number;
  /**
   * Their ids in order, each once. Every batch is read when it is asked for, outside any transaction of the caller: an
   * order that has left the filters by then is left out, one that came in behind the place of reading is in it, and never
   * more than `MOST_SELECTED` are answered. Ids that were given are answered as they are, unknown ones too. Throws
   * `SelectionTooSlow` when a batch takes more than 8 s.
   */
  batches(size?: number): AsyncGenerator<readonly string[], void, undefined>;
  /** All of them; 100,000 are some 6 MB. */
  ids(): Promise<readonly string[]>;
}

/** A batch took too long to find; the command ends with what it has done. */
export class SelectionTooSlow extends Error {
  override name = 'SelectionTooSlow';
  readonly code = 'search_too_slow';
}

/**
 * Finds out how many orders a selection holds and makes them readable. Ids win over filters.
 * Problems: `validation` (nothing is chosen, a filter is wrong, or more than `MOST_SELECTED` orders match),
 * `search_too_slow`.
 * @param most fewer than `MOST_SELECTED`, for commands that take fewer
 */
export async function resolveSelection(
  db: Database,
  ctx: Who,
  now: Date,
  given: OrderSelection,
  most: number = MOST_SELECTED,
): Promise<Outcome<ResolvedSelection>> {
  const size = await measure(db, ctx, now, given, most);
  if (!size.ok) return size;
  const { count, capped, found } = size.value;
  if (capped) return tooMany(most);
  if (!found) {
    const ids = [...new Set(given.ids ?? [])];
    return ok({
      count: ids.length,
      // oxlint-disable-next-line require-await
      async *batches(batch = USUAL_BATCH) {
        for (let at = 0; at < ids.length; at += batch) yield ids.slice(at, at + batch);
      },
      ids: () => Promise.resolve(ids),
    });
  }
  const batches = (batch = USUAL_BATCH) => readIds(found, new Set(given.excludeIds ?? []), batch, most);
  return ok({
    count,
    batches,
    async ids() {
      const all: string[] = [];
      for await (const some of batches(READ_AT_ONCE)) all.push(...some);
      return all;
    },
  });
}

/** How many orders a selection holds, exactly up to `MOST_SELECTED`. Of given ids those count that are there. */
export async function countSelection(
  db: Database,
  ctx: Who,
  now: Date,
  given: OrderSelection,
): Promise<Outcome<SelectionSize>> {
  const size = await measure(db, ctx, now, given, MOST_SELECTED);
  return size.ok ? ok({ count: size.value.count, capped: size.value.capped }) : size;
}

const tooMany = (most: number) => {
  const message = `More than ${most.toLocaleString('en-CA')} orders match; that many at once is not possible.`;
  return problem('validation', {
    message,
    advice: 'Narrow the filters, by date for example, and go on in parts.',
    errors: [{ field: 'filters', message }],
  });
};

interface Found extends PlannedSelection {
  readonly reading: Reading;
  readonly sort: ReturnType<typeof sortOf>;
}

async function measure(
  db: Database,
  ctx: Who,
  now: Date,
  given: OrderSelection,
  most: number,
): Promise<Outcome<SelectionSize & { readonly found?: Found }>> {
  const reading = readingOf(db, ctx.tenantId, { statementTimeoutMs: SELECTION_TIMEOUT_MS });
  if (given.ids) {
    const ids = [...new Set(given.ids)];
    if (ids.length === 0) return nothingChosen('ids');
    const { rows } = await reading((tx) =>
      sql<{ n: number }>`SELECT count(*) AS n FROM orders o WHERE o.id = ANY (${ids}::uuid[])`.execute(tx),
    );
    // One that is not there is for the command to refuse, by name; here it only does not count.
    return ok({ count: rows[0]?.n ?? 0, capped: ids.length > most });
  }
  if (!given.filters) return nothingChosen('filters');
  const filters = readFilters(given.filters, now, ctx.timeZone, ctx.userId);
  if (!filters.ok) return filters;
  const sort = sortOf(given.sort);
  try {
    const planned = await planSelection(reading, filters.value, sort);
    const excluded = [...new Set(given.excludeIds ?? [])];
    const left = await reading(async (tx) => {
      const all = await countAll(tx, filters.value, planned, most + excluded.length);
      if (excluded.length === 0 || all === 0) return all;
      const { conditions } = selectionOf(filters.value, planned.places, 'orders-first');
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM orders o
        WHERE o.id = ANY (${excluded}::uuid[]) AND ${conditions}`.execute(tx);
      return all - (rows[0]?.n ?? 0);
    });
    return ok({ count: Math.min(left, most), capped: left > most, found: { ...planned, reading, sort } });
  } catch (error) {
    if (isTimeout(error)) return problem('search_too_slow');
    throw error;
  }
}

/** Exactly, up to one more than `cap`: from the counters where they can tell, else without looking at orders where that is possible. */
async function countAll(tx: Tx, filters: ListFilters, { counting }: PlannedSelection, cap: number): Promise<number> {
  const entries = countEntriesOfAllSql(filters, cap);
  if (!entries && !countersSuffice(filters)) return numberOf(countSql(counting, cap), tx);
  const counts = await tabCounts(tx, filters.range, filters.storeIds);
  if (!entries) return counts[filters.tab === 'manual_fulfilled' ? 'manual-fulfilled' : filters.tab];
  return numberOf(counts.archived <= MOST_LEFT_OUT ? entries : countSql(counting, cap), tx);
}

const numberOf = async (query: RawBuilder<{ n: number }>, tx: Tx): Promise<number> =>
  (await query.execute(tx)).rows[0]?.n ?? 0;

const nothingChosen = (field: 'ids' | 'filters') => {
  const message = 'No orders are selected.';
  return problem('validation', {
    message,
    advice: 'Choose orders in the list, or all that match its filters.',
    errors: [{ field, message }],
  });
};

/** By key from one end to the other, so that no statement skips what others have read. */
async function* readIds(
  { reading, selection, sort }: Found,
  excluded: ReadonlySet<string>,
  batch: number,
  most: number,
): AsyncGenerator<readonly string[], void, undefined> {
  let slice: Slice = { fromStart: 0 };
  let waiting: string[] = [];
  let read = 0;
  for (;;) {
    const { rows } = await reading((tx) => idsSql(selection, sort, slice, READ_AT_ONCE).execute(tx)).catch(
      (error: unknown) => {
        throw isTimeout(error) ? new SelectionTooSlow('A batch of the chosen orders took too long to find.') : error;
      },
    );
    const fresh = rows.map(({ id }) => id).filter((id) => !excluded.has(id));
    waiting.push(...fresh.slice(0, most - read));
    read += Math.min(fresh.length, most - read);
    const last = rows.at(-1);
    const ends = rows.length < READ_AT_ONCE || last === undefined || read >= most;
    for (; waiting.length >= batch; waiting = waiting.slice(batch)) yield waiting.slice(0, batch);
    if (ends) {
      if (waiting.length > 0) yield waiting;
      return;
    }
    slice = { after: { value: last.sort_key, id: last.id } };
  }
}
