/** From the table of an uploaded file to judged rows: the same steps for the preview, the problem list and the taking over. */
import { createHash } from 'node:crypto';
import type { RowProblem } from '@scanship/contracts/orders/order-import';
import type {
  PRODUCT_ROW_STATES,
  ProductImportField,
  ProductMapping,
} from '@scanship/contracts/products/product-import';
import type { Table } from '@scanship/documents/tables/table-reader';
import { skuKey } from '@scanship/domain/orders/order-items';
import { ok } from '@scanship/domain/values/result';
import { isUuid } from '../../../platform/database/ids.ts';
import { storable } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { cellText, isRounded } from '../../../platform/table-cells/cells.ts';
import { differences, type FieldChange, type Patch } from '../fields.ts';
import { patched, type ProductState } from '../commands/write-products.ts';
import { NO_FACTS, readWish, saysTheSame } from './read-row.ts';

export const IMPORT_LIMITS = { maxRows: 100_000, maxColumns: 300, maxBytes: 25 * 1024 * 1024 } as const;
const MOST_SKU = 255;

export type RowState = (typeof PRODUCT_ROW_STATES)[number];

export interface JudgedRow {
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly sku: string;
  readonly title: string;
  readonly state: RowState;
  /** Of the product there is; null: it is to be made. */
  readonly id: string | null;
  readonly patch: Patch;
  readonly changes: readonly FieldChange[];
}

export interface JudgedFile {
  readonly rows: readonly JudgedRow[];
  readonly problems: readonly RowProblem[];
  readonly counts: Readonly<Record<RowState, number>>;
  /** Equal exactly when the same would be written. */
  readonly fingerprint: string;
}

/** Refuses a mapping that names a column the file does not have, or none by which a product could be found. */
export function checkMapping({ columns }: ProductMapping, headers: readonly string[]): Outcome<void> {
  const beyond = Object.entries(columns).filter(([, index]) => index >= headers.length);
  const errors = [
    ...beyond.map(([field]) => ({ field: `columns.${field}`, message: 'The file does not have this column.' })),
    ...(columns.sku === undefined && columns.productId === undefined
      ? [{ field: 'columns.sku', message: 'Choose the column that holds the SKU or the product ID.' }]
      : []),
  ];
  return errors.length === 0 ? ok(undefined) : problem('validation', { errors });
}

/** A product there is, as far as a file can say something of it. */
export interface KnownProduct extends ProductState {
  readonly sku_key: string;
  readonly shelf: 'active' | 'archived' | 'alias';
}

/** By what the rows of a file name products. */
export interface ProductKeys {
  readonly ids: readonly string[];
  readonly skuKeys: readonly string[];
}

const cellsOf =
  (table: Table, mapping: ProductMapping) =>
  (index: number, field: ProductImportField): string | undefined => {
    const column = mapping.columns[field];
    return column === undefined ? undefined : (table.rows[index]?.[column] ?? '');
  };
const idIn = (cell: string | undefined): string => (cell ?? '').trim().toLowerCase();
const skuIn = (cell: string | undefined): string => storable(cellText(cell));

/** Each id and each SKU once. */
export function keysOf(table: Table, mapping: ProductMapping): ProductKeys {
  const cell = cellsOf(table, mapping);
  const indexes = table.rows.map((_, index) => index);
  return {
    ids: [...new Set(indexes.map((index) => idIn(cell(index, 'productId'))))].filter(isUuid),
    skuKeys: [...new Set(indexes.map((index) => skuKey(skuIn(cell(index, 'sku')))))].filter((key) => key !== ''),
  };
}

/** Reads every row and holds it against the products there are. */
export function judgeFile(table: Table, mapping: ProductMapping, known: readonly KnownProduct[]): JudgedFile {
  const cell = cellsOf(table, mapping);
  const byId = new Map(known.map((product) => [product.id, product]));
  const bySku = new Map(known.map((product) => [product.sku_key, product]));

  const rows: JudgedRow[] = [];
  const problems: RowProblem[] = [];
  const counts = { new: 0, changed: 0, unchanged: 0, blocked: 0 };
  const seen = new Map<string, number>();
  const hash = createHash('sha256').update(JSON.stringify(mapping));
  for (const index of table.rows.keys()) {
    const number = table.rowNumbers[index] ?? index + 2;
    let blocked = false;
    const report = (field: ProductImportField, severity: RowProblem['severity'], message: string): void => {
      const column = mapping.columns[field];
      const header = column === undefined ? null : (table.headers[column] ?? null);
      problems.push({ row: number, column: header, field, severity, message });
      blocked ||= severity === 'error';
    };
    const id = idIn(cell(index, 'productId'));
    const sku = skuIn(cell(index, 'sku'));
    const current = id === '' ? bySku.get(skuKey(sku)) : byId.get(id);
    findProblems();
    const key = current?.id ?? `sku ${skuKey(sku)}`;
    const before = seen.get(key);
    if (before !== undefined && !blocked)
      report(id === '' ? 'sku' : 'productId', 'error', `This product stands in row ${before} already.`);
    else seen.set(key, number);
    const wish = readWish((field) => cell(index, field), current, mapping);
    for (const each of wish.problems) report(each.field, each.severity, each.message);
    const changes = current
      ? differences(current, patched(current, wish.patch))
      : Object.keys(wish.patch).length > 0
        ? differences(NO_FACTS, patched(NO_FACTS, wish.patch))
        : [];
    const state: RowState = blocked
      ? 'blocked'
      : current
        ? changes.length > 0
          ? 'changed'
          : 'unchanged'
        : mapping.defaults.createNew
          ? 'new'
          : 'unchanged';
    counts[state] += 1;
    rows.push({
      row: number,
      sku: current?.sku ?? sku,
      title: current?.title ?? (typeof wish.patch.title === 'string' ? wish.patch.title : ''),
      state,
      id: current?.id ?? null,
      patch: wish.patch,
      changes,
    });
    if (state !== 'unchanged') hash.update(JSON.stringify([number, state, current?.id ?? sku, wish.patch, changes]));

    function findProblems(): void {
      if (id !== '') {
        if (!current) report('productId', 'error', 'There is no product with this ID.');
        else if (
          sku !== '' &&
          skuKey(sku) !== skuKey(current.sku) &&
          !saysTheSame(cell(index, 'sku') ?? '', current.sku)
        )
          report(
            'sku',
            'error',
            `The product with this ID has the SKU "${current.sku}"; a SKU is not changed by a file.`,
          );
      } else if (sku === '') report('sku', 'error', 'This row has no SKU.');
      else if (isRounded(sku))
        report(
          'sku',
          'error',
          `The spreadsheet wrote the SKU as ${sku}; its digits are lost. Format the column as text.`,
        );
      else if (sku.length > MOST_SKU) report('sku', 'error', `A SKU has at most ${MOST_SKU} characters.`);
      else if (sku.startsWith('~')) report('sku', 'error', 'A SKU cannot begin with "~".');
      if (current?.shelf === 'alias')
        report('sku', 'error', 'This SKU is an alias of another product; change that one.');
    }
  }
  return { rows, problems, counts, fingerprint: hash.digest('hex') };
}
