/**
 * SQL of the order list. Under row security only `=`, ranges and `^@` can use an index, so every filter is one of these
 * or is checked on the rows that another one found; nothing here counts rows it does not have to.
 */
import { SIGN_BITS, type Sign } from '@scanship/domain/order';
import type { SearchTerm } from '@scanship/domain/order-search';
import { type RawBuilder, sql } from 'kysely';
import type { DateRange, ListFilters } from './filters.ts';
import { originCountry } from './ship-from.ts';

/** Counting stops here; the screen then shows "10,000+". */
export const COUNT_CAP = 10_000;

type Condition = RawBuilder<unknown>;

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` OR `)})`;
const listed = (column: Condition, values: readonly string[], type: 'text' | 'uuid' = 'text'): Condition =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} IN (${sql.join(values.map((value) => sql`${value}::${sql.raw(type)}`))})`;

const within = (column: Condition, range: DateRange): Condition[] => [
  ...(range.from ? [sql`${column} >= ${range.from.toISOString()}::timestamptz`] : []),
  ...(range.to ? [sql`${column} < ${range.to.toISOString()}::timestamptz`] : []),
];

/** Orders that have every term; the planner begins with the rarest. */
function searchConditions(terms: readonly SearchTerm[], range: DateRange): Condition[] {
  // A text without letters or digits is no key of any order.
  if (terms.length === 0) return [sql`false`];
  return terms.map((term) => {
    const token = term.match === 'prefix' ? sql`t.token ^@ ${term.token}` : sql`t.token = ${term.token}`;
    return sql`o.id IN (SELECT t.order_id FROM order_tokens t
      WHERE ${all([sql`t.field = ${term.field}`, token, ...within(sql`t.placed_at`, range)])})`;
  });
}

function signCondition(sign: Sign): Condition {
  switch (sign) {
    case 'hold':
      return sql`o.hold_code IS NOT NULL`;
    case 'failed':
      return sql`o.import_state = 'failed'`;
    case 'partial':
      return sql`o.fulfillment = 'partial'`;
    case 'overdue':
      return sql`(o.tab = 'unfulfilled' AND o.ship_by < now())`;
    case 'international':
      // Another country than where it leaves from; unknown while there is no ship-from address.
      return sql`o.country <> (${originCountry})`;
    case 'combinable':
      return combinable;
    default:
      return sql`(o.signs & ${SIGN_BITS[sign]}::int) <> 0`;
  }
}

/** Another unfulfilled order goes to the same recipient and place. */
export const combinable: Condition = sql`(o.tab = 'unfulfilled' AND o.ship_to_key <> '' AND EXISTS (
  SELECT 1 FROM orders c WHERE c.tab = 'unfulfilled' AND c.ship_to_key <> '' AND c.ship_to_key = o.ship_to_key AND c.id <> o.id))`;

/**
 * All conditions on `orders o`. All Orders is everything but archived (decisions 23).
 * @param defaultLocationId where orders without a location of their own leave from
 */
export function conditionsOf(filters: ListFilters, defaultLocationId: string | null): Condition {
  const { range } = filters;
  const parts: Condition[] = [
    filters.tab === 'all' ? sql`o.tab <> 'archived'` : sql`o.tab = ${filters.tab}`,
    ...within(sql`o.placed_at`, range),
  ];
  if (filters.search) parts.push(...searchConditions(filters.search, range));
  if (filters.countryCode) parts.push(sql`o.country = ${filters.countryCode}::bpchar`);
  if (filters.provinceCode) parts.push(sql`o.province = ${filters.provinceCode}`);
  if (filters.skus)
    parts.push(sql`o.id IN (SELECT i.order_id FROM order_items i
      WHERE ${all([listed(sql`i.sku_key`, filters.skus), ...within(sql`i.placed_at`, range)])})`);
  if (filters.tags)
    parts.push(sql`o.id IN (SELECT g.order_id FROM order_tags g
      WHERE ${all([listed(sql`g.tag`, filters.tags), ...within(sql`g.placed_at`, range)])})`);
  if (filters.orderSource) parts.push(listed(sql`o.source`, filters.orderSource));
  if (filters.platforms) parts.push(listed(sql`o.platform_code`, filters.platforms));
  if (filters.storeIds) parts.push(listed(sql`o.store_id`, filters.storeIds, 'uuid'));
  if (filters.warehouseIds) {
    const own = listed(sql`o.location_id`, filters.warehouseIds, 'uuid');
    const byDefault = defaultLocationId !== null && filters.warehouseIds.includes(defaultLocationId);
    parts.push(byDefault ? any([own, sql`o.location_id IS NULL`]) : own);
  }
  if (filters.signs) parts.push(any(filters.signs.map(signCondition)));
  return all(parts);
}

/** A row's place in the list. */
export interface RowKey {
  /** As PostgreSQL writes it, to the microsecond. */
  readonly placedAt: string;
  readonly id: string;
}

/** Which part of the list: from a neighbouring row's key, or so many rows from either end. */
export type Slice =
  | { readonly after: RowKey }
  | { readonly before: RowKey }
  | { readonly fromStart: number }
  | { readonly fromEnd: number };

/**
 * Keys of one page, in the order they are read: reversed for `before` and `fromEnd`.
 * @param newestFirst the list's order
 */
export function pageSql(
  conditions: Condition,
  newestFirst: boolean,
  slice: Slice,
  limit: number,
): RawBuilder<{ id: string; placed_at: string }> {
  const backwards = 'before' in slice || 'fromEnd' in slice;
  const descending = newestFirst !== backwards;
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const key = 'after' in slice ? slice.after : 'before' in slice ? slice.before : undefined;
  const from = key
    ? sql`AND (o.placed_at, o.id) ${sql.raw(descending ? '<' : '>')} (${key.placedAt}::timestamptz, ${key.id}::uuid)`
    : sql``;
  const offset = 'fromStart' in slice ? slice.fromStart : 'fromEnd' in slice ? slice.fromEnd : 0;
  return sql<{ id: string; placed_at: string }>`SELECT o.id, o.placed_at::text AS placed_at FROM orders o
    WHERE ${conditions} ${from}
    ORDER BY o.placed_at ${direction}, o.id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

/** How many rows match, counted up to one more than the cap. */
export const countSql = (conditions: Condition): RawBuilder<{ n: number }> =>
  sql<{
    n: number;
  }>`SELECT count(*) AS n FROM (SELECT 1 FROM orders o WHERE ${conditions} LIMIT ${COUNT_CAP + 1}) AS capped`;
