import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  allocate,
  compare,
  divideRounded,
  money,
  parseMoney,
  partsPerMillion,
  percentage,
  perUnit,
  subtract,
  sum,
  times,
  toDecimal,
} from './money.ts';

const cents = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 });
const currency = fc.constantFrom('CAD', 'USD', 'JPY', 'KWD');
const amount = fc.tuple(cents, currency).map(([minor, code]) => money(minor, code));

describe('money', () => {
  it('refuses what is not an amount', () => {
    expect(() => money(1.5, 'CAD')).toThrow(/safe integer/);
    expect(() => money(Number.MAX_SAFE_INTEGER + 1, 'CAD')).toThrow(RangeError);
    expect(() => money(1, 'cad')).toThrow(/ISO 4217/);
    expect(() => add(money(1, 'CAD'), money(1, 'USD'))).toThrow('cannot combine CAD with USD');
    expect(() => compare(money(1, 'CAD'), money(1, 'USD'))).toThrow(/cannot combine/);
    expect(() => times(money(2, 'CAD'), 1.5)).toThrow(/integer/);
    expect(() => percentage(money(2, 'CAD'), 0.5)).toThrow(/integer/);
    expect(Object.is(money(-0, 'CAD').minor, 0)).toBe(true);
  });

  it('adds and takes away without loss', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const [x, y] = [money(a, 'CAD'), money(b, 'CAD')];
        expect(subtract(add(x, y), y)).toEqual(x);
        expect(sum([x, y, y], 'CAD')).toEqual(add(x, times(y, 2)));
      }),
    );
  });
});

describe('rounding', () => {
  it.each([
    [5n, 10n, 1n],
    [-5n, 10n, -1n],
    [5n, -10n, -1n],
    [4n, 10n, 0n],
    [-4n, 10n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 3n],
  ])('%s / %s is %s (half away from zero)', (n, d, expected) => expect(divideRounded(n, d)).toBe(expected));

  it('is never more than half a unit off, and the same on both sides of zero', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (n, d) => {
          const error = 2n * (divideRounded(n, d) * d - n);
          expect(error <= d && error >= -d).toBe(true);
          expect(divideRounded(-n, d)).toBe(-divideRounded(n, d));
        },
      ),
    );
  });

  it('percentages of known amounts', () => {
    expect(percentage(money(1000, 'CAD'), 1300).minor).toBe(130);
    expect(percentage(money(5, 'CAD'), 1000).minor).toBe(1);
    expect(partsPerMillion(money(10_000, 'CAD'), 99_750).minor).toBe(998); // 9.975 % of 100.00 is 9.975
    expect(partsPerMillion(money(-10_000, 'CAD'), 99_750).minor).toBe(-998);
  });

  it('the price of a unit is that of all, parted and rounded; nothing for none', () => {
    expect(perUnit(money(1000, 'CAD'), 3).minor).toBe(333);
    expect(perUnit(money(-5, 'CAD'), 2).minor).toBe(-3);
    expect(perUnit(money(0, 'JPY'), 0)).toEqual(money(0, 'JPY'));
  });

  it('a percentage and its parts per million agree', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: -20_000, max: 20_000 }), (a, bp) => {
        expect(partsPerMillion(a, bp * 100)).toEqual(percentage(a, bp));
      }),
    );
  });
});

describe('allocate', () => {
  const weights = fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 })
    .filter((list) => list.some((weight) => weight > 0));

  it('sums to the amount and stays within one unit of the exact share', () => {
    fc.assert(
      fc.property(amount, weights, (a, list) => {
        const parts = allocate(a, list);
        expect(parts).toHaveLength(list.length);
        expect(sum(parts, a.currency)).toEqual(a);
        const total = list.reduce((t, w) => t + w, 0);
        parts.forEach((part, index) => {
          const exactTimesTotal = BigInt(a.minor) * BigInt(list[index] ?? 0);
          const off = BigInt(part.minor) * BigInt(total) - exactTimesTotal;
          expect(off < BigInt(total) && off > -BigInt(total)).toBe(true);
        });
      }),
    );
  });
  it('gives nothing to a weight of nothing, and equal weights differ by one unit at most, the earlier having more', () => {
    expect(allocate(money(100, 'CAD'), [1, 0, 1, 1]).map((m) => m.minor)).toEqual([34, 0, 33, 33]);
    expect(allocate(money(-100, 'CAD'), [1, 1, 1]).map((m) => m.minor)).toEqual([-34, -33, -33]);
  });
  it('works with weights whose sum is past the safe integers', () =>
    expect(allocate(money(3, 'CAD'), [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]).map((m) => m.minor)).toEqual([
      2, 1,
    ]));
  it.each([[[]], [[0, 0]], [[-1, 2]], [[0.5]]])('refuses weights %j', (list) =>
    expect(() => allocate(money(1, 'CAD'), list)).toThrow(RangeError),
  );
});

describe('text', () => {
  it('toDecimal and parseMoney are inverses', () => {
    fc.assert(
      fc.property(amount, (a) => {
        expect(parseMoney(toDecimal(a), a.currency)).toEqual(a);
      }),
    );
  });

  it('reads what the fr-CA and en-CA formats write', () => {
    const formats = ['fr-CA', 'en-CA'].map((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }));
    fc.assert(
      fc.property(cents, (minor) => {
        for (const format of formats) expect(parseMoney(format.format(minor / 100), 'CAD')?.minor).toBe(minor || 0);
      }),
    );
  });

  it.each([
    ['12,50', 1250],
    ['1 234,5 $', 123_450],
    ['1\u202f234,56', 123_456],
    ['1.234,56', 123_456],
    ['$1,234.50', 123_450],
    ['-CA$3.05', -305],
    ['12.500', 1250],
    ['1,234', 123_400],
    ['0', 0],
  ])('"%s" is %i cents', (text, minor) => expect(parseMoney(text, 'CAD')).toEqual(money(minor, 'CAD')));

  it.each(['', 'abc', '1.005', '12,34,56', '1e3', '--5', '.', '12.3.4', '99999999999999999999', '0x10'])(
    '"%s" is no amount',
    (text) => expect(parseMoney(text, 'CAD')).toBeUndefined(),
  );
  it('knows currencies without cents and with three decimals', () => {
    expect(parseMoney('1500', 'JPY')).toEqual(money(1500, 'JPY'));
    expect(parseMoney('1500.50', 'JPY')).toBeUndefined();
    expect(toDecimal(money(1500, 'KWD'))).toBe('1.500');
    expect(toDecimal(money(-5, 'CAD'))).toBe('-0.05');
  });
});
