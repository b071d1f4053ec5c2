/** Any other CSV or XLSX: a person says once which column is what; the answer is kept with the carrier account. */
import { subtract } from '../money/money.ts';
import { MAPPED_FIELDS, type MappedField } from './bill-kinds.ts';
import type { WeightUnit } from '../values/measure.ts';
import {
  billText,
  type DateOrder,
  linksIn,
  parseBillAmount,
  parseBillDate,
  parseBillWeight,
  parseDimensions,
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
import { headerKey } from './header-row.ts';

export interface BillMapping {
  /** Index of the column from 0. */
  readonly columns: Readonly<Partial<Record<MappedField, number>>>;
  readonly dates: DateOrder;
  readonly weightUnit: WeightUnit;
  readonly lengthUnit: 'mm' | 'cm' | 'in';
  /** The amount holds the tax beside it. Absent (mappings from before): as the amount's title says. */
  readonly taxIncluded?: boolean | undefined;
}

const GUESSES: Readonly<Record<MappedField, RegExp>> = {
  invoiceNumber: /^(invoice|facture)( (number|num|no|numero|#))?$/,
  invoiceDate: /^(invoice date|date de facture|bill date)$/,
  trackingNumber: /tracking|waybill|awb|pin$|^bol|suivi|consignment|parcel number/,
  reference: /reference|^ref/,
  shipDate: /ship(ment|ping)? date|date d.envoi|pickup date|mailing date/,
  service: /^service|^product/,
  postalCode: /postal|zip/,
  chargeCode: /charge code/,
  chargeLabel: /charge (description|type|name)|^description|^charge$/,
  amount:
    /^((net )?(amount|charges?|charge amount|montant|price)|(total )?billed charges|total|(net )?total (charges?|amount)|montant total)$/,
  tax: /^((total )?(tax|taxes|tax amount|gst|hst|gst hst|tps|tvh|tps tvh)|taxes? total(e|es)?)$/,
  currency: /currency|devise/,
  declaredWeight: /declared weight|entered weight|actual weight/,
  billedWeight: /billed weight|rated weight|chargeable weight|^weight/,
  length: /^length|longueur/,
  width: /^width|largeur/,
  height: /^height|hauteur/,
};

/** Before taxes, by its name: taken rather than a total, where a file has both. */
const NET = /\bnet\b|sub ?total|\b(before|excl\w*|avant|hors)\b/;
const NET_AMOUNT =
  /^(net (charges?|amount|total|montant|price)|(charges?|amount|montant) net|sub ?total|sous total|(amount|charges?|total|montant) (before|excl\w*|avant|hors)( \w+)*)$/;
const WITH_TAX = /\b(total|totale?s?|ttc|gross|brut|due|incl\w*)\b/;

/** Whether an amount of that title holds its taxes. */
const holdsTax = (title: string | undefined): boolean => {
  const name = headerKey(title ?? '');
  return WITH_TAX.test(name) && !NET.test(name);
};

/** What the names of the columns suggest; each column is used once. */
function guess(names: readonly string[]): Partial<Record<MappedField, number>> {
  const taken = new Set<number>();
  const columns: Partial<Record<MappedField, number>> = {};
  for (const field of MAPPED_FIELDS) {
    const find = (wanted: RegExp): number => names.findIndex((name, column) => !taken.has(column) && wanted.test(name));
    const net = field === 'amount' ? find(NET_AMOUNT) : -1;
    const index = net < 0 ? find(GUESSES[field]) : net;
    if (index < 0) continue;
    columns[field] = index;
    taken.add(index);
  }
  return columns;
}

/** Titles and periods stand above the header row of many files. */
const ROWS_WITH_TITLES = 10;

/** Index of the header row: the first with the most names that are known; the first row where none has two. */
export function mappedHeaderRow(rows: readonly (readonly string[])[]): number {
  const known = rows.slice(0, ROWS_WITH_TITLES).map((row) => Object.keys(guess(row.map(headerKey))).length);
  const most = Math.max(0, ...known);
  return most < 2 ? 0 : known.indexOf(most);
}

/** What the header row suggests. */
export function suggestMapping(table: Pick<BillTable, 'rows'>): BillMapping {
  const titles = table.rows[mappedHeaderRow(table.rows)] ?? [];
  const columns = guess(titles.map(headerKey));
  return {
    columns,
    dates: 'ymd',
    weightUnit: 'kg',
    lengthUnit: 'cm',
    ...(columns.tax === undefined ? {} : { taxIncluded: holdsTax(titles[columns.amount ?? -1]) }),
  };
}

/** Reads with a mapping, from below the header row on. */
export function readMapped(mapping: BillMapping, table: BillTable, options: ReadOptions): BillReading {
  const header = mappedHeaderRow(table.rows);
  const titles = table.rows[header] ?? [];
  const taxIncluded = mapping.taxIncluded ?? holdsTax(titles[mapping.columns.amount ?? -1]);
  const drafts: BillDraft[] = [];
  const faults: BillFault[] = [];
  let informational = 0;
  for (let index = header + 1; index < table.rows.length; index += 1) {
    const cells = table.rows[index] ?? [];
    const row = table.rowNumbers[index] ?? index + 1;
    const cell = (field: MappedField): string => {
      const column = mapping.columns[field];
      return column === undefined ? '' : billText(cells[column]);
    };
    const fault = (field: MappedField, message: string): void => {
      faults.push({ row, column: titles[mapping.columns[field] ?? -1] ?? null, message });
    };
    if (cells.every((each) => each.trim() === '')) continue;
    const currency = (cell('currency') || options.currency).toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) {
      fault('currency', `"${currency}" is not a currency.`);
      continue;
    }
    const invoiceNumber = cell('invoiceNumber');
    if (invoiceNumber === '') {
      fault('invoiceNumber', 'The invoice number is missing.');
      continue;
    }
    if (cell('amount') === '') {
      informational += 1;
      continue;
    }
    const asked = parseBillAmount(cell('amount'), currency);
    if (!asked) {
      fault('amount', `"${cell('amount')}" is not an amount in ${currency}.`);
      continue;
    }
    const tax = cell('tax') === '' ? undefined : parseBillAmount(cell('tax'), currency);
    if (cell('tax') !== '' && !tax) fault('tax', `"${cell('tax')}" is not an amount in ${currency}.`);
    const amount = tax && taxIncluded ? subtract(asked, tax) : asked;
    const date = (field: 'invoiceDate' | 'shipDate'): string | undefined => {
      const text = cell(field);
      const found = text === '' ? undefined : parseBillDate(text, mapping.dates);
      if (text !== '' && !found) fault(field, `"${text}" is not a date; the line is kept without it.`);
      return found;
    };
    const weight = (field: 'declaredWeight' | 'billedWeight'): number | undefined => {
      const grams = parseBillWeight(cell(field), mapping.weightUnit);
      if (grams !== 'bad') return grams;
      fault(field, `"${cell(field)}" is not a weight; the line is kept without it.`);
      return undefined;
    };
    const label = cell('chargeLabel');
    const common = {
      row,
      invoiceNumber,
      invoiceDate: date('invoiceDate'),
      accountNumber: undefined,
      trackingNumber: cell('trackingNumber').replace(/\s/g, '').toUpperCase() || undefined,
      references: [cell('reference')].filter((each) => each !== ''),
      shipDate: date('shipDate'),
      service: cell('service') || undefined,
      postalCode: cell('postalCode') || undefined,
      declaredGrams: weight('declaredWeight'),
      billedGrams: weight('billedWeight'),
      weightBasis: undefined,
      measured: parseDimensions(`${cell('length')}x${cell('width')}x${cell('height')}`, mapping.lengthUnit),
      links: linksIn(cells.map(billText)),
    };
    if (amount.minor === 0 && (tax?.minor ?? 0) === 0) informational += 1;
    if (amount.minor !== 0)
      drafts.push({
        ...common,
        charge: {
          kind: label === '' ? 'freight' : kindOfWords(label),
          code: cell('chargeCode') || headerKey(label) || 'charge',
          label: label || 'Charge',
        },
        amount,
      });
    if (tax && tax.minor !== 0)
      drafts.push({ ...common, charge: { kind: 'tax', code: 'tax', label: 'Tax' }, amount: tax });
  }
  return { lines: withKeys(drafts), faults, informational };
}
