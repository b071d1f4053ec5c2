/** Times, countries, weights and lists of items as both products write them. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { alpha2Of, COUNTRIES, countryOf } from '@scanship/domain/addresses/countries';
import { toGrams } from '@scanship/domain/values/measure';

/** All times are UTC, some without saying so. */
export function readMoment(owner: ObjectReader, name: string): string {
  const text = owner.instant(name, false);
  const time = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  if (time.getTime() < 0 || time.getUTCFullYear() > 2100)
    throw new FieldProblem(owner.at(name), 'should be a date of our time');
  return time.toISOString();
}

/** What people write that is neither the name nor the code of ISO 3166. */
const ALSO: Readonly<Record<string, string>> = {
  USA: 'US',
  'UNITED STATES': 'US',
  UK: 'GB',
  'GREAT BRITAIN': 'GB',
  ENGLAND: 'GB',
  RUSSIA: 'RU',
  'SOUTH KOREA': 'KR',
  VIETNAM: 'VN',
  TAIWAN: 'TW',
};
const byName = new Map(COUNTRIES.map(({ name, code }) => [name.toUpperCase(), code]));

/** A name, or a code of two or three letters. @throws FieldProblem for anything else */
export function readCountry(owner: ObjectReader, name: string): string {
  const text = owner.string(name).toUpperCase();
  const code =
    countryOf(text)?.code ?? alpha2Of(text) ?? byName.get(text) ?? (Object.hasOwn(ALSO, text) ? ALSO[text] : undefined);
  if (code === undefined) throw new FieldProblem(owner.at(name), 'should be a country');
  return code;
}

const WEIGHTS = {
  kg: (value: number): number => toGrams(value, 'kg'),
  g: (value: number): number => toGrams(value, 'g'),
  mg: (value: number): number => toGrams(value / 1_000, 'g'),
  lb: (value: number): number => toGrams(value, 'lb'),
  oz: (value: number): number => toGrams(value, 'oz'),
} as const;

/** Core's weight of one unit; undefined where none, or no unit, was entered. */
export function readGrams(owner: ObjectReader, weight: string, units: string): number | undefined {
  const value = owner.maybe(weight, (n) => owner.number(n));
  const grams = owner.maybe(units, (n) => owner.choice(n, WEIGHTS));
  return value === undefined || value <= 0 || value >= 1e6 ? undefined : grams?.(value);
}

export const present = (texts: readonly (string | undefined)[], between: string): string | undefined => {
  const all = texts.filter((text) => text !== undefined);
  return all.length === 0 ? undefined : all.join(between);
};
