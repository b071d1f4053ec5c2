/**
 * SQL of the labels page. Under row security only `=`, ranges and `^@` can use an index; every filter is one of these. What is
 * searched becomes one array of ids that is looked up by primary key, so that no statistics can make a search walk the table.
 */
import { PREFIX_LENGTH, type SearchTerm } from '@scanship/domain/orders/order-search';
import { type RawBuilder, sql } from 'kysely';
import type { ListFilters } from './list-shipments-filters.ts';

/** Counting stops here; the screen then shows "10,000+". */
export const COUNT_CAP = 10_000;

type Condition = RawBuilder<unknown>;

const listed = (column: Condition, values: readonly string[], type: 'text' | 'uuid' = 'text'): Condition =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} IN (${sql.join(values.map((value) => sql`${value}::${sql.raw(type)}`))})`;

const byTracking = (key: string): Condition =>
  key.length < PREFIX_LENGTH
    ? sql`SELECT c.shipment_id FROM parcels c WHERE c.tracking_key = ${key}`
    : sql`SELECT c.shipment_id FROM parcels c WHERE c.tracking_key ^@ ${key}`;

const ordersOf = ({ field, token, match }: SearchTerm): Condition =>
  match === 'prefix'
    ? sql`SELECT t.order_id FROM order_tokens t WHERE t.field = ${field} AND t.token ^@ ${token}`
    : sql`SELECT t.order_id FROM order_tokens t WHERE t.field = ${field} AND t.token = ${token}`;

function found(search: NonNullable<ListFilters['search']>): Condition {
  if ('tracking' in search)
    return search.tracking === '' ? sql`false` : sql`s.id = ANY (ARRAY(${byTracking(search.tracking)}))`;
  if (search.orders.length === 0) return sql`false`;
  const orders = sql.join(search.orders.map(ordersOf), sql` INTERSECT `);
  return sql`s.id = ANY (ARRAY(SELECT i.shipment_id FROM shipment_items i WHERE i.order_id = ANY (ARRAY(${orders}))))`;
}

/** Conditions on `shipments s`. Drafts never became a label; they are shown only when asked for. */
export function conditionsOf(filters: ListFilters): Condition {
  const parts: Condition[] = [
    filters.states ? listed(sql`s.state`, filters.states) : sql`s.state <> 'draft'`,
    ...(filters.from ? [sql`s.created_at >= ${filters.from.toISOString()}::timestamptz`] : []),
    ...(filters.to ? [sql`s.created_at < ${filters.to.toISOString()}::timestamptz`] : []),
    ...(filters.carriers ? [listed(sql`s.slug`, filters.carriers)] : []),
    ...(filters.services ? [listed(sql`s.service`, filters.services)] : []),
    ...(filters.trackingStatuses ? [listed(sql`s.tracking_status`, filters.trackingStatuses)] : []),
    ...(filters.storeIds ? [listed(sql`s.store_id`, filters.storeIds, 'uuid')] : []),
    ...(filters.search ? [found(filters.search)] : []),
  ];
  return sql.join(parts, sql` AND `);
}

/** A row's place in the list; the time as PostgreSQL writes it, to the microsecond. */
export interface RowKey {
  readonly createdAt: string;
  readonly id: string;
}

export type Slice = { readonly after: RowKey } | { readonly before: RowKey } | { readonly skip: number };

export interface KeyRecord {
  readonly id: string;
  readonly created_key: string;
}

/** Keys of one page in the order they are read: reversed for `before`. */
export function pageSql(
  conditions: Condition,
  newestFirst: boolean,
  slice: Slice,
  limit: number,
): RawBuilder<KeyRecord> {
  const descending = newestFirst !== 'before' in slice;
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const key = 'after' in slice ? slice.after : 'before' in slice ? slice.before : undefined;
  const from = key
    ? sql`AND (s.created_at, s.id) ${sql.raw(descending ? '<' : '>')} (${key.createdAt}::timestamptz, ${key.id}::uuid)`
    : sql``;
  const skip = 'skip' in slice && slice.skip > 0 ? sql`OFFSET ${sql.lit(slice.skip)}` : sql``;
  // The limit is in the text: a plan made for any limit would prepare to read many rows.
  return sql<KeyRecord>`SELECT s.id, s.created_at::text AS created_key FROM shipments s WHERE ${conditions} ${from}
    ORDER BY s.created_at ${direction}, s.id ${direction} LIMIT ${sql.lit(limit)} ${skip}`;
}

/** How many match, counted up to one more than the cap. */
export const countSql = (conditions: Condition): RawBuilder<{ n: number }> =>
  sql<{
    n: number;
  }>`SELECT count(*) AS n FROM (SELECT 1 FROM shipments s WHERE ${conditions} LIMIT ${sql.lit(COUNT_CAP + 1)}) AS capped`;

export interface ChoiceRecord {
  readonly slug: string;
  readonly service: string;
  readonly service_name: string | null;
}

/** Each carrier and service there is a shipment of, found by stepping through the index: one probe each, not a scan. */
export const choicesSql: RawBuilder<ChoiceRecord> = sql<ChoiceRecord>`WITH RECURSIVE steps AS (
    (SELECT s.slug, s.service, s.service_name, 1 AS n FROM shipments s WHERE s.slug > '' AND s.service > ''
      ORDER BY s.slug, s.service LIMIT 1)
    UNION ALL SELECT next.slug, next.service, next.service_name, steps.n + 1 FROM steps CROSS JOIN LATERAL (
      SELECT s.slug, s.service, s.service_name FROM shipments s WHERE (s.slug, s.service) > (steps.slug, steps.service)
      ORDER BY s.slug, s.service LIMIT 1) next WHERE steps.n < 300)
  SELECT slug, service, service_name FROM steps`;
