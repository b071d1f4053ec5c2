/**
 * Which column of a file holds what, from its header names: our own template, English and French words, and the exports
 * of the usual platforms.
 */
import { IMPORT_FIELDS, type ImportField, type ImportMapping } from '@scanship/contracts/orders/order-import';
import { guessDateOrder } from '../../../platform/table-cells/dates.ts';
import { headerKey, isProblemHeader, unitWordOf, withoutUnit } from '../../../platform/table-cells/headers.ts';
import { headerNames } from './header-names.ts';
import { weightUnitOf, type DateOrder } from '../../../platform/table-cells/cells.ts';

interface Profile {
  /** Headers that only this platform's export has together. */
  readonly signature: readonly string[];
  /** Where the platform uses a word for something else; null leaves the column out. */
  readonly fields: Readonly<Partial<Record<ImportField, string | null>>>;
  readonly dateOrder?: DateOrder;
}

const PROFILES: readonly Profile[] = [
  // Shopify, "Export orders": the order's number is in "Name", the buyer's in "Shipping Name".
  {
    signature: ['lineitem name', 'lineitem quantity', 'shipping name'],
    fields: {
      orderNumber: 'name',
      name: 'shipping name',
      placedAt: 'created at',
      title: 'lineitem name',
      customerNote: 'notes',
    },
    dateOrder: 'ymd',
  },
  // Amazon, order reports: "item-price" is the price of the whole line.
  {
    signature: ['order item id', 'quantity purchased', 'recipient name'],
    fields: { orderNumber: 'order id', unitPrice: null, lineTotal: 'item price', title: 'product name' },
    dateOrder: 'ymd',
  },
  // Etsy, "Sold Order Items": the receipt is the order, a transaction is one line of it.
  {
    signature: ['transaction id', 'listing id', 'ship name'],
    fields: { orderNumber: 'order id', placedAt: 'sale date', name: 'ship name', title: 'item name', lineTotal: null },
    dateOrder: 'mdy',
  },
  // WooCommerce, Advanced Order Export.
  {
    signature: ['first name shipping', 'last name shipping', 'order number'],
    fields: { name: 'first name shipping', lastName: 'last name shipping', unitPrice: 'item cost', lineTotal: null },
    dateOrder: 'ymd',
  },
];

export interface SuggestDefaults {
  readonly currency: string;
  /** Of the customer's ship-from address; used where the file has no country column. */
  readonly countryCode: string | null;
  readonly weightUnit: ImportMapping['defaults']['weightUnit'];
  readonly dateOrder: DateOrder;
}

/**
 * A mapping to begin with. Columns that no name fits stay unmapped; none is used twice.
 * @param sample first rows, for the order of day and month
 */
export function suggestMapping(
  headers: readonly string[],
  sample: readonly (readonly string[])[],
  defaults: SuggestDefaults,
): ImportMapping {
  const bare = headers.map((header) => (isProblemHeader(header) ? '' : headerKey(withoutUnit(header))));
  const whole = headers.map((header) => (isProblemHeader(header) ? '' : headerKey(header)));
  const profile = PROFILES.find((each) => each.signature.every((name) => whole.includes(name)));
  const columns: Partial<Record<ImportField, number>> = {};
  const used = new Set<number>();
  const take = (field: ImportField, name: string): boolean => {
    for (const keys of [whole, bare]) {
      const index = keys.findIndex((key, at) => key === name && !used.has(at));
      if (index < 0) continue;
      columns[field] = index;
      used.add(index);
      return true;
    }
    return false;
  };
  for (const field of IMPORT_FIELDS) {
    const name = profile?.fields[field];
    if (typeof name === 'string') take(field, name);
  }
  // Round by round, so that a column goes to the field for which its name is the surest.
  const rounds = Math.max(...IMPORT_FIELDS.map((field) => headerNames(field).length));
  for (let round = 0; round < rounds; round += 1) {
    for (const field of IMPORT_FIELDS) {
      const name = headerNames(field)[round];
      if (name === undefined || columns[field] !== undefined || profile?.fields[field] === null) continue;
      take(field, name);
    }
  }
  if (columns.unitPrice !== undefined) delete columns.lineTotal;
  if (columns.name === undefined && columns.lastName !== undefined) {
    columns.name = columns.lastName;
    delete columns.lastName;
  }
  const dates = columns.placedAt;
  return {
    columns,
    defaults: {
      currency: defaults.currency,
      countryCode: columns.countryCode === undefined ? defaults.countryCode : null,
      weightUnit: unitInHeader(headers[columns.weight ?? -1]) ?? defaults.weightUnit,
      dateOrder:
        dates === undefined
          ? 'ymd'
          : guessDateOrder(
              sample.map((row) => row[dates] ?? ''),
              profile?.dateOrder ?? defaults.dateOrder,
            ),
    },
  };
}

function unitInHeader(header: string | undefined): ImportMapping['defaults']['weightUnit'] | undefined {
  const word = unitWordOf(header);
  return word === undefined ? undefined : weightUnitOf(word);
}

/** A mapping as it is remembered: by header name, so that it survives columns put in front. */
export interface RememberedMapping {
  readonly columns: Readonly<Partial<Record<ImportField, string>>>;
  readonly defaults: ImportMapping['defaults'];
  readonly readAs?: ImportMapping['readAs'];
}

export const rememberMapping = (mapping: ImportMapping, headers: readonly string[]): RememberedMapping => ({
  columns: Object.fromEntries(
    Object.entries(mapping.columns).flatMap(([field, index]) => {
      const header = headers[index];
      return header === undefined ? [] : [[field, header]];
    }),
  ),
  defaults: mapping.defaults,
  // What was said of one row, or of blank cells, was said of that file.
  ...(mapping.readAs ? { readAs: mapping.readAs.filter(({ from, row }) => row === undefined && from !== '') } : {}),
});

export const recallMapping = (
  { columns, defaults, readAs }: RememberedMapping,
  headers: readonly string[],
): ImportMapping => ({
  columns: Object.fromEntries(
    Object.entries(columns).flatMap(([field, header]) => {
      const index = headers.indexOf(header);
      return index < 0 ? [] : [[field, index]];
    }),
  ),
  defaults,
  ...(readAs && readAs.length > 0 ? { readAs } : {}),
});
