import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CreditPosition, creditStanding, currenciesToConvert, type RateOf } from './credit.ts';

const at = (
  currency: string,
  owedMinor: number,
  reservedMinor = 0,
  limitMinor: number | null = null,
): CreditPosition => ({
  currency,
  owedMinor,
  reservedMinor,
  limitMinor,
});
/** 1 USD is 1.3712 CAD, 1 JPY 0.009 CAD, 1 KWD 4.5 CAD. */
const RATES: Readonly<Record<string, number>> = { USD: 1_371_200_000, JPY: 9_000_000, KWD: 4_500_000_000 };
const rateOf: RateOf = (from, into) => (into === 'CAD' ? RATES[from] : undefined);
const availableOf = (positions: readonly CreditPosition[]) => {
  const standing = creditStanding(positions, rateOf);
  return standing.kind === 'limited' ? standing.available.minor : standing.kind;
};

describe('what may still be spent', () => {
  it('is without end where no limit stands, whatever is owed', () => {
    expect(availableOf([])).toBe('unlimited');
    expect(availableOf([at('CAD', 1_000_000), at('XXX', 5)])).toBe('unlimited');
  });
  it('counts what is owed and set aside, to the cent', () => {
    expect(availableOf([at('CAD', 400, 599, 1_000)])).toBe(1);
    expect(availableOf([at('CAD', 400, 600, 1_000)])).toBe(0);
    expect(availableOf([at('CAD', 400, 601, 1_000)])).toBe(-1);
  });
  it('counts every other currency at its rate, and rounds against the buyer only at the end', () => {
    // 10.00 USD are 13.712 CAD: 86.288 are left of 100.
    expect(availableOf([at('CAD', 0, 0, 10_000), at('USD', 0, 1_000)])).toBe(8_628);
    // Two halves of a cent do not become two cents.
    expect(availableOf([at('CAD', 0, 0, 1), at('JPY', 0, 1)])).toBe(0);
    expect(availableOf([at('CAD', 0, 0, 1), at('JPY', 1, 1)])).toBe(-1);
    // Minor units of three decimals: 1.000 KWD is 4.50 CAD.
    expect(availableOf([at('CAD', 0, 0, 450), at('KWD', 1_000)])).toBe(0);
  });
  it('what is paid ahead in the limit’s currency pays for the others', () => {
    expect(availableOf([at('CAD', -2_000, 0, 0), at('USD', 0, 1_000)])).toBe(628);
  });
  it('is nothing where a debt has no rate; money ahead without a rate buys nothing', () => {
    expect(availableOf([at('CAD', 0, 0, 10_000), at('EUR', 1)])).toBe('no-rate');
    expect(availableOf([at('CAD', 0, 0, 10_000), at('EUR', -500)])).toBe(10_000);
    expect(availableOf([at('CAD', 0, 0, 10_000), at('EUR', 0)])).toBe(10_000);
  });
  it('holds each of several limits', () => {
    const both = [at('CAD', 0, 0, 100_000), at('USD', 501, 0, 500)];
    expect(creditStanding(both, (from) => (from === 'USD' ? RATES['USD'] : 729_288_214))).toMatchObject({
      limit: { currency: 'USD' },
      available: { minor: -1 },
    });
  });
  it('asks for rates only where they decide', () => {
    expect(currenciesToConvert([at('CAD', 5, 5, 100), at('USD', 0)])).toEqual([]);
    expect(currenciesToConvert([at('CAD', 5), at('USD', 7)])).toEqual([]);
    expect(currenciesToConvert([at('CAD', 0, 0, 100), at('USD', 7)])).toEqual(['CAD', 'USD']);
  });
  it('never grows by spending, and is negative exactly when the exact sum passes the limit', () => {
    const minor = fc.integer({ min: -10_000_000, max: 10_000_000 });
    fc.assert(
      fc.property(minor, minor, fc.nat(1_000_000), fc.nat(10_000_000), (cad, usd, more, limit) => {
        const before = availableOf([at('CAD', cad, 0, limit), at('USD', usd)]);
        const after = availableOf([at('CAD', cad, 0, limit), at('USD', usd, more)]);
        expect(Number(after)).toBeLessThanOrEqual(Number(before));
        const exact = BigInt(limit - cad) * 1_000_000_000n - BigInt(usd) * 1_371_200_000n;
        expect(Number(before) < 0).toBe(exact < 0n);
      }),
    );
  });
});
