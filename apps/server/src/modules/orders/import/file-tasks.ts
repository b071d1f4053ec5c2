/** What the threads that read files do with files of orders. Answers are short, or packed where they grow with the file. */
import { createHash } from 'node:crypto';
import type { ImportMapping, ProblemGroup, RowProblem } from '@scanship/contracts/orders/order-import';
import { readTable } from '@scanship/documents/tables/table-reader';
import { writeCsv } from '@scanship/documents/tables/table-writer';
import { toDecimal } from '@scanship/domain/money/money';
import { orderTotal, orderWeight, totalUnits } from '@scanship/domain/orders/order-items';
import { ok } from '@scanship/domain/values/result';
import { type ListedProblems, listProblems } from '../../../platform/file-reading/listed-problems.ts';
import { openWhole, packList, type PackedList } from '../../../platform/file-reading/packed-list.ts';
import { sampleOf } from '../../../platform/file-reading/sample.ts';
import type { Outcome } from '../../../platform/problem.ts';
import { headerRowKey, PROBLEM_HEADERS } from '../../../platform/table-cells/headers.ts';
import type { ParsedOrder } from './parse-orders.ts';
import { groupProblems } from './problem-groups.ts';
import { checkMapping, IMPORT_LIMITS, parseFile, problemsOf } from './read-import.ts';
import { type SuggestDefaults, suggestMapping } from './suggest-mapping.ts';

/** Rows in which the order of day and month is looked for. */
const DATE_ROWS = 200;
const LISTED_ORDERS = 200;
const HEADS_PER_PIECE = 2_000;

interface OrderFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

export interface OpenedOrders {
  readonly headers: readonly string[];
  readonly headerKey: string;
  readonly sheetName: string;
  readonly sample: readonly (readonly string[])[];
  readonly rowCount: number;
  readonly warnings: readonly string[];
  readonly suggestion: ImportMapping;
  readonly sha256: string;
}

/** What the file is and which column probably holds what. Problems: `file_unreadable`, `file_too_large`. */
export async function openOrders(
  file: OrderFile & { readonly defaults: SuggestDefaults },
): Promise<Outcome<OpenedOrders>> {
  const { headers, rows, sheetName, warnings } = await readTable(file.bytes, file.fileName, IMPORT_LIMITS);
  return ok({
    headers,
    headerKey: headerRowKey(headers),
    sheetName,
    sample: sampleOf(rows),
    rowCount: rows.length,
    warnings,
    suggestion: suggestMapping(headers, rows.slice(0, DATE_ROWS), file.defaults),
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
  });
}

export interface ParseInput extends OrderFile {
  readonly mapping: ImportMapping;
  readonly timeZone: string;
  readonly now: Date;
}

/** As much of an order as decides what becomes of it. */
export interface OrderHead {
  readonly key: string;
  readonly number: string;
  /** Its first row. */
  readonly row: number;
  readonly ready: boolean;
}

export interface ParsedImport {
  readonly headers: readonly string[];
  readonly headerKey: string;
  readonly heads: PackedList<OrderHead>;
  /** Rows without an order. */
  readonly strayCount: number;
  readonly problems: ListedProblems;
  readonly groups: readonly ProblemGroup[];
  readonly preview: readonly PreviewOrder[];
  /** Orders without an error, in the order of the heads; empty unless they were asked for. */
  readonly ready: PackedList<ParsedOrder>;
  /** Equal exactly when the same would be read of every order. */
  readonly fingerprint: string;
}

/** An order of the preview, before it is known whether it is here already. */
export type PreviewOrder = Pick<OrderHead, 'key' | 'ready'> & {
  readonly number: string;
  readonly recipient: string;
  readonly place: string;
  readonly itemQuantity: number;
  readonly total: string;
  readonly weightGrams: number | null;
  readonly rows: readonly number[];
};

/** Problems: those of `openOrders`, and `validation` for a mapping that does not fit the file. */
export async function parseOrders(
  input: ParseInput & { readonly withOrders: boolean },
): Promise<Outcome<ParsedImport>> {
  const table = await readTable(input.bytes, input.fileName, IMPORT_LIMITS);
  const fits = checkMapping(input.mapping, table.headers);
  if (!fits.ok) return fits;
  const file = parseFile(table, input);
  const { orders, strayProblems } = file;
  const problems = problemsOf(file);
  const hash = createHash('sha256').update(JSON.stringify(input.mapping));
  for (const { key, ready, shipTo, lines, currency } of orders)
    hash.update(JSON.stringify([key, ready && [shipTo, lines, currency]]));
  hash.update(String(strayProblems.length));
  return ok({
    headers: table.headers,
    headerKey: headerRowKey(table.headers),
    heads: packList(
      orders.map(({ key, number, rows, ready }) => ({ key, number, row: rows[0] ?? 0, ready })),
      HEADS_PER_PIECE,
    ),
    strayCount: strayProblems.length,
    problems: listProblems(problems),
    groups: groupProblems(problems),
    preview: orders.slice(0, LISTED_ORDERS).map(previewOf),
    ready: packList(input.withOrders ? orders.filter((order) => order.ready).map(withoutProblems) : []),
    fingerprint: hash.digest('hex'),
  });
}

const withoutProblems = (order: ParsedOrder): ParsedOrder => ({ ...order, rows: [], problems: [] });

const previewOf = (order: ParsedOrder): PreviewOrder => ({
  key: order.key,
  ready: order.ready,
  number: order.number,
  recipient: order.shipTo.name || (order.shipTo.companyName ?? ''),
  place: [order.shipTo.city, order.shipTo.provinceCode, order.shipTo.countryCode]
    .filter((part) => part !== '')
    .join(', '),
  itemQuantity: totalUnits(order.lines),
  total: totalText(order),
  weightGrams: orderWeight(order.lines),
  rows: order.rows,
});

function totalText({ lines, currency }: ParsedOrder): string {
  try {
    return `${toDecimal(orderTotal(lines, currency))} ${currency}`;
  } catch {
    // Beyond what can be counted; the order carries the error that says so.
    return '';
  }
}

/** The sentence about an order that is here already, at its first row. */
export const duplicateProblem = ({ number, row }: Pick<OrderHead, 'number' | 'row'>): RowProblem => ({
  row,
  column: null,
  field: 'orderNumber',
  severity: 'warning',
  message: `Order ${number} exists already; it is left out.`,
});

/**
 * Rows that are left out as they were, with their problems in front.
 * @param input.used keys of the orders that are here already and count as duplicates
 */
export async function orderProblemFile(
  input: ParseInput & { readonly used: PackedList<string> },
): Promise<Outcome<Uint8Array>> {
  const table = await readTable(input.bytes, input.fileName, IMPORT_LIMITS);
  const fits = checkMapping(input.mapping, table.headers);
  if (!fits.ok) return fits;
  const file = parseFile(table, input);
  const used = new Set(openWhole(input.used));
  const duplicates = file.orders.filter((order) => used.has(order.key));
  const rows = new Set(file.strayProblems.map((each) => each.row));
  for (const order of file.orders) if (!order.ready || used.has(order.key)) for (const row of order.rows) rows.add(row);
  const said = new Map<number, string[]>();
  const all = [
    ...problemsOf(file),
    ...duplicates.map(({ number, rows: [row = 0] }) => duplicateProblem({ number, row })),
  ];
  for (const { row, column, message } of all) {
    const sentence = column === null ? message : `${column}: ${message}`;
    said.set(row, [...(said.get(row) ?? []), sentence]);
  }
  const lines = table.rowNumbers.flatMap((number, index) =>
    rows.has(number) ? [[number, (said.get(number) ?? []).join(' '), ...(table.rows[index] ?? [])]] : [],
  );
  return ok(writeCsv([...PROBLEM_HEADERS, ...table.headers], lines));
}
