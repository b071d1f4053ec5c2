/**
 * Cells of billing files. Amounts are parsed exactly (integers, never through a floating-point number) in the notations
 * carriers and spreadsheets use; a cell that is not what it should be is a fault with a sentence, never a guess.
 */
import { type LengthUnit, toGrams, toMillimetres, type WeightUnit } from '../values/measure.ts';
import type { Dimensions } from '../values/measure.ts';
import { type Money, parseMoney } from '../money/money.ts';

/**
 * "1,234.50", "12,50", "(5.00)", "5.00-", "-$5.00", "$-5.00", "5.00 CR", "+3", ".75", "3.4500". Four decimals are taken
 * when the last are zeros.
 * @returns undefined when the text is no amount of that currency
 */
export function parseBillAmount(text: string, currency: string): Money | undefined {
  let t = text
    // Not only ASCII: files edited by hand have the typographic minus.
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .toUpperCase();
  let negative = false;
  const parentheses = /^\((.*)\)$/.exec(t);
  if (parentheses) {
    negative = true;
    t = parentheses[1] ?? '';
  }
  const credit = /^(.*\d)(?:CR)$/.exec(t);
  if (credit) {
    negative = true;
    t = credit[1] ?? '';
  }
  t = t.replace(new RegExp(`^([-+]?)(?:${currency})`), '$1').replace(new RegExp(`(?:${currency})([-+]?)$`), '$1');
  t = t.replace(/^([-+]?)(?:CA\$|US\$|C\$|\$|€|£)/, '$1').replace(/(?:\$|€|£)([-+]?)$/, '$1');
  const sign = /^([-+])?(.*?)([-+])?$/.exec(t);
  if (!sign || (sign[1] !== undefined && sign[3] !== undefined)) return undefined;
  // "(-5.00)" says nothing clearly: is it a credit of a credit?
  if (negative && (sign[1] ?? sign[3]) === '-') return undefined;
  negative ||= (sign[1] ?? sign[3]) === '-';
  t = sign[2] ?? '';
  if (/^[.,]\d+$/.test(t)) t = `0${t}`;
  if (!/^\d[\d.,]*$/.test(t)) return undefined;
  const amount = parseMoney(t, currency);
  return amount && negative ? { ...amount, minor: amount.minor === 0 ? 0 : -amount.minor } : amount;
}

export type DateOrder = 'ymd' | 'mdy' | 'dmy';

const day = (year: number, month: number, date: number): string | undefined => {
  const at = new Date(Date.UTC(year, month - 1, date));
  const right = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return right && year >= 1990 && year <= 2100 ? at.toISOString().slice(0, 10) : undefined;
};

/** YYYY-MM-DD of "2026-11-20", "20261120", "11/20/2026", "20.11.26"; a time behind it is left out. */
export function parseBillDate(text: string, order: DateOrder): string | undefined {
  const t = text.trim().replace(/[T ]\d{1,2}:\d{2}[^]*$/, '');
  const solid = /^(\d{4})(\d{2})(\d{2})$/.exec(t);
  if (solid) return day(Number(solid[1]), Number(solid[2]), Number(solid[3]));
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/.exec(t);
  if (!parts) return undefined;
  const [a = 0, b = 0, c = 0] = parts.slice(1).map(Number);
  if ((parts[1]?.length ?? 0) === 4) return day(a, b, c);
  if ((parts[3]?.length ?? 0) === 3) return undefined;
  const year = (n: number): number => (n < 100 ? 2000 + n : n);
  if (order === 'ymd') return day(year(a), b, c);
  return order === 'dmy' ? day(year(c), b, a) : day(year(c), a, b);
}

const UNITS: Readonly<Record<string, WeightUnit>> = {
  L: 'lb',
  LB: 'lb',
  LBS: 'lb',
  K: 'kg',
  KG: 'kg',
  KGS: 'kg',
  O: 'oz',
  OZ: 'oz',
  G: 'g',
};

export const weightUnitOf = (text: string): WeightUnit | undefined => UNITS[text.trim().toUpperCase()];

const plainNumber = (text: string): number | undefined => {
  const t = text.trim().replace(/[\s\u00a0\u202f]/g, '');
  if (/^\d{1,9}([.,]\d{1,6})?$/.test(t)) return Number(t.replace(',', '.'));
  return /^\d{1,3}(,\d{3})+(\.\d{1,6})?$/.test(t) ? Number(t.replaceAll(',', '')) : undefined;
};

/** Grams; undefined for an empty cell and for zero, "bad" for what is no weight. */
export function parseBillWeight(text: string, unit: WeightUnit): number | undefined | 'bad' {
  if (text.trim() === '') return undefined;
  const value = plainNumber(text);
  if (value === undefined || value > 1_000_000) return 'bad';
  return value === 0 ? undefined : toGrams(value, unit);
}

/** "12.0x 9.0x 7.0"; undefined where the text is no size. */
export function parseDimensions(text: string, unit: LengthUnit): Dimensions | undefined {
  const sides = text.split(/x/i).map(plainNumber);
  const [length, width, height] = sides;
  if (sides.length !== 3 || !length || !width || !height) return undefined;
  if (Math.max(length, width, height) > 10_000) return undefined;
  return {
    lengthMm: toMillimetres(length, unit),
    widthMm: toMillimetres(width, unit),
    heightMm: toMillimetres(height, unit),
  };
}

/** Text of a cell without the marks of spreadsheets (="00123") and control characters. */
export function billText(raw: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const text = (raw ?? '').replace(/[\u0000-\u001f\u007f\ufeff]/g, '').trim();
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'(?=[=+\-@\d])/, '')).trim();
}

export const linksIn = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => text.length <= 508 && /^https:\/\/[^\s"<>]+$/.test(text));
