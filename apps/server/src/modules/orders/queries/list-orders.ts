/** One page of orders with totals, counts of the tabs and, when nothing matched, which filter is to blame. */
import type { OrderFilters, listOrders as listOrdersCall } from '@scanship/contracts/order-list';
import { DEFAULT_PAGE_SIZE, type OrderCounts } from '@scanship/contracts/order-list';
import type { DataOf, QueryOf } from '@scanship/contracts/call';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { isUuid } from '../../../platform/database/ids.ts';
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
import { conditionsOf, COUNT_CAP, countSql, pageSql, type RowKey, type Slice } from './list-sql.ts';
import { orderRows } from './order-rows.ts';
import { type Places, readPlaces } from './ship-from.ts';
import { tabCounts } from './tab-counts.ts';

type ListQuery = QueryOf<typeof listOrdersCall>;
type ListAnswer = DataOf<typeof listOrdersCall>;

/** A statement of the list may take this long; then the person is told to narrow the search. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** Looking for the filter to blame must not make an empty list slow. */
const BLAME_TIMEOUT_MS = 300;
/** Rows that may be skipped to reach a page by its number. */
const MAX_OFFSET = 10_000;

/** The list as the contract answers it, except that `claimedBy` holds user ids. */
export async function listOrders(
  db: Database,
  ctx: RequestContext,
  now: Date,
  query: ListQuery,
  body: OrderFilters,
): Promise<Outcome<ListAnswer>> {
  try {
    return await db.tenant({ tenantId: ctx.tenantId }, (tx) => readList(tx, ctx, now, query, body), {
      readOnly: true,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
  } catch (error) {
    if (isTimeout(error)) return problem('search_too_slow');
    throw error;
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

async function readList(
  tx: Tx,
  ctx: RequestContext,
  now: Date,
  query: ListQuery,
  body: OrderFilters,
): Promise<Outcome<ListAnswer>> {
  const places = await readPlaces(tx);
  const timeZone = places.timeZone ?? ctx.timeZone;
  const read = readFilters(body, now, timeZone);
  if (!read.ok) return read;
  const filters = read.value;
  const conditions = conditionsOf(filters, places);
  const size = Number(query.size ?? DEFAULT_PAGE_SIZE);
  const counts = await tabCounts(tx, filters.range, filters.storeIds);
  const total = countersSuffice(filters)
    ? { n: counts[tabName(filters)], capped: false }
    : capped((await countSql(conditions).execute(tx)).rows[0]?.n ?? 0);
  const totalPage = Math.ceil(total.n / size);
  const wanted = sliceOf(query, size, total, totalPage);
  if (!wanted.ok) return wanted;
  const page = await readPage(tx, conditions, query.sort !== 'placedAt', wanted.value);
  const currentPage = Number(query.page ?? 1);
  return ok({
    orders: await orderRows(
      tx,
      page.keys.map((key) => key.id),
    ),
    totalRecords: total.n,
    totalCapped: total.capped,
    totalPage,
    size,
    currentPage,
    currentPageSize: page.keys.length,
    nextCursor: page.next,
    previousCursor: page.previous,
    counts,
    emptiedBy: total.n === 0 ? await blame(tx, filters, places, defaultRange(now, timeZone)) : [],
  });
}

const tabName = ({ tab }: ListFilters): keyof OrderCounts => (tab === 'manual_fulfilled' ? 'manual-fulfilled' : tab);

interface Total {
  readonly n: number;
  readonly capped: boolean;
}

const capped = (n: number): Total => ({ n: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP });

interface WantedPage {
  readonly slice: Slice;
  readonly limit: number;
}

/** Where the page lies: beside a neighbour's key, or near either end of the list. */
function sliceOf(query: ListQuery, size: number, total: Total, totalPage: number): Outcome<WantedPage> {
  const key = query.after ?? query.before;
  if (key !== undefined) {
    const row = readCursor(key);
    if (!row)
      return problem('validation', {
        errors: [{ field: query.after ? 'after' : 'before', message: 'This is no key of a page.' }],
      });
    return ok({ slice: query.after === undefined ? { before: row } : { after: row }, limit: size });
  }
  const page = Number(query.page ?? 1);
  const skipped = (page - 1) * size;
  if (skipped + size <= MAX_OFFSET) return ok({ slice: { fromStart: skipped }, limit: size });
  if (page > totalPage && !total.capped) return ok({ slice: { fromEnd: 0 }, limit: 0 });
  const fromEnd = Math.max(0, total.n - page * size);
  const limit = Math.min(size, total.n - skipped);
  if (!total.capped && fromEnd + limit <= MAX_OFFSET) return ok({ slice: { fromEnd }, limit });
  const message = 'Pages this far from both ends are reached with next and previous, by date or by search.';
  return problem('validation', { message, errors: [{ field: 'page', message }] });
}

interface ReadPage {
  readonly keys: readonly RowKey[];
  readonly next: string | null;
  readonly previous: string | null;
}

async function readPage(
  tx: Tx,
  conditions: ReturnType<typeof conditionsOf>,
  newestFirst: boolean,
  { slice, limit }: WantedPage,
): Promise<ReadPage> {
  if (limit === 0) return { keys: [], next: null, previous: null };
  const backwards = 'before' in slice || 'fromEnd' in slice;
  // One row more than asked for says whether the list goes on.
  const { rows } = await pageSql(conditions, newestFirst, slice, limit + 1).execute(tx);
  const goesOn = rows.length > limit;
  const keys = rows.slice(0, limit).map((row) => ({ id: row.id, placedAt: row.placed_at }));
  if (backwards) keys.reverse();
  const first = keys.at(0);
  const last = keys.at(-1);
  const hasNext = 'before' in slice || (('fromEnd' in slice ? slice.fromEnd > 0 : goesOn) && last !== undefined);
  const hasPrevious = 'after' in slice || ('fromStart' in slice ? slice.fromStart > 0 : goesOn);
  return {
    keys,
    next: hasNext && last ? writeCursor(last) : null,
    previous: hasPrevious && first ? writeCursor(first) : null,
  };
}

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
  filters: ListFilters,
  places: Places,
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
      const rows = Math.min((await countSql(conditionsOf(without, places)).execute(tx)).rows[0]?.n ?? 0, COUNT_CAP);
      if (rows > 0) found.push({ filter, rows });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      await sql`ROLLBACK TO SAVEPOINT blame`.execute(tx);
    }
  }
  return found.toSorted((a, b) => b.rows - a.rows);
}
