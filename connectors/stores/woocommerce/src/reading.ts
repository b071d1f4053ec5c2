/** Small pieces that orders, products and the shop share: times, amounts, measures, names. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { divideRounded, exponentOf, money, type Money } from '@scanship/domain/money/money';
import { toGrams, toMillimetres, type LengthUnit, type WeightUnit } from '@scanship/domain/values/measure';

export const ID = /^[1-9]\d{0,18}$/;

/** Fields that end in `_gmt` are instants without their zone. */
export function gmt(reader: ObjectReader, name: string): string {
  const text = reader.instant(name, false);
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
}

/**
 * Units of a line. Shops that sell by the metre or by weight have parts of one; such a line is one thing to ship.
 * @throws FieldProblem below nothing
 */
export function readUnits(line: ObjectReader): { readonly units: number; readonly measured: number | undefined } {
  const quantity = line.number('quantity');
  if (quantity < 0) throw new FieldProblem(line.at('quantity'), 'is below nothing');
  return Number.isInteger(quantity) ? { units: quantity, measured: undefined } : { units: 1, measured: quantity };
}

/** Units of such a line that were refunded: a part of the one thing leaves something to ship. @param quantity refunded, as the shop says */
export const refundedUnits = (quantity: number, measured: number | undefined): number =>
  Math.floor(quantity / (measured ?? 1) + 1e-6);

const AMOUNT = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?$/;

/**
 * A decimal text as money. The shop chooses how many decimals it shows, so there may be more than the currency has; they are
 * rounded half away from zero.
 */
export function readAmount(reader: ObjectReader, name: string, currency: string): Money {
  const found = AMOUNT.exec(reader.string(name));
  if (!found) throw new FieldProblem(reader.at(name), 'should be an amount');
  const [, sign = '', units = '0', decimals = ''] = found;
  const scaled = BigInt(`${sign}${units}${decimals}`) * 10n ** BigInt(exponentOf(currency));
  return money(Number(divideRounded(scaled, 10n ** BigInt(decimals.length))), currency);
}

export const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = { g: 'g', kg: 'kg', oz: 'oz', lbs: 'lb' };

/** What a length of 1 is; a yard is 36 inches. */
const LENGTH_UNITS: Readonly<Record<string, readonly [number, LengthUnit]>> = {
  mm: [1, 'mm'],
  cm: [1, 'cm'],
  m: [1, 'm'],
  in: [1, 'in'],
  yd: [36, 'in'],
};
export const DIMENSION_UNITS: Readonly<Record<string, string>> = { mm: 'mm', cm: 'cm', m: 'm', in: 'in', yd: 'yd' };

/** Zero means that the seller entered none. */
export function readGrams(reader: ObjectReader, name: string, unit: WeightUnit): number | undefined {
  const value = reader.number(name);
  return value > 0 && value < 1e6 ? toGrams(value, unit) : undefined;
}

export function readMillimetres(reader: ObjectReader, name: string, unit: string): number | undefined {
  const [factor, base] = LENGTH_UNITS[unit] ?? [1, 'cm'];
  const value = reader.number(name);
  return value > 0 && value < 1e5 ? toMillimetres(value * factor, base) : undefined;
}
