/**
 * UPS Billing Data (CSV, 250 data elements), without a header row as UPS hands it out, or with one. Positions: UPS Billing
 * Data dictionary as published at pdfcoffee.com/forwarding-data-dictionary-pdf-free.html (1-30) and the 250 names in public
 * parsers (README). A row is one charge; amounts are "Net Amount" (53), after incentives.
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
import type {
  BillDraft,
  BillFault,
  BillReading,
  BillTable,
  ChargeKind,
  ReadOptions,
  WeightBasis,
} from './bill-line.ts';
import { withKeys } from './bill-line.ts';
import { kindOfWords } from './charge-kind.ts';
import { headerKey, headerRowOf } from './header-row.ts';

/** Columns counted from 1, as the dictionary does. */
export const UPS_COLUMNS = {
  version: 1,
  account: 3,
  invoiceDate: 5,
  invoiceNumber: 6,
  currency: 10,
  transactionDate: 12,
  leadShipment: 14,
  shipmentReference1: 16,
  shipmentReference2: 17,
  tracking: 21,
  packageReference1: 22,
  packageReference2: 23,
  packageReference3: 24,
  enteredWeight: 27,
  enteredUnit: 28,
  billedWeight: 29,
  billedUnit: 30,
  billedWeightType: 32,
  dimensions: 33,
  category: 35,
  categoryDetail: 36,
  classification: 44,
  chargeCode: 45,
  chargeLabel: 46,
  transactionCurrency: 51,
  netAmount: 53,
  receiverPostal: 81,
  dimensionUnit: 196,
} as const;
type UpsColumn = keyof typeof UPS_COLUMNS;

/** Names of the same columns where the file has a header row. */
const UPS_HEADERS: Readonly<Record<UpsColumn, string>> = {
  version: 'version',
  account: 'account number',
  invoiceDate: 'invoice date',
  invoiceNumber: 'invoice number',
  currency: 'invoice currency code',
  transactionDate: 'transaction date',
  leadShipment: 'lead shipment number',
  shipmentReference1: 'shipment reference number 1',
  shipmentReference2: 'shipment reference number 2',
  tracking: 'tracking number',
  packageReference1: 'package reference number 1',
  packageReference2: 'package reference number 2',
  packageReference3: 'package reference number 3',
  enteredWeight: 'entered weight',
  enteredUnit: 'entered weight unit of measure',
  billedWeight: 'billed weight',
  billedUnit: 'billed weight unit of measure',
  billedWeightType: 'billed weight type',
  dimensions: 'package dimensions',
  category: 'charge category code',
  categoryDetail: 'charge category detail code',
  classification: 'charge classification code',
  chargeCode: 'charge description code',
  chargeLabel: 'charge description',
  transactionCurrency: 'transaction currency code',
  netAmount: 'net amount',
  receiverPostal: 'receiver postal',
  dimensionUnit: 'package dimension unit of measure',
};
const NEEDED: readonly UpsColumn[] = ['invoiceNumber', 'invoiceDate', 'tracking', 'netAmount', 'chargeLabel'];

interface Layout {
  /** Index from 0, or -1. */
  readonly at: Readonly<Record<UpsColumn, number>>;
  readonly firstRow: number;
}

function layoutOf(table: BillTable): Layout | undefined {
  const at = { ...UPS_COLUMNS } as Record<UpsColumn, number>;
  const header = headerRowOf(table.rows, (names) => NEEDED.every((column) => names.includes(UPS_HEADERS[column])));
  if (header >= 0) {
    const names = (table.rows[header] ?? []).map(headerKey);
    for (const column of Object.keys(UPS_COLUMNS) as UpsColumn[]) at[column] = names.indexOf(UPS_HEADERS[column]);
    return { at, firstRow: header + 1 };
  }
  for (const column of Object.keys(UPS_COLUMNS) as UpsColumn[]) at[column] = UPS_COLUMNS[column] - 1;
  // Trailing empty columns may have been cut off; a few damaged rows must not hide the layout of the others.
  const looksRight = (row: readonly string[]): boolean =>
    row.length >= UPS_COLUMNS.netAmount &&
    /^\d{1,2}[.,]\d{1,2}$/.test(billText(row[at.version])) &&
    parseBillDate(billText(row[at.invoiceDate]), 'mdy') !== undefined;
  const probe = table.rows.slice(0, 20);
  return probe.filter(looksRight).length * 2 > probe.length ? { at, firstRow: 0 } : undefined;
}

export const looksLikeUps = (table: BillTable): boolean => layoutOf(table) !== undefined;

const ADDRESS = new Set(['ADC']);
const CREDIT: Readonly<Record<string, ChargeKind>> = {
  VOID: 'void_credit',
  GSR: 'service_credit',
  AGSR: 'service_credit',
};

/** Charge categories: ADC address correction, RADJ residential, SCC shipping charge correction, SVCH service charge ... */
function kindOf(detail: string, classification: string, code: string, label: string): ChargeKind {
  if (CREDIT[detail]) return CREDIT[detail];
  if (ADDRESS.has(detail)) return 'address_correction';
  if (classification === 'TAX') return 'tax';
  if (classification === 'GOV' || classification === 'BRK') return 'duty';
  if (detail === 'SVCH' && /processing|late/i.test(label)) return 'late_fee';
  if (detail === 'RADJ') return 'residential';
  if (detail === 'SCC') return classification === 'ACC' ? 'dimension_correction' : 'weight_correction';
  if (classification === 'FSC' || code === 'FSC') return 'fuel';
  if (code === 'RES') return 'residential';
  if (classification === 'FRT') return 'freight';
  const words = kindOfWords(label);
  return classification === 'ACC' && (words === 'freight' || words === 'other') ? 'surcharge' : words;
}

/** "Billed Weight Type" of the dictionary: dimensional and minimum ones; the others are weighed or keyed. */
const DIMENSIONAL = new Set(['2', '7', '9', '10', '11', '22', '32', '34', '35', '36']);
const MINIMUM = new Set(['3', '25', '26', '27', '28']);
const basisOf = (code: string): WeightBasis | undefined => {
  const plain = code.replace(/^0+(?=\d)/, '');
  if (plain === '' || plain === '0') return undefined;
  return DIMENSIONAL.has(plain) ? 'dimensional' : MINIMUM.has(plain) ? 'minimum' : 'actual';
};

export function readUps(table: BillTable, options: ReadOptions): BillReading | undefined {
  const layout = layoutOf(table);
  if (!layout) return undefined;
  const { at } = layout;
  const drafts: BillDraft[] = [];
  const faults: BillFault[] = [];
  let informational = 0;
  for (let index = layout.firstRow; index < table.rows.length; index += 1) {
    const cells = table.rows[index] ?? [];
    const row = table.rowNumbers[index] ?? index + 1;
    const cell = (column: UpsColumn): string => (at[column] < 0 ? '' : billText(cells[at[column]]));
    const fault = (column: UpsColumn, message: string): void => {
      faults.push({ row, column: `${UPS_HEADERS[column]} (${UPS_COLUMNS[column]})`, message });
    };
    if (cells.every((each) => each.trim() === '')) continue;
    const amountText = cell('netAmount');
    const classification = cell('classification').toUpperCase();
    if (classification === 'INF' || amountText === '') {
      if (classification === 'INF' || cell('invoiceNumber') !== '') informational += 1;
      else fault('invoiceNumber', 'This row has neither an invoice number nor an amount.');
      continue;
    }
    const currencyText = (cell('transactionCurrency') || cell('currency') || options.currency).toUpperCase();
    if (!/^[A-Z]{3}$/.test(currencyText)) {
      fault('transactionCurrency', `"${currencyText}" is not a currency.`);
      continue;
    }
    const amount = parseBillAmount(amountText, currencyText);
    if (!amount) {
      fault('netAmount', `"${amountText}" is not an amount in ${currencyText}.`);
      continue;
    }
    const invoiceNumber = cell('invoiceNumber');
    if (invoiceNumber === '') {
      fault('invoiceNumber', 'The invoice number is missing.');
      continue;
    }
    if (amount.minor === 0) {
      informational += 1;
      continue;
    }
    const order = cell('invoiceDate').includes('/') && !layoutIsAmerican(cell('invoiceDate')) ? 'dmy' : 'mdy';
    const invoiceDate = parseBillDate(cell('invoiceDate'), order);
    if (!invoiceDate) fault('invoiceDate', `"${cell('invoiceDate')}" is not a date; the line is kept without it.`);
    const declared = parseBillWeight(cell('enteredWeight'), weightUnitOf(cell('enteredUnit')) ?? 'lb');
    const billed = parseBillWeight(cell('billedWeight'), weightUnitOf(cell('billedUnit')) ?? 'lb');
    if (billed === 'bad')
      fault('billedWeight', `"${cell('billedWeight')}" is not a weight; the line is kept without it.`);
    const label = cell('chargeLabel');
    const code = cell('chargeCode').toUpperCase();
    const detail = cell('categoryDetail').toUpperCase();
    const tracking = cell('tracking') || cell('leadShipment');
    drafts.push({
      row,
      invoiceNumber,
      invoiceDate,
      accountNumber: cell('account') || undefined,
      trackingNumber: tracking.replace(/\s/g, '').toUpperCase() || undefined,
      references: [
        cell('shipmentReference1'),
        cell('shipmentReference2'),
        cell('packageReference1'),
        cell('packageReference2'),
        cell('packageReference3'),
      ].filter((each) => each !== ''),
      shipDate: parseBillDate(cell('transactionDate'), order),
      service: classification === 'FRT' ? label : undefined,
      postalCode: cell('receiverPostal') || undefined,
      charge: {
        kind: kindOf(detail, classification, code, label),
        code: [detail, classification, code].join('.'),
        label,
      },
      amount,
      declaredGrams: declared === 'bad' ? undefined : declared,
      billedGrams: billed === 'bad' ? undefined : billed,
      weightBasis: basisOf(cell('billedWeightType')),
      measured: parseDimensions(cell('dimensions'), /^C/i.test(cell('dimensionUnit')) ? 'cm' : 'in'),
      links: linksIn(cells.slice(174, 185).map(billText)),
    });
  }
  return { lines: withKeys(drafts), faults, informational };
}

/** The British variant of the file writes day first; a first number past 12 tells. */
const layoutIsAmerican = (text: string): boolean => Number(text.split('/')[0]) <= 12;
