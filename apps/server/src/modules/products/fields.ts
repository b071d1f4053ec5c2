/**
 * Fields of a product: where the value that counts stands, and where what a person set and what a store sent. The columns
 * hold the value that counts; `effective` is the one rule that makes it.
 */
import { PRODUCT_FIELDS, type ProductChanges, type ProductField } from '@scanship/contracts/products/products';
import { toDecimal } from '@scanship/domain/money/money';
import { type RawBuilder, sql } from 'kysely';

interface Column {
  readonly field: ProductField;
  readonly column: string;
  readonly type: 'text' | 'int4' | 'int8';
  /** Key in `overrides`. */
  readonly set: string;
  /** Key in `imported`; stores know nothing of the others. */
  readonly sent?: string;
}

export const COLUMNS: readonly Column[] = [
  { field: 'title', column: 'title', type: 'text', set: 'title', sent: 'title' },
  { field: 'weightGrams', column: 'weight_g', type: 'int4', set: 'weightGrams', sent: 'weight_g' },
  { field: 'dimensions', column: 'l_mm', type: 'int4', set: 'lengthMm', sent: 'l_mm' },
  { field: 'dimensions', column: 'w_mm', type: 'int4', set: 'widthMm', sent: 'w_mm' },
  { field: 'dimensions', column: 'h_mm', type: 'int4', set: 'heightMm', sent: 'h_mm' },
  { field: 'hsCode', column: 'hs_code', type: 'text', set: 'hsCode', sent: 'hs_code' },
  { field: 'originCountry', column: 'origin_country', type: 'text', set: 'originCountry', sent: 'origin_country' },
  { field: 'customsText', column: 'customs_text', type: 'text', set: 'customsText' },
  { field: 'dangerousGoods', column: 'dangerous_goods', type: 'text', set: 'dangerousGoods' },
  { field: 'value', column: 'value_minor', type: 'int8', set: 'valueMinor', sent: 'value_minor' },
  { field: 'value', column: 'currency', type: 'text', set: 'currency', sent: 'currency' },
  { field: 'barcode', column: 'barcode', type: 'text', set: 'barcode', sent: 'barcode' },
  { field: 'binLocation', column: 'bin_location', type: 'text', set: 'binLocation' },
  { field: 'picture', column: 'picture', type: 'text', set: 'picture', sent: 'imageUrl' },
];

/** Columns of the products table `p` that make up a field. */
export const columnsOf = (field: ProductField): readonly Column[] => COLUMNS.filter((each) => each.field === field);

/**
 * Each column with the value that counts: what a person set, null included, else what a store sent.
 * @param overrides and `imported`: expressions of type jsonb
 */
export const effectiveValues = (
  overrides: RawBuilder<unknown>,
  imported: RawBuilder<unknown>,
): readonly { readonly column: RawBuilder<unknown>; readonly value: RawBuilder<unknown> }[] =>
  COLUMNS.map(({ column, type, set, sent }) => {
    const cast = sql.raw(type);
    const other = sent === undefined ? sql`NULL` : sql`(${imported} ->> ${sql.lit(sent)})::${cast}`;
    const value = sql`CASE WHEN ${overrides} ? ${sql.lit(set)} THEN (${overrides} ->> ${sql.lit(set)})::${cast} ELSE ${other} END`;
    return { column: sql.ref(column), value: column === 'title' ? sql`coalesce(${value}, '')` : value };
  });

/** `title = ..., weight_g = ...` for an UPDATE. */
export const effective = (overrides: RawBuilder<unknown>, imported: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(effectiveValues(overrides, imported).map(({ column, value }) => sql`${column} = ${value}`));

/** What people set, as `overrides` keeps it. */
export type Patch = Readonly<Record<string, string | number | null>>;

/** Changes as keys of `overrides`; null members are values taken away. */
export function patchOf(changes: ProductChanges): Patch {
  const { dimensions, value, ...plain } = changes;
  const patch: Record<string, string | number | null> = {};
  for (const [name, each] of Object.entries(plain))
    if (each !== undefined) patch[name] = typeof each === 'string' ? each.trim() || null : each;
  if (dimensions !== undefined) {
    patch.lengthMm = dimensions?.lengthMm ?? null;
    patch.widthMm = dimensions?.widthMm ?? null;
    patch.heightMm = dimensions?.heightMm ?? null;
  }
  if (value !== undefined) {
    patch.valueMinor = value?.minor ?? null;
    patch.currency = value?.currency ?? null;
  }
  return patch;
}

/** Keys of `overrides` that a field stands under. */
export const keysOf = (fields: readonly ProductField[]): string[] =>
  fields.flatMap((field) => columnsOf(field).map(({ set }) => set));

/** The columns of a row that people can set. */
export interface FactColumns {
  readonly title: string;
  readonly weight_g: number | null;
  readonly l_mm: number | null;
  readonly w_mm: number | null;
  readonly h_mm: number | null;
  readonly hs_code: string | null;
  readonly origin_country: string | null;
  readonly customs_text: string | null;
  readonly dangerous_goods: string | null;
  readonly value_minor: number | null;
  readonly currency: string | null;
  readonly barcode: string | null;
  readonly bin_location: string | null;
  readonly picture: string | null;
}

/** `p.title, p.weight_g, ...` */
export const factColumns = sql.join(COLUMNS.map(({ column }) => sql.ref(`p.${column}`)));

/** A field as history and previews show it; null: nothing. */
export function textOf(field: ProductField, row: FactColumns): string | null {
  switch (field) {
    case 'title':
      return row.title || null;
    case 'weightGrams':
      return row.weight_g === null ? null : `${row.weight_g} g`;
    case 'dimensions':
      return row.l_mm === null || row.w_mm === null || row.h_mm === null
        ? null
        : `${row.l_mm} x ${row.w_mm} x ${row.h_mm} mm`;
    case 'hsCode':
      return row.hs_code;
    case 'originCountry':
      return row.origin_country;
    case 'customsText':
      return row.customs_text;
    case 'dangerousGoods':
      return row.dangerous_goods;
    case 'value':
      return row.value_minor === null || row.currency === null
        ? null
        : `${toDecimal({ minor: row.value_minor, currency: row.currency })} ${row.currency}`;
    case 'barcode':
      return row.barcode;
    case 'binLocation':
      return row.bin_location;
    case 'picture':
      return row.picture;
  }
}

export interface FieldChange {
  readonly field: ProductField;
  readonly from: string | null;
  readonly to: string | null;
}

/** Fields in which two states of a product differ. */
export const differences = (before: FactColumns, after: FactColumns): FieldChange[] =>
  PRODUCT_FIELDS.flatMap((field) => {
    const [from, to] = [textOf(field, before), textOf(field, after)];
    return from === to ? [] : [{ field, from, to }];
  });
