/** Any other CSV or XLSX: a person says once which column is what; the answer is kept with the carrier account. */
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
  amount: /^(net )?(amount|charge amount|total|total charges?|montant|net amount|billed charges)$/,
  tax: /^(tax|taxes|tax amount|total tax)$/,
  currency: /currency|devise/,
  declaredWeight: /declared weight|entered weight|actual weight/,
  billedWeight: /billed weight|rated weight|chargeable weight|^weight/,
  length: /^length|longueur/,
  width: /^width|largeur/,
  height: /^height|hauteur/,
};

/** What the header row suggests; each column is used once. */
export function suggestMapping(headers: readonly string[]): BillMapping {
  const names = headers.map(headerKey);
  const taken = new Set<number>();
  const columns: Partial<Record<MappedField, number>> = {};
  for (const field of MAPPED_FIELDS) {
    const index = names.findIndex((name, column) => !taken.has(column) && GUESSES[field].test(name));
    if (index < 0) continue;
    columns[field] = index;
    taken.add(index);
  }
  return { columns, dates: 'ymd', weightUnit: 'kg', lengthUnit: 'cm' };
}

/** Reads with a mapping; the first row is the header. */
export function readMapped(mapping: BillMapping, table: BillTable, options: ReadOptions): BillReading {
  const titles = table.rows[0] ?? [];
  const drafts: BillDraft[] = [];
  const faults: BillFault[] = [];
  let informational = 0;
  for (let index = 1; index < table.rows.length; index += 1) {
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
    const amount = parseBillAmount(cell('amount'), currency);
    if (!amount) {
      fault('amount', `"${cell('amount')}" is not an amount in ${currency}.`);
      continue;
    }
    const tax = cell('tax') === '' ? undefined : parseBillAmount(cell('tax'), currency);
    if (cell('tax') !== '' && !tax) fault('tax', `"${cell('tax')}" is not an amount in ${currency}.`);
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
