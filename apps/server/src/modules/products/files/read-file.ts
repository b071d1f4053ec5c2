/** From an uploaded file to judged rows: the same steps for the preview, the problem list and the taking over. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowProblem } from '@scanship/contracts/order-import';
import type { PRODUCT_ROW_STATES, ProductImportField, ProductMapping } from '@scanship/contracts/product-import';
import { DocumentError } from '@scanship/documents/document-error';
import { readTable, type Table } from '@scanship/documents/table-reader';
import { skuKey } from '@scanship/domain/order-items';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { isUuid } from '../../../platform/database/ids.ts';
import { storable } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { cellText, isRounded } from '../../../platform/table-cells/cells.ts';
import { differences, factColumns, type FieldChange, type Patch } from '../fields.ts';
import { patched, type ProductState } from '../commands/write-products.ts';
import { NO_FACTS, readWish, saysTheSame } from './read-row.ts';

export const IMPORT_LIMITS = { maxRows: 100_000, maxColumns: 300, maxBytes: 25 * 1024 * 1024 } as const;
const ROWS_PER_TURN = 500;
const KEYS_PER_QUERY = 5_000;
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

/** Problems: `file_unreadable`, `file_too_large`, with the reader's own sentence. */
export async function readFile(bytes: Uint8Array, fileName: string): Promise<Outcome<Table>> {
  try {
    return ok(await readTable(bytes, fileName, IMPORT_LIMITS));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return problem(error.code === 'too-large' ? 'file_too_large' : 'file_unreadable', { message: error.message });
  }
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

interface Known extends ProductState {
  readonly sku_key: string;
  readonly shelf: 'active' | 'archived' | 'alias';
}

async function load(tx: Tx, by: 'id' | 'sku_key', keys: readonly string[]): Promise<Known[]> {
  const found: Known[] = [];
  for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
    const type = sql.raw(by === 'id' ? 'uuid' : 'text');
    const { rows } = await sql<Known>`SELECT p.id, p.sku, p.sku_key, p.shelf, ${factColumns} FROM products p
      WHERE ${sql.ref(`p.${by}`)} = ANY (${keys.slice(from, from + KEYS_PER_QUERY)}::${type}[])`.execute(tx);
    found.push(...rows);
  }
  return found;
}

/** Reads every row and holds it against the products there are. Takes turns with other work of the process. */
export async function judgeFile(tx: Tx, table: Table, mapping: ProductMapping): Promise<JudgedFile> {
  const cell = (index: number, field: ProductImportField): string | undefined => {
    const column = mapping.columns[field];
    return column === undefined ? undefined : (table.rows[index]?.[column] ?? '');
  };
  const idAt = (index: number) => (cell(index, 'productId') ?? '').trim().toLowerCase();
  const skuAt = (index: number) => storable(cellText(cell(index, 'sku')));
  const indexes = table.rows.map((_, index) => index);
  const byId = new Map(
    (await load(tx, 'id', [...new Set(indexes.map(idAt))].filter(isUuid))).map((row) => [row.id, row]),
  );
  const skus = [...new Set(indexes.map((index) => skuKey(skuAt(index))))].filter((key) => key !== '');
  const bySku = new Map((await load(tx, 'sku_key', skus)).map((row) => [row.sku_key, row]));

  const rows: JudgedRow[] = [];
  const problems: RowProblem[] = [];
  const counts = { new: 0, changed: 0, unchanged: 0, blocked: 0 };
  const seen = new Map<string, number>();
  const hash = createHash('sha256').update(JSON.stringify(mapping));
  for (const index of indexes) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
    const number = table.rowNumbers[index] ?? index + 2;
    let blocked = false;
    const report = (field: ProductImportField, severity: RowProblem['severity'], message: string): void => {
      const column = mapping.columns[field];
      const header = column === undefined ? null : (table.headers[column] ?? null);
      problems.push({ row: number, column: header, field, severity, message });
      blocked ||= severity === 'error';
    };
    const id = idAt(index);
    const sku = skuAt(index);
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
