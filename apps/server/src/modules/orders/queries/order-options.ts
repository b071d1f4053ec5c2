/**
 * SKUs and tags that occur in orders, for the filters. Each value is found by one look into the index behind the last one,
 * so that a million lines of five thousand SKUs cost five thousand looks, and a page only its own.
 */
import { skuKey } from '@scanship/domain/orders/order-items';
import { fold } from '@scanship/domain/orders/order-search';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** Tags of one customer that are looked through. */
const MOST_TAGS = 5_000;

export interface OptionQuery {
  readonly search?: string | undefined;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

interface OptionPage {
  readonly currentPage: number;
  readonly size: number;
  readonly more: boolean;
}

const placeOf = ({ page = 1, size = 20 }: OptionQuery) => ({ page, size, skipped: (page - 1) * size });

/** SKUs whose key begins with `beginning`, in alphabetical order. */
export const skusSql = (
  beginning: string,
  limit: number,
  skipped: number,
): RawBuilder<{ sku: string; title: string }> =>
  // A line without a SKU has the empty key, which is no SKU; \x01 is below every letter.
  sql`WITH RECURSIVE found AS (
      (SELECT i.sku_key FROM order_items i WHERE i.sku_key >= ${beginning === '' ? '\u0001' : beginning}
        ORDER BY i.sku_key LIMIT 1)
      UNION ALL
      SELECT (SELECT i.sku_key FROM order_items i WHERE i.sku_key > found.sku_key ORDER BY i.sku_key LIMIT 1)
      FROM found WHERE starts_with(found.sku_key, ${beginning})
    ), page AS (
      SELECT sku_key FROM found WHERE starts_with(sku_key, ${beginning}) ${sql`LIMIT ${limit}::int OFFSET ${skipped}::int`}
    )
    SELECT i.sku, i.title FROM page CROSS JOIN LATERAL (
      SELECT l.sku, l.title FROM order_items l WHERE l.sku_key = page.sku_key ORDER BY l.placed_at DESC LIMIT 1) i
    ORDER BY page.sku_key`;

/** All tags, each once, in the order of their letters' codes. */
export const tagsSql = (): RawBuilder<{ tag: string }> =>
  sql`WITH RECURSIVE found AS (
      (SELECT g.tag FROM order_tags g ORDER BY g.tag LIMIT 1)
      UNION ALL
      SELECT (SELECT g.tag FROM order_tags g WHERE g.tag > found.tag ORDER BY g.tag LIMIT 1)
      FROM found WHERE found.tag IS NOT NULL
    )
    SELECT tag FROM found WHERE tag IS NOT NULL LIMIT ${sql.lit(MOST_TAGS)}`;

export async function readSkus(
  tx: Tx,
  query: OptionQuery,
): Promise<OptionPage & { readonly skus: { sku: string; title: string }[] }> {
  const { page, size, skipped } = placeOf(query);
  const { rows } = await skusSql(skuKey(query.search), size + 1, skipped).execute(tx);
  return { skus: rows.slice(0, size), currentPage: page, size, more: rows.length > size };
}

export async function readTags(tx: Tx, query: OptionQuery): Promise<OptionPage & { readonly tags: string[] }> {
  const { page, size, skipped } = placeOf(query);
  const wanted = fold(query.search ?? '');
  const { rows } = await tagsSql().execute(tx);
  const fit = rows
    .map(({ tag }) => ({ tag, key: fold(tag) }))
    .filter(({ key }) => key.includes(wanted))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    tags: fit.slice(skipped, skipped + size).map(({ tag }) => tag),
    currentPage: page,
    size,
    more: fit.length > skipped + size,
  };
}
