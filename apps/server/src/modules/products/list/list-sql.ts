/**
 * SQL of the product list. Under row security only `=`, ranges and `^@` can use an index; each order of the list has an
 * index of its own, entered by the shelf, and so has each thing a product can lack.
 */
import type { ProductGap, ProductSort } from '@scanship/contracts/products/products';
import { type RawBuilder, sql } from 'kysely';
import type { Sought } from '../search-keys.ts';
import type { ListFilters } from './filters.ts';

/** Counting stops here. */
export const COUNT_CAP = 10_000;

type Condition = RawBuilder<unknown>;

const all = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` AND `);

const GAP_COLUMNS: Readonly<Record<ProductGap, string>> = {
  weight: 'weight_g',
  hsCode: 'hs_code',
  originCountry: 'origin_country',
  value: 'value_minor',
};

/** One character alone must be a whole word: as a beginning it would fit most products. */
const begins = (word: string): Condition =>
  Array.from(word).length > 1 ? sql`k.token ^@ ${word}` : sql`k.token = ${word}`;
const tokens = (condition: Condition): Condition => sql`(SELECT k.product_id FROM product_tokens k WHERE ${condition})`;

/** Keys up to which what is found is read as ids; of more, products are asked one by one while the list is walked. */
export const FEW_KEYS = 5_000;

/** Up to `FEW_KEYS` + 1 of the keys that a word begins. */
export const countKeysSql = (word: string): RawBuilder<{ n: number }> =>
  sql<{ n: number }>`SELECT count(*) AS n FROM (SELECT 1 FROM product_tokens k WHERE ${begins(word)}
    LIMIT ${sql.lit(FEW_KEYS + 1)}) AS few`;

/** A word of one character is none a SKU begins with, so then the text as a whole is looked for beside its words. */
const asWhole = ({ words }: Sought): boolean => words.length === 0 || words.some((word) => Array.from(word).length < 2);

/** Read once as a list of ids and looked up by primary key, whatever statistics the tables have. */
function foundIn(search: Sought): Condition {
  const words = sql.join(
    search.words.map((word) => tokens(begins(word))),
    sql` INTERSECT `,
  );
  const whole = tokens(begins(search.whole));
  if (search.words.length === 0) return sql`p.id = ANY (ARRAY(${whole}))`;
  return asWhole(search) ? sql`p.id = ANY (ARRAY(${whole} UNION (${words})))` : sql`p.id = ANY (ARRAY(${words}))`;
}

/** The same, asked of each product by itself. */
function hasWords(search: Sought): Condition {
  const has = (word: string): Condition =>
    sql`coalesce((SELECT true FROM product_tokens k WHERE k.product_id = p.id AND ${begins(word)} LIMIT 1), false)`;
  const words = search.words.length === 0 ? sql`false` : all(search.words.map(has));
  return asWhole(search) ? sql`(${has(search.whole)} OR (${words}))` : words;
}

/** Listings up to which the products of stores are read as ids; of more, products are asked one by one for a listing. */
export const FEW_LISTINGS = 5_000;

/** Up to `FEW_LISTINGS` + 1 of the listings of stores. */
export const countListingsSql = (storeIds: readonly string[]): RawBuilder<{ n: number }> =>
  sql<{ n: number }>`SELECT count(*) AS n FROM (SELECT 1 FROM product_aliases a WHERE ${inStores(storeIds)}
    LIMIT ${sql.lit(FEW_LISTINGS + 1)}) AS few`;

const inStores = (storeIds: readonly string[]): Condition =>
  sql`a.store_id IN (${sql.join(storeIds.map((id) => sql`${id}::uuid`))})`;

/** Products that stores sell, also under the SKU of an alias. */
function soldIn(storeIds: readonly string[], few: boolean): Condition {
  if (few)
    return sql`p.id = ANY (ARRAY(SELECT a.product_id FROM product_aliases a WHERE ${inStores(storeIds)}
      UNION SELECT t.part_id FROM product_aliases a JOIN product_parts t ON t.tenant_id = a.tenant_id AND t.product_id = a.product_id
      WHERE ${inStores(storeIds)}))`;
  // With the limit each product is asked by itself while the list is walked, whatever the planner thinks of joins.
  return sql`coalesce((SELECT true FROM product_aliases a WHERE a.product_id = p.id AND ${inStores(storeIds)} LIMIT 1),
    (SELECT true FROM product_parts t, LATERAL (SELECT 1 FROM product_aliases a WHERE a.product_id = t.product_id
      AND ${inStores(storeIds)} LIMIT 1) s WHERE t.part_id = p.id LIMIT 1), false)`;
}

/**
 * Conditions on `products p`.
 * @param fewListings the stores asked for have few listings (`FEW_LISTINGS`)
 * @param fewWords the words looked for begin few keys (`FEW_KEYS`)
 */
export function conditionsOf(filters: ListFilters, fewListings = true, fewWords = true): Condition {
  const { shelf, from, to, search, storeIds, missing } = filters;
  const parts: Condition[] = [sql`p.shelf = ${shelf}`];
  if (from) parts.push(sql`p.created_at >= ${from.toISOString()}::timestamptz`);
  if (to) parts.push(sql`p.created_at < ${to.toISOString()}::timestamptz`);
  if (missing)
    parts.push(
      sql`(${sql.join(
        missing.map((gap) => sql`${sql.ref(`p.${GAP_COLUMNS[gap]}`)} IS NULL`),
        sql` OR `,
      )})`,
    );
  if (search) parts.push(fewWords ? foundIn(search) : hasWords(search));
  if (storeIds) parts.push(soldIn(storeIds, fewListings));
  return all(parts);
}

export interface Order {
  readonly column: 'created_at' | 'updated_at' | 'sku_key' | 'title_key';
  readonly type: 'timestamptz' | 'text';
  readonly descending: boolean;
}

const COLUMN_OF = { createdAt: 'created_at', updatedAt: 'updated_at', sku: 'sku_key', title: 'title_key' } as const;

export function orderOf(sort: ProductSort): Order {
  const name = sort.replace('-', '') as keyof typeof COLUMN_OF;
  const column = COLUMN_OF[name];
  return { column, type: column.endsWith('_at') ? 'timestamptz' : 'text', descending: sort.startsWith('-') };
}

/** A row's place in the list: the value it is sorted by, as PostgreSQL writes it, and its id. */
export interface RowKey {
  readonly at: string;
  readonly id: string;
}

export type Slice = { readonly after: RowKey } | { readonly before: RowKey } | { readonly skip: number };

/** Ids `p.id` with `place` of one page, in the order they are read: backwards for `before`. */
export function pageSql(conditions: Condition, order: Order, slice: Slice, limit: number): Condition {
  const backwards = 'before' in slice;
  const descending = order.descending !== backwards;
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const column = sql.ref(`p.${order.column}`);
  const key = 'after' in slice ? slice.after : 'before' in slice ? slice.before : undefined;
  const from = key
    ? sql`AND (${column}, p.id) ${sql.raw(descending ? '<' : '>')} (${key.at}::${sql.raw(order.type)}, ${key.id}::uuid)`
    : sql``;
  const skip = 'skip' in slice && slice.skip > 0 ? sql` OFFSET ${sql.lit(slice.skip)}` : sql``;
  return sql`SELECT p.*, ${column}::text AS place FROM products p WHERE ${conditions} ${from}
    ORDER BY ${column} ${direction}, p.id ${direction} LIMIT ${sql.lit(limit)}${skip}`;
}

export const countSql = (conditions: Condition): RawBuilder<{ n: number }> =>
  sql<{ n: number }>`SELECT count(*) AS n FROM (SELECT 1 FROM products p WHERE ${conditions}
    LIMIT ${sql.lit(COUNT_CAP + 1)}) AS capped`;
