/**
 * SQL of the order list. Under row security only `=`, ranges and `^@` can use an index, so every filter is one of these
 * or is checked on the rows that another one found; nothing here counts rows it does not have to.
 */
import { SIGN_BITS, type Sign } from '@scanship/domain/order';
import { type RawBuilder, sql } from 'kysely';
import type { DateRange, ListFilters } from './filters.ts';
import type { Places } from './ship-from.ts';

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

/** Order ids that each row-valued filter finds by its own index. */
function idSets(filters: ListFilters): Condition[] {
  const { range } = filters;
  const sets = (filters.search ?? []).map((term) => {
    const token = term.match === 'prefix' ? sql`t.token ^@ ${term.token}` : sql`t.token = ${term.token}`;
    return sql`SELECT t.order_id FROM order_tokens t
      WHERE ${all([sql`t.field = ${term.field}`, token, ...within(sql`t.placed_at`, range)])}`;
  });
  if (filters.skus)
    sets.push(sql`SELECT i.order_id FROM order_items i
      WHERE ${all([listed(sql`i.sku_key`, filters.skus), ...within(sql`i.placed_at`, range)])}`);
  if (filters.tags)
    sets.push(sql`SELECT g.order_id FROM order_tags g
      WHERE ${all([listed(sql`g.tag`, filters.tags), ...within(sql`g.placed_at`, range)])}`);
  return sets;
}

function signCondition(sign: Sign, places: Places): Condition {
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
      return sql`o.country <> ${originExpression(places)}`;
    case 'combinable':
      // The keys that occur twice are found once; asking per order would be slow before the table has statistics.
      return sql`(o.tab = 'unfulfilled' AND o.ship_to_key <> '' AND o.ship_to_key = ANY (ARRAY(
        SELECT c.ship_to_key FROM orders c WHERE c.tab = 'unfulfilled' AND c.ship_to_key <> ''
        GROUP BY c.ship_to_key HAVING count(*) > 1)))`;
    default:
      return sql`(o.signs & ${SIGN_BITS[sign]}::int) <> 0`;
  }
}

/** Country an order leaves from, out of the few places the customer has; null while it has none. */
function originExpression({ defaultCountry, locations, stores }: Places): Condition {
  const chosen = (column: Condition, places: Places['locations']): Condition[] =>
    places.length === 0
      ? []
      : [
          sql`CASE ${column} ${sql.join(
            places.map(({ id, country }) => sql`WHEN ${id}::uuid THEN ${country}::bpchar`),
            sql` `,
          )} END`,
        ];
  const parts = [...chosen(sql`o.location_id`, locations), ...chosen(sql`o.store_id`, stores)];
  return sql`coalesce(${sql.join([...parts, sql`${defaultCountry}::bpchar`])})`;
}

/** Another unfulfilled order goes to the same recipient and place; for the rows of one page. */
export const combinable: Condition = sql`(o.tab = 'unfulfilled' AND o.ship_to_key <> '' AND EXISTS (
  SELECT 1 FROM orders c WHERE c.tab = 'unfulfilled' AND c.ship_to_key <> '' AND c.ship_to_key = o.ship_to_key AND c.id <> o.id))`;

/**
 * All conditions on `orders o`. All Orders is everything but archived (decisions 23). What is found by keys of its own
 * (search, SKU, tag) becomes one array of ids, read once and looked up by primary key: unlike a join this never walks
 * the orders, whatever statistics the tables have. They have none just after a large import.
 */
export function conditionsOf(filters: ListFilters, places: Places): Condition {
  const { range } = filters;
  const parts: Condition[] = [
    filters.tab === 'all' ? sql`o.tab <> 'archived'` : sql`o.tab = ${filters.tab}`,
    ...within(sql`o.placed_at`, range),
  ];
  const sets = idSets(filters);
  if (sets.length > 0) parts.push(sql`o.id = ANY (ARRAY(${sql.join(sets, sql` INTERSECT `)}))`);
  // A text without letters or digits is no key of any order.
  if (filters.search?.length === 0) parts.push(sql`false`);
  if (filters.countryCode) parts.push(sql`o.country = ${filters.countryCode}::bpchar`);
  if (filters.provinceCode) parts.push(sql`o.province = ${filters.provinceCode}`);
  if (filters.orderSource) parts.push(listed(sql`o.source`, filters.orderSource));
  if (filters.platforms) parts.push(listed(sql`o.platform_code`, filters.platforms));
  if (filters.storeIds) parts.push(listed(sql`o.store_id`, filters.storeIds, 'uuid'));
  if (filters.warehouseIds) {
    const own = listed(sql`o.location_id`, filters.warehouseIds, 'uuid');
    const byDefault = places.defaultLocationId !== null && filters.warehouseIds.includes(places.defaultLocationId);
    parts.push(byDefault ? any([own, sql`o.location_id IS NULL`]) : own);
  }
  if (filters.signs) parts.push(any(filters.signs.map((sign) => signCondition(sign, places))));
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
