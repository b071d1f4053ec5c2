/**
 * What a USB scale says in one data report. Source: USB-IF, "HID Point of Sale Usage Tables" 1.02 (5 March 2001), chapter 4,
 * usage page 0x8D: Scale Data Report (usage 0x32) of a status, a unit, a power of ten and a weight of 16 bits.
 */
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { MAX_GRAMS } from '../form/draft.ts';

/** HID usage page of weighing devices. */
export const SCALE_USAGE_PAGE = 0x8d;
/** A scale that is off by more than one part in this many from the expected weight is worth a look: 10 %. */
const TOLERANCE = 10;
/** Status, unit, power of ten, low byte and high byte of the weight; the report number comes apart. */
const DATA_BYTES = 5;

/** Why a report gives no weight. */
export type ScaleFault =
  | 'fault'
  | 'empty'
  | 'motion'
  | 'underZero'
  | 'overLimit'
  | 'calibration'
  | 'rezero'
  | 'unit'
  | 'unreadable';
export type ScaleReport =
  | { readonly kind: 'weight'; readonly grams: number }
  | { readonly kind: 'refused'; readonly why: ScaleFault };

const refused = (why: ScaleFault): ScaleReport => ({ kind: 'refused', why });

/** Scale status, usages 0x71 to 0x78 by their place in the list; 4 is "weight stable". */
const STABLE = 4;
const FAULTS: Readonly<Record<number, ScaleFault>> = {
  1: 'fault',
  2: 'empty',
  3: 'motion',
  5: 'underZero',
  6: 'overLimit',
  7: 'calibration',
  8: 'rezero',
};
/** Weight unit, usages 0x51 to 0x5C by their place in the list. `power` brings milligrams to grams. */
const UNITS: Readonly<Record<number, { readonly unit: WeightUnit; readonly power: number }>> = {
  1: { unit: 'g', power: -3 },
  2: { unit: 'g', power: 0 },
  3: { unit: 'kg', power: 0 },
  11: { unit: 'oz', power: 0 },
  12: { unit: 'lb', power: 0 },
};

/**
 * Reads a data report, without its report number as WebHID gives it. Grams are whole, rounded half up, at least one.
 * @returns undefined when it is none of weight (the status and limit reports of a scale are shorter)
 */
export function readScaleReport(data: DataView): ScaleReport | undefined {
  if (data.byteLength < DATA_BYTES) return undefined;
  const status = data.getUint8(0);
  if (status !== STABLE) return refused(FAULTS[status] ?? 'unreadable');
  const weight = data.getUint16(3, true);
  if (weight === 0) return refused('empty');
  const measure = UNITS[data.getUint8(1)];
  // Carats, taels, grains, tons and the like: a parcel scale set to one of them is set wrongly.
  if (!measure) return refused('unit');
  // The decimal text is exact where a multiplication by 0.001 would drift.
  const value = Number(`${weight}e${data.getInt8(2) + measure.power}`);
  if (value > MAX_GRAMS) return refused('unreadable');
  const grams = toGrams(value, measure.unit);
  return grams > MAX_GRAMS ? refused('unreadable') : { kind: 'weight', grams };
}

const same = (a: ScaleReport, b: ScaleReport): boolean =>
  a.kind === 'weight' ? b.kind === 'weight' && a.grams === b.grams : b.kind === 'refused' && a.why === b.why;

/**
 * Whether a report is to be believed after the one before it. Scales may begin with the weight of the time before, so that it
 * takes two that say the same; a weight in motion may yet come to rest.
 */
export function isSettled(before: ScaleReport | undefined, now: ScaleReport): boolean {
  if (now.kind === 'refused' && now.why === 'motion') return false;
  return before !== undefined && same(before, now);
}

/** Whether what was weighed is more than 10 % away from what it should weigh; both in grams. */
export const isFarOff = (weighed: number, expected: number): boolean =>
  Math.abs(weighed - expected) * TOLERANCE > expected;
