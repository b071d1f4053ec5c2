/**
 * Reads single cells of a rate sheet. Each reader answers the value, or a sentence that quotes the cell and says what is
 * expected. Decimal commas are read where they can mean one thing only.
 */
import { countryOf, COUNTRIES } from '@scanship/domain/addresses/countries';
import { parseMoney } from '@scanship/domain/money/money';
import { findProvince } from '@scanship/domain/addresses/provinces';
import type { PostalRange } from '@scanship/domain/rating/rate-sheet';
import { err, ok } from '@scanship/domain/values/result';
import type { Result } from '@scanship/domain/values/result';

export type Cell<T> = Result<T, string>;

/** Text with every kind of blank taken out. */
const compact = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, '');

/**
 * A number from 0 as an integer count of `10 ** -decimals`.
 * @param unit may follow the number ("2.5 kg"); another unit is refused, not converted
 */
export function readDecimal(
  text: string,
  decimals: number,
  unit: string,
  otherUnits: readonly string[] = [],
): Cell<number> {
  let t = compact(text).toLowerCase();
  const foreign = otherUnits.find((other) => t.endsWith(other));
  if (foreign !== undefined) return err(`"${text}" is in ${foreign}; this sheet is in ${unit}.`);
  if (unit !== '' && t.endsWith(unit)) t = t.slice(0, -unit.length);
  if (/^\d{1,3},\d{3}$/.test(t))
    return err(`"${text}" can be read in two ways; write ${t.replace(',', '.')} or ${t.replace(',', '')}.`);
  if (/^\d+,\d+$/.test(t)) t = t.replace(',', '.');
  if (/^-\d/.test(t)) return err(`"${text}" is below zero.`);
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(t);
  if (!match) return err(`"${text}" is not a number${unit === '' ? '' : ` of ${unit}`}, such as 2.5.`);
  const fraction = (match[2] ?? '').replace(/(?<!0)0+$/, '');
  if (fraction.length > decimals)
    return err(decimals === 0 ? `"${text}" must be a whole number.` : `"${text}" has more than ${decimals} decimals.`);
  return ok(Number(match[1]) * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || '0'));
}

/** A price from 0 in minor units. */
export function readPrice(text: string, currency: string): Cell<number> {
  const amount = parseMoney(text, currency);
  if (amount === undefined) return err(`"${text}" is not a price in ${currency}, such as 12.50.`);
  if (amount.minor < 0) return err(`"${text}" is below zero.`);
  return ok(amount.minor);
}

/** A percentage from 0 in basis points. */
export function readPercent(text: string): Cell<number> {
  const t = compact(text);
  const number = readDecimal(t.replace(/%$/, ''), 2, '');
  if (!number.ok)
    return err(
      /^-\d/.test(t)
        ? `"${text}" is below zero.`
        : `"${text}" is not a percentage with at most 2 decimals, such as 12.5.`,
    );
  if (number.value > 20_000) return err(`"${text}" is more than 200 %.`);
  // A spreadsheet cell formatted as a percentage holds 0.12 for 12 %.
  if (number.value > 0 && number.value < 100 && !t.endsWith('%'))
    return err(
      `"${text}" can be read in two ways; write it with a sign: ${number.value / 100} % or ${number.value} %.`,
    );
  return ok(number.value);
}

const YES = new Set(['yes', 'y', 'true', 'on', '1', 'oui', 'x']);
const NO = new Set(['no', 'n', 'false', 'off', '0', 'non', '']);

export function readYesNo(text: string): Cell<boolean> {
  const t = text.trim().toLowerCase();
  if (YES.has(t)) return ok(true);
  return NO.has(t) ? ok(false) : err(`"${text}" must be yes or no.`);
}

/** A day as YYYY-MM-DD; a time of midnight behind it, as spreadsheets write it, is dropped. */
export function readDay(text: string): Cell<string> {
  const match = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text.trim());
  const day = match ? `${match[1]}-${match[2]}-${match[3]}` : '';
  const date = new Date(`${day}T00:00:00Z`);
  if (match === null || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day)
    return err(`"${text}" is not a day; write year-month-day, such as 2026-12-31.`);
  return ok(day);
}

/** A code of a service or zone: letters, digits, hyphen and underscore; kept in capitals. */
export function readCode(text: string): Cell<string> {
  const code = text.trim().toUpperCase();
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,29}$/u.test(code)
    ? ok(code)
    : err(`"${text}" is not a code: letters, digits, - and _ without blanks, at most 30.`);
}

/** Codes separated by commas, semicolons or blanks; "all" and nothing mean no restriction. */
export function readCodes(text: string): Cell<readonly string[]> {
  if (/^\s*(?:(?:all|\*)\s*)?$/i.test(text)) return ok([]);
  const codes: string[] = [];
  for (const part of text.split(/[\s,;|]+/).filter(Boolean)) {
    const code = readCode(part);
    if (!code.ok) return code;
    if (!codes.includes(code.value)) codes.push(code.value);
  }
  return ok(codes);
}

/** Country by code or by its English or French name; `*` for the rest of the world. */
export function readCountry(text: string): Cell<string> {
  const t = text.trim();
  if (t === '*') return ok('*');
  if (countryOf(t.toUpperCase())) return ok(t.toUpperCase());
  const found = COUNTRIES.find((c) => [c.name, c.nameFr].some((name) => name.toLowerCase() === t.toLowerCase()));
  return found ? ok(found.code) : err(`"${text}" is not a country; write its code such as CA or US.`);
}

/** Provinces by code or name, separated by commas or semicolons (codes also by blanks). */
export function readProvinces(text: string, country: string): Cell<readonly string[]> {
  const codes: string[] = [];
  for (const part of text
    .split(/[,;|]+/)
    .map((p) => p.trim())
    .filter(Boolean)) {
    const whole = findProvince(country, part);
    for (const piece of whole === undefined ? part.split(/\s+/) : [whole]) {
      const code = findProvince(country, piece);
      if (code === undefined) return err(`"${piece}" is not a province or state of ${country}.`);
      if (!codes.includes(code)) codes.push(code);
    }
  }
  return ok(codes);
}

/** Beginnings of postal codes and ranges of them: "M1A-M9W; L4T". Blanks inside a code do not matter. */
export function readPostal(text: string): Cell<readonly PostalRange[]> {
  const ranges: PostalRange[] = [];
  for (const part of text
    .split(/[,;|\n]+/)
    .map((p) => compact(p).toUpperCase())
    .filter(Boolean)) {
    const [from = '', to = from, ...more] = part.split(/[-\u2013]/);
    if (more.length > 0 || !/^[A-Z0-9]{1,10}$/.test(from) || !/^[A-Z0-9]{1,10}$/.test(to))
      return err(`"${part}" is not the beginning of a postal code or a range such as M1A-M9W.`);
    ranges.push({ from, to });
  }
  return ok(ranges);
}
