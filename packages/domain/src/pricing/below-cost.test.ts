import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '../money/money.ts';
import { COSTS_TRIED, priceBelowCost } from './below-cost.ts';
import { type MarkupRule, priceChain, type PricedPurchase } from './pricing.ts';

const TODAY = '2026-11-24';
const anyRule = fc.record({
  scope: fc.record({
    carriers: fc.option(fc.constantFrom(['ups'], ['ups', 'fedex']), { nil: undefined }),
    services: fc.option(fc.constantFrom(['ground'], ['air']), { nil: undefined }),
    zones: fc.option(fc.constantFrom(['domestic'], ['US'], ['CA-ON'], ['international', 'CA']), { nil: undefined }),
    minGrams: fc.option(fc.constantFrom(500, 1000, 2000), { nil: undefined }),
    maxGrams: fc.option(fc.constantFrom(600, 1500, 3000), { nil: undefined }),
  }),
  percentBp: fc.integer({ min: -3000, max: 4000 }),
  offListBp: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined, freq: 4 }),
  fixedMinor: fc.integer({ min: -300, max: 600 }),
  floorMinor: fc.option(fc.integer({ min: -50, max: 400 }), { nil: undefined }),
  capMinor: fc.option(fc.integer({ min: -50, max: 900 }), { nil: undefined }),
  validFrom: fc.option(fc.constantFrom('2026-01-01', '2026-12-01'), { nil: undefined }),
  validTo: fc.option(fc.constantFrom('2026-06-30', '2026-12-10'), { nil: undefined }),
});
const anyRules = fc
  .array(anyRule, { maxLength: 4 })
  .map((rules): MarkupRule[] => rules.map((rule, index) => ({ ...rule, id: String(index), position: index + 1 })));

const priced = (rules: readonly MarkupRule[], purchase: PricedPurchase, minor: number): number => {
  const lines = [{ kind: 'base' as const, code: 'freight', label: '', amount: money(minor, 'CAD') }];
  return priceChain(lines, 'CAD', purchase, [{ tenant: 'x', rules }])[0]?.price.minor ?? Number.NaN;
};
const every: readonly PricedPurchase[] = ['ups', 'fedex', 'dhl'].flatMap((carrier) =>
  ['ground', 'air', 'sea'].flatMap((service) =>
    [
      ['domestic', 'CA', 'CA-ON'],
      ['domestic', 'CA', 'CA-BC'],
      ['international', 'US', 'US-NY'],
      ['international', 'FR'],
      ['domestic', 'US'],
    ].flatMap((zones) =>
      [499, 500, 600, 601, 1000, 1501, 2000, 3001].flatMap((billableGrams) =>
        [TODAY, '2026-12-05', '2026-12-11'].map((day) => ({ carrier, service, zones, billableGrams, day })),
      ),
    ),
  ),
);

/** Every purchase is tried for so many plans of rules without one below cost: that takes the time. */
const MOST_WALKED = 50;

test('finds a purchase below cost exactly when the rules price one so', () => {
  let [below, above] = [0, 0];
  fc.assert(
    fc.property(anyRules, (rules) => {
      const worst = priceBelowCost(rules, 'CAD', TODAY);
      if (worst) {
        below += 1;
        expect(priced(rules, worst.purchase, worst.costMinor)).toBe(worst.priceMinor);
        expect(worst.priceMinor).toBeLessThan(worst.costMinor);
      } else if ((above += 1) <= MOST_WALKED)
        for (const [at, purchase] of every.entries())
          for (const cost of COSTS_TRIED.slice(0, 5)) {
            // A purchase has one list price; over all of them each kind is met.
            const listMinor = [undefined, cost * 0.9, cost, cost * 2][(above + at) % 4];
            expect(priced(rules, { ...purchase, listMinor }, cost)).toBeGreaterThanOrEqual(cost);
          }
    }),
    { numRuns: 400 },
  );
  // About one in seven.
  expect(below).toBeGreaterThan(15);
});

test('a discount that another rule makes up for is none', () => {
  const rule = (change: Partial<MarkupRule>, position: number): MarkupRule => ({
    id: `r${position}`,
    position,
    scope: {},
    percentBp: 0,
    fixedMinor: 0,
    ...change,
  });
  const discount = rule({ percentBp: -500, scope: { services: ['ground'] } }, 2);
  expect(priceBelowCost([rule({ percentBp: 2000 }, 1), discount], 'CAD', TODAY)).toBeUndefined();
  expect(priceBelowCost([rule({ percentBp: 400 }, 1), discount], 'CAD', TODAY)).toMatchObject({
    costMinor: 1000,
    priceMinor: 988,
    ruleIds: ['r1', 'r2'],
  });
  // One that is over takes nothing away any more.
  expect(priceBelowCost([{ ...discount, validTo: '2026-11-23' }], 'CAD', TODAY)).toBeUndefined();
});

test('a discount off the list price may fall below cost, unless it adds at least nothing', () => {
  const off: MarkupRule = { id: 'off', position: 1, scope: {}, percentBp: 0, fixedMinor: 0, offListBp: 1000 };
  expect(priceBelowCost([off], 'CAD', TODAY)).toMatchObject({ costMinor: 1000, priceMinor: 900, ruleIds: ['off'] });
  expect(priceBelowCost([{ ...off, floorMinor: 0 }], 'CAD', TODAY)).toBeUndefined();
  // Nothing off it is still the list price, and that can be less than what the level above charges.
  expect(priceBelowCost([{ ...off, offListBp: 0 }], 'CAD', TODAY)).toMatchObject({
    costMinor: 1000,
    priceMinor: 900,
    purchase: { listMinor: 900 },
  });
  expect(priceBelowCost([{ ...off, offListBp: 0, floorMinor: 0 }], 'CAD', TODAY)).toBeUndefined();
});
