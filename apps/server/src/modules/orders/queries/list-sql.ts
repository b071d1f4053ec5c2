/**
 * SQL of the order list. Under row security only `=`, ranges and `^@` can use an index, so every filter is one of these
 * or is checked on the rows that another one found; nothing here counts rows it does not have to.
 */
import type { OrderLack } from '@scanship/contracts/orders/order-list';
import { SIGN_BITS, type Sign } from '@scanship/domain/orders/order';
import type { SearchTerm } from '@scanship/domain/orders/order-search';
import { isNothing } from '@scanship/domain/orders/search-anywhere';
import { type RawBuilder, sql } from 'kysely';
import { anywhereIds } from './anywhere-sql.ts';
import { type DateRange, type ListFilters, NARROWING } from './filters.ts';
import { NO_PLACES, type Places } from './ship-from.ts';
import { lacksCustoms } from './line-gaps.ts';
import { keyColumn, keyCondition, keyValue, type RowKey, type Sort } from './sorts.ts';

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

/** Order ids of what is searched: a set for each term, all of which an order must be in. */
function searchedSets({ search = [], range }: ListFilters): Condition[] {
  if ('words' in search) {
    const found = anywhereIds(search);
    return found ? [found] : [];
  }
  return search.map(
    (term) =>
      sql`SELECT t.order_id FROM order_tokens t WHERE ${all([hasTerm(sql`t`, term), ...within(sql`t.placed_at`, range)])}`,
  );
}
const hasTerm = (of: Condition, { field, token, match }: SearchTerm): Condition =>
  sql`${of}.field = ${field} AND ${of}.token ${sql.raw(match === 'prefix' ? '^@' : '=')} ${token}`;
const findsNothing = ({ search }: ListFilters): boolean =>
  search !== undefined && ('words' in search ? isNothing(search) : search.length === 0);

/** Order ids that each row-valued filter finds by its own index, for what is not walked. */
function idSets(filters: ListFilters, walk: Walk | undefined): Condition[] {
  const { range } = filters;
  const sets = walk?.table === 'order_tokens' ? [] : searchedSets(filters);
  if (filters.skus && walk?.table !== 'order_items')
    sets.push(sql`SELECT i.order_id FROM order_items i
      WHERE ${all([listed(sql`i.sku_key`, filters.skus), ...within(sql`i.placed_at`, range)])}`);
  if (filters.tags && walk?.table !== 'order_tags')
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
      // What few orders have at all is in an index, and known to be few: of a bit alone nothing is known.
      return sql`(o.signs <> 0 AND (o.signs & ${SIGN_BITS[sign]}::int) <> 0)`;
  }
}

/** A label of the order that was never printed, in this format or another. */
const unprinted: Condition = sql`EXISTS (SELECT 1 FROM shipment_items h
  JOIN shipments s ON s.tenant_id = h.tenant_id AND s.id = h.shipment_id AND s.state NOT IN ('draft', 'voiding', 'voided')
  JOIN documents d ON d.tenant_id = s.tenant_id AND d.shipment_id = s.id AND d.kind = 'label' AND d.copies_printed = 0
  WHERE h.order_id = o.id AND h.held AND NOT EXISTS (SELECT 1 FROM documents q WHERE q.tenant_id = d.tenant_id
    AND q.shipment_id = d.shipment_id AND q.kind = 'label' AND q.copies_printed > 0 AND q.parcel_no IS NOT DISTINCT FROM d.parcel_no))`;

/** Facts are wanted of what still has to ship. */
function lackCondition(lack: OrderLack, places: Places): Condition {
  switch (lack) {
    case 'weight':
      return sql`(o.tab = 'unfulfilled' AND o.weight_g = 0)`;
    case 'customs':
      return sql`(o.tab = 'unfulfilled' AND ${signCondition('international', places)} AND ${lacksCustoms})`;
    case 'print':
      return unprinted;
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
 * Entries of SKUs, of tags or of one word, walked newest first, each asked for its order until the page is full: where many orders
 * have one, few of them are looked at.
 */
export interface Walk {
  readonly table: 'order_items' | 'order_tags' | 'order_tokens';
  /** On entries `k`, which meet one of these. Those of SKUs and tags stand in an index in the order of placing. */
  readonly arms: readonly Condition[];
  readonly range: DateRange;
}

/** Rows of orders up to which they are read first and asked for their SKU or tag, instead of walking its rows. */
export const FEW_ORDERS = 20_000;
/** SKUs or tags that are walked at once; of more all orders are looked up. */
const MOST_ARMS = 12;

/** One filter alone: SKUs, tags or a word. Beside a search, which finds fewer orders, no SKU or tag is walked. */
export function walkOf({ search, skus, tags, range }: ListFilters): Walk | undefined {
  if (search) {
    const [term, ...more] = 'words' in search ? [] : search;
    return term && more.length === 0 && !skus && !tags
      ? { table: 'order_tokens', arms: [hasTerm(sql`k`, term)], range }
      : undefined;
  }
  const arms = (column: 'sku_key' | 'tag', values: readonly string[]): readonly Condition[] =>
    values.map((value) => sql`k.${sql.ref(column)} = ${value}`);
  if (skus && skus.length <= MOST_ARMS && !(tags?.length === 1 && skus.length > 1))
    return { table: 'order_items', arms: arms('sku_key', skus), range };
  if (tags && tags.length <= MOST_ARMS) return { table: 'order_tags', arms: arms('tag', tags), range };
  return undefined;
}

/** What a list shows, however it is cut into pages. */
export interface Selection {
  /** On `orders o`. */
  readonly conditions: Condition;
  readonly walk: Walk | undefined;
  /** Found by keys outside the orders (search, SKU, tag), so that counting and reading a page find the same rows twice. */
  readonly keyed: boolean;
  /** The text of its statements is the same in many requests, and their plan does not hang on the values. */
  readonly fixed: boolean;
}

/** Filters that are one equality each, whatever their value. */
const EQUALITIES: ReadonlySet<keyof ListFilters> = new Set(['countryCode', 'provinceCode', 'skus', 'tags', 'storeIds']);
const isFixed = (filters: ListFilters): boolean =>
  NARROWING.every((name) => {
    const value = filters[name];
    if (value === undefined) return true;
    return EQUALITIES.has(name) && (typeof value === 'string' || (Array.isArray(value) && value.length === 1));
  });

/** Whether an order has the key of a walk; a subquery that no planner turns into a join. */
const hasKey = ({ table, arms }: Walk): Condition =>
  sql`(SELECT true FROM ${sql.table(table)} k WHERE k.order_id = o.id AND ${any(arms)} LIMIT 1)`;

/** Filters that an index of the orders answers. */
const indexed = ({ tab, range, datesChosen, countryCode, provinceCode, storeIds }: ListFilters): ListFilters => ({
  tab,
  range,
  datesChosen,
  ...(countryCode === undefined ? {} : { countryCode }),
  ...(provinceCode === undefined ? {} : { provinceCode }),
  ...(storeIds === undefined ? {} : { storeIds }),
});

/** Whether orders that other filters leave may be fewer than the rows of a walk; their number decides (`FEW_ORDERS`). */
export function weighs(filters: ListFilters): boolean {
  const { tab, datesChosen, countryCode, provinceCode, storeIds } = filters;
  const narrowed =
    tab !== 'all' || datesChosen || [countryCode, provinceCode, storeIds].some((each) => each !== undefined);
  // A word mostly finds few orders, and it is not worth asking whether the others are fewer still.
  return narrowed && (walkOf(filters)?.table ?? 'order_tokens') !== 'order_tokens';
}

/** Up to `FEW_ORDERS` + 1 of the orders that the filters with an index on orders leave. */
export function countIndexedSql(filters: ListFilters): RawBuilder<{ n: number }> {
  const { conditions } = selectionOf(indexed(filters), NO_PLACES);
  return sql<{
    n: number;
  }>`SELECT count(*) AS n FROM (SELECT 1 FROM orders o WHERE ${conditions} ${cut(FEW_ORDERS + 1, 0)}) AS few`;
}

/** Up to `FEW_ORDERS` + 1 of the entries that a walk would meet. */
export const countEntriesSql = ({ table, arms, range }: Walk): RawBuilder<{ n: number }> =>
  sql<{ n: number }>`SELECT count(*) AS n FROM (SELECT 1 FROM ${sql.table(table)} k
    WHERE ${all([any(arms), ...within(sql`k.placed_at`, range)])} ${cut(FEW_ORDERS + 1, 0)}) AS few`;

/**
 * How SKUs, tags or a word are found: their entries are walked in the order of placing; or the orders that the other filters
 * leave are asked for it; or its orders are looked up by their ids.
 */
export type KeyPlan = 'walk' | 'orders-first' | 'keys-first';

/**
 * All Orders is everything but archived (decisions 23). What is found by keys of its own and not walked becomes one array
 * of ids, read once and looked up by primary key: unlike a join this never walks the orders, whatever statistics the
 * tables have. They have none just after a large import.
 */
export function selectionOf(filters: ListFilters, places: Places, plan: KeyPlan = 'walk'): Selection {
  const { range } = filters;
  const parts: Condition[] = [...tabOf(filters), ...within(sql`o.placed_at`, range)];
  const found = walkOf(filters);
  const walk = plan === 'walk' ? found : undefined;
  if (plan === 'orders-first' && found) parts.push(hasKey(found));
  const sets = idSets(filters, plan === 'keys-first' ? undefined : found);
  if (sets.length > 0) parts.push(sql`o.id = ANY (ARRAY(${sql.join(sets, sql` INTERSECT `)}))`);
  if (filters.orderIds) parts.push(listed(sql`o.id`, filters.orderIds, 'uuid'));
  if (filters.importIds) parts.push(listed(sql`o.import_id`, filters.importIds, 'uuid'));
  // A text without letters or digits is no key of any order.
  if (findsNothing(filters)) parts.push(sql`false`);
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
  if (filters.assignees) parts.push(assignedTo(filters.assignees));
  if (filters.signs) parts.push(any(filters.signs.map((sign) => signCondition(sign, places))));
  if (filters.lacks) parts.push(any(filters.lacks.map((lack) => lackCondition(lack, places))));
  return {
    conditions: all(parts),
    walk,
    keyed: walk !== undefined || sets.length > 0 || filters.orderIds !== undefined || filters.importIds !== undefined,
    fixed: isFixed(filters) && range.from !== null && range.to !== null,
  };
}

/** Orders that are named are shown wherever they stand. */
const tabOf = ({ tab, orderIds }: ListFilters): readonly Condition[] =>
  tab !== 'all' ? [sql`o.tab = ${tab}`] : orderIds ? [] : [sql`o.tab <> 'archived'`];

function assignedTo(assignees: readonly (string | null)[]): Condition {
  const ids = assignees.filter((id) => id !== null);
  return any([
    ...(ids.length > 0 ? [listed(sql`o.assigned_to`, ids, 'uuid')] : []),
    ...(ids.length < assignees.length ? [sql`o.assigned_to IS NULL`] : []),
  ]);
}

/** Whether the selection needs to know where orders leave from. */
export const needsPlaces = ({ signs, lacks, warehouseIds }: ListFilters): boolean =>
  warehouseIds !== undefined || signs?.includes('international') === true || lacks?.includes('customs') === true;

/** Which part of the list: from a neighbouring row's key, or so many rows from either end. */
export type Slice =
  | { readonly after: RowKey }
  | { readonly before: RowKey }
  | { readonly fromStart: number }
  | { readonly fromEnd: number };

export const isBackwards = (slice: Slice): boolean => 'before' in slice || 'fromEnd' in slice;
const skippedBy = (slice: Slice): number =>
  'fromStart' in slice ? slice.fromStart : 'fromEnd' in slice ? slice.fromEnd : 0;
const cut = (limit: number, skipped: number): Condition =>
  // In the text, not as a value: a plan made for any limit would prepare to read many rows.
  sql`LIMIT ${sql.lit(limit)}${skipped === 0 ? sql`` : sql` OFFSET ${sql.lit(skipped)}`}`;

/** Orders of a selection on their way from one end or key of the list; `columns` of `orders o`. */
function matching(
  { conditions, walk }: Selection,
  columns: Condition,
  sort: Sort,
  slice: Slice,
  limit: number,
): Condition {
  const descending = sort.descending !== isBackwards(slice);
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const key = 'after' in slice ? slice.after : 'before' in slice ? slice.before : undefined;
  const from = (column: Condition, id: Condition): Condition =>
    key
      ? sql`AND (${column}, ${id}) ${sql.raw(descending ? '<' : '>')} (${keyValue(sort, key)}, ${key.id}::uuid)`
      : sql``;
  if (!walk)
    return sql`SELECT ${columns} FROM orders o WHERE ${conditions}${keyCondition(sort)} ${from(keyColumn(sort), sql`o.id`)}
      ORDER BY ${keyColumn(sort)} ${direction}, o.id ${direction} ${cut(limit, skippedBy(slice))}`;
  if (sort.by !== 'placedAt') throw new Error(`Entries of a SKU or tag are not in the order of ${sort.by}.`);
  return sql`SELECT ${columns} FROM ${entries(walk, direction, from(sql`k.placed_at`, sql`k.order_id`))}
    CROSS JOIN LATERAL ${orderOf(sql`*`, conditions)}
    ORDER BY w.placed_at ${direction}, w.order_id ${direction} ${cut(limit, skippedBy(slice))}`;
}

/** Keys `w` of a walk in the order of the list. An order that has a SKU on two lines, or two of the SKUs, is met once. */
function entries({ table, arms, range }: Walk, direction: Condition, from: Condition): Condition {
  const order = sql`ORDER BY k.placed_at ${direction}, k.order_id ${direction}`;
  const rows = arms.map(
    (arm) => sql`SELECT k.placed_at, k.order_id FROM ${sql.table(table)} k
      WHERE ${all([arm, ...within(sql`k.placed_at`, range)])} ${from} ${order}`,
  );
  // Each in order by itself, so that they are merged and no further read than they are needed.
  const merged = sql.join(
    rows.map((arm) => sql`(${arm})`),
    sql` UNION ALL `,
  );
  return sql`(SELECT DISTINCT ON (k.placed_at, k.order_id) k.placed_at, k.order_id FROM (${merged}) k ${order}) w`;
}

/** The order of a key. The limit keeps the planner from joining all orders instead. */
const orderOf = (columns: Condition, conditions: Condition): Condition =>
  sql`(SELECT ${columns} FROM orders o WHERE o.id = w.order_id AND ${conditions} LIMIT 1) o`;

/** Orders (all columns) of one page, in the order they are read: reversed for `before` and `fromEnd`. */
export const pageSql = (selection: Selection, sort: Sort, slice: Slice, limit: number): Condition =>
  matching(selection, sql`o.*`, sort, slice, limit);

/** Ids `id` and keys `sort_key` alone, of many rows. */
export const idsSql = (
  selection: Selection,
  sort: Sort,
  slice: Slice,
  limit: number,
): RawBuilder<{ id: string; sort_key: string }> =>
  sql`${matching(selection, sql`o.id, ${keyColumn(sort)}::text AS sort_key`, sort, slice, limit)}`;

/** The same near the beginning of the list, with the capped count `matched` of the selection beside each row, or beside the ids alone. */
export function countedPageSql(
  selection: Selection,
  sort: Sort,
  skipped: number,
  limit: number,
): {
  readonly hits: Condition;
  readonly ids: RawBuilder<{ id: string }>;
  readonly page: Condition;
  readonly matched: RawBuilder<number>;
} {
  const direction = sql.raw(sort.descending ? 'DESC' : 'ASC');
  const ids = sql<{
    id: string;
  }>`SELECT id FROM hits ORDER BY key ${direction}, id ${direction} ${cut(limit, skipped)}`;
  return {
    hits: sql`WITH hits AS MATERIALIZED (${matching(selection, sql`o.id, ${keyColumn(sort)} AS key`, sort, { fromStart: 0 }, COUNT_CAP + 1)})`,
    ids,
    page: sql`SELECT o.* FROM (${ids}) h JOIN orders o ON o.id = h.id`,
    matched: sql<number>`(SELECT count(*) FROM hits)`,
  };
}

/** More archived orders than these are not held in memory to be left out of a count. */
export const MOST_LEFT_OUT = 200_000;

/**
 * How many orders a walk through All Orders meets, up to one more than `cap`, without looking at any of them: entries less those of
 * archived orders, both from an index alone. Undefined where other filters have to be asked.
 */
export function countEntriesOfAllSql(filters: ListFilters, cap: number): RawBuilder<{ n: number }> | undefined {
  const walk = walkOf(filters);
  const alone = NARROWING.filter((name) => filters[name] !== undefined).length === 1;
  if (!walk || !alone || filters.tab !== 'all') return undefined;
  return sql<{ n: number }>`SELECT count(*) AS n FROM (SELECT 1 FROM ${entries(walk, sql`DESC`, sql``)}
    WHERE NOT EXISTS (SELECT FROM orders o WHERE ${all([sql`o.id = w.order_id`, sql`o.tab = 'archived'`, ...within(sql`o.placed_at`, filters.range)])})
    ${cut(cap + 1, 0)}) AS capped`;
}

/** How many rows match, counted up to one more than `cap`. */
export function countSql({ conditions, walk }: Selection, cap: number = COUNT_CAP): RawBuilder<{ n: number }> {
  const rows = walk
    ? sql`SELECT 1 FROM ${entries(walk, sql`DESC`, sql``)} CROSS JOIN LATERAL ${orderOf(sql`1`, conditions)}`
    : sql`SELECT 1 FROM orders o WHERE ${conditions}`;
  return sql<{ n: number }>`SELECT count(*) AS n FROM (${rows} ${cut(cap + 1, 0)}) AS capped`;
}
