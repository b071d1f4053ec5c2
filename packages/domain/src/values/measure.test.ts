import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dimensionalGrams,
  fromGrams,
  fromMillimetres,
  lengthPlusGirth,
  sortedSides,
  toGrams,
  toMillimetres,
} from './measure.ts';

describe('weights', () => {
  it.each([
    [1, 'lb', 454],
    [1, 'oz', 28],
    [16, 'oz', 454],
    [2.2, 'kg', 2200],
    [0.1 + 0.2, 'kg', 300],
    [0.0001, 'g', 1],
    [0, 'lb', 0],
  ] as const)('%d %s is %i g', (value, unit, grams) => expect(toGrams(value, unit)).toBe(grams));

  it('the factors are the exact international ones', () => {
    expect(toGrams(100_000, 'lb')).toBe(45_359_237);
    expect(toGrams(80_000_000, 'oz')).toBe(2_267_961_850); // 28.349523125 g, exactly
    expect(toMillimetres(1_000, 'in')).toBe(25_400);
    expect(toMillimetres(1.5, 'm')).toBe(1_500);
  });

  it('what was typed with usual precision comes back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), (thousandths) => {
        expect(fromGrams(toGrams(thousandths / 1000, 'kg'), 'kg')).toBe(thousandths / 1000);
      }),
    );
    // A gram is 0.0022 lb: hundredths of a pound survive, thousandths cannot.
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (hundredths) => {
        expect(fromGrams(toGrams(hundredths / 100, 'lb'), 'lb', 2)).toBe(hundredths / 100);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (tenths) => {
        expect(fromMillimetres(toMillimetres(tenths / 10, 'in'), 'in')).toBe(tenths / 10);
        expect(fromMillimetres(toMillimetres(tenths / 10, 'cm'), 'cm')).toBe(tenths / 10);
      }),
    );
  });

  it('heavier stays heavier', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.constantFrom('g', 'kg', 'lb', 'oz'), (a, b, unit) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(toGrams(low / 100, unit)).toBeLessThanOrEqual(toGrams(high / 100, unit));
      }),
    );
  });

  it.each([-1, Number.NaN, Infinity, 1e10])('refuses %d', (value) => {
    expect(() => toGrams(value, 'kg')).toThrow(/out of range/);
    expect(() => toMillimetres(value, 'cm')).toThrow(/out of range/);
  });
});

describe('sizes', () => {
  const side = fc.integer({ min: 1, max: 5_000 });
  const box = fc.record({ lengthMm: side, widthMm: side, heightMm: side });

  it('girth goes round the two shorter sides, whichever way the box is turned', () => {
    expect(lengthPlusGirth({ lengthMm: 100, widthMm: 300, heightMm: 200 })).toBe(300 + 2 * (200 + 100));
    fc.assert(
      fc.property(box, (b) => {
        const turned = { lengthMm: b.heightMm, widthMm: b.lengthMm, heightMm: b.widthMm };
        expect(sortedSides(turned)).toEqual(sortedSides(b));
        expect(lengthPlusGirth(turned)).toBe(lengthPlusGirth(b));
        expect(dimensionalGrams(turned, 5000)).toBe(dimensionalGrams(b, 5000));
      }),
    );
  });

  it('a litre at divisor 5000 weighs 200 g; anything begun is charged', () => {
    expect(dimensionalGrams({ lengthMm: 100, widthMm: 100, heightMm: 100 }, 5000)).toBe(200);
    expect(dimensionalGrams({ lengthMm: 400, widthMm: 300, heightMm: 200 }, 6000)).toBe(4000);
    expect(dimensionalGrams({ lengthMm: 1, widthMm: 1, heightMm: 1 }, 5000)).toBe(1);
    expect(() => dimensionalGrams({ lengthMm: 1, widthMm: 1, heightMm: 1 }, 0)).toThrow(/divisor/);
  });

  it('is rounded up by less than a gram', () => {
    fc.assert(
      fc.property(box, fc.integer({ min: 1000, max: 9000 }), (b, divisor) => {
        const exact = (b.lengthMm * b.widthMm * b.heightMm) / divisor;
        const grams = dimensionalGrams(b, divisor);
        expect(grams).toBeGreaterThanOrEqual(Math.floor(exact));
        expect(grams - exact).toBeLessThan(1.0001);
      }),
    );
  });
});
