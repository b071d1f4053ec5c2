/**
 * An address out of a pasted block: from the end, where country, postal code and province stand in the West, to the name. Nothing is
 * made up: what is not understood is handed back. Pure.
 */
import type { Address } from '@scanship/domain/addresses/address';
import { findProvince } from '@scanship/domain/addresses/provinces';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { findCountry } from '../../../platform/table-cells/countries-by-name.ts';

export interface ReadAddress {
  readonly address: Address;
  readonly left: readonly string[];
}

/** What stands between the words of a line in which an e-mail address may be. */
const BETWEEN = /[\s<>(),;:]/u;
const PHONE_LABEL =
  /^(?:tel|tél|telephone|téléphone|phone|mobile|cell|cellulaire|fon|telefon|ph|t|m)(?!\p{L})[\s.:]*/iu;
const PHONE = /^\+?[\d\s().\-/]{7,24}$/u;
const EXTENSION = /ext\.?|poste|x/iu;
const MAIL_LABEL = /^(?:e-?mail|courriel|mail)\s*:?\s*/iu;
const CANADA = /\b([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[ -]?(\d[ABCEGHJ-NPRSTV-Z]\d)\b/iu;
const UNITED_STATES = /\b(\d{5}(?:-\d{4})?)\s*$/u;
const BRITAIN = /\b(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\s*$/iu;
const COMPANY =
  /\b(?:inc|ltd|ltée|ltee|limited|llc|llp|gmbh|ag|corp|corporation|company|co|sarl|s\.?a\.?s?|b\.?v|n\.?v|pty|plc|enr|senc|s\.?r\.?l)\.?$/iu;
const UNIT =
  /^(?:apt|apartment|appartement|app|unit|unité|suite|ste|bureau|floor|étage|etage|fl|room|porte|#)(?!\p{L})\.?\s*[\p{L}\d-]+$/iu;
const BOX =
  /^(?:p\.?\s*o\.?\s*box|post office box|c\.?\s*p\.?|case postale|boîte postale|b\.?p\.?|postfach)(?!\p{L})/iu;
const ATTENTION = /^(?:attn?|attention|c\/o|a\/s|à l’attention de|à l'attention de)(?!\p{L})[\s.:]*/iu;
const SHIP_TO =
  /^(?:ship(?:ping)? (?:to|address)|deliver(?:y)? (?:to|address)|adresse de livraison|livrer à|to|address|adresse)\s*:\s*/iu;

const EDGES = new Set(' ,;|•·');
const tidy = (line: string): string => {
  const text = line
    .replace(/\s/g, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
  let from = 0;
  let to = text.length;
  while (from < to && (EDGES.has(text.charAt(from)) || text.charAt(from) === '-')) from += 1;
  while (to > from && EDGES.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

/** Lines as they were pasted; a text in one line is cut at its commas. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n|\t| \| /).map(tidy);
  const filled = lines.filter((line) => line !== '');
  const parts = filled.length === 1 ? (filled[0] ?? '').split(/[,;]/).map(tidy) : filled;
  return parts.map((line) => line.replace(SHIP_TO, '')).filter((line) => line !== '');
}

/** @param usual the country where the text tells none */
export function readAddress(text: string, usual = ''): ReadAddress {
  const lines = linesOf(text);
  const email = takeEmail(lines);
  const phone = takePhone(lines);
  const named = takeCountry(lines);
  const place = takePlace(lines, named ?? usual, named !== undefined);
  const countryCode = named ?? place.countryCode ?? usual;
  const { before, ...street } = takeStreet(lines);
  const people = takeNames(lines, before);
  return {
    address: {
      ...people,
      ...street,
      city: place.city,
      provinceCode: place.provinceCode,
      zipcode: place.zipcode,
      countryCode,
      ...(phone === undefined ? {} : { phone }),
      ...(email === undefined ? {} : { email }),
    },
    left: lines,
  };
}

const isEmail = (word: string): boolean => {
  const at = word.indexOf('@');
  return at > 0 && word.indexOf('@', at + 1) < 0 && word.lastIndexOf('.') > at + 1 && !word.endsWith('.');
};

function takeEmail(lines: string[]): string | undefined {
  for (const [index, line] of lines.entries()) {
    const found = line.split(BETWEEN).find(isEmail);
    if (found === undefined) continue;
    replace(
      lines,
      index,
      line
        .replace(found, '')
        .replace(/[<>()]/g, '')
        .replace(MAIL_LABEL, ''),
    );
    return found;
  }
  return undefined;
}

function takePhone(lines: string[]): string | undefined {
  for (const [index, line] of lines.entries()) {
    const bare = line.replace(PHONE_LABEL, '');
    const [main = '', extension = '', ...more] = bare.split(EXTENSION);
    const digits = main.replace(/\D/g, '').length;
    // Nine digits with a hyphen are a ZIP code, five a house or a ZIP code.
    if (!PHONE.test(main.trim()) || digits < 7 || digits > 17 || /^\d{5}-\d{4}$/.test(bare)) continue;
    if (more.length > 0 || !/^[\d\s.:]{0,8}$/u.test(extension)) continue;
    lines.splice(index, 1);
    return bare;
  }
  return undefined;
}

/** The last line, where it is a country and nothing else. */
function takeCountry(lines: string[]): string | undefined {
  const last = lines.at(-1);
  if (last === undefined || lines.length < 2) return undefined;
  const found = /^\d/.test(last) ? undefined : findCountry(last);
  // "CA" behind San Francisco is California; behind a Canadian postal code it is Canada.
  if (found === 'CA' && last.length === 2 && !lines.some((line) => CANADA.test(line))) return undefined;
  if (found !== undefined) lines.pop();
  return found;
}

interface Place {
  readonly city: string;
  readonly provinceCode: string;
  readonly zipcode: string;
  readonly countryCode: string | undefined;
}

interface Code {
  readonly at: number;
  readonly zipcode: string;
  readonly countryCode: string | undefined;
  /** The line without it. */
  readonly rest: string;
}

function findCode(lines: readonly string[], country: string, sure: boolean): Code | undefined {
  const at = (pattern: RegExp, countryCode: string, spell: (match: RegExpExecArray) => string): Code | undefined => {
    for (let index = lines.length - 1; index >= 0; index -= 1) {
      const line = lines[index] ?? '';
      const match = pattern.exec(line);
      if (match) return { at: index, zipcode: spell(match), countryCode, rest: tidy(line.replace(match[0], ' ')) };
    }
    return undefined;
  };
  const canada = () => at(CANADA, 'CA', ([, a = '', b = '']) => `${a} ${b}`.toUpperCase());
  const states = () => {
    const found = at(UNITED_STATES, 'US', ([, zip = '']) => zip);
    // Five digits alone are in use in half of the world: a state has to stand before them, or the country is known.
    return found && (country === 'US' || stateAtEnd(found.rest) || stateAtEnd(lines[found.at - 1] ?? ''))
      ? found
      : undefined;
  };
  const britain = () => at(BRITAIN, 'GB', ([zip]) => zip.toUpperCase().replace(/^(.*?)\s?(\d[A-Z]{2})$/, '$1 $2'));
  if (sure) {
    if (country === 'CA') return canada();
    if (country === 'US') return states();
    if (country === 'GB') return britain();
    return elsewhere(lines, country);
  }
  return canada() ?? states() ?? britain() ?? (country === '' ? undefined : elsewhere(lines, country));
}

/** By the usual spelling of the country, first or last of a line: "75002 Paris", "3000 Melbourne VIC 3000". */
function elsewhere(lines: readonly string[], country: string): Code | undefined {
  if (!postcodeValidatorExistsForCountry(country)) return undefined;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const words = (lines[index] ?? '').split(' ');
    for (const count of [2, 1])
      for (const [from, to] of [
        [0, count],
        [words.length - count, words.length],
      ] as const) {
        const code = words.slice(Math.max(0, from), to).join(' ').replace(/,$/, '');
        const bare = code.replace(/^(?:[A-Z]{1,2}-)(?=\d)/, '');
        if (to - from === count && words.length >= count && /\d/.test(bare) && postcodeValidator(bare, country))
          return {
            at: index,
            zipcode: bare,
            countryCode: country,
            rest: tidy([...words.slice(0, Math.max(0, from)), ...words.slice(to)].join(' ')),
          };
      }
  }
  return undefined;
}

const stateAtEnd = (line: string): boolean => provinceAtEnd(line, 'US') !== undefined;

/** "Montréal QC", "Montréal (Québec)", "New York, New York": what stands before the province, and its code. */
function provinceAtEnd(line: string, country: string): { readonly city: string; readonly code: string } | undefined {
  const words = line
    .replace(/[(),]/g, ' ')
    .split(' ')
    .filter((word) => word !== '');
  for (let count = Math.min(4, words.length); count > 0; count -= 1) {
    const name = words.slice(words.length - count).join(' ');
    const code = findProvince(country, name) ?? findProvince(country, name.replace(/\./g, ''));
    if (code !== undefined) return { city: tidy(words.slice(0, words.length - count).join(' ')), code };
  }
  return undefined;
}

/** City, province and postal code, from one line or from the two or three a form writes them into. */
function takePlace(lines: string[], country: string, sure: boolean): Place {
  const code = findCode(lines, country, sure);
  const countryCode = code?.countryCode ?? (country || undefined);
  const at = code?.at ?? lines.length - 1;
  if (at < 0 || (!code && lines.length < 3)) return { city: '', provinceCode: '', zipcode: '', countryCode };
  const own = code ? code.rest : (lines[at] ?? '');
  const found = countryCode === undefined ? undefined : provinceAtEnd(own, countryCode);
  const zipcode = code?.zipcode ?? '';
  // "Berlin" and "New York" are provinces and cities; below a street they are the city.
  const isCity = found?.city === '' && own.length > 3 && /\d/.test(lines[at - 1] ?? '1');
  if (own === '' || (found?.city === '' && !isCity)) {
    // The postal code, or the province, stands on a line of its own.
    const above = lines[at - 1] ?? '';
    const upper = found || countryCode === undefined ? undefined : provinceAtEnd(above, countryCode);
    // A province on its own line below the city: "Toronto / Ontario / M5H 2M5".
    if (upper?.city === '') {
      const city = lines[at - 2] ?? '';
      lines.splice(Math.max(0, at - 2), 3);
      return { city, provinceCode: upper.code, zipcode, countryCode };
    }
    lines.splice(Math.max(0, at - 1), 2);
    return { city: upper?.city ?? above, provinceCode: found?.code ?? upper?.code ?? '', zipcode, countryCode };
  }
  lines.splice(at, 1);
  return { city: found?.city || own, provinceCode: found?.code ?? '', zipcode, countryCode };
}

/** The line with the house number or the box, and the unit before or behind it. */
function takeStreet(lines: string[]): {
  readonly address1: string;
  readonly address2?: string;
  /** Lines that are left and stood above it. */
  readonly before: number;
} {
  const isStreet = (line: string) => BOX.test(line) || (/\d/.test(line) && /\p{L}/u.test(line) && !UNIT.test(line));
  let at = lines.findIndex((line, index) => isStreet(line) && (index > 0 || /^\d/.test(line) || BOX.test(line)));
  // A name with a digit in it comes first ("Studio 54"); a street without a number last.
  if (at < 0) at = lines.length > 1 ? lines.findLastIndex((line) => !UNIT.test(line) && !COMPANY.test(line)) : -1;
  if (at < 0) return { address1: '', before: lines.length };
  const [address1 = ''] = lines.splice(at, 1);
  const unit = lines.findIndex((line, index) => UNIT.test(line) || index >= at);
  if (unit < 0) return { address1, before: at };
  const [address2 = ''] = lines.splice(unit, 1);
  return { address1, address2, before: unit < at ? at - 1 : at };
}

/** @param before lines above the street; what stands below it is no name, but for "Attn: ..." */
function takeNames(lines: string[], before: number): { readonly name: string; readonly companyName?: string } {
  const above = lines.splice(0, before);
  const take = (from: string[], fits: (line: string) => boolean): string | undefined => {
    const at = from.findIndex(fits);
    return at < 0 ? undefined : from.splice(at, 1)[0];
  };
  const companyName = take(above, (line) => COMPANY.test(line));
  const isAttention = (line: string) => ATTENTION.test(line);
  const first = take(above, isAttention) ?? take(lines, isAttention) ?? above.shift();
  const name = (first ?? '').replace(ATTENTION, '');
  // Two lines without a word that tells a company: the person, then the company.
  const second = companyName ?? above.shift();
  lines.unshift(...above);
  return { name, ...(second === undefined ? {} : { companyName: second }) };
}

function replace(lines: string[], index: number, text: string): void {
  const rest = tidy(text);
  if (rest === '') lines.splice(index, 1);
  else lines[index] = rest;
}
