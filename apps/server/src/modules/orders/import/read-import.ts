/** From the table of an uploaded file to orders: the same steps for the preview, the problem list and the creation. */
import {
  type ImportField,
  type ImportMapping,
  REQUIRED_IMPORT_FIELDS,
  type RowProblem,
} from '@scanship/contracts/orders/order-import';
import { ok } from '@scanship/domain/values/result';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { groupRows, type ImportTable, parseOrder, type ParsedOrder, type ParseSettings } from './parse-orders.ts';

export const IMPORT_LIMITS = { maxRows: 200_000, maxColumns: 300, maxBytes: 50_000_000 } as const;

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

/** Reads every row. */
export function parseFile(table: ImportTable, settings: ParseSettings): ParsedFile {
  const { groups, problems } = groupRows(table, settings.mapping);
  return { orders: groups.map((group) => parseOrder(group, table.headers, settings)), strayProblems: problems };
}

/** All problems by row, those of rows without an order among them. */
export const problemsOf = ({ orders, strayProblems }: ParsedFile): RowProblem[] =>
  [...orders.flatMap((order) => order.problems), ...strayProblems].toSorted((a, b) => a.row - b.row);
