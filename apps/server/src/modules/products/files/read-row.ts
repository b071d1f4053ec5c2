/** What one row of a file wants of a product. An empty cell changes nothing, "-" clears. */
import { DANGEROUS_PRODUCTS } from '@scanship/domain/shipping/dangerous-goods';
import { CLEAR_WORD, type ProductImportField, type ProductMapping } from '@scanship/contracts/products/product-import';
import { toDecimal } from '@scanship/domain/money/money';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { storable } from '../../../platform/database/json-column.ts';
import {
  type Cell,
  cellText,
  isRounded,
  readCurrency,
  readLength,
  readPrice,
  readWeight,
} from '../../../platform/table-cells/cells.ts';
import { findCountry } from '../../../platform/table-cells/countries-by-name.ts';
import type { FactColumns, Patch } from '../fields.ts';
import { cellOf } from './columns.ts';

export interface CellProblem {
  readonly field: ProductImportField;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export interface RowWish {
  readonly patch: Patch;
  readonly problems: readonly CellProblem[];
}

/** Texts are equal when they read alike: a spreadsheet changes line ends and drops what cannot be printed. */
const plain = (text: string): string =>
  text
    .replace(/(?!\s)\p{Cc}|\ufeff/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

export const NO_FACTS: FactColumns = {
  title: '',
  weight_g: null,
  l_mm: null,
  w_mm: null,
  h_mm: null,
  hs_code: null,
  origin_country: null,
  customs_text: null,
  dangerous_goods: null,
  value_minor: null,
  currency: null,
  barcode: null,
  bin_location: null,
  picture: null,
};

/** Whether a cell says what the product has: exactly what an export of it writes, with or without the guard of CSV. */
export function saysTheSame(raw: string, written: string | number | null): boolean {
  const text = plain(raw);
  const own = plain(String(written ?? ''));
  return text === own || text === `'${own}`;
}

const LONGEST = { title: 500, customsText: 200, barcode: 60, binLocation: 60, picture: 2_000 } as const;

/** @param raw the cell of a mapped field as the file has it; undefined: not mapped */
export function readWish(
  raw: (field: ProductImportField) => string | undefined,
  current: (FactColumns & { readonly id: string; readonly sku: string }) | undefined,
  { defaults }: ProductMapping,
): RowWish {
  const state = current ?? { ...NO_FACTS, id: '', sku: '' };
  const problems: CellProblem[] = [];
  const patch: Record<string, string | number | null> = {};
  const fail = (field: ProductImportField, message: string): undefined => {
    problems.push({ field, severity: 'error', message });
    return undefined;
  };
  /** Undefined: nothing to do; null: to be cleared. */
  const wished = (field: ProductImportField): string | null | undefined => {
    const cell = raw(field)?.trim() ?? '';
    if (cell === '') return undefined;
    if (cell === CLEAR_WORD) return null;
    if (current && saysTheSame(cell, cellOf(field, state))) return undefined;
    return storable(cellText(cell)) || undefined;
  };
  const read = <T>(field: ProductImportField, cell: Cell<T>): T | undefined => {
    if ('error' in cell) return fail(field, cell.error);
    if (cell.remark !== undefined) problems.push({ field, severity: 'warning', message: cell.remark });
    return cell.value;
  };
  const set = (field: ProductImportField, key: string, of: (text: string) => string | number | undefined) => {
    const text = wished(field);
    if (text === undefined) return;
    const value = text === null ? null : of(text);
    if (value !== undefined) patch[key] = value;
  };
  const limited = (field: keyof typeof LONGEST) => (text: string) =>
    Array.from(text).length <= LONGEST[field]
      ? text
      : fail(field, `At most ${LONGEST[field]} characters fit here; this has ${Array.from(text).length}.`);

  set('title', 'title', limited('title'));
  set('weight', 'weightGrams', (text) => {
    const grams = read('weight', readWeight(text, defaults.weightUnit));
    return grams === null ? fail('weight', 'A weight of 0 is no weight; write - to clear it.') : grams;
  });
  set('hsCode', 'hsCode', (text) => {
    if (isRounded(text)) return fail('hsCode', `The spreadsheet wrote ${text}; format the column as text.`);
    return hsDigits(text) ?? fail('hsCode', `"${text}" is not an HS code of 6 to 12 digits.`);
  });
  set(
    'originCountry',
    'originCountry',
    (text) => findCountry(text) ?? fail('originCountry', `"${text}" is not a country.`),
  );
  set('customsText', 'customsText', limited('customsText'));
  set('dangerousGoods', 'dangerousGoods', (text) => {
    const word = text.toLowerCase().replace(/[\s_]+/g, '-');
    return (
      DANGEROUS_PRODUCTS.find((kind) => kind === word) ??
      fail('dangerousGoods', `"${text}" is none of ${DANGEROUS_PRODUCTS.join(', ')}.`)
    );
  });
  set('barcode', 'barcode', (text) =>
    isRounded(text)
      ? fail('barcode', `The spreadsheet wrote the barcode as ${text}; its digits are lost. Format the column as text.`)
      : limited('barcode')(text),
  );
  set('binLocation', 'binLocation', limited('binLocation'));
  set('picture', 'picture', (text) =>
    /^https:\/\/\S+$/.test(text) ? limited('picture')(text) : fail('picture', 'A picture needs an https address.'),
  );
  readSize();
  readValue();
  return { patch, problems };

  /** Three sides or none; a side that the file leaves out stays. */
  function readSize(): void {
    const sides = [
      { field: 'length', key: 'lengthMm', old: state.l_mm },
      { field: 'width', key: 'widthMm', old: state.w_mm },
      { field: 'height', key: 'heightMm', old: state.h_mm },
    ] as const;
    const wishes = sides.map(({ field }) => wished(field));
    if (wishes.every((wish) => wish === undefined)) return;
    if (wishes.some((wish) => wish === null)) {
      const given = sides.find((_, index) => typeof wishes[index] === 'string');
      if (given) return fail(given.field, 'A size is cleared as a whole, or not at all.');
      for (const { key } of sides) patch[key] = null;
      return;
    }
    const lengths = sides.map(({ field, old }, index) => {
      const wish = wishes[index];
      return typeof wish === 'string' ? read(field, readLength(wish, defaults.lengthUnit)) : (old ?? undefined);
    });
    const missing = sides.find(
      ({ old }, index) => lengths[index] === undefined && typeof wishes[index] !== 'string' && old === null,
    );
    if (missing) return fail(missing.field, 'A size needs length, width and height.');
    for (const [index, { key }] of sides.entries()) {
      const length = lengths[index];
      if (length !== undefined) patch[key] = length;
    }
  }

  /** An amount in its own currency, in that of the product, or in the chosen one. */
  function readValue(): void {
    const amount = wished('value');
    const named = wished('currency');
    if (amount === null || (named === null && amount === undefined)) {
      patch.valueMinor = null;
      patch.currency = null;
      return;
    }
    if (amount === undefined && (named === undefined || named === null)) return;
    const currency = read('currency', readCurrency(named ?? '', state.currency ?? defaults.currency));
    if (currency === undefined) return;
    const text =
      amount ??
      (state.value_minor === null || state.currency === null
        ? undefined
        : toDecimal({ minor: state.value_minor, currency: state.currency }));
    if (text === undefined) {
      problems.push({
        field: 'currency',
        severity: 'warning',
        message: 'A currency without a value says nothing; it is left out.',
      });
      return;
    }
    const value = read('value', readPrice(text, currency));
    if (value === undefined) return;
    patch.valueMinor = value.minor;
    patch.currency = value.currency;
  }
}
