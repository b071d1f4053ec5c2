import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '@scanship/domain/money';
import { convert } from './exchange.ts';

describe('comparing currencies', () => {
  it('rounds half away from zero to the minor unit of the wanted currency', () => {
    expect(convert(money(1000, 'USD'), 'CAD', 1_398_450_000)).toBe(1398);
    expect(convert(money(1, 'USD'), 'CAD', 1_500_000_000)).toBe(2);
  });
  it('knows currencies without cents', () => {
    expect(convert(money(1000, 'CAD'), 'JPY', 110_000_000_000)).toBe(1100);
    expect(convert(money(1100, 'JPY'), 'CAD', 9_090_909)).toBe(1000);
  });
  it('keeps the order of prices of one currency', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), fc.integer({ min: 1, max: 1e12 }), (a, b, rate) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        expect(convert(money(low, 'USD'), 'CAD', rate)).toBeLessThanOrEqual(convert(money(high, 'USD'), 'CAD', rate));
      }),
    );
  });
});
