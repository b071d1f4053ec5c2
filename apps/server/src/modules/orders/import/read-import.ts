/** From an uploaded file to judged orders: the same steps for the preview, the problem list and the creation. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ImportMapping, REQUIRED_IMPORT_FIELDS, type ImportField } from '@scanship/contracts/order-import';
import { DocumentError } from '@scanship/documents/document-error';
import { readTable, type Table } from '@scanship/documents/table-reader';
import type { RowProblem } from '@scanship/contracts/order-import';
import { ok } from '@scanship/domain/result';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { groupRows, parseOrder, type ParsedOrder, type ParseSettings } from './parse-orders.ts';

export const IMPORT_LIMITS = { maxRows: 200_000, maxColumns: 300, maxBytes: 50_000_000 } as const;

/** Orders between two turns of the event loop, so that other requests are answered meanwhile. */
const ORDERS_PER_TURN = 200;

/** @returns problem `file_unreadable` or `file_too_large` with the reader's own sentence */
export async function readFile(bytes: Uint8Array, fileName: string): Promise<Outcome<Table>> {
  try {
    return ok(await readTable(bytes, fileName, IMPORT_LIMITS));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return problem(error.code === 'too-large' ? 'file_too_large' : 'file_unreadable', { message: error.message });
  }
}

/** Plain names of what must be mapped, for the sentence. */
const FIELD_WORDS: Readonly<Partial<Record<ImportField, string>>> = {
  orderNumber: 'order number',
  name: "recipient's name",
  address1: 'address',
  city: 'city',
  countryCode: 'country',
};

/** Refuses a mapping that leaves a required field out or names a column that the file does not have. */
export function checkMapping(mapping: ImportMapping, headers: readonly string[]): Outcome<void> {
  const beyond = Object.entries(mapping.columns).filter(([, index]) => index >= headers.length);
  const missing = REQUIRED_IMPORT_FIELDS.filter(
    (field) =>
      mapping.columns[field] === undefined &&
      !(field === 'countryCode' && mapping.defaults.countryCode) &&
      !(field === 'name' && mapping.columns.companyName !== undefined),
  );
  if (beyond.length === 0 && missing.length === 0) return ok(undefined);
  return problem('validation', {
    errors: [
      ...beyond.map(([field]) => ({ field: `columns.${field}`, message: 'The file does not have this column.' })),
      ...missing.map((field) => ({
        field: `columns.${field}`,
        message: `Choose the column that holds the ${FIELD_WORDS[field] ?? field}.`,
      })),
    ],
  });
}

export interface ParsedFile {
  readonly orders: readonly ParsedOrder[];
  /** Rows that belong to no order. */
  readonly strayProblems: readonly RowProblem[];
}

/** Reads every row. Takes turns with other work of the process. */
export async function parseFile(table: Table, settings: ParseSettings): Promise<ParsedFile> {
  const grouped = groupRows(table, settings.mapping);
  const orders: ParsedOrder[] = [];
  for (const [index, group] of grouped.groups.entries()) {
    if (index % ORDERS_PER_TURN === ORDERS_PER_TURN - 1) await nextTurn();
    orders.push(parseOrder(group, table.headers, settings));
  }
  return { orders, strayProblems: grouped.problems };
}

export type OrderState = 'ready' | 'blocked' | 'duplicate';

export interface JudgedOrder {
  readonly order: ParsedOrder;
  readonly state: OrderState;
}

export interface Judged {
  readonly orders: readonly JudgedOrder[];
  readonly strayProblems: readonly RowProblem[];
  readonly counts: Readonly<Record<OrderState, number>>;
  /** Equal exactly when the same orders would be created and left out. */
  readonly fingerprint: string;
}

/** @param used number keys that orders of the customer have already */
export function judge(file: ParsedFile, used: ReadonlySet<string>, mapping: ImportMapping): Judged {
  const orders = file.orders.map(
    (order): JudgedOrder => ({
      order,
      state: used.has(order.key) ? 'duplicate' : order.ready ? 'ready' : 'blocked',
    }),
  );
  const counts = { ready: 0, blocked: 0, duplicate: 0 };
  const hash = createHash('sha256').update(JSON.stringify(mapping));
  for (const { order, state } of orders) {
    counts[state] += 1;
    hash.update(JSON.stringify([order.key, state, state === 'ready' && [order.shipTo, order.lines, order.currency]]));
  }
  hash.update(String(file.strayProblems.length));
  return { orders, strayProblems: file.strayProblems, counts, fingerprint: hash.digest('hex') };
}

/** All problems by row; a duplicate is one too. */
export function problemsOf(judged: Judged): RowProblem[] {
  const all = judged.orders.flatMap(({ order, state }) =>
    state === 'duplicate' ? [...order.problems, duplicateProblem(order)] : order.problems,
  );
  return [...all, ...judged.strayProblems].toSorted((a, b) => a.row - b.row);
}

const duplicateProblem = (order: ParsedOrder): RowProblem => ({
  row: order.rows[0] ?? 0,
  column: null,
  field: 'orderNumber',
  severity: 'warning',
  message: `Order ${order.number} exists already; it is left out.`,
});
