/** Invoices of every layout from the charges a carrier asks for: columns in any order, titles above, taxes in or beside the amount. */
import { UPS_COLUMNS } from './ups.ts';

export type Meant = 'freight' | 'fuel' | 'residential' | 'address' | 'credit' | 'unknown' | 'tax';
export interface Asked {
  readonly meant: Meant;
  readonly words: string;
  readonly minor: number;
  readonly currency: string;
}
export interface Drawn {
  readonly tracking: string;
  readonly asked: readonly Asked[];
}
export interface Shape {
  readonly titles: number;
  /** Orders the columns. */
  readonly shuffle: readonly number[];
  readonly taxIncluded: boolean;
  readonly header: boolean;
}
/** What carriers call it, also where it tells nothing. */
export const WORDS: Readonly<Record<Meant, readonly string[]>> = {
  freight: ['Ground', 'Economy', 'Standard Commercial'],
  fuel: ['Fuel Surcharge'],
  residential: ['Residential Delivery'],
  address: ['Address Correction'],
  credit: ['Guaranteed Service Refund'],
  unknown: ['Zulu fee', 'Frais divers', '???'],
  tax: ['HST'],
};
export const LAYOUTS = ['ups', 'fedex', 'canada-post', 'purolator', 'mapped'] as const;

const decimal = (minor: number): string => (minor / 100).toFixed(2);
const INVOICE = 'INV-1';
const DAY = '2026-11-20';
type Cells = Readonly<Record<string, string>>;

/** Header and rows with the columns in the order of the shape. Columns whose names repeat stand in pairs at the end. */
function drawn(
  columns: readonly string[],
  rows: readonly Cells[],
  shape: Shape,
  pairs: readonly string[] = [],
): string[][] {
  const order = columns
    .map((name, index) => ({ name, key: shape.shuffle[index % shape.shuffle.length] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ name }) => name);
  const titles = Array.from({ length: shape.titles }, (_, n) => (n === 0 ? ['Invoice of a carrier'] : ['Period', DAY]));
  const all = [...order, ...pairs];
  return [
    ...titles,
    all.map((name) => name.replace(/~\d+$/, '')),
    ...rows.map((row) => all.map((name) => row[name] ?? '')),
  ];
}

const PAIR_COUNT = 6;
const pairNames = (label: string, amount: string): string[] =>
  Array.from({ length: PAIR_COUNT }, (_, n) => [`${label}~${n}`, `${amount}~${n}`]).flat();
const pairCells = (asked: readonly Asked[], label: string, amount: string): Cells =>
  Object.fromEntries(
    asked.flatMap((each, n) => [
      [`${label}~${n}`, each.words],
      [`${amount}~${n}`, decimal(each.minor)],
    ]),
  );
const sum = (asked: readonly Asked[]): number => asked.reduce((total, each) => total + each.minor, 0);
const of = (asked: readonly Asked[], meant: Meant): string =>
  asked.some((each) => each.meant === meant) ? decimal(sum(asked.filter((each) => each.meant === meant))) : '';

const CODES: Readonly<
  Record<Meant, { readonly detail: string; readonly classification: string; readonly code: string }>
> = {
  freight: { detail: 'ISS', classification: 'FRT', code: '003' },
  fuel: { detail: 'ISS', classification: 'FSC', code: 'FSC' },
  residential: { detail: 'ISS', classification: 'ACC', code: 'RES' },
  address: { detail: 'ADC', classification: 'ACC', code: 'ADC' },
  credit: { detail: 'GSR', classification: 'FRT', code: '003' },
  unknown: { detail: 'ISS', classification: 'MSC', code: '' },
  tax: { detail: 'ISS', classification: 'TAX', code: '01' },
};
const UPS_NAMES = {
  version: 'Version',
  invoiceDate: 'Invoice Date',
  invoiceNumber: 'Invoice Number',
  currency: 'Invoice Currency Code',
  tracking: 'Tracking Number',
  categoryDetail: 'Charge Category Detail Code',
  classification: 'Charge Classification Code',
  chargeCode: 'Charge Description Code',
  chargeLabel: 'Charge Description',
  transactionCurrency: 'Transaction Currency Code',
  netAmount: 'Net Amount',
} as const;

function ups(labels: readonly Drawn[], shape: Shape): string[][] {
  const rows = labels.flatMap(({ tracking, asked }) =>
    asked.map((each): Readonly<Record<keyof typeof UPS_NAMES, string>> => {
      const { detail, classification, code } = CODES[each.meant];
      return {
        version: '2.1',
        invoiceDate: DAY,
        invoiceNumber: INVOICE,
        currency: each.currency,
        tracking,
        categoryDetail: detail,
        classification,
        chargeCode: code,
        chargeLabel: each.words,
        transactionCurrency: each.currency,
        netAmount: decimal(each.minor),
      };
    }),
  );
  const fields = Object.keys(UPS_NAMES) as (keyof typeof UPS_NAMES)[];
  if (shape.header) {
    const named = rows.map((row) => Object.fromEntries(fields.map((field) => [UPS_NAMES[field], row[field]])));
    return drawn(Object.values(UPS_NAMES), named, shape);
  }
  return rows.map((row) => {
    const cells = Array.from({ length: 250 }, () => '');
    for (const field of fields) cells[UPS_COLUMNS[field] - 1] = row[field];
    return cells;
  });
}

function mapped(labels: readonly Drawn[], shape: Shape): string[][] {
  const amount = shape.taxIncluded ? 'Total' : 'Net Charge';
  const columns = ['Invoice Number', 'Invoice Date', 'Tracking Number', 'Charge', amount, 'Tax', 'Currency'];
  // Some files have both, and the tax between them.
  if (!shape.taxIncluded && shape.header) columns.push('Total');
  const rows = labels.flatMap(({ tracking, asked }) => {
    const taxes = asked.filter((each) => each.meant === 'tax');
    const others = asked.filter((each) => each.meant !== 'tax');
    const lines = others.length === 0 ? taxes : others;
    return lines.map((each, n) => {
      // The whole tax stands beside the first charge, as far as it is of its currency.
      const tax = n === 0 && lines !== taxes ? sum(taxes.filter(({ currency }) => currency === each.currency)) : 0;
      const total = each.minor + tax;
      const cells = { 'Invoice Number': INVOICE, 'Invoice Date': DAY, 'Tracking Number': tracking, Charge: each.words };
      return {
        ...cells,
        Currency: each.currency,
        Tax: tax === 0 ? '' : decimal(tax),
        Total: decimal(total),
        ...(shape.taxIncluded ? {} : { 'Net Charge': decimal(each.minor) }),
      };
    });
  });
  return drawn(columns, rows, shape);
}

function fedex(labels: readonly Drawn[], shape: Shape): string[][] {
  const [label, amount] = ['Tracking ID Charge Description', 'Tracking ID Charge Amount'];
  const columns = ['Invoice Date', 'Invoice Number', 'Express or Ground Tracking ID', 'Transportation Charge Amount'];
  const rows = labels.map(({ tracking, asked }) => ({
    'Invoice Date': DAY,
    'Invoice Number': INVOICE,
    'Express or Ground Tracking ID': tracking,
    'Transportation Charge Amount': of(asked, 'freight'),
    'Net Charge Amount': decimal(sum(asked)),
    ...pairCells(
      asked.filter(({ meant }) => meant !== 'freight'),
      label,
      amount,
    ),
  }));
  return drawn([...columns, 'Net Charge Amount'], rows, shape, pairNames(label, amount));
}

function named(
  labels: readonly Drawn[],
  shape: Shape,
  names: Readonly<Record<'tracking' | 'freight' | 'tax', string>>,
): string[][] {
  const [label, amount] = ['Accessorial', 'Accessorial Amount'];
  const columns = [
    'Invoice Number',
    'Invoice Date',
    names.tracking,
    'Service Description',
    names.freight,
    'Fuel Surcharge',
  ];
  const rows = labels.map(({ tracking, asked }) => ({
    'Invoice Number': INVOICE,
    'Invoice Date': DAY,
    [names.tracking]: tracking,
    'Service Description': 'Expedited',
    [names.freight]: of(asked, 'freight'),
    'Fuel Surcharge': of(asked, 'fuel'),
    [names.tax]: of(asked, 'tax'),
    'Total Charges': decimal(sum(shape.taxIncluded ? asked : asked.filter(({ meant }) => meant !== 'tax'))),
    ...pairCells(
      asked.filter(({ meant }) => !['freight', 'fuel', 'tax'].includes(meant)),
      label,
      amount,
    ),
  }));
  return drawn([...columns, names.tax, 'Total Charges'], rows, shape, pairNames(label, amount));
}

export function rowsOf(layout: (typeof LAYOUTS)[number], labels: readonly Drawn[], shape: Shape): string[][] {
  switch (layout) {
    case 'ups':
      return ups(labels, shape);
    case 'fedex':
      return fedex(labels, shape);
    case 'canada-post':
      return named(labels, shape, { tracking: 'Product Id', freight: 'Base Charge', tax: 'GST Amount' });
    case 'purolator':
      return named(labels, shape, { tracking: 'Piece PIN', freight: 'Service Charge', tax: 'HST' });
    case 'mapped':
      return mapped(labels, shape);
  }
}
