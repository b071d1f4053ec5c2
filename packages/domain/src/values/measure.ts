/**
 * Weights are integer grams and lengths integer millimetres everywhere inside; units exist only at the edges. Conversion
 * factors are the exact international ones (1 lb = 453.59237 g, 1 in = 25.4 mm, agreement of 1959) held as integers.
 */
export type WeightUnit = 'g' | 'kg' | 'lb' | 'oz';
export type LengthUnit = 'mm' | 'cm' | 'm' | 'in';

/** Nanograms per unit and micrometres per unit: exact integers (1 oz = 28.349523125 g), so that conversion never drifts. */
export const NANOGRAMS: Readonly<Record<WeightUnit, bigint>> = {
  g: 1_000_000_000n,
  kg: 1_000_000_000_000n,
  lb: 453_592_370_000n,
  oz: 28_349_523_125n,
};
export const MICROMETRES: Readonly<Record<LengthUnit, bigint>> = {
  mm: 1_000n,
  cm: 10_000n,
  m: 1_000_000n,
  in: 25_400n,
};

/** Millionths of the typed number, so that 0.1 + 0.2 mistakes cannot enter. */
function micro(value: number): bigint {
  if (!Number.isFinite(value) || value < 0 || value > 1e9) throw new RangeError(`measure ${value} is out of range`);
  const [whole = '0', fraction = ''] = value.toFixed(6).split('.');
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}

const halfUp = (n: bigint, d: bigint): number => Number((2n * n + d) / (2n * d));

/** Grams of a weight, rounded half up; anything above nothing is at least one gram. */
export function toGrams(value: number, unit: WeightUnit): number {
  const grams = halfUp(micro(value) * NANOGRAMS[unit], 1_000_000n * NANOGRAMS.g);
  return value > 0 ? Math.max(1, grams) : 0;
}

/** Millimetres of a length, rounded half up; anything above nothing is at least one millimetre. */
export function toMillimetres(value: number, unit: LengthUnit): number {
  const mm = halfUp(micro(value) * MICROMETRES[unit], 1_000_000_000n);
  return value > 0 ? Math.max(1, mm) : 0;
}

/** Grams in another unit with `decimals` places, rounded half up. */
export function fromGrams(grams: number, unit: WeightUnit, decimals = 3): number {
  const scale = 10n ** BigInt(decimals);
  return halfUp(BigInt(grams) * NANOGRAMS.g * scale, NANOGRAMS[unit]) / Number(scale);
}

/** Millimetres in another unit with `decimals` places, rounded half up. */
export function fromMillimetres(mm: number, unit: LengthUnit, decimals = 1): number {
  const scale = 10n ** BigInt(decimals);
  return halfUp(BigInt(mm) * 1_000n * scale, MICROMETRES[unit]) / Number(scale);
}

/** Outer size of a parcel in millimetres. */
export interface Dimensions {
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Longest side first: carriers measure girth around the other two. */
export const sortedSides = (d: Dimensions): readonly [number, number, number] => {
  const [a = 0, b = 0, c = 0] = [d.lengthMm, d.widthMm, d.heightMm].toSorted((x, y) => y - x);
  return [a, b, c];
};

/** Length plus girth in millimetres: longest side + 2 x (the other two). */
export function lengthPlusGirth(d: Dimensions): number {
  const [a, b, c] = sortedSides(d);
  return a + 2 * (b + c);
}

/**
 * Dimensional weight in grams. `divisor` is cubic centimetres per kilogram (5000 and 6000 are the usual ones).
 * Rounded up to the gram, since a carrier never rounds in the shipper's favour here.
 */
export function dimensionalGrams(d: Dimensions, divisor: number): number {
  if (!(divisor > 0)) throw new RangeError(`divisor ${divisor} must be positive`);
  const cubicMm = BigInt(d.lengthMm) * BigInt(d.widthMm) * BigInt(d.heightMm);
  const denominator = BigInt(Math.round(divisor * 1000));
  return Number((cubicMm * 1000n + denominator - 1n) / denominator);
}
