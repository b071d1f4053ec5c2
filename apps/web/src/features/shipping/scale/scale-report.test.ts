import { fromGrams, type WeightUnit } from '@scanship/domain/values/measure';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFarOff, isSettled, readScaleReport, type ScaleReport } from './scale-report.ts';

const bytes = (...values: number[]): DataView => new DataView(Uint8Array.from(values).buffer);
/** A data report: status, unit, power of ten as a signed byte, weight with its low byte first. */
const report = (status: number, unit: number, power: number, weight: number): DataView =>
  bytes(status, unit, power & 0xff, weight & 0xff, weight >> 8);
const grams = (unit: number, power: number, weight: number): ScaleReport | undefined =>
  readScaleReport(report(4, unit, power, weight));
const refusal = (why: string) => ({ kind: 'refused', why });

describe('a stable weight', () => {
  it.each([
    { of: '1.234 kg in grams', unit: 2, power: 0, weight: 1234, is: 1234 },
    { of: '1.234 kg in thousandths of a kilogram', unit: 3, power: -3, weight: 1234, is: 1234 },
    { of: '64.52 kg, of which the high byte counts', unit: 3, power: -2, weight: 6452, is: 64_520 },
    { of: '12,500 mg', unit: 1, power: 0, weight: 12_500, is: 13 },
    { of: '65,535,000 mg', unit: 1, power: 3, weight: 65_535, is: 65_535 },
    { of: '16.0 oz, which is a pound', unit: 11, power: -1, weight: 160, is: 454 },
    { of: '40 lb 5.2 oz in ounces', unit: 11, power: -1, weight: 6452, is: 18_291 },
    { of: '2.5 lb', unit: 12, power: -1, weight: 25, is: 1134 },
    { of: 'a tenth of a gram, which is not nothing', unit: 2, power: -1, weight: 1, is: 1 },
  ])('of $of', ({ unit, power, weight, is }) => {
    expect(grams(unit, power, weight)).toEqual({ kind: 'weight', grams: is });
  });

  it('says what the scale shows, in whichever unit the scale is set to', () => {
    const units: readonly (readonly [number, WeightUnit])[] = [
      [2, 'g'],
      [3, 'kg'],
      [11, 'oz'],
      [12, 'lb'],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...units),
        fc.integer({ min: -3, max: 0 }),
        fc.integer({ min: 1, max: 65_535 }),
        ([code, unit], power, weight) => {
          const read = grams(code, power, weight);
          if (read?.kind !== 'weight') return weight * 10 ** power > 10_000 && unit !== 'g';
          expect(Number.isInteger(read.grams) && read.grams >= 1).toBe(true);
          // Back in the unit of the scale it is off by the rounding to the gram only.
          const gram = fromGrams(1, unit, 9);
          const shown = weight * 10 ** power;
          const rounding = shown < gram ? gram : gram / 2;
          return Math.abs(fromGrams(read.grams, unit, 9) - shown) <= rounding + 1e-6;
        },
      ),
    );
  });

  it('is refused where the number cannot be a parcel', () => {
    expect(grams(3, 0, 10_000)).toEqual({ kind: 'weight', grams: 10_000_000 });
    expect(grams(3, 0, 10_001)).toEqual(refusal('unreadable'));
    expect(grams(2, 127, 65_535)).toEqual(refusal('unreadable'));
  });

  it('is refused in units that no parcel is weighed in', () => {
    for (const unit of [0, 4, 5, 6, 7, 8, 9, 10, 13, 255]) expect(grams(unit, 0, 100)).toEqual(refusal('unit'));
  });

  it('of nothing is an empty scale, whatever the unit', () => {
    expect(grams(2, 0, 0)).toEqual(refusal('empty'));
    expect(grams(4, -2, 0)).toEqual(refusal('empty'));
  });
});

describe('every other report', () => {
  it.each([
    [1, 'fault'],
    [2, 'empty'],
    [3, 'motion'],
    [5, 'underZero'],
    [6, 'overLimit'],
    [7, 'calibration'],
    [8, 'rezero'],
    [0, 'unreadable'],
    [9, 'unreadable'],
  ])('of status %i gives no weight: %s', (status, why) => {
    expect(readScaleReport(report(status, 2, 0, 1234))).toEqual(refusal(why));
  });

  it('that is shorter is not one of weight', () => {
    expect(readScaleReport(bytes(4))).toBeUndefined();
    expect(readScaleReport(bytes(2, 0, 0x10, 0x27))).toBeUndefined();
    expect(readScaleReport(bytes())).toBeUndefined();
  });

  it('of any bytes is read without failing, and weighs only when it is stable', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (data) => {
        const read = readScaleReport(new DataView(data.buffer, data.byteOffset, data.byteLength));
        if (data.length < 5) return read === undefined;
        if (read?.kind !== 'weight') return read?.kind === 'refused';
        return data[0] === 4 && Number.isInteger(read.grams) && read.grams >= 1 && read.grams <= 10_000_000;
      }),
    );
  });
});

describe('believing a report', () => {
  const weight = (value: number): ScaleReport => ({ kind: 'weight', grams: value });
  const fault = (why: 'motion' | 'overLimit'): ScaleReport => ({ kind: 'refused', why });
  it('takes the same twice', () => {
    expect(isSettled(undefined, weight(500))).toBe(false);
    expect(isSettled(weight(300), weight(500))).toBe(false);
    expect(isSettled(fault('motion'), weight(500))).toBe(false);
    expect(isSettled(weight(500), weight(500))).toBe(true);
    expect(isSettled(fault('overLimit'), fault('overLimit'))).toBe(true);
    expect(isSettled(weight(500), fault('overLimit'))).toBe(false);
  });
  it('never takes one in motion', () => {
    expect(isSettled(fault('motion'), fault('motion'))).toBe(false);
  });
});

describe('a weight off from what it should be', () => {
  it('by 10 % is borne, by more is not, on both sides', () => {
    expect([900, 1000, 1100].map((weighed) => isFarOff(weighed, 1000))).toEqual([false, false, false]);
    expect([899, 1101].map((weighed) => isFarOff(weighed, 1000))).toEqual([true, true]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 }), (expected, by) => {
        const far = 10 * by > expected;
        return isFarOff(expected + by, expected) === far && isFarOff(expected - by, expected) === far;
      }),
    );
  });
});
