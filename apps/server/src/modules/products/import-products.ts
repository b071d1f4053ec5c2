/** Products of a store, taken over a page at a time. What a person set stays (`products.overrides`). */
import { createHash } from 'node:crypto';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { skuKey } from '@scanship/domain/orders/order-items';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { sql } from 'kysely';
import { newId } from '../../platform/database/ids.ts';
import type { Tx } from '../../platform/database/database.ts';
import { storable, toJson } from '../../platform/database/json-column.ts';
import { effective } from './fields.ts';
import { refreshSearch, titleKey } from './search-keys.ts';

export interface ImportedProducts {
  readonly created: number;
  readonly changed: number;
  /** Of those that were created or changed. */
  readonly ids: readonly string[];
  readonly failed: readonly { readonly externalId: string; readonly message: string }[];
}

const MOST_KEY = 255;
const MOST_GRAMS = 10_000_000;
const MOST_MM = 100_000;

const within = (n: number | undefined, most: number): number | null =>
  n !== undefined && Number.isSafeInteger(n) && n >= 0 && n <= most ? n : null;

/** All three sides, or none: two say nothing about a parcel. */
function sizeOf(size: StoreProduct['dimensions']) {
  const sides = [size?.lengthMm, size?.widthMm, size?.heightMm].map((side) => within(side, MOST_MM) || null);
  const [l_mm, w_mm, h_mm] = sides;
  return l_mm && w_mm && h_mm ? { l_mm, w_mm, h_mm } : { l_mm: null, w_mm: null, h_mm: null };
}

interface ProductRow {
  readonly id: string;
  readonly external_id: string;
  readonly sku: string;
  readonly sku_key: string;
  readonly alias_sku: string | null;
  readonly barcode: string | null;
  readonly title: string;
  readonly title_key: string;
  readonly weight_g: number | null;
  readonly l_mm: number | null;
  readonly w_mm: number | null;
  readonly h_mm: number | null;
  readonly hs_code: string | null;
  readonly origin_country: string | null;
  readonly value_minor: number | null;
  readonly currency: string | null;
  readonly picture: string | null;
  readonly imported: object;
  readonly imported_hash: string;
}

const MOST_ADDRESS = 2_000;

/** Only what a browser loads without a warning; anything else is no picture. */
function pictureOf(address: string | undefined): string | null {
  if (address === undefined || address.length > MOST_ADDRESS || !URL.canParse(address)) return null;
  const { protocol, href, username } = new URL(address);
  return protocol === 'https:' && username === '' ? href : null;
}

function toRow(storeId: string, product: StoreProduct): ProductRow {
  const sku = storable(product.sku ?? '')
    .trim()
    .slice(0, MOST_KEY);
  const price = product.price && Number.isSafeInteger(product.price.minor) ? product.price : undefined;
  const content = {
    title: storable(product.title).trim().slice(0, 500),
    weight_g: within(product.unitGrams, MOST_GRAMS) || null,
    ...sizeOf(product.dimensions),
    hs_code: hsDigits(product.hsCode) ?? null,
    origin_country:
      product.originCountry !== undefined && /^[A-Z]{2}$/.test(product.originCountry) ? product.originCountry : null,
    value_minor: price && /^[A-Z]{3}$/.test(price.currency) ? price.minor : null,
    currency: price && /^[A-Z]{3}$/.test(price.currency) ? price.currency : null,
  };
  const more = {
    barcode: product.barcode ? storable(product.barcode).slice(0, MOST_KEY) : null,
    imageUrl: pictureOf(product.imageUrl),
  };
  const said = Object.entries({ ...content, ...more }).filter(([, value]) => value !== null && value !== '');
  // What a store does not say is left out, so that it takes nothing away from what it or another store said before.
  const imported = {
    storeId,
    externalId: product.externalId,
    updatedAt: product.updatedAt,
    ...Object.fromEntries(said),
  };
  return {
    id: newId(),
    external_id: product.externalId,
    sku,
    // A product without a SKU is nobody else's: its key names the store and its own id.
    sku_key: skuKey(sku) || `~${storeId}/${product.externalId}`,
    alias_sku: skuKey(sku) || null,
    barcode: more.barcode,
    title_key: titleKey(content.title),
    picture: more.imageUrl,
    ...content,
    imported,
    imported_hash: createHash('sha256')
      .update(JSON.stringify([storeId, content, more]))
      .digest('base64url')
      .slice(0, 32),
  };
}

/**
 * Creates and changes products by SKU, and remembers which of the store's items each one is. Several stores may sell one
 * SKU: the one that spoke last counts.
 */
export async function importProducts(
  tx: Tx,
  input: {
    readonly tenantId: string;
    readonly storeId: string;
    readonly products: readonly StoreProduct[];
    readonly now: Date;
  },
): Promise<ImportedProducts> {
  const failed: { externalId: string; message: string }[] = [];
  const items = new Map<string, ProductRow>();
  for (const product of input.products) {
    if (product.externalId === '' || product.externalId.length > MOST_KEY)
      failed.push({
        externalId: product.externalId.slice(0, MOST_KEY),
        message: `Product ${product.title.slice(0, 60)} has no usable id.`,
      });
    else items.set(product.externalId, toRow(input.storeId, product));
  }
  if (items.size === 0) return { created: 0, changed: 0, ids: [], failed };
  const bySku = new Map([...items.values()].map((row) => [row.sku_key, row]));
  const rows = toJson([...bySku.values()].toSorted((a, b) => (a.sku_key < b.sku_key ? -1 : 1)));
  const at = input.now.toISOString();
  const written = await sql<{
    id: string;
    created: boolean;
  }>`INSERT INTO products AS p (tenant_id, id, sku, sku_key, title, title_key, weight_g, l_mm, w_mm,
      h_mm, hs_code, origin_country, value_minor, currency, barcode, picture, imported, imported_hash, updated_at)
    SELECT ${input.tenantId}::uuid, r.id, r.sku, r.sku_key, r.title, r.title_key, r.weight_g, r.l_mm, r.w_mm, r.h_mm, r.hs_code,
      r.origin_country, r.value_minor, r.currency, r.barcode, r.picture, r.imported, r.imported_hash, ${at}::timestamptz
    FROM json_to_recordset(${rows}::json) AS r(id uuid, sku text, sku_key text, title text, title_key text, weight_g int4, l_mm int4,
      w_mm int4, h_mm int4, hs_code text, origin_country text, value_minor int8, currency text, barcode text, picture text,
      imported jsonb, imported_hash text)
    ON CONFLICT (tenant_id, sku_key) DO UPDATE SET
      ${effective(sql`p.overrides`, sql`(p.imported || excluded.imported)`)},
      imported = p.imported || excluded.imported, imported_hash = excluded.imported_hash, updated_at = excluded.updated_at,
      version = p.version + 1
    WHERE p.imported_hash IS DISTINCT FROM excluded.imported_hash
    RETURNING p.id, p.version = 1 AS created`.execute(tx);
  await keepAliases(tx, input, [...items.values()]);
  await refreshSearch(
    tx,
    input.tenantId,
    written.rows.map((row) => row.id),
  );
  const created = written.rows.filter((row) => row.created).length;
  return { created, changed: written.rows.length - created, ids: written.rows.map((row) => row.id), failed };
}

async function keepAliases(
  tx: Tx,
  input: { readonly tenantId: string; readonly storeId: string },
  items: readonly ProductRow[],
): Promise<void> {
  const data = toJson(
    items.map(({ external_id, sku_key, alias_sku, barcode }) => ({ external_id, sku_key, alias_sku, barcode })),
  );
  const given = sql`json_to_recordset(${data}::json) AS r(external_id text, sku_key text, alias_sku text, barcode text)
    JOIN products p ON p.sku_key = r.sku_key AND p.sku_key = ANY (${items.map((item) => item.sku_key)}::text[])`;
  // An item whose SKU changed belongs to another product now. Several products for one item are a bundle people made.
  await sql`DELETE FROM product_aliases a USING ${given} WHERE a.store_id = ${input.storeId} AND a.external_id = r.external_id
    AND a.product_id <> p.id AND (SELECT count(*) FROM product_aliases b
      WHERE b.store_id = a.store_id AND b.external_id = a.external_id) = 1`.execute(tx);
  await sql`INSERT INTO product_aliases AS a (tenant_id, store_id, external_id, sku_key, barcode, product_id)
    SELECT ${input.tenantId}::uuid, ${input.storeId}::uuid, r.external_id, r.alias_sku, r.barcode, p.id FROM ${given}
    WHERE NOT EXISTS (SELECT 1 FROM product_aliases b WHERE b.store_id = ${input.storeId} AND b.external_id = r.external_id
      AND b.product_id <> p.id)
    ON CONFLICT (tenant_id, store_id, external_id, product_id) DO UPDATE SET sku_key = excluded.sku_key, barcode = excluded.barcode
    WHERE a.sku_key IS DISTINCT FROM excluded.sku_key OR a.barcode IS DISTINCT FROM excluded.barcode`.execute(tx);
}
