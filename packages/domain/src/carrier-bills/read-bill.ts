/** Which layout a billing file has, and its reading; a file that does not look like the layout is refused with a sentence. */
import { type BillLayout, MAPPED_FIELDS, REQUIRED_FIELDS } from './bill-kinds.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { BillReading, BillTable, ReadOptions } from './bill-line.ts';
import { looksLike, readByName } from './by-name.ts';
import { looksLikeFedex, readFedex } from './fedex.ts';
import { type BillMapping, mappedHeaderRow, readMapped } from './mapped.ts';
import { CANADA_POST, PUROLATOR } from './named-layouts.ts';
import { looksLikeUps, readUps } from './ups.ts';

interface LayoutReader {
  readonly layout: Exclude<BillLayout, 'mapped'>;
  readonly looks: (table: BillTable) => boolean;
  readonly read: (table: BillTable, options: ReadOptions) => BillReading | undefined;
  /** What to do where the file is another. */
  readonly refusal: string;
}

const READERS: readonly LayoutReader[] = [
  {
    layout: 'ups',
    looks: looksLikeUps,
    read: readUps,
    refusal:
      'This is not UPS Billing Data: it has neither the 250 columns UPS hands out nor their header row. In the UPS Billing Center choose "UPS Billing Data (.csv, 250 data elements)".',
  },
  {
    layout: 'fedex',
    looks: looksLikeFedex,
    read: readFedex,
    refusal:
      'This is not a FedEx Billing Online download: the columns "Invoice Number", "Express or Ground Tracking ID" and "Net Charge Amount" are missing. Download it as CSV with all columns.',
  },
  {
    layout: 'canada-post',
    looks: (table) => looksLike(CANADA_POST, table),
    read: (table, options) => readByName(CANADA_POST, table, options),
    refusal:
      'This is not Canada Post’s invoice data file with its header row: "Invoice Num", "Product Id", "Service Desc" and "Total Charges" are needed. Import the TXT into the template of Canada Post and save it as CSV, or map the columns.',
  },
  {
    layout: 'purolator',
    looks: (table) => looksLike(PUROLATOR, table),
    read: (table, options) => readByName(PUROLATOR, table, options),
    refusal:
      'This is not a Purolator invoice file with a header row: an invoice number, a PIN, a service charge and total charges are needed. Export it from the Invoice Viewer with these columns, or map the columns.',
  },
];

/** The layout that a file has the marks of, or undefined: then its columns are mapped by a person. */
export const recogniseLayout = (table: BillTable): Exclude<BillLayout, 'mapped'> | undefined =>
  READERS.find(({ looks }) => looks(table))?.layout;

/** @returns the reading, or a sentence that says why the file is refused and what to do */
export function readBill(
  layout: BillLayout,
  table: BillTable,
  options: ReadOptions & { readonly mapping?: BillMapping | undefined },
): Result<BillReading, string> {
  if (!table.rows.some((row) => row.some((cell) => cell.trim() !== ''))) return err('The file is empty.');
  if (layout === 'mapped') {
    const { mapping } = options;
    if (!mapping) return err('Say first which column is what.');
    const width = table.rows[mappedHeaderRow(table.rows)]?.length ?? 0;
    const missing = REQUIRED_FIELDS.find((field) => mapping.columns[field] === undefined);
    if (missing) return err(`Choose the column that holds the ${FIELD_WORDS[missing] ?? missing}.`);
    const beyond = MAPPED_FIELDS.find((field) => (mapping.columns[field] ?? 0) >= width);
    if (beyond) return err(`The file does not have the column chosen for the ${FIELD_WORDS[beyond] ?? beyond}.`);
    return ok(readMapped(mapping, table, options));
  }
  const reader = READERS.find((each) => each.layout === layout);
  const reading = reader?.read(table, options);
  if (!reader || !reading) return err(reader?.refusal ?? 'There is no such layout.');
  if (reading.lines.length === 0 && reading.faults.length === 0)
    return err('The file has the right columns, but no row with a charge.');
  return ok(reading);
}

const FIELD_WORDS: Readonly<Partial<Record<string, string>>> = {
  invoiceNumber: 'invoice number',
  trackingNumber: 'tracking number',
  amount: 'amount',
};
