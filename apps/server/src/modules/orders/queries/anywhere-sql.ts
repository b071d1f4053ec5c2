/**
 * Orders by one text, looked for in everything they are found by. Every part enters an index: a field and a key, or its
 * beginning. Where very many orders have a key only the newest of them are read, so that no common word makes anybody wait.
 */
import { type SearchTerm, titleKey } from '@scanship/domain/orders/order-search';
import { type SoughtAnywhere, WORD_FIELDS } from '@scanship/domain/orders/search-anywhere';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

type Condition = RawBuilder<unknown>;

/** SKUs that a word of a title leads to, and the newest orders of each that are looked at. */
const MOST_SKUS = 20;
const ORDERS_OF_SKU = 2_000;
/** Keys with the same beginning that are looked at when the newest orders are wanted. */
const MOST_KEYS = 20;
/** Orders of the rarest word of several: up to so many are all looked at, of more the newest of each key. */
export const FEW_ORDERS = 2_000;
const NEWEST_OF_KEY = 500;
/** Orders with all words that are put in order. */
const MOST_WITH_ALL = 200;

const union = (parts: readonly Condition[]): Condition => sql.join(parts, sql` UNION ALL `);
const skusOf = (word: string): Condition =>
  sql`(SELECT DISTINCT w.sku_key FROM order_title_words w WHERE w.token ^@ ${word} LIMIT ${sql.lit(MOST_SKUS)}) w`;
const titled = (word: string, limit: number): Condition =>
  sql`SELECT i.order_id FROM ${skusOf(word)} CROSS JOIN LATERAL (SELECT j.order_id FROM order_items j
    WHERE j.sku_key = w.sku_key ORDER BY j.placed_at DESC, j.order_id DESC LIMIT ${sql.lit(limit)}) i`;
const keyed = ({ field, token, match }: SearchTerm): Condition =>
  match === 'prefix'
    ? sql`SELECT t.order_id FROM order_tokens t WHERE t.field = ${field} AND t.token ^@ ${token}`
    : sql`SELECT t.order_id FROM order_tokens t WHERE t.field = ${field} AND t.token = ${token}`;

/** Keys in which a word may begin. */
const keysOf = (word: string): SearchTerm[] => [
  ...WORD_FIELDS.map((field): SearchTerm => ({ field, token: word, match: 'prefix' })),
  { field: 'sku', token: titleKey(word), match: 'prefix' },
];
const withWord = (word: string): Condition =>
  sql`(${union([...keysOf(word).map(keyed), titled(word, ORDERS_OF_SKU)])})`;
const withAll = (words: readonly string[]): Condition => sql.join(words.map(withWord), sql` INTERSECT `);

/** Whether an order `a` has a word that begins like this. */
const has = (word: string): Condition => sql`(EXISTS (SELECT 1 FROM order_tokens n WHERE n.order_id = a.order_id
    AND (n.field IN (${sql.join([...WORD_FIELDS])}) AND n.token ^@ ${word} OR n.field = 'sku' AND n.token ^@ ${titleKey(word)}))
  OR EXISTS (SELECT 1 FROM order_items j WHERE j.order_id = a.order_id
    AND j.sku_key = ANY (ARRAY(SELECT w.sku_key FROM ${skusOf(word)}))))`;
const hasAll = (words: readonly string[]): Condition => sql.join(words.map(has), sql` AND `);

/** Ids of all orders that have it, for the list; undefined when there is nothing to look for. */
export function anywhereIds({ whole, words, shortWords }: SoughtAnywhere): Condition | undefined {
  const parts = whole.map(keyed);
  if (words.length > 0)
    parts.push(
      shortWords.length === 0
        ? sql`SELECT a.order_id FROM (${withAll(words)}) a`
        : sql`SELECT a.order_id FROM (${withAll(words)}) a WHERE ${hasAll(shortWords)}`,
    );
  return parts.length === 0 ? undefined : sql`(SELECT found.order_id FROM (${union(parts)}) found)`;
}

/** The newest orders of a key, or of each of the first keys with this beginning, which are stepped through. */
function newestOf({ field, token, match }: SearchTerm, limit: number): Condition {
  const newest = (key: Condition): Condition => sql`SELECT t.order_id FROM order_tokens t
    WHERE t.field = ${field} AND t.token = ${key} ORDER BY t.order_id DESC LIMIT ${sql.lit(limit)}`;
  if (match === 'whole') return sql`(${newest(sql`${token}`)})`;
  return sql`(WITH RECURSIVE steps AS (
      (SELECT t.token, 1 AS n FROM order_tokens t WHERE t.field = ${field} AND t.token ^@ ${token} ORDER BY t.token LIMIT 1)
      UNION ALL SELECT next.token, steps.n + 1 FROM steps CROSS JOIN LATERAL (SELECT t.token FROM order_tokens t
        WHERE t.field = ${field} AND t.token > steps.token AND t.token ^@ ${token} ORDER BY t.token LIMIT 1) next
      WHERE steps.n < ${sql.lit(MOST_KEYS)})
    SELECT newest.order_id FROM steps CROSS JOIN LATERAL (${newest(sql`steps.token`)}) newest)`;
}

/** Where a search of several words begins. */
export interface Driver {
  readonly word: string;
  /** It has at most `FEW_ORDERS`. */
  readonly few: boolean;
}

/** How many orders each word has, counted up to one more than `FEW_ORDERS`; in the order of the words. */
export const countWordsSql = (words: readonly string[]): RawBuilder<{ n: number }> =>
  sql<{ n: number }>`${sql.join(
    words.map(
      (word) =>
        sql`SELECT count(*)::int AS n FROM (SELECT 1 FROM ${withWord(word)} k LIMIT ${sql.lit(FEW_ORDERS + 1)}) few`,
    ),
    sql` UNION ALL `,
  )}`;

/** Ids of the newest orders that have it, in no order; undefined when there is nothing to look for. */
function newestIds({ whole, words, shortWords }: SoughtAnywhere, limit: number, driver: Driver): Condition | undefined {
  const parts = whole.map((term) => newestOf(term, limit));
  const others = [...words.filter((word) => word !== driver.word), ...shortWords];
  const keys = keysOf(driver.word);
  if (words.length > 0 && others.length === 0)
    parts.push(...keys.map((term) => newestOf(term, limit)), sql`(${titled(driver.word, limit)})`);
  else if (words.length > 0) {
    const candidates = driver.few
      ? withWord(driver.word)
      : sql`(${union([...keys.map((term) => newestOf(term, NEWEST_OF_KEY)), sql`(${titled(driver.word, NEWEST_OF_KEY)})`])})`;
    // Newest first, so that the first with all words end the search.
    parts.push(sql`(SELECT a.order_id FROM (SELECT DISTINCT b.order_id FROM ${candidates} b ORDER BY b.order_id DESC) a
      WHERE ${hasAll(others)} LIMIT ${sql.lit(MOST_WITH_ALL)})`);
  }
  return parts.length === 0 ? undefined : union(parts);
}

export interface FoundOrderRow {
  readonly id: string;
  readonly number: string;
  readonly recipient: string;
  readonly city: string | null;
  readonly fulfillment: 'unfulfilled' | 'partial' | 'fulfilled' | 'manual_fulfilled';
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly placed_at: Date;
}

/** The newest orders that have it, those with exactly this number first; undefined when there is nothing to look for. */
export function findOrdersSql(
  sought: SoughtAnywhere,
  limit: number,
  driver: Driver,
): RawBuilder<FoundOrderRow> | undefined {
  const ids = newestIds(sought, limit, driver);
  if (!ids) return undefined;
  const number = sought.whole.find(({ field }) => field === 'number')?.token ?? '';
  const exact = sql`EXISTS (SELECT 1 FROM order_tokens e WHERE e.field = 'number' AND e.token = ${number} AND e.order_id = o.id)`;
  return sql<FoundOrderRow>`SELECT f.*, d.ship_to ->> 'city' AS city FROM (
      SELECT o.id, o.number, o.ship_to_name AS recipient, o.fulfillment, o.cancelled_at IS NOT NULL AS cancelled,
        o.archived_at IS NOT NULL AS archived, o.placed_at, ${exact} AS exact
      FROM orders o WHERE o.id = ANY (ARRAY(${ids})) ORDER BY exact DESC, o.placed_at DESC, o.id DESC LIMIT ${sql.lit(limit)}) f
    JOIN order_details d ON d.order_id = f.id ORDER BY f.exact DESC, f.placed_at DESC, f.id DESC`;
}

/** The newest orders that have it. Of several words the rarest is asked for its orders, and these for the other words. */
export async function findOrders(tx: Tx, sought: SoughtAnywhere, limit: number): Promise<readonly FoundOrderRow[]> {
  const [first = ''] = sought.words;
  let driver: Driver = { word: first, few: true };
  if (sought.words.length + sought.shortWords.length > 1 && first !== '') {
    const { rows } = await countWordsSql(sought.words).execute(tx);
    const counted = sought.words.map((word, at) => ({ word, n: rows[at]?.n ?? 0 }));
    const [rarest] = counted.toSorted((a, b) => a.n - b.n);
    if (rarest) driver = { word: rarest.word, few: rarest.n <= FEW_ORDERS };
  }
  const statement = findOrdersSql(sought, limit, driver);
  return statement ? (await statement.execute(tx)).rows : [];
}
