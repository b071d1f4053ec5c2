import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf, changeOf, type Day, MOST_BARS, ticksOf } from './chart-model.ts';

const day = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
const days = fc
  .array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 366 })
  .map((values): Day[] => values.map((value, index) => ({ day: day(index), value })));

describe('bars', () => {
  it('lose no day and no figure, and stay below the limit', () => {
    fc.assert(
      fc.property(days, (given) => {
        const bars = barsOf(given);
        expect(bars.length).toBeLessThanOrEqual(MOST_BARS);
        expect(bars.reduce((sum, bar) => sum + bar.value, 0)).toBe(given.reduce((sum, one) => sum + one.value, 0));
        expect(bars[0]?.from).toBe(given[0]?.day);
        expect(bars.at(-1)?.to).toBe(given.at(-1)?.day);
        for (const [index, bar] of bars.entries())
          if (index > 0) expect(Date.parse(bar.from) - Date.parse(bars[index - 1]?.to ?? '')).toBe(86_400_000);
      }),
    );
  });

  it('are days in a month and weeks in a year', () => {
    const year = Array.from({ length: 365 }, (_, index) => ({ day: day(index), value: 1 }));
    expect(barsOf(year.slice(0, 30))).toHaveLength(30);
    expect(barsOf(year)[0]).toEqual({ from: '2026-01-01', to: '2026-01-07', value: 7 });
    expect(barsOf(year)).toHaveLength(53);
  });
});

describe('axis', () => {
  it('reaches from below the lowest to above the highest in few round steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100_000, max: 100_000_000 }), { maxLength: 40 }), (values) => {
        const ticks = ticksOf(values);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values));
        expect(ticks).toContain(0);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('counts in whole numbers', () => {
    expect(ticksOf([1])).toEqual([0, 1]);
    expect(ticksOf([0])).toEqual([0, 1]);
    expect(ticksOf([3])).toEqual([0, 1, 2, 3]);
    expect(ticksOf([97])).toEqual([0, 50, 100]);
  });
});

it('says no change where there was nothing to change from', () => {
  expect(changeOf(5, 0)).toBeUndefined();
  expect(changeOf(6, 4)).toBe(0.5);
  expect(changeOf(-1, -2)).toBe(0.5);
});
