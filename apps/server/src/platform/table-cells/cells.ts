/**
 * Cells of a file as people write them. Each reader answers a value, or what is wrong in one sentence; some values come
 * with a remark when they could have meant something else.
 */
import { type LengthUnit, toGrams, toMillimetres, type WeightUnit } from '@scanship/domain/values/measure';
import { type Money, parseMoney } from '@scanship/domain/money/money';
import { fold } from '@scanship/domain/orders/order-search';

export type Cell<T> = { readonly value: T; readonly remark?: string | undefined } | { readonly error: string };

/**
 * A cell's text: without the marks that spreadsheets and exports put around it (="00123", '90210, a guarded '=1+1),
 * control characters and outer blanks.
 */
export function cellText(raw: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const text = (raw ?? '').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/g, '').trim();
  const formula = /^="(.*)"$/s.exec(text)?.[1];
  return (formula ?? text.replace(/^'(?=[=+\-@\t\r\d])/, '')).trim();
}

/** "1.00E+05": what a spreadsheet makes of a long number; its digits are lost. */
export const isRounded = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(text);

/** No weight is written with more. Characters. */
const LONGEST = 100;
const BLANKS = /[\s\u00a0\u202f'’]/g;

/**
 * A plain number with a decimal point or comma. "1,234.5" and "1.234,5" are told apart by the last mark; a lone comma
 * before exactly three digits is a thousands mark, and said so.
 */
function readNumber(text: string): Cell<number> {
  const t = text.replace(BLANKS, '');
  const plain = (digits: string, remark?: string): Cell<number> => {
    const value = Number(digits);
    return Number.isFinite(value) ? { value, remark } : { error: `"${text}" is not a number.` };
  };
  if (/^-?\d+(\.\d+)?$/.test(t) || /^-?\.\d+$/.test(t)) return plain(t);
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(t)) {
    const digits = t.replace(',', '');
    return plain(digits, `"${text}" was read as ${digits}; write ${t.replace(',', '.')} if a decimal was meant.`);
  }
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(t)) return plain(t.replaceAll(',', ''));
  if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(t)) return plain(t.replaceAll('.', '').replace(',', '.'));
  if (/^-?\d*,\d+$/.test(t)) return plain(t.replace(',', '.'));
  return { error: `"${text}" is not a number.` };
}

export const MAX_QUANTITY = 100_000;

/** Units of a line, 0 to 100,000. */
export function readQuantity(text: string): Cell<number> {
  const number = readNumber(text);
  if ('error' in number) return { error: `"${text}" is not a quantity.` };
  if (!Number.isInteger(number.value)) return { error: `A quantity must be a whole number, not "${text}".` };
  if (number.value < 0) return { error: `A quantity cannot be negative ("${text}").` };
  if (number.value > MAX_QUANTITY) return { error: `A quantity of ${text} is more than ${MAX_QUANTITY}.` };
  return number;
}

/** A price of zero or more. Digits beyond the currency's are refused, except the noise of binary fractions. */
export function readPrice(text: string, currency: string): Cell<Money> {
  const bare = text
    .replace(/^[A-Z]{3}/, '')
    .replace(/[A-Z]{3}$/, '')
    .trim()
    .replace(/(\.\d{2,3})(?:0{6,}\d{1,3}|9{6,}\d{1,3})$/, (noise) =>
      String(Math.round(Number(`0${noise}`) * 1000) / 1000).slice(1),
    );
  const amount = parseMoney(bare, currency);
  if (!amount) return { error: `"${text}" is not an amount in ${currency}.` };
  if (amount.minor < 0) return { error: `A price cannot be negative ("${text}").` };
  return { value: amount };
}

const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = {
  g: 'g',
  gr: 'g',
  gram: 'g',
  grams: 'g',
  gramme: 'g',
  grammes: 'g',
  kg: 'kg',
  kgs: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  kilogramme: 'kg',
  kilogrammes: 'kg',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  livre: 'lb',
  livres: 'lb',
  oz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
  once: 'oz',
  onces: 'oz',
};

/** The unit of a word ("lbs", "grammes"), or undefined. */
export const weightUnitOf = (word: string): WeightUnit | undefined => WEIGHT_UNITS[fold(word).replace(/\.$/, '')];

const MAX_GRAMS = 10_000_000;

/** Weight of one unit in grams: "1.5 lb", "1 lb 4 oz", "250" in the given unit. Nothing and 0 are no weight. */
export function readWeight(text: string, unit: WeightUnit): Cell<number | null> {
  if (text === '') return { value: null };
  if (text.length > LONGEST) return readWeight(`${text.slice(0, 40)}…`, unit);
  // linear: at most 100 characters by "text.length > LONGEST" here
  const parts = [...text.matchAll(/(-?[\d.,\s\u00a0\u202f'’]*\d)\s*([\p{L}.]*)/gu)];
  const covered = parts
    .map((part) => part[0])
    .join('')
    .replace(BLANKS, '');
  if (parts.length === 0 || parts.length > 2 || covered !== text.replace(BLANKS, ''))
    return { error: `"${text}" is not a weight.` };
  let grams = 0;
  let remark: string | undefined;
  for (const [, digits = '', word = ''] of parts) {
    const named = word === '' ? unit : weightUnitOf(word);
    if (named === undefined) return { error: `"${word}" in "${text}" is not a unit of weight; use g, kg, lb or oz.` };
    const number = readNumber(digits.trim());
    if ('error' in number) return { error: `"${text}" is not a weight.` };
    if (number.value < 0) return { error: `A weight cannot be negative ("${text}").` };
    if (number.value > 1e9) return { error: `"${text}" is too heavy to be shipped.` };
    remark ??= number.remark;
    grams += toGrams(number.value, named);
  }
  if (grams > MAX_GRAMS) return { error: `"${text}" is too heavy to be shipped.` };
  return { value: grams === 0 ? null : grams, remark };
}

const LENGTH_UNITS: Readonly<Record<string, LengthUnit>> = {
  mm: 'mm',
  millimetre: 'mm',
  millimetres: 'mm',
  millimeters: 'mm',
  cm: 'cm',
  centimetre: 'cm',
  centimetres: 'cm',
  centimeters: 'cm',
  m: 'm',
  in: 'in',
  inch: 'in',
  inches: 'in',
  '"': 'in',
  po: 'in',
  pouce: 'in',
  pouces: 'in',
};

/** The unit of a word ("inches", "cm"), or undefined. */
export const lengthUnitOf = (word: string): LengthUnit | undefined => LENGTH_UNITS[fold(word).replace(/\.$/, '')];

const MAX_MM = 20_000;

/** A length in millimetres: "12 in", "30.5", in the given unit where it names none. */
export function readLength(text: string, unit: LengthUnit): Cell<number> {
  const [, digits = '', word = ''] = /^(-?[\d.,\s\u00a0\u202f'’]*\d)\s*([\p{L}.]*|")$/u.exec(text) ?? [];
  const named = word === '' ? unit : lengthUnitOf(word);
  const number = readNumber(digits);
  if ('error' in number || named === undefined) return { error: `"${text}" is not a length.` };
  if (number.value <= 0) return { error: `A length must be more than nothing ("${text}").` };
  if (number.value > 1e6 || toMillimetres(number.value, named) > MAX_MM)
    return { error: `"${text}" is too long to be shipped.` };
  return { value: toMillimetres(number.value, named), remark: number.remark };
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const SYMBOLS: Readonly<Record<string, string>> = {
  CA$: 'CAD',
  C$: 'CAD',
  CAN$: 'CAD',
  $CA: 'CAD',
  US$: 'USD',
  $US: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  A$: 'AUD',
  '¥': 'JPY',
};

/** ISO 4217 code of a code or an unmistakable sign; a bare "$" is the given default. */
export function readCurrency(text: string, fallback: string): Cell<string> {
  const upper = text.toUpperCase().replace(BLANKS, '');
  if (upper === '' || upper === '$') return { value: fallback };
  const code = SYMBOLS[upper] ?? upper;
  return CURRENCIES.has(code) ? { value: code } : { error: `"${text}" is not a currency code such as CAD or USD.` };
}

/** How a file writes days. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy';
