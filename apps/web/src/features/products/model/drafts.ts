/** What people type into cells and fields of products, in their units, and what is sent of it. */
import type { ProductChanges, ProductRow } from '@scanship/contracts/products/products';
import {
  fromGrams,
  fromMillimetres,
  type LengthUnit,
  toGrams,
  toMillimetres,
  type WeightUnit,
} from '@scanship/domain/values/measure';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { hsProblem, type HsProblem } from '@scanship/domain/customs/hs-code';
import { DANGEROUS_PRODUCTS } from '@scanship/domain/shipping/dangerous-goods';
import { parseDecimal } from '../../../lib/format.ts';

export interface Units {
  readonly weight: WeightUnit;
  readonly length: LengthUnit;
  readonly decimalComma: boolean;
  readonly currency: string;
}

/** Fields that are edited where they stand in the list. */
export const INLINE_FIELDS = ['weightGrams', 'hsCode', 'originCountry'] as const;
export type InlineField = (typeof INLINE_FIELDS)[number];

export const FORM_FIELDS = [
  'title',
  'weightGrams',
  'length',
  'width',
  'height',
  'hsCode',
  'originCountry',
  'customsText',
  'dangerousGoods',
  'value',
  'currency',
  'barcode',
  'binLocation',
] as const;
export type FormField = (typeof FORM_FIELDS)[number];
export type FormDraft = Readonly<Partial<Record<FormField, string>>>;

export type Wrong = HsProblem | 'weight' | 'size' | 'country' | 'amount' | 'currency';

const MAX_GRAMS = 10_000_000;
const MAX_MM = 20_000;
const DECIMALS: Readonly<Record<WeightUnit, number>> = { g: 0, oz: 1, kg: 3, lb: 3 };

const plain = (value: number, { decimalComma }: Units): string =>
  decimalComma ? String(value).replace('.', ',') : String(value);

type Facts = Pick<
  ProductRow,
  | 'title'
  | 'weightGrams'
  | 'dimensions'
  | 'hsCode'
  | 'originCountry'
  | 'customsText'
  | 'dangerousGoods'
  | 'value'
  | 'barcode'
  | 'binLocation'
>;

/** A field as it is typed. */
export function textOf(field: FormField, row: Facts, units: Units): string {
  const length = (mm: number | undefined) =>
    mm === undefined ? '' : plain(fromMillimetres(mm, units.length, units.length === 'mm' ? 0 : 1), units);
  switch (field) {
    case 'weightGrams':
      return row.weightGrams === null
        ? ''
        : plain(fromGrams(row.weightGrams, units.weight, DECIMALS[units.weight]), units);
    case 'length':
      return length(row.dimensions?.lengthMm);
    case 'width':
      return length(row.dimensions?.widthMm);
    case 'height':
      return length(row.dimensions?.heightMm);
    case 'value':
      return row.value === null
        ? ''
        : units.decimalComma
          ? toDecimal(row.value).replace('.', ',')
          : toDecimal(row.value);
    case 'currency':
      return row.value?.currency ?? units.currency;
    default:
      return row[field] ?? '';
  }
}

/** Grams of a typed weight; null: none; undefined: it cannot be read. */
export function readWeight(text: string, unit: WeightUnit): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const [, digits = '', word = ''] = /^([\d.,\s]+)(g|kg|lb|oz)?$/i.exec(typed) ?? [];
  const value = parseDecimal(digits);
  if (value === undefined || value <= 0 || value > 1e7) return undefined;
  const grams = toGrams(value, (word.toLowerCase() || unit) as WeightUnit);
  return grams <= MAX_GRAMS ? grams : undefined;
}

type Outcome = { readonly changes: ProductChanges } | { readonly wrong: Wrong };

/** One cell of the list; a country is given as code or as the name people see. */
export function readInline(
  field: InlineField,
  text: string,
  units: Units,
  countryOf: (text: string) => string | undefined,
): Outcome {
  const typed = text.trim();
  if (field === 'weightGrams') {
    const grams = readWeight(typed, units.weight);
    return grams === undefined ? { wrong: 'weight' } : { changes: { weightGrams: grams } };
  }
  if (field === 'hsCode') {
    const problem = typed === '' ? undefined : hsProblem(typed);
    return problem ? { wrong: problem } : { changes: { hsCode: typed.replace(/[\s.-]+/g, '') || null } };
  }
  const code = typed === '' ? null : countryOf(typed);
  return code === undefined ? { wrong: 'country' } : { changes: { originCountry: code } };
}

/** A whole form: what differs from the product, and the fields that cannot be read. */
export function readForm(
  draft: FormDraft,
  row: Facts,
  units: Units,
): { readonly changes: ProductChanges; readonly wrong: Readonly<Partial<Record<FormField, Wrong>>> } {
  const wrong: Partial<Record<FormField, Wrong>> = {};
  const changes: { -readonly [K in keyof ProductChanges]: ProductChanges[K] } = {};
  const touched = (field: FormField) =>
    draft[field] !== undefined && draft[field]?.trim() !== textOf(field, row, units);
  const at = (field: FormField) => (draft[field] ?? textOf(field, row, units)).trim();
  for (const field of ['title', 'customsText', 'barcode', 'binLocation'] as const)
    if (touched(field)) changes[field] = at(field) || null;
  if (touched('dangerousGoods'))
    changes.dangerousGoods = DANGEROUS_PRODUCTS.find((kind) => kind === at('dangerousGoods')) ?? null;
  for (const field of INLINE_FIELDS) {
    if (!touched(field)) continue;
    const read = readInline(field, at(field), units, (code) => (/^[A-Z]{2}$/.test(code) ? code : undefined));
    if ('wrong' in read) wrong[field] = read.wrong;
    else Object.assign(changes, read.changes);
  }
  const sides = ['length', 'width', 'height'] as const;
  if (sides.some(touched)) {
    if (sides.every((side) => at(side) === '')) changes.dimensions = null;
    else {
      const old = [row.dimensions?.lengthMm, row.dimensions?.widthMm, row.dimensions?.heightMm];
      const mm = sides.map((side, index) => {
        // A side that was not touched keeps its exact millimetres.
        if (!touched(side) && old[index] !== undefined) return old[index];
        const value = parseDecimal(at(side));
        const length = value !== undefined && value > 0 && value < 1e6 ? toMillimetres(value, units.length) : undefined;
        if (length === undefined || length > MAX_MM) wrong[side] = 'size';
        return length ?? 0;
      });
      const [lengthMm = 0, widthMm = 0, heightMm = 0] = mm;
      if (!sides.some((side) => wrong[side])) changes.dimensions = { lengthMm, widthMm, heightMm };
    }
  }
  if (touched('value') || (touched('currency') && at('value') !== '')) {
    const currency = at('currency').toUpperCase();
    const amount = at('value') === '' ? null : parseMoney(at('value'), currency);
    if (!/^[A-Z]{3}$/.test(currency)) wrong.currency = 'currency';
    else if (amount === undefined || (amount && amount.minor < 0)) wrong.value = 'amount';
    else changes.value = amount && { minor: amount.minor, currency };
  }
  return { changes, wrong };
}
