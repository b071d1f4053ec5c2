/** Small pieces that receipts and listings share: amounts, times, measures. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams, toMillimetres, type LengthUnit, type WeightUnit } from '@scanship/domain/values/measure';
import { exponentOf, money, type Money } from '@scanship/domain/money/money';

export const ID = /^[1-9]\d{0,17}$/;

/** `{ amount divisor currency_code }`; an amount that is no whole number of minor units is refused, not rounded. */
export function readMoney(owner: ObjectReader, name: string): Money {
  const value = owner.object(name);
  const currency = value.currency('currency_code');
  const divisor = value.integer('divisor', 1);
  const scaled = BigInt(value.integer('amount')) * 10n ** BigInt(exponentOf(currency));
  const minor = Number(scaled / BigInt(divisor));
  if (scaled % BigInt(divisor) !== 0n || !Number.isSafeInteger(minor))
    throw new FieldProblem(owner.at(name), `should be an amount in ${currency}`);
  return money(minor, currency);
}

const EARLIEST = 946_684_800;
const LATEST = 4_102_444_800;

/** Seconds since 1970, from 2000 to 2099. */
export function readSeconds(owner: ObjectReader, name: string): number {
  const seconds = owner.integer(name, EARLIEST);
  if (seconds > LATEST) throw new FieldProblem(owner.at(name), 'should be a time in seconds since 1970');
  return seconds;
}

export const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** What Etsy takes for "changed since": whole seconds, not before the year 2000. */
export const secondsOf = (since: Date): number => Math.max(EARLIEST, Math.floor(since.getTime() / 1_000));

const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = { oz: 'oz', lb: 'lb', g: 'g', kg: 'kg' };

interface Scale {
  readonly unit: LengthUnit;
  readonly times: number;
}
const LENGTH_UNITS: Readonly<Record<string, Scale>> = {
  in: { unit: 'in', times: 1 },
  inches: { unit: 'in', times: 1 },
  ft: { unit: 'in', times: 12 },
  yd: { unit: 'in', times: 36 },
  mm: { unit: 'mm', times: 1 },
  cm: { unit: 'cm', times: 1 },
  m: { unit: 'm', times: 1 },
};

/** Grams; absent where the seller entered no weight. */
export function readWeight(listing: ObjectReader): number | undefined {
  const unit = listing.maybe('item_weight_unit', (n) => listing.choice(n, WEIGHT_UNITS));
  const value = listing.maybe('item_weight', (n) => listing.number(n));
  if (unit === undefined || value === undefined || value <= 0) return undefined;
  return value < 1e6 ? toGrams(value, unit) : undefined;
}

/** All three sides, or nothing. */
export function readDimensions(
  listing: ObjectReader,
): { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | undefined {
  const scale = listing.maybe('item_dimensions_unit', (n) => listing.choice(n, LENGTH_UNITS));
  const side = (name: string): number | undefined => {
    const value = listing.maybe(name, (n) => listing.number(n));
    return scale === undefined || value === undefined || value <= 0 || value >= 1e6
      ? undefined
      : toMillimetres(value * scale.times, scale.unit);
  };
  const [lengthMm, widthMm, heightMm] = [side('item_length'), side('item_width'), side('item_height')];
  return lengthMm === undefined || widthMm === undefined || heightMm === undefined
    ? undefined
    : { lengthMm, widthMm, heightMm };
}
