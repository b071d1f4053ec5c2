import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destinationZones } from './destination-zones.ts';
import { checkMarkupRules, type CheckedRule } from './markup-check.ts';
import { type MarkupScope, ruleApplies } from './pricing.ts';

const rule = (scope: MarkupScope = {}, change: Partial<CheckedRule> = {}): CheckedRule => ({
  scope,
  percentBp: 500,
  fixedMinor: 0,
  ...change,
});
const codes = (rules: readonly CheckedRule[], known?: Parameters<typeof checkMarkupRules>[2]) =>
  checkMarkupRules(rules, '2026-11-21', known).map((r) => [r.kind, r.with, r.rule, r.code]);

describe('rules that are odd', () => {
  it.each<[string, CheckedRule, string, string]>([
    ['weights that exclude each other', rule({ minGrams: 500, maxGrams: 400 }), 'never', 'weights-crossed'],
    [
      'days that exclude each other',
      rule({}, { validFrom: '2026-12-02', validTo: '2026-12-01' }),
      'never',
      'days-crossed',
    ],
    ['days that are over', rule({}, { validTo: '2026-11-20' }), 'never', 'over'],
    ['nothing chosen', rule({ zones: [] }), 'never', 'nothing-chosen'],
    ['nothing added', rule({}, { percentBp: 0 }), 'useless', 'changes-nothing'],
    ['a floor above the cap', rule({}, { floorMinor: 200, capMinor: 100 }), 'useless', 'floor-above-cap'],
  ])('%s', (_, odd, kind, code) => {
    expect(codes([odd])).toEqual([[kind, null, 0, code]]);
  });
  it('a rule of today, with a floor alone, or with equal ends is fine', () => {
    expect(codes([rule({}, { validTo: '2026-11-21' })])).toEqual([]);
    expect(codes([rule({ minGrams: 500, maxGrams: 500 }, { percentBp: 0, floorMinor: 50 })])).toEqual([]);
  });
  it('a carrier nobody is lent and a service the carrier has not are never reached', () => {
    const known = {
      services: new Map([
        ['ups', new Set(['03'])],
        ['rate-sheet', undefined],
      ]),
    };
    expect(codes([rule({ carriers: ['fedex'] })], known)).toEqual([['never', null, 0, 'no-such-carrier']]);
    expect(codes([rule({ carriers: ['ups'], services: ['99'] })], known)).toEqual([
      ['never', null, 0, 'no-such-service'],
    ]);
    expect(codes([rule({ carriers: ['rate-sheet'], services: ['any'] })], known)).toEqual([]);
    expect(codes([rule({ carriers: ['ups', 'fedex'], services: ['03'] })], known)).toEqual([]);
  });
  it('points out the pairs that add up, and only those', () => {
    const all = rule();
    const ups = rule({ carriers: ['ups'], zones: ['domestic'] });
    const fedex = rule({ carriers: ['fedex'] });
    const west = rule({ carriers: ['ups'], zones: ['CA-BC'] });
    const abroad = rule({ carriers: ['ups'], zones: ['international'] });
    expect(codes([all, ups, fedex, west, abroad])).toEqual([
      ['overlap', 0, 1, 'adds-up'],
      ['overlap', 0, 2, 'adds-up'],
      ['overlap', 0, 3, 'adds-up'],
      ['overlap', 1, 3, 'adds-up'],
      ['overlap', 0, 4, 'adds-up'],
      ['overlap', 3, 4, 'adds-up'],
    ]);
  });
});

const pick = <T>(...of: T[]) => fc.option(fc.uniqueArray(fc.constantFrom(...of), { maxLength: 3 }), { nil: undefined });
const day = fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22', '2026-12-01');
const anyRule = fc.record({
  scope: fc.record({
    carriers: pick('ups', 'fedex', 'usps'),
    services: pick('ground', 'air', 'post'),
    zones: pick('domestic', 'international', 'CA', 'US', 'CA-BC', 'CA-ON'),
    minGrams: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    maxGrams: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  }),
  percentBp: fc.constant(100),
  fixedMinor: fc.constant(0),
  validFrom: fc.option(day, { nil: undefined }),
  validTo: fc.option(day, { nil: undefined }),
});
const anyPurchase = fc.record({
  carrier: fc.constantFrom('ups', 'fedex', 'usps'),
  service: fc.constantFrom('ground', 'air', 'post'),
  zones: fc
    .tuple(fc.constantFrom('CA', 'US'), fc.constantFrom('CA', 'US'), fc.constantFrom('BC', 'ON', ''))
    .map(([from, to, provinceCode]) => destinationZones({ countryCode: from }, { countryCode: to, provinceCode })),
  billableGrams: fc.integer({ min: 0, max: 5 }),
  day: fc.constantFrom('2026-11-21', '2026-11-22', '2026-12-01', '2027-01-01'),
});

describe('the remarks are true of every purchase from today on', () => {
  it('a rule said never to hold holds for none, and two without an overlap are never applied together', () => {
    fc.assert(
      fc.property(anyRule, anyRule, fc.array(anyPurchase, { minLength: 5, maxLength: 30 }), (one, other, purchases) => {
        const remarks = checkMarkupRules([one, other], '2026-11-21');
        const [first, second] = [one, other].map((each, index) => ({ ...each, id: `${index}`, position: index }));
        for (const purchase of purchases) {
          const both = [first, second].map((each) => each !== undefined && ruleApplies(each, purchase));
          for (const { kind, rule: index } of remarks) if (kind === 'never') expect(both[index]).toBe(false);
          if (both.every(Boolean)) expect(remarks.some(({ kind }) => kind === 'overlap')).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });
});
