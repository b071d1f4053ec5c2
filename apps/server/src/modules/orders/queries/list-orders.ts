/** One page of orders with totals, counts of the tabs and, when nothing matched, which filter is to blame. */
import type { OrderFilters, listOrders as listOrdersCall } from '@scanship/contracts/orders/order-list';
import { DEFAULT_PAGE_SIZE, type OrderCounts, PAGE_SIZES } from '@scanship/contracts/orders/order-list';
import type { DataOf, QueryOf } from '@scanship/contracts/call';
import { ok } from '@scanship/domain/values/result';
import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { executeFixed } from '../../../platform/database/transaction.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import {
  countersSuffice,
  type DateRange,
  defaultRange,
  type ListFilters,
  NARROWING,
  type Narrowing,
  readFilters,
} from './filters.ts';
import {
  COUNT_CAP,
  countedPageSql,
  countSql,
  idsSql,
  isBackwards,
  pageSql,
  type Selection,
  selectionOf,
  type Slice,
} from './list-sql.ts';
import { readRow, type ReadRow, type RowRecord, rowsOfIdsSql, rowsSql, type UnnamedRow } from './order-rows.ts';
import { isTimeout, type PlannedSelection, planSelection, readingOf } from './plan-selection.ts';
import { readCursor, type RowKey, type Sort, sortOf, writeCursor } from './sorts.ts';
import { tabCounts } from './tab-counts.ts';

type ListQuery = QueryOf<typeof listOrdersCall>;
type ListAnswer = Omit<DataOf<typeof listOrdersCall>, 'orders'> & { readonly orders: readonly UnnamedRow[] };

/** Looking for the filter to blame must not make an empty list slow: this long for all filters together. */
const BLAME_MS = 100;
/** Rows that may be skipped to reach a page by its number. */
const MAX_OFFSET = 10_000;
const SIZES: ReadonlySet<number> = new Set(PAGE_SIZES);

/** The list as the contract answers it, except for what `nameRows` puts into its rows. */
export async function listOrders(
  db: Database,
  ctx: RequestContext,
  now: Date,
  query: ListQuery,
  body: OrderFilters,
): Promise<Outcome<ListAnswer>> {
  const read = readFilters(body, now, ctx.timeZone, ctx.userId);
  if (!read.ok) return read;
  const filters = read.value;
  const sort = sortOf(query.sort);
  const size = Number(query.size ?? DEFAULT_PAGE_SIZE);
  const near = nearSlice(query, sort, size);
  if (!near.ok) return near;
  const reading = readingOf(db, ctx.tenantId, { readOnly: 'standby' });
  try {
    const asked: Asked = { filters, sort, ...(await planSelection(reading, filters, sort)) };
    const { selection } = asked;
    const first = await reading((tx) => readFirst(tx, asked, near.value, size), {
      // None of these waits for the answer of another.
      atOnce: near.value === undefined || isPrepared(selection, near.value, size),
      // Where a page is read it says itself what is planned for its values (`rowsOfPage`).
      generalPlans: near.value !== undefined || selection.fixed,
    });
    const total = first.total ?? (await reading((tx) => count(tx, asked.counting)));
    const totalPage = Math.ceil(total.n / size);
    let { page } = first;
    if (!page) {
      const wanted = farSlice(query, size, total, totalPage);
      if (!wanted.ok) return wanted;
      page = await reading((tx) => readPage(tx, asked, wanted.value), { generalPlans: selection.fixed });
    }
    return ok({
      orders: page.rows,
      totalRecords: total.n,
      totalCapped: total.capped,
      totalPage,
      size,
      currentPage: Number(query.page ?? 1),
      currentPageSize: page.rows.length,
      nextCursor: page.next,
      previousCursor: page.previous,
      counts: first.counts,
      emptiedBy: total.n === 0 ? await reading((tx) => blame(tx, asked, defaultRange(now, ctx.timeZone))) : [],
    });
  } catch (error) {
    if (isTimeout(error)) return problem('search_too_slow');
    throw error;
  }
}

interface Asked extends PlannedSelection {
  readonly filters: ListFilters;
  readonly sort: Sort;
}

interface First {
  readonly counts: OrderCounts;
  /** Absent where an empty page, or one that was not read yet, could not tell. */
  readonly total: Total | undefined;
  /** Absent for a page whose place hangs on the total. */
  readonly page: ReadPage | undefined;
}

/**
 * Counts, total and page, as far as they can be asked for together. What may look at many orders to find few is not asked
 * for a count: a page that is not full tells it.
 */
async function readFirst(tx: Tx, asked: Asked, near: Slice | undefined, size: number): Promise<First> {
  const { filters, selection, counting } = asked;
  const byCounters = countersSuffice(filters);
  const countsNow = !byCounters && !countsWithPage(selection, near) && (near === undefined || isQuick(asked));
  const [counts, counted, page] = await Promise.all([
    tabCounts(tx, filters.range, filters.storeIds),
    countsNow ? count(tx, counting) : undefined,
    near && readPage(tx, asked, { slice: near, size, limit: size }),
  ]);
  const total = byCounters
    ? { n: counts[tabName(filters)], capped: false }
    : (counted ?? page?.matched ?? (page && toldByPage(page, near)));
  return { counts, total, page };
}

/** One filter, with an index of its own. */
const isQuick = ({ selection, filters }: Asked): boolean =>
  selection.fixed && NARROWING.filter((name) => filters[name] !== undefined).length <= 1;

/** The list ends on this page, or is empty. */
function toldByPage({ rows, next }: ReadPage, near: Slice | undefined): Total | undefined {
  if (!near || !('fromStart' in near) || next !== null) return undefined;
  return rows.length > 0 || near.fromStart === 0 ? capped(near.fromStart + rows.length) : undefined;
}

const tabName = ({ tab }: ListFilters): keyof OrderCounts => (tab === 'manual_fulfilled' ? 'manual-fulfilled' : tab);

interface Total {
  readonly n: number;
  readonly capped: boolean;
}

const capped = (n: number): Total => ({ n: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP });

async function count(tx: Tx, selection: Selection): Promise<Total> {
  const query = countSql(selection);
  const { rows } = await (selection.fixed ? executeFixed(tx, 'orders-count', query) : query.execute(tx));
  return capped(rows[0]?.n ?? 0);
}

interface WantedPage {
  readonly slice: Slice;
  /** Rows of a full page. So many are read, so that the last pages of all lists are one statement. */
  readonly size: number;
  /** Rows that are shown. */
  readonly limit: number;
}

/** The part of the list, where it can be said without knowing how long the list is. */
function nearSlice(query: ListQuery, sort: Sort, size: number): Outcome<Slice | undefined> {
  const key = query.after ?? query.before;
  if (key !== undefined) {
    const row = readCursor(key, sort);
    if (!row)
      return problem('validation', {
        errors: [{ field: query.after ? 'after' : 'before', message: 'This is not the key of a page of this list.' }],
      });
    return ok(query.after === undefined ? { before: row } : { after: row });
  }
  const skipped = (Number(query.page ?? 1) - 1) * size;
  return ok(skipped + size <= MAX_OFFSET ? { fromStart: skipped } : undefined);
}

/** A page far from the start: read from the end, when it is near that. */
function farSlice(query: ListQuery, size: number, total: Total, totalPage: number): Outcome<WantedPage> {
  const page = Number(query.page ?? 1);
  if (page > totalPage && !total.capped) return ok({ slice: { fromEnd: 0 }, size, limit: 0 });
  const fromEnd = Math.max(0, total.n - page * size);
  const limit = Math.min(size, total.n - (page - 1) * size);
  if (!total.capped && fromEnd + limit <= MAX_OFFSET) return ok({ slice: { fromEnd }, size, limit });
  const message = 'Pages this far from both ends are reached with next and previous, by date or by search.';
  return problem('validation', { message, errors: [{ field: 'page', message }] });
}

interface ReadPage {
  readonly rows: readonly UnnamedRow[];
  readonly next: string | null;
  readonly previous: string | null;
  /** Where the page's statement counted, too. */
  readonly matched: Total | undefined;
}

/** Counting and reading find the same rows, so one statement does both. */
const countsWithPage = (selection: Selection, slice: Slice | undefined): boolean =>
  selection.keyed && slice !== undefined && 'fromStart' in slice;

/** Its statement is the same in many requests. */
const isPrepared = (selection: Selection, slice: Slice, size: number): boolean =>
  selection.fixed &&
  SIZES.has(size) &&
  !(('fromStart' in slice && slice.fromStart > 0) || ('fromEnd' in slice && slice.fromEnd > 0));

/**
 * Planning all that a row shows takes five times as long as reading it. So of what cannot be prepared only the keys are planned for their
 * values, and their rows come by a statement that is prepared.
 */
async function rowsOfPage(
  tx: Tx,
  { selection, sort }: Asked,
  { slice, size }: WantedPage,
): Promise<readonly RowRecord[]> {
  // One row more than asked for says whether the list goes on.
  if (isPrepared(selection, slice, size))
    return (await executeFixed(tx, 'orders-page', pageRowsSql(selection, sort, slice, size + 1))).rows;
  const [, { rows: found }] = await Promise.all([
    sql`SET LOCAL plan_cache_mode = auto`.execute(tx),
    pageIdsSql(selection, sort, slice, size + 1).execute(tx),
    // A plan for these very ids would be made anew for the next ones.
    sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(tx),
  ]);
  const [first] = found;
  if (!first) return [];
  const ids = found.map(({ id }) => id);
  const { rows } = await executeFixed(tx, 'orders-of-ids', rowsOfIdsSql(ids, readIn(sort, slice)));
  return rows.map((row) => ({ ...row, matched: first.matched }));
}

async function readPage(tx: Tx, asked: Asked, wanted: WantedPage): Promise<ReadPage> {
  const { selection, sort } = asked;
  const { slice, limit } = wanted;
  if (limit === 0) return { rows: [], next: null, previous: null, matched: undefined };
  const backwards = isBackwards(slice);
  const rows = await rowsOfPage(tx, asked, wanted);
  const goesOn = rows.length > limit;
  const found = rows.slice(0, limit).map(readRow);
  if (backwards) found.reverse();
  const first = found.at(0);
  const last = found.at(-1);
  const hasNext = 'before' in slice || (('fromEnd' in slice ? slice.fromEnd > 0 : goesOn) && last !== undefined);
  const hasPrevious = 'after' in slice || ('fromStart' in slice ? slice.fromStart > 0 : goesOn);
  return {
    rows: found.map(({ row }) => row),
    next: hasNext && last ? writeCursor(sort, keyOf(last)) : null,
    previous: hasPrevious && first ? writeCursor(sort, keyOf(first)) : null,
    matched: matchedOf(selection, slice, first),
  };
}

const readIn = (sort: Sort, slice: Slice): Sort => ({
  by: sort.by,
  descending: sort.descending !== isBackwards(slice),
});

/** The statement of one page with all that its rows show; `matched` beside them where it counts as well. */
export function pageRowsSql(selection: Selection, sort: Sort, slice: Slice, limit: number): RawBuilder<RowRecord> {
  const read = readIn(sort, slice);
  if (!countsWithPage(selection, slice) || !('fromStart' in slice))
    return rowsSql(pageSql(selection, sort, slice, limit), { sort: read });
  const { hits, page, matched } = countedPageSql(selection, sort, slice.fromStart, limit);
  return rowsSql(page, { before: hits, matched, sort: read });
}

/** The ids of the same page alone. */
export function pageIdsSql(
  selection: Selection,
  sort: Sort,
  slice: Slice,
  limit: number,
): RawBuilder<{ id: string; matched: number | null }> {
  if (!countsWithPage(selection, slice) || !('fromStart' in slice))
    return sql`SELECT f.id, NULL::int8 AS matched FROM (${idsSql(selection, sort, slice, limit)}) f`;
  const { hits, ids, matched } = countedPageSql(selection, sort, slice.fromStart, limit);
  return sql`${hits} SELECT f.id, ${matched} AS matched FROM (${ids}) f`;
}

/** A page without a row tells how many there are only when it is the first one. */
function matchedOf(selection: Selection, slice: Slice, first: ReadRow | undefined): Total | undefined {
  if (!countsWithPage(selection, slice)) return undefined;
  if (first) return capped(first.matched ?? 0);
  return 'fromStart' in slice && slice.fromStart === 0 ? capped(0) : undefined;
}

const keyOf = ({ row, sortKey }: ReadRow): RowKey => ({ id: row.id, value: sortKey });

/** The contract's names of what can be removed. */
const FILTER_NAMES: Readonly<Record<Narrowing, keyof OrderFilters>> = {
  search: 'search',
  countryCode: 'countryCode',
  provinceCode: 'provinceCode',
  skus: 'skus',
  tags: 'tags',
  orderSource: 'orderSource',
  platforms: 'platformIds',
  storeIds: 'storeIds',
  warehouseIds: 'warehouseIds',
  signs: 'signs',
  lacks: 'lacks',
  importIds: 'importIds',
  assignees: 'assignees',
  orderIds: 'orderIds',
};

/** For each filter: how many rows there would be without it alone. What cannot be counted in the time there is, is left out. */
async function blame(
  tx: Tx,
  { filters, places }: Pick<Asked, 'filters' | 'places'>,
  standard: DateRange,
): Promise<ListAnswer['emptiedBy']> {
  const trials: { readonly filter: string; readonly without: ListFilters }[] = [
    ...NARROWING.filter((name) => filters[name] !== undefined).map((name) => ({
      filter: FILTER_NAMES[name],
      without: { ...filters, [name]: undefined },
    })),
    ...(filters.datesChosen ? [{ filter: 'dates', without: { ...filters, range: standard } }] : []),
    ...(filters.tab === 'all' ? [] : [{ filter: 'fulfillmentStatus', without: { ...filters, tab: 'all' as const } }]),
  ];
  if (trials.length === 0) return [];
  const until = performance.now() + BLAME_MS;
  const found: { filter: string; rows: number }[] = [];
  for (const [at, { filter, without }] of trials.entries()) {
    // One that takes long leaves the others their share.
    const share = Math.floor(((until - performance.now()) / (trials.length - at)) * 1.5);
    if (share < 1) break;
    await sql`SAVEPOINT blame`.execute(tx);
    try {
      await sql`SELECT set_config('statement_timeout', ${String(share)}, true)`.execute(tx);
      const rows = Math.min((await countSql(selectionOf(without, places)).execute(tx)).rows[0]?.n ?? 0, COUNT_CAP);
      if (rows > 0) found.push({ filter, rows });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      await sql`ROLLBACK TO SAVEPOINT blame`.execute(tx);
    }
  }
  return found.toSorted((a, b) => b.rows - a.rows);
}
