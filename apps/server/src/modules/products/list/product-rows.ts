/** What a row of the list shows, and how it is read. */
import { DANGEROUS_PRODUCTS } from '@scanship/domain/shipping/dangerous-goods';
import { PRODUCT_FIELDS, type ProductRow } from '@scanship/contracts/products/products';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type FactColumns, factColumns } from '../fields.ts';
import { pictureAddress } from '../product-facts.ts';
import type { Order } from './list-sql.ts';

export interface RowRecord extends FactColumns {
  readonly id: string;
  readonly sku: string;
  readonly set: readonly string[] | null;
  readonly stores: readonly string[] | null;
  readonly alias_count: number;
  readonly part_count: number;
  readonly shelf: 'active' | 'archived' | 'alias';
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
  readonly place: string;
}

/** Columns of a row, from products `p`. */
export const rowColumns = sql`p.id, p.sku, ${factColumns}, p.shelf, p.created_at, p.updated_at, p.version,
  (SELECT array_agg(k) FROM jsonb_object_keys(p.overrides) AS k) AS set,
  (SELECT array_agg(DISTINCT s.name) FROM (SELECT p.id UNION ALL SELECT t.product_id FROM product_parts t
      JOIN products b ON b.tenant_id = t.tenant_id AND b.id = t.product_id WHERE t.part_id = p.id AND b.shelf = 'alias') m
    JOIN product_aliases a ON a.product_id = m.id JOIN stores s ON s.tenant_id = a.tenant_id AND s.id = a.store_id) AS stores,
  (SELECT count(*)::int FROM product_parts t JOIN products b ON b.tenant_id = t.tenant_id AND b.id = t.product_id
    WHERE t.part_id = p.id AND b.shelf = 'alias') AS alias_count,
  (SELECT count(*)::int FROM product_parts t WHERE t.product_id = p.id) AS part_count`;

/** @param page rows of products with their `place`; the order they are shown in */
export const rowsSql = (page: RawBuilder<unknown>, { column, descending }: Order): RawBuilder<RowRecord> => {
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  return sql<RowRecord>`SELECT ${rowColumns}, p.place FROM (${page}) p
    ORDER BY ${sql.ref(`p.${column}`)} ${direction}, p.id ${direction}`;
};

export const factsOf = (row: FactColumns, id: string) => ({
  title: row.title,
  weightGrams: row.weight_g,
  dimensions:
    row.l_mm === null || row.w_mm === null || row.h_mm === null
      ? null
      : { lengthMm: row.l_mm, widthMm: row.w_mm, heightMm: row.h_mm },
  hsCode: row.hs_code,
  originCountry: row.origin_country,
  customsText: row.customs_text,
  dangerousGoods: DANGEROUS_PRODUCTS.find((kind) => kind === row.dangerous_goods) ?? null,
  value: row.value_minor === null || row.currency === null ? null : { minor: row.value_minor, currency: row.currency },
  barcode: row.barcode,
  binLocation: row.bin_location,
  picture: pictureAddress(id, row.picture),
});

/** A product without a SKU has a key of its own that nobody should see. */
export function readRow(row: RowRecord): ProductRow {
  const set = new Set(row.set);
  return {
    id: row.id,
    sku: row.sku,
    ...factsOf(row, row.id),
    corrected: PRODUCT_FIELDS.filter((field) => columnsOf(field).some((column) => set.has(column.set))),
    stores: [...(row.stores ?? [])],
    aliasCount: row.alias_count,
    bundle: row.shelf !== 'alias' && row.part_count > 0,
    archived: row.shelf === 'archived',
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
