/** What products are found by: words of title, SKUs and barcodes. The same words are made of what is looked for. */
import { fold, nameWords } from '@scanship/domain/orders/order-search';
import { skuKey } from '@scanship/domain/orders/order-items';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { storable, toJson } from '../../platform/database/json-column.ts';

const MOST_CHARACTERS = 200;
const cut = (text: string): string => Array.from(text).slice(0, MOST_CHARACTERS).join('');

/** A title as lists are sorted by it. */
export const titleKey = (title: string): string => cut(fold(storable(title)));

export interface Named {
  readonly title: string;
  readonly skus: readonly string[];
  readonly barcodes: readonly string[];
}

/** Every key of a product, each once. SKUs and barcodes are keys as a whole, too. */
export const productTokens = ({ title, skus, barcodes }: Named): string[] => [
  ...new Set(
    [
      ...nameWords(title),
      ...skus.flatMap((sku) => [fold(sku), ...nameWords(sku)]),
      ...barcodes.map((code) => fold(code)),
    ].flatMap((token) => (token === '' ? [] : [cut(token)])),
  ),
];

export interface Sought {
  /** The text as it stands: the beginning of a SKU or barcode. */
  readonly whole: string;
  /** All of these must begin a word; one of a single character must be one. */
  readonly words: readonly string[];
}

/** Undefined when the text holds nothing to look for. */
export function soughtOf(value: string): Sought | undefined {
  const whole = cut(fold(storable(value)));
  return whole === '' ? undefined : { whole, words: nameWords(value) };
}

/** Keys of products that were just made and have no listings: nothing is read back. */
export async function addSearchKeys(
  tx: Tx,
  tenantId: string,
  products: readonly ({ readonly id: string } & Named)[],
): Promise<void> {
  for (let from = 0; from < products.length; from += PRODUCTS_PER_STATEMENT) {
    const given = toJson(
      products
        .slice(from, from + PRODUCTS_PER_STATEMENT)
        .flatMap(({ id, ...named }) => productTokens(named).map((token) => ({ id, token }))),
    );
    await insertTokens(tx, tenantId, given);
  }
}

/** @param given JSON rows of id and token */
const insertTokens = (tx: Tx, tenantId: string, given: string) =>
  sql`INSERT INTO product_tokens (tenant_id, token, product_id)
    SELECT ${tenantId}::uuid, g.token, g.id FROM json_to_recordset(${given}::json) AS g(id uuid, token text)
    ON CONFLICT DO NOTHING`.execute(tx);

/** Products in one statement; more would hold the JSON of all in memory. */
const PRODUCTS_PER_STATEMENT = 2_000;

/** Makes the search and sort keys of products anew, those of the products they are aliases of included. */
export async function refreshSearch(tx: Tx, tenantId: string, productIds: readonly string[]): Promise<void> {
  for (let from = 0; from < productIds.length; from += PRODUCTS_PER_STATEMENT)
    await refreshSome(tx, tenantId, productIds.slice(from, from + PRODUCTS_PER_STATEMENT));
}

async function refreshSome(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: string;
    title: string;
    title_key: string;
    sku: string;
    barcode: string | null;
    skus: (string | null)[] | null;
    barcodes: (string | null)[] | null;
  }>`WITH wanted AS (
      SELECT u.id FROM unnest(${ids}::uuid[]) AS u(id)
      UNION SELECT t.part_id FROM product_parts t JOIN products b ON b.tenant_id = t.tenant_id AND b.id = t.product_id
        WHERE t.product_id = ANY (${ids}::uuid[]) AND b.shelf = 'alias'
    )
    SELECT p.id, p.title, p.title_key, p.sku, p.barcode, l.skus, l.barcodes FROM wanted w JOIN products p ON p.id = w.id,
      LATERAL (SELECT array_agg(each.sku) AS skus, array_agg(each.barcode) AS barcodes FROM (
        SELECT a.sku_key AS sku, a.barcode FROM product_aliases a WHERE a.product_id = p.id
        UNION ALL SELECT b.sku, b.barcode FROM product_parts t JOIN products b ON b.tenant_id = t.tenant_id AND b.id = t.product_id
          WHERE t.part_id = p.id AND b.shelf = 'alias') each) l`.execute(tx);
  const known = (texts: readonly (string | null)[] | null): string[] => (texts ?? []).flatMap((text) => text ?? []);
  const keys = rows.map((row) => ({
    id: row.id,
    title: titleKey(row.title),
    tokens: productTokens({
      title: row.title,
      skus: [...new Set([skuKey(row.sku), ...known(row.skus)])],
      barcodes: [...new Set(known([row.barcode, ...(row.barcodes ?? [])]))],
    }),
  }));
  const given = toJson(keys.flatMap(({ id, tokens }) => tokens.map((token) => ({ id, token }))));
  const rowIds = keys.map(({ id }) => id);
  await sql`DELETE FROM product_tokens k WHERE k.product_id = ANY (${rowIds}::uuid[])
    AND NOT EXISTS (SELECT 1 FROM json_to_recordset(${given}::json) AS g(id uuid, token text)
      WHERE g.id = k.product_id AND g.token = k.token)`.execute(tx);
  await insertTokens(tx, tenantId, given);
  const titles = keys
    .filter((key, index) => key.title !== rows[index]?.title_key)
    .map(({ id, title }) => ({ id, title }));
  if (titles.length > 0)
    await sql`UPDATE products p SET title_key = g.title FROM json_to_recordset(${toJson(titles)}::json) AS g(id uuid, title text)
      WHERE p.id = g.id`.execute(tx);
}
