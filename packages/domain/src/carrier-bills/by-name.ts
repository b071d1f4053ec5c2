/**
 * Billing files with a header row and one row for each shipment, known by the names of their columns: Canada Post's and
 * Purolator's. Columns that hold parts of the price are named with the kind of charge they are.
 */
import { billText, linksIn, parseBillAmount, parseBillDate, parseBillWeight, parseDimensions } from './bill-cells.ts';
import type { DateOrder } from './bill-cells.ts';
import {
  type BillDraft,
  type BillFault,
  type BillReading,
  type BillTable,
  type ChargeKind,
  type ReadOptions,
  withKeys,
} from './bill-line.ts';
import { kindOfWords } from './charge-kind.ts';
import { columnOf, headerKey, headerRowOf } from './header-row.ts';
import { type Part, partsOfTotal } from './row-charges.ts';

export interface NamedLayout {
  /** Names of each column, as `headerKey` writes them, the likeliest first. */
  readonly columns: Readonly<
    Record<
      'invoiceNumber' | 'invoiceDate' | 'tracking' | 'total' | 'account' | 'shipDate' | 'service' | 'postal',
      readonly string[]
    >
  >;
  readonly references: readonly (readonly string[])[];
  readonly declaredWeight: readonly string[];
  readonly billedWeight: readonly string[];
  readonly sides: readonly (readonly string[])[];
  readonly currency: readonly string[];
  /** Parts of the price. `minus`: written without a sign, taken off. */
  readonly parts: readonly {
    readonly names: readonly string[];
    readonly kind: ChargeKind;
    readonly label: string;
    readonly minus?: true;
  }[];
  /** Pairs of columns with a charge's words and its amount ("accessorial 1", "accessorial 1 amount"). */
  readonly pairs: { readonly label: RegExp; readonly amount: RegExp };
  readonly dates: DateOrder;
  /** Columns without which a file is not of this layout. */
  readonly needed: readonly (readonly string[])[];
}

const fitsLayout =
  (layout: NamedLayout) =>
  (names: readonly string[]): boolean =>
    layout.needed.every((wanted) => columnOf(names, wanted) >= 0);

export const looksLike = (layout: NamedLayout, table: BillTable): boolean =>
  headerRowOf(table.rows, fitsLayout(layout)) >= 0;

export function readByName(layout: NamedLayout, table: BillTable, options: ReadOptions): BillReading | undefined {
  const header = headerRowOf(table.rows, fitsLayout(layout));
  if (header < 0) return undefined;
  const titles = table.rows[header] ?? [];
  const names = titles.map(headerKey);
  const find = (wanted: readonly string[]): number => columnOf(names, wanted);
  const { columns } = layout;
  const at = {
    invoiceNumber: find(columns.invoiceNumber),
    invoiceDate: find(columns.invoiceDate),
    tracking: find(columns.tracking),
    total: find(columns.total),
    account: find(columns.account),
    shipDate: find(columns.shipDate),
    service: find(columns.service),
    postal: find(columns.postal),
    declared: find(layout.declaredWeight),
    billed: find(layout.billedWeight),
    currency: find(layout.currency),
  };
  const parts = layout.parts.map((part) => ({ ...part, index: find(part.names) })).filter(({ index }) => index >= 0);
  const references = layout.references.map(find);
  const sides = layout.sides.map(find);
  const labels = names.flatMap((name, index) => (layout.pairs.label.test(name) ? [index] : []));
  const amounts = names.flatMap((name, index) => (layout.pairs.amount.test(name) ? [index] : []));
  const drafts: BillDraft[] = [];
  const faults: BillFault[] = [];
  let informational = 0;

  for (let index = header + 1; index < table.rows.length; index += 1) {
    const cells = table.rows[index] ?? [];
    const row = table.rowNumbers[index] ?? index + 1;
    const cell = (column: number): string => (column < 0 ? '' : billText(cells[column]));
    const fault = (column: number, message: string): void => {
      faults.push({ row, column: titles[column] ?? null, message });
    };
    if (cells.every((each) => each.trim() === '')) continue;
    const currency = (cell(at.currency) || options.currency).toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) {
      fault(at.currency, `"${currency}" is not a currency.`);
      continue;
    }
    const invoiceNumber = cell(at.invoiceNumber);
    if (invoiceNumber === '') {
      fault(at.invoiceNumber, 'The invoice number is missing.');
      continue;
    }
    const readPart = (column: number, kind: ChargeKind, label: string, minus?: true): Part | undefined => {
      const text = cell(column);
      if (text === '') return undefined;
      const amount = parseBillAmount(text, currency);
      if (!amount) {
        fault(column, `"${text}" is not an amount in ${currency}.`);
        return undefined;
      }
      const signed = minus && amount.minor > 0 ? { ...amount, minor: -amount.minor } : amount;
      return { kind, code: headerKey(label), label, amount: signed };
    };
    const total = readPart(at.total, 'other', 'Total')?.amount;
    if (at.total >= 0 && cell(at.total) !== '' && !total) continue;
    const read: Part[] = [];
    for (const part of parts) {
      const one = readPart(part.index, part.kind, part.label, part.minus);
      if (one) read.push(one);
    }
    for (const [n, column] of labels.entries()) {
      const label = cell(column);
      const one = label === '' ? undefined : readPart(amounts[n] ?? -1, kindOfWords(label), label);
      if (one) read.push(one);
    }
    const lines = partsOfTotal(read, total);
    if (lines.length === 0) {
      informational += 1;
      continue;
    }
    const invoiceDate = parseBillDate(cell(at.invoiceDate), layout.dates);
    if (!invoiceDate) fault(at.invoiceDate, `"${cell(at.invoiceDate)}" is not a date; the row is kept without it.`);
    const declared = parseBillWeight(cell(at.declared), 'kg');
    const billed = parseBillWeight(cell(at.billed), 'kg');
    if (billed === 'bad') fault(at.billed, `"${cell(at.billed)}" is not a weight; the row is kept without it.`);
    const common = {
      row,
      invoiceNumber,
      invoiceDate,
      accountNumber: cell(at.account) || undefined,
      trackingNumber: cell(at.tracking).replace(/\s/g, '').toUpperCase() || undefined,
      references: references.map(cell).filter((each) => each !== ''),
      shipDate: parseBillDate(cell(at.shipDate), layout.dates),
      service: cell(at.service) || undefined,
      postalCode: cell(at.postal) || undefined,
      declaredGrams: declared === 'bad' ? undefined : declared,
      billedGrams: billed === 'bad' ? undefined : billed,
      weightBasis: undefined,
      measured: sides.length === 3 ? parseDimensions(sides.map(cell).join('x'), 'cm') : undefined,
      links: linksIn(cells.map(billText)),
    };
    for (const { kind, code, label, amount } of lines)
      drafts.push({ ...common, charge: { kind, code, label }, amount });
  }
  return { lines: withKeys(drafts), faults, informational };
}
