/** Amounts, times, weights and countries as Walmart writes them. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { alpha2Of, countryOf } from '@scanship/domain/addresses/countries';
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { divideRounded, exponentOf, money, type Money } from '@scanship/domain/money/money';

const AMOUNT = /^(-?)(\d{1,12})(?:\.(\d{1,20}))?$/;
/** From 2001 to 2096: anything else is no time of an order. */
const FIRST_MS = 1e12 * 0.98;
const LAST_MS = 4e12;

/** A JSON number in major units. It may carry the dust of binary fractions, so it is rounded half away from zero. */
export function readAmount(reader: ObjectReader, name: string, currency: string): Money {
  const found = AMOUNT.exec(String(reader.number(name)));
  if (!found) throw new FieldProblem(reader.at(name), `should be an amount in ${currency}`);
  const [, sign = '', units = '0', decimals = ''] = found;
  const scaled = BigInt(`${sign}${units}${decimals}`) * 10n ** BigInt(exponentOf(currency));
  return money(Number(divideRounded(scaled, 10n ** BigInt(decimals.length))), currency);
}

/** Milliseconds since 1970, as ISO 8601. One schema of Walmart's says text; its samples do not. */
export function readMoment(reader: ObjectReader, name: string): string {
  const isText = typeof reader.raw(name) === 'string' && /^\d{4}-/.test(String(reader.raw(name)));
  const ms = isText ? Date.parse(reader.instant(name)) : reader.integer(name);
  if (ms < FIRST_MS || ms > LAST_MS) throw new FieldProblem(reader.at(name), 'should be a time in milliseconds');
  return new Date(ms).toISOString();
}

/** "USA" and "CAN", and two letters where Walmart writes them so. */
export function readCountry(reader: ObjectReader, name: string): string {
  const text = reader.string(name, /^[A-Za-z]{2,3}$/).toUpperCase();
  const code = text.length === 3 ? alpha2Of(text) : countryOf(text)?.code;
  if (code === undefined) throw new FieldProblem(reader.at(name), 'should be a country');
  return code;
}

const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = {
  pounds: 'lb',
  pound: 'lb',
  lbs: 'lb',
  lb: 'lb',
  ounces: 'oz',
  ounce: 'oz',
  oz: 'oz',
  kilograms: 'kg',
  kilogram: 'kg',
  kg: 'kg',
  grams: 'g',
  gram: 'g',
  g: 'g',
};

/** `{ value: "1.5", unit: "Pounds" }`; zero means that the seller entered none. */
export function readGrams(weight: ObjectReader): number | undefined {
  const value = weight.number('value');
  const unit = WEIGHT_UNITS[weight.string('unit').toLowerCase()];
  if (unit === undefined) throw new FieldProblem(weight.at('unit'), 'should be a unit of weight');
  return value > 0 && value < 1e6 ? toGrams(value, unit) : undefined;
}
