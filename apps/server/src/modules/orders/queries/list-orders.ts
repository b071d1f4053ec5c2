/** One page of orders with totals, counts of the tabs and, when nothing matched, which filter is to blame. */
import type { OrderFilters, listOrders as listOrdersCall } from '@scanship/contracts/order-list';
import { DEFAULT_PAGE_SIZE, type OrderCounts, PAGE_SIZES } from '@scanship/contracts/order-list';
import type { DataOf, QueryOf } from '@scanship/contracts/call';
import { ok } from '@scanship/domain/result';
import { type RawBuilder, sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx, WorkOptions } from '../../../platform/database/database.ts';
import { isUuid } from '../../../platform/database/ids.ts';
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
  countIndexedSql,
  countSql,
  FEW_ORDERS,
  needsPlaces,
  pageSql,
  type RowKey,
  type Selection,
  selectionOf,
  type Slice,
  weighs,
} from './list-sql.ts';
import { readRow, type ReadRow, type RowRecord, rowsSql, type UnnamedRow } from './order-rows.ts';
import { NO_PLACES, type Places, readPlaces } from './ship-from.ts';
import { tabCounts } from './tab-counts.ts';

type ListQuery = QueryOf<typeof listOrdersCall>;
type ListAnswer = DataOf<typeof listOrdersCall>;

/** A statement of the list may take this long; then the person is told to narrow the search. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** Looking for the filter to blame must not make an empty list slow. */
const BLAME_TIMEOUT_MS = 300;
/** Rows that may be skipped to reach a page by its number. */
const MAX_OFFSET = 10_000;
const SIZES: ReadonlySet<number> = new Set(PAGE_SIZES);

/** The list as the contract answers it, except that `claimedBy` holds user ids. */
export async function listOrders(
  db: Database,
  ctx: RequestContext,
  now: Date,
  query: ListQuery,
  body: OrderFilters,
): Promise<Outcome<ListAnswer>> {
  const read = readFilters(body, now, ctx.timeZone);
  if (!read.ok) return read;
  const filters = read.value;
  const size = Number(query.size ?? DEFAULT_PAGE_SIZE);
  const near = nearSlice(query, size);
  if (!near.ok) return near;
  const reading = <T>(work: (tx: Tx) => Promise<T>, options: Pick<WorkOptions, 'atOnce' | 'generalPlans'> = {}) =>
    db.tenant({ tenantId: ctx.tenantId }, work, {
      ...options,
      readOnly: true,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
  try {
    const places = needsPlaces(filters) ? await reading(readPlaces) : NO_PLACES;
    const ordersFirst = weighs(filters) && (await reading((tx) => leaveFew(tx, filters)));
    const selection = selectionOf(filters, places, ordersFirst);
    const asked: Asked = {
      filters,
      places,
      selection,
      newestFirst: query.sort !== 'placedAt',
    };
    // None of these waits for the answer of another.
    const first = await reading((tx) => readFirst(tx, asked, near.value, size), {
      atOnce: true,
      generalPlans: selection.fixed,
    });
    const total = first.total ?? (await reading((tx) => count(tx, asked.selection)));
    const totalPage = Math.ceil(total.n / size);
    let { page } = first;
    if (!page) {
      const wanted = farSlice(query, size, total, totalPage);
      if (!wanted.ok) return wanted;
      page = await reading((tx) => readPage(tx, asked, wanted.value));
    }
    return ok({
      orders: [...page.rows],
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

const isTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

interface Asked {
  readonly filters: ListFilters;
  readonly places: Places;
  readonly selection: Selection;
  readonly newestFirst: boolean;
}

interface First {
  readonly counts: OrderCounts;
  /** Absent where an empty page, or one that was not read yet, could not tell. */
  readonly total: Total | undefined;
  /** Absent for a page whose place hangs on the total. */
  readonly page: ReadPage | undefined;
}

/** Counts, total and page, as far as they can be asked for together. */
async function readFirst(tx: Tx, asked: Asked, near: Slice | undefined, size: number): Promise<First> {
  const { filters, selection } = asked;
  const byCounters = countersSuffice(filters);
  const [counts, counted, page] = await Promise.all([
    tabCounts(tx, filters.range, filters.storeIds),
    byCounters || countsWithPage(selection, near) ? undefined : count(tx, selection),
    near && readPage(tx, asked, { slice: near, limit: size }),
  ]);
  const total = byCounters ? { n: counts[tabName(filters)], capped: false } : (counted ?? page?.matched);
  return { counts, total, page };
}

const tabName = ({ tab }: ListFilters): keyof OrderCounts => (tab === 'manual_fulfilled' ? 'manual-fulfilled' : tab);

interface Total {
  readonly n: number;
  readonly capped: boolean;
}

const capped = (n: number): Total => ({ n: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP });

/** Whether the filters beside a SKU or tag leave so few orders that these are read first. */
async function leaveFew(tx: Tx, filters: ListFilters): Promise<boolean> {
  const { rows } = await countIndexedSql(filters).execute(tx);
  return (rows[0]?.n ?? 0) <= FEW_ORDERS;
}

async function count(tx: Tx, selection: Selection): Promise<Total> {
  const query = countSql(selection);
  const { rows } = await (selection.fixed ? executeFixed(tx, 'orders-count', query) : query.execute(tx));
  return capped(rows[0]?.n ?? 0);
}

interface WantedPage {
  readonly slice: Slice;
  readonly limit: number;
}

/** The part of the list, where it can be said without knowing how long the list is. */
function nearSlice(query: ListQuery, size: number): Outcome<Slice | undefined> {
  const key = query.after ?? query.before;
  if (key !== undefined) {
    const row = readCursor(key);
    if (!row)
      return problem('validation', {
        errors: [{ field: query.after ? 'after' : 'before', message: 'This is no key of a page.' }],
      });
    return ok(query.after === undefined ? { before: row } : { after: row });
  }
  const skipped = (Number(query.page ?? 1) - 1) * size;
  return ok(skipped + size <= MAX_OFFSET ? { fromStart: skipped } : undefined);
}

/** A page far from the start: read from the end, when it is near that. */
function farSlice(query: ListQuery, size: number, total: Total, totalPage: number): Outcome<WantedPage> {
  const page = Number(query.page ?? 1);
  if (page > totalPage && !total.capped) return ok({ slice: { fromEnd: 0 }, limit: 0 });
  const fromEnd = Math.max(0, total.n - page * size);
  const limit = Math.min(size, total.n - (page - 1) * size);
  if (!total.capped && fromEnd + limit <= MAX_OFFSET) return ok({ slice: { fromEnd }, limit });
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

async function readPage(tx: Tx, { selection, newestFirst }: Asked, { slice, limit }: WantedPage): Promise<ReadPage> {
  if (limit === 0) return { rows: [], next: null, previous: null, matched: undefined };
  const backwards = 'before' in slice || 'fromEnd' in slice;
  // One row more than asked for says whether the list goes on.
  const query = pageRowsSql(selection, newestFirst, slice, limit + 1);
  const fixed =
    selection.fixed && SIZES.has(limit) && !(('fromStart' in slice && slice.fromStart > 0) || 'fromEnd' in slice);
  const { rows } = await (fixed ? executeFixed(tx, 'orders-page', query) : query.execute(tx));
  const goesOn = rows.length > limit;
  const found = rows.slice(0, limit).map(readRow);
  if (backwards) found.reverse();
  const first = found.at(0);
  const last = found.at(-1);
  const hasNext = 'before' in slice || (('fromEnd' in slice ? slice.fromEnd > 0 : goesOn) && last !== undefined);
  const hasPrevious = 'after' in slice || ('fromStart' in slice ? slice.fromStart > 0 : goesOn);
  return {
    rows: found.map(({ row }) => row),
    next: hasNext && last ? writeCursor(keyOf(last)) : null,
    previous: hasPrevious && first ? writeCursor(keyOf(first)) : null,
    matched: matchedOf(selection, slice, first),
  };
}

/** The statement of one page with all that its rows show; `matched` beside them where it counts as well. */
export function pageRowsSql(
  selection: Selection,
  newestFirst: boolean,
  slice: Slice,
  limit: number,
): RawBuilder<RowRecord> {
  const backwards = 'before' in slice || 'fromEnd' in slice;
  const direction = newestFirst === backwards ? 'ASC' : 'DESC';
  if (!countsWithPage(selection, slice) || !('fromStart' in slice))
    return rowsSql(pageSql(selection, newestFirst, slice, limit), { direction });
  const { hits, page, matched } = countedPageSql(selection, newestFirst, slice.fromStart, limit);
  return rowsSql(page, { before: hits, matched, direction });
}

/** A page without a row tells how many there are only when it is the first one. */
function matchedOf(selection: Selection, slice: Slice, first: ReadRow | undefined): Total | undefined {
  if (!countsWithPage(selection, slice)) return undefined;
  if (first) return capped(first.matched ?? 0);
  return 'fromStart' in slice && slice.fromStart === 0 ? capped(0) : undefined;
}

const keyOf = ({ row, placedKey }: ReadRow): RowKey => ({ id: row.id, placedAt: placedKey });

const writeCursor = (key: RowKey): string => Buffer.from(JSON.stringify([key.placedAt, key.id])).toString('base64url');

function readCursor(text: string): RowKey | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(value)) return undefined;
    const [placedAt, id]: unknown[] = value;
    if (typeof placedAt !== 'string' || typeof id !== 'string' || !isUuid(id)) return undefined;
    return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/.test(placedAt)
      ? { placedAt, id }
      : undefined;
  } catch {
    return undefined;
  }
}

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
};

/** For each filter: how many rows there would be without it alone. A count that takes too long is left out. */
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
  await sql`SELECT set_config('statement_timeout', ${String(BLAME_TIMEOUT_MS)}, true)`.execute(tx);
  const found: { filter: string; rows: number }[] = [];
  for (const { filter, without } of trials) {
    await sql`SAVEPOINT blame`.execute(tx);
    try {
      const rows = Math.min((await countSql(selectionOf(without, places)).execute(tx)).rows[0]?.n ?? 0, COUNT_CAP);
      if (rows > 0) found.push({ filter, rows });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      await sql`ROLLBACK TO SAVEPOINT blame`.execute(tx);
    }
  }
  return found.toSorted((a, b) => b.rows - a.rows);
}
