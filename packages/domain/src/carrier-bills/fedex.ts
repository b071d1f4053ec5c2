/**
 * FedEx Billing Online, download "All columns" (CSV with a header row). One row for each tracking number and invoice, with
 * up to 25 pairs "Tracking ID Charge Description" / "... Amount" (the names repeat, some exports number them). Column names
 * as in public parsers of that file (README). The file names no currency; it is the account's.
 */
import {
  billText,
  linksIn,
  parseBillAmount,
  parseBillDate,
  parseBillWeight,
  parseDimensions,
  weightUnitOf,
} from './bill-cells.ts';
import {
  type BillDraft,
  type BillFault,
  type BillReading,
  type BillTable,
  type ReadOptions,
  withKeys,
} from './bill-line.ts';
import { kindOfWords } from './charge-kind.ts';
import { columnOf, headerKey, headerRowOf } from './header-row.ts';
import { type Part, partsOfTotal } from './row-charges.ts';

const COLUMNS = {
  account: ['bill to account number', 'consolidated account number'],
  invoiceDate: ['invoice date'],
  invoiceNumber: ['invoice number'],
  prefix: ['ground tracking id prefix'],
  tracking: ['express or ground tracking id'],
  transport: ['transportation charge amount'],
  net: ['net charge amount'],
  service: ['service type'],
  groundService: ['ground service'],
  shipDate: ['shipment date'],
  actualWeight: ['actual weight amount'],
  actualUnit: ['actual weight units'],
  ratedWeight: ['rated weight amount'],
  ratedUnit: ['rated weight units'],
  length: ['dim length'],
  width: ['dim width'],
  height: ['dim height'],
  divisor: ['dim divisor'],
  dimUnit: ['dim unit'],
  postal: ['recipient zip code'],
  reference: ['original customer reference'],
  reference2: ['original ref#2'],
  reference3: ['original ref#3 po number'],
} as const;
type Column = keyof typeof COLUMNS;

const PAIR = /^tracking id charge (description|amount)(?: \d+)?$/;

const fits = (names: readonly string[]): boolean =>
  (['invoiceNumber', 'tracking', 'net'] as const).every((column) => columnOf(names, COLUMNS[column]) >= 0);

export const looksLikeFedex = (table: BillTable): boolean => headerRowOf(table.rows, fits) >= 0;

export function readFedex(table: BillTable, options: ReadOptions): BillReading | undefined {
  const header = headerRowOf(table.rows, fits);
  if (header < 0) return undefined;
  const names = (table.rows[header] ?? []).map(headerKey);
  const at = Object.fromEntries(
    (Object.keys(COLUMNS) as Column[]).map((column) => [column, columnOf(names, COLUMNS[column])]),
  ) as Record<Column, number>;
  const descriptions = names.flatMap((name, index) => (PAIR.exec(name)?.[1] === 'description' ? [index] : []));
  const amounts = names.flatMap((name, index) => (PAIR.exec(name)?.[1] === 'amount' ? [index] : []));
  const drafts: BillDraft[] = [];
  const faults: BillFault[] = [];
  let informational = 0;
  const { currency } = options;
  for (let index = header + 1; index < table.rows.length; index += 1) {
    const cells = table.rows[index] ?? [];
    const row = table.rowNumbers[index] ?? index + 1;
    const cell = (column: Column): string => (at[column] < 0 ? '' : billText(cells[at[column]]));
    const fault = (column: string, message: string): void => {
      faults.push({ row, column, message });
    };
    if (cells.every((each) => each.trim() === '')) continue;
    const invoiceNumber = cell('invoiceNumber');
    const net = parseBillAmount(cell('net'), currency);
    if (invoiceNumber === '') {
      fault('Invoice Number', 'The invoice number is missing.');
      continue;
    }
    if (cell('net') === '') {
      informational += 1;
      continue;
    }
    if (!net) {
      fault('Net Charge Amount', `"${cell('net')}" is not an amount in ${currency}.`);
      continue;
    }
    const pairs: Part[] = [];
    for (const [n, column] of descriptions.entries()) {
      const label = billText(cells[column]);
      const text = billText(cells[amounts[n] ?? -1]);
      if (label === '' || text === '') continue;
      const amount = parseBillAmount(text, currency);
      if (amount) pairs.push({ kind: kindOfWords(label), code: headerKey(label), label, amount });
      else fault('Tracking ID Charge Amount', `"${text}" of "${label}" is not an amount in ${currency}.`);
    }
    const transport = cell('transport') === '' ? undefined : parseBillAmount(cell('transport'), currency);
    const sum = pairs.reduce((total, part) => total + part.amount.minor, 0);
    const named = pairs.some((part) => /transportation/i.test(part.label));
    const parts: Part[] =
      transport && !named && sum !== net.minor
        ? [{ kind: 'freight', code: 'transportation', label: 'Transportation charge', amount: transport }, ...pairs]
        : pairs;
    const invoiceDate = parseBillDate(cell('invoiceDate'), 'mdy');
    if (!invoiceDate) fault('Invoice Date', `"${cell('invoiceDate')}" is not a date; the row is kept without it.`);
    const actual = parseBillWeight(cell('actualWeight'), weightUnitOf(cell('actualUnit')) ?? 'lb');
    const rated = parseBillWeight(cell('ratedWeight'), weightUnitOf(cell('ratedUnit')) ?? 'lb');
    if (rated === 'bad') fault('Rated Weight Amount', `"${cell('ratedWeight')}" is not a weight.`);
    const billedGrams = rated === 'bad' ? undefined : rated;
    const weighed = actual === 'bad' ? undefined : actual;
    const measured = parseDimensions(
      `${cell('length')}x${cell('width')}x${cell('height')}`,
      /^C/i.test(cell('dimUnit')) ? 'cm' : 'in',
    );
    // A rated weight well above what was weighed, with a divisor, comes from the size.
    const dimensional =
      billedGrams !== undefined && weighed !== undefined && measured !== undefined && billedGrams > weighed + 500;
    // Ground numbers come in two cells; express ones have no prefix.
    const tracking = `${cell('prefix')}${cell('tracking')}`.replace(/\s/g, '').toUpperCase();
    const common = {
      row,
      invoiceNumber,
      invoiceDate,
      accountNumber: cell('account') || undefined,
      trackingNumber: tracking || undefined,
      references: [cell('reference'), cell('reference2'), cell('reference3')].filter((each) => each !== ''),
      shipDate: parseBillDate(cell('shipDate'), 'mdy'),
      service: [cell('service'), cell('groundService')].filter((each) => each !== '').join(' ') || undefined,
      postalCode: cell('postal') || undefined,
      declaredGrams: undefined,
      billedGrams,
      weightBasis: dimensional ? ('dimensional' as const) : billedGrams === undefined ? undefined : ('actual' as const),
      measured,
      links: linksIn(cells.map(billText)),
    };
    const lines = partsOfTotal(parts, net);
    if (lines.length === 0) informational += 1;
    for (const { kind, code, label, amount } of lines)
      drafts.push({ ...common, charge: { kind, code, label }, amount });
  }
  return { lines: withKeys(drafts), faults, informational };
}
