/** One page of products, how many there are, and what empties an empty list. */
import type { DataOf, QueryOf } from '@scanship/contracts/call';
import {
  DEFAULT_PRODUCT_PAGE_SIZE,
  type listProducts as listProductsCall,
  type ProductFilters,
} from '@scanship/contracts/products/products';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { isUuid } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { type ListFilters, readFilters } from './filters.ts';
import {
  conditionsOf,
  COUNT_CAP,
  countKeysSql,
  countListingsSql,
  countSql,
  FEW_KEYS,
  FEW_LISTINGS,
  orderOf,
  pageSql,
  type RowKey,
  type Slice,
} from './list-sql.ts';
import { readRow, rowsSql } from './product-rows.ts';

type ListQuery = QueryOf<typeof listProductsCall>;
type ListAnswer = DataOf<typeof listProductsCall>;

const STATEMENT_TIMEOUT_MS = 2_000;
const BLAME_TIMEOUT_MS = 300;
/** Rows that may be skipped to reach a page by its number. */
const MAX_SKIP = 10_000;

const isTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

/** Problems: `validation` (filter, key or page that is none), `search_too_slow`. */
export async function listProducts(
  db: Database,
  ctx: RequestContext,
  query: ListQuery,
  body: ProductFilters,
): Promise<Outcome<ListAnswer>> {
  const filters = readFilters(body, ctx.timeZone);
  if (!filters.ok) return filters;
  const size = Number(query.size ?? DEFAULT_PRODUCT_PAGE_SIZE);
  const slice = sliceOf(query, size);
  if (!slice.ok) return slice;
  try {
    return await db.tenant(ctx, (tx) => readList(tx, query, filters.value, slice.value, size), {
      readOnly: 'standby',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
  } catch (error) {
    if (isTimeout(error)) return problem('search_too_slow');
    throw error;
  }
}

async function readList(
  tx: Tx,
  query: ListQuery,
  filters: ListFilters,
  slice: Slice,
  size: number,
): Promise<Outcome<ListAnswer>> {
  const listings = filters.storeIds && (await countListingsSql(filters.storeIds).execute(tx)).rows[0];
  const few = (listings?.n ?? 0) <= FEW_LISTINGS;
  const fewWords = await findFew(tx, filters);
  const conditions = conditionsOf(filters, few, fewWords);
  const order = orderOf(query.sort ?? '-createdAt');
  // One row more than asked for says whether the list goes on.
  const [counted, read] = await Promise.all([
    countSql(conditions).execute(tx),
    rowsSql(pageSql(conditions, order, slice, size + 1), order).execute(tx),
  ]);
  const n = counted.rows[0]?.n ?? 0;
  const backwards = 'before' in slice;
  const goesOn = read.rows.length > size;
  // The one too many is the farthest: at the end, or at the beginning of a page that is read backwards.
  const rows = backwards ? read.rows.slice(-size) : read.rows.slice(0, size);
  const first = rows.at(0);
  const last = rows.at(-1);
  const hasNext = backwards ? true : goesOn;
  const hasPrevious = backwards ? goesOn : 'after' in slice || ('skip' in slice && slice.skip > 0);
  return ok({
    products: rows.map(readRow),
    totalRecords: Math.min(n, COUNT_CAP),
    totalCapped: n > COUNT_CAP,
    totalPage: Math.ceil(Math.min(n, COUNT_CAP) / size),
    size,
    currentPage: Number(query.page ?? 1),
    currentPageSize: rows.length,
    nextCursor: hasNext && last ? writeCursor({ at: last.place, id: last.id }) : null,
    previousCursor: hasPrevious && first ? writeCursor({ at: first.place, id: first.id }) : null,
    emptiedBy: n === 0 ? await blame(tx, filters, few, fewWords) : [],
  });
}

function sliceOf(query: ListQuery, size: number): Outcome<Slice> {
  const key = query.after ?? query.before;
  if (key !== undefined) {
    const row = readCursor(key, orderOf(query.sort ?? '-createdAt').type);
    if (!row)
      return problem('validation', {
        errors: [{ field: query.after ? 'after' : 'before', message: 'This is not the key of a page.' }],
      });
    return ok(query.after === undefined ? { before: row } : { after: row });
  }
  const skip = (Number(query.page ?? 1) - 1) * size;
  if (skip + size <= MAX_SKIP) return ok({ skip });
  const message = 'Pages this far from the beginning are reached with next and previous, or by search.';
  return problem('validation', { message, errors: [{ field: 'page', message }] });
}

const writeCursor = ({ at, id }: RowKey): string => Buffer.from(JSON.stringify([at, id])).toString('base64url');

function readCursor(text: string, type: 'timestamptz' | 'text'): RowKey | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(value)) return undefined;
    const [at, id]: unknown[] = value;
    if (typeof at !== 'string' || typeof id !== 'string' || !isUuid(id) || at.includes('\u0000')) return undefined;
    const fits = type === 'text' || /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/.test(at);
    return fits ? { at, id } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether one of the words that all must be there leaves few products. */
async function findFew(tx: Tx, { search }: ListFilters): Promise<boolean> {
  if (!search || search.words.length === 0) return true;
  for (const word of search.words) {
    const { rows } = await countKeysSql(word).execute(tx);
    if ((rows[0]?.n ?? 0) <= FEW_KEYS) return true;
  }
  return false;
}

/** For each filter: how many products there would be without it alone. A count that takes too long is left out. */
async function blame(tx: Tx, filters: ListFilters, few: boolean, fewWords: boolean): Promise<ListAnswer['emptiedBy']> {
  const trials: { readonly filter: string; readonly without: ListFilters }[] = [
    ...(filters.search ? [{ filter: 'search', without: { ...filters, search: undefined } }] : []),
    ...(filters.storeIds ? [{ filter: 'storeIds', without: { ...filters, storeIds: undefined } }] : []),
    ...(filters.missing ? [{ filter: 'missing', without: { ...filters, missing: undefined } }] : []),
    ...(filters.from || filters.to
      ? [{ filter: 'dates', without: { ...filters, from: undefined, to: undefined } }]
      : []),
    ...(filters.shelf === 'archived'
      ? [{ filter: 'archived', without: { ...filters, shelf: 'active' as const } }]
      : []),
  ];
  if (trials.length === 0) return [];
  await sql`SELECT set_config('statement_timeout', ${String(BLAME_TIMEOUT_MS)}, true)`.execute(tx);
  const found: { filter: string; rows: number }[] = [];
  for (const { filter, without } of trials) {
    await sql`SAVEPOINT blame`.execute(tx);
    try {
      const rows = Math.min(
        (await countSql(conditionsOf(without, few, fewWords)).execute(tx)).rows[0]?.n ?? 0,
        COUNT_CAP,
      );
      if (rows > 0) found.push({ filter, rows });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      await sql`ROLLBACK TO SAVEPOINT blame`.execute(tx);
    }
  }
  return found.toSorted((a, b) => b.rows - a.rows);
}
