/**
 * Billable weight of a parcel by a rate sheet, in thousandths of the sheet's weight unit, in integers throughout.
 *
 * The rounding, stated once:
 * - a stored gram stands for what was weighed to the gram, so half a gram is forgiven: 1 lb is stored as 454 g (exactly
 *   453.59) and must not count as more than 1 lb;
 * - sides are taken to the nearest tenth of a cm or inch, since 12 in is stored as 305 mm;
 * - the greater of actual weight and volume / divisor is rounded up to the sheet's step (0.5 kg or lb by default).
 */
import { lengthPlusGirth, MICROMETRES, NANOGRAMS, sortedSides } from '../values/measure.ts';
import type { Dimensions, LengthUnit, WeightUnit } from '../values/measure.ts';
import type { Parcel } from '../shipping/shipment.ts';
import { unitsOf } from './rate-sheet.ts';
import type { SheetService, SheetSettings } from './rate-sheet.ts';

const divideUp = (n: bigint, d: bigint): bigint => (n + d - 1n) / d;

/** True when a weight is more than `thousandths` of the unit, half a gram forgiven. */
export const isHeavier = (grams: number, thousandths: number, unit: WeightUnit): boolean =>
  (2n * BigInt(grams) - 1n) * NANOGRAMS.g * 1000n > 2n * BigInt(thousandths) * NANOGRAMS[unit];

/** True when a length is more than `tenths` of the unit, half a millimetre forgiven. */
export const isLonger = (millimetres: number, tenths: number, unit: LengthUnit): boolean =>
  (2n * BigInt(millimetres) - 1n) * MICROMETRES.mm * 10n > 2n * BigInt(tenths) * MICROMETRES[unit];

/** Tenths of the unit nearest to a length, at least one. */
function tenthsOf(millimetres: number, unit: LengthUnit): bigint {
  const [n, d] = [BigInt(millimetres) * MICROMETRES.mm * 10n, MICROMETRES[unit]];
  const tenths = (2n * n + d) / (2n * d);
  return tenths > 0n ? tenths : 1n;
}

/** Divisor that a service really uses, undefined for actual weight only. */
export function divisorOf(settings: SheetSettings, service: SheetService): number | undefined {
  const divisor = service.divisor ?? settings.divisor ?? 0;
  return divisor > 0 ? divisor : undefined;
}

/** Weight a parcel is charged for: thousandths of the sheet's weight unit, a multiple of its step, at least one step. */
export function billableWeight(parcel: Parcel, service: SheetService, settings: SheetSettings): number {
  const { weight, length } = unitsOf(settings.units);
  const step = BigInt(settings.roundTo);
  const doubled = 2n * BigInt(parcel.weightGrams) - 1n;
  let steps = divideUp((doubled > 0n ? doubled : 1n) * NANOGRAMS.g * 1000n, 2n * step * NANOGRAMS[weight]);
  const divisor = divisorOf(settings, service);
  if (divisor !== undefined && parcel.dimensions !== undefined) {
    const sides = sortedSides(parcel.dimensions).map((side) => tenthsOf(side, length));
    // Cubic tenths / divisor are thousandths of the weight unit.
    const volume = sides.reduce((product, side) => product * side, 1n);
    const dimensional = divideUp(volume, BigInt(divisor) * step);
    if (dimensional > steps) steps = dimensional;
  }
  return Number(steps * step);
}

/** Grams, rounded half up, of thousandths of a unit. */
export function gramsOf(thousandths: number, unit: WeightUnit): number {
  const d = 1000n * NANOGRAMS.g;
  return Number((2n * BigInt(thousandths) * NANOGRAMS[unit] + d) / (2n * d));
}

/** Longest side and length plus girth, which limits and surcharges ask for; undefined without dimensions. */
export const extent = (dimensions: Dimensions | undefined): { longest: number; girth: number } | undefined =>
  dimensions && { longest: sortedSides(dimensions)[0], girth: lengthPlusGirth(dimensions) };
