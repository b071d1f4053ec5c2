import { assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateRow, RateSheet } from './rate-sheet.ts';
import { differenceOf } from './rate-sheet-difference.ts';

const row = (change: Partial<RateRow>): RateRow => ({
  service: 'STD',
  fromZone: null,
  toZone: 'A',
  over: 0,
  upTo: 1000,
  price: 895,
  step: null,
  stepPrice: null,
  days: 2,
  ...change,
});
const sheet = (rates: readonly RateRow[], change: Partial<RateSheet> = {}): RateSheet => ({
  version: 1,
  settings: {
    name: 'Courier',
    currency: 'CAD',
    prefix: 'MC',
    country: 'CA',
    units: 'metric',
    roundTo: 500,
    divisor: null,
    canadianTaxes: true,
  },
  services: [],
  zones: [],
  rates,
  surcharges: [],
  fuel: [],
  ...change,
});

describe('the difference of two price lists', () => {
  test('a slip of the point is the first change that is named', () => {
    const rates = [row({}), row({ over: 1000, upTo: 2000, price: 1_100 }), row({ toZone: 'B', price: 1_200 })];
    const after = [
      row({ price: 8_950 }),
      row({ over: 1000, upTo: 2000, price: 1_150 }),
      row({ toZone: 'C', price: 900 }),
    ];
    const difference = differenceOf(sheet(rates), sheet(after), 10);
    expect(difference).toMatchObject({ added: 1, removed: 1, changed: 2, unchanged: 0, sections: [] });
    expect(difference.changes[0]).toMatchObject({ toZone: 'A', before: 895, after: 8_950 });
    expect(difference.changes.filter(({ before, after: now }) => before === null || now === null)).toHaveLength(2);
  });

  test('steps, fuel and settings are changes although no price of a row is another', () => {
    const stepped = row({ step: 500, stepPrice: 100 });
    const fuel = [{ validFrom: '2026-01-01', percentBp: 1_200, services: [] }];
    const difference = differenceOf(sheet([stepped]), sheet([{ ...stepped, stepPrice: 150 }], { fuel }), 10);
    expect(difference).toMatchObject({ changed: 1, unchanged: 0, sections: ['fuel'] });
  });

  test('every row is counted once, and a list differs in nothing from itself', () => {
    const rates = uniqueArray(
      record({
        toZone: constantFrom('A', 'B', 'C'),
        over: integer({ min: 0, max: 5 }),
        price: integer({ min: 1, max: 9 }),
      }),
      { selector: ({ toZone, over }) => `${toZone} ${over}` },
    );
    assert(
      property(rates, rates, (a, b) => {
        const [before, after] = [sheet(a.map((each) => row(each))), sheet(b.map((each) => row(each)))];
        const { added, removed, changed, unchanged } = differenceOf(before, after, 100);
        expect(added + changed + unchanged).toBe(b.length);
        expect(removed + changed + unchanged).toBe(a.length);
        expect(differenceOf(before, before, 100)).toMatchObject({ added: 0, removed: 0, changed: 0, changes: [] });
      }),
    );
  });
});
