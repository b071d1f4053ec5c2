import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '@scanship/domain/money/money';
import { convert, type FxEntry, findRate, type FxTable, rateText, readRate } from './fx-table.ts';

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

const entry = (base: string, quote: string, rateE9: number, day = '2026-11-20', source = 'Bank'): FxEntry => ({
  base,
  quote,
  rateE9,
  day,
  source,
});
const operator = (...entries: readonly FxEntry[]): FxTable => ({ level: 'operator', entries });
const own = (...entries: readonly FxEntry[]): FxTable => ({ level: 'own', entries });

describe('the rate between two currencies', () => {
  it('is the entry itself, or the other way round', () => {
    const tables = [operator(entry('USD', 'CAD', 1_371_200_000))];
    expect(findRate(tables, 'USD', 'CAD')).toMatchObject({ rateE9: 1_371_200_000, day: '2026-11-20', source: 'Bank' });
    // 1 / 1.3712
    expect(findRate(tables, 'CAD', 'USD')?.rateE9).toBe(729_288_215);
    expect(findRate(tables, 'EUR', 'CAD')).toBeUndefined();
  });
  it('takes the newer of both directions, and the entered one of the same day', () => {
    const older = entry('USD', 'CAD', 1_300_000_000, '2026-11-18');
    const newer = entry('CAD', 'USD', 730_000_000, '2026-11-19');
    expect(findRate([operator(older, newer)], 'USD', 'CAD')?.day).toBe('2026-11-19');
    const same = entry('USD', 'CAD', 1_370_000_000, '2026-11-19');
    expect(findRate([operator(newer, same)], 'USD', 'CAD')?.rateE9).toBe(1_370_000_000);
  });
  it('goes through CAD when nobody entered the pair, and says the older day and both sources', () => {
    const tables = [
      operator(
        entry('USD', 'CAD', 1_400_000_000, '2026-11-20', 'Bank'),
        entry('EUR', 'CAD', 1_600_000_000, '2026-11-17', 'Agency'),
      ),
    ];
    expect(findRate(tables, 'EUR', 'USD')).toEqual({
      rateE9: 1_142_857_142,
      day: '2026-11-17',
      source: 'Agency, Bank',
    });
    expect(findRate(tables, 'GBP', 'USD')).toBeUndefined();
  });
  it('of the tenant wins over one above, even an older one, and each leg of a way by itself', () => {
    const tables = [
      own(entry('USD', 'CAD', 1_500_000_000, '2026-10-01', 'ours')),
      operator(entry('USD', 'CAD', 1_400_000_000), entry('EUR', 'CAD', 1_600_000_000)),
    ];
    expect(findRate(tables, 'USD', 'CAD')).toMatchObject({ rateE9: 1_500_000_000, source: 'ours' });
    expect(findRate(tables, 'EUR', 'USD')).toMatchObject({ rateE9: 1_066_666_667, source: 'Bank, ours' });
  });
  it('there and back again is the same amount to a hundredth of a cent in a thousand', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000_000, max: 200_000_000_000 }),
        fc.integer({ min: 1, max: 1e8 }),
        (rateE9, minor) => {
          const tables = [operator(entry('USD', 'CAD', rateE9))];
          const there = findRate(tables, 'USD', 'CAD')?.rateE9 ?? 0;
          const back = findRate(tables, 'CAD', 'USD')?.rateE9 ?? 0;
          const cad = convert(money(minor, 'USD'), 'CAD', there);
          // Rounding to a cent of CAD is worth this many cents of USD.
          const unit = Math.ceil(1e9 / there) + 1;
          expect(Math.abs(convert(money(cad, 'CAD'), 'USD', back) - minor)).toBeLessThanOrEqual(unit + minor * 1e-6);
        },
      ),
    );
  });
});

describe('the text of a rate', () => {
  it.each([
    [1_371_200_000, '1.3712'],
    [1, '0.000000001'],
    [10_000_000_000, '10'],
    [100_500_000_000, '100.5'],
  ])('%i is %s', (rateE9, text) => {
    expect(rateText(rateE9)).toBe(text);
    expect(readRate(text)).toBe(rateE9);
  });
  it('loses no digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (rateE9) => readRate(rateText(rateE9)) === rateE9),
    );
  });
});
