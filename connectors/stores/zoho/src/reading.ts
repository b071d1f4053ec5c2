/** Small pieces that orders, items and organizations share: ids, times, measures, countries. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { alpha2Of, COUNTRIES, countryOf } from '@scanship/domain/addresses/countries';
import { toGrams, toMillimetres, type LengthUnit, type WeightUnit } from '@scanship/domain/values/measure';

/** 64 bits, more than a JSON number keeps: text here and at Zoho. */
export const ID = /^[1-9]\d{0,18}$/;

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|[+-]\d{2}:?\d{2}))?$/;

/** ISO instant of "2015-05-28T10:00:00-0500"; a day alone, as the examples of the documentation have it, begins in UTC. */
export function readMoment(owner: ObjectReader, name: string): string {
  const text = owner.string(name, MOMENT);
  const time = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(time)) throw new FieldProblem(owner.at(name), 'should be a date and time');
  return new Date(time).toISOString();
}

/** Letters alone, without accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/** Names that people and Zoho write otherwise than the list of countries has them. */
const OTHER_NAMES: readonly (readonly [name: string, code: string])[] = [
  ['unitedstates', 'US'],
  ['uk', 'GB'],
  ['greatbritain', 'GB'],
  ['uae', 'AE'],
  ['southkorea', 'KR'],
  ['korea', 'KR'],
  ['russia', 'RU'],
  ['vietnam', 'VN'],
  ['taiwan', 'TW'],
  ['czechrepublic', 'CZ'],
  ['turkey', 'TR'],
];

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...COUNTRIES.flatMap(({ code, name, nameFr }) => [[plain(nameFr), code] as const, [plain(name), code] as const]),
  ...OTHER_NAMES,
]);

/** ISO 3166-1 alpha-2 of "Canada", "U.S.A", "USA" or "ca"; undefined for what is none. */
export function countryCodeOf(text: string): string | undefined {
  const letters = plain(text);
  const known = CODES_BY_NAME.get(letters);
  if (known !== undefined) return known;
  const upper = letters.toUpperCase();
  return upper.length === 2 ? countryOf(upper)?.code : alpha2Of(upper);
}

/** Empty where nothing is said; a message where the country is none that is known. */
export function readCountry(address: ObjectReader): string {
  const given = address.maybe('country_code', (n) => address.string(n, /^[A-Z]{2}$/));
  if (given !== undefined && countryOf(given)) return given;
  const name = address.maybe('country', (n) => address.string(n));
  const code = name === undefined ? undefined : countryCodeOf(name);
  if (name !== undefined && code === undefined)
    address.problems.push(`${address.at('country')} is a country that is not known: "${name.slice(0, 40)}".`);
  return code ?? '';
}

const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = { kg: 'kg', g: 'g', lb: 'lb', oz: 'oz' };
const LENGTH_UNITS: Readonly<Record<string, LengthUnit>> = { cm: 'cm', in: 'in' };
const MOST = 1e6;

export interface Measures {
  readonly unitGrams?: number | undefined;
  readonly dimensions?: { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | undefined;
}

/** `package_details` of an item: what is not entered is 0 or left out, and then absent here. */
export function readMeasures(details: ObjectReader): Measures {
  const size = (name: string): number | undefined => {
    const value = details.maybe(name, (n) => details.number(n));
    return value !== undefined && value > 0 && value < MOST ? value : undefined;
  };
  const weight = size('weight');
  const weightUnit = details.maybe('weight_unit', (n) => details.choice(n, WEIGHT_UNITS));
  const lengthUnit = details.maybe('dimension_unit', (n) => details.choice(n, LENGTH_UNITS));
  const [length, width, height] = [size('length'), size('width'), size('height')];
  const known = lengthUnit !== undefined && length !== undefined && width !== undefined && height !== undefined;
  return {
    unitGrams: weight === undefined || weightUnit === undefined ? undefined : toGrams(weight, weightUnit),
    dimensions: known
      ? {
          lengthMm: toMillimetres(length, lengthUnit),
          widthMm: toMillimetres(width, lengthUnit),
          heightMm: toMillimetres(height, lengthUnit),
        }
      : undefined,
  };
}

/** India's HSN is the harmonized system; the codes of services beside it (SAC) begin with 99. */
export function readHsCode(owner: ObjectReader): string | undefined {
  const code = owner.maybe('hsn_or_sac', (n) => owner.id(n));
  return code !== undefined && /^(?!99)\d{6,10}$/.test(code) ? code : undefined;
}
