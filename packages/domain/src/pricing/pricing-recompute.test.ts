/** Prices come out again to the cent, whatever rules, levels and shares; and the rules do what they say. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, money, partsPerMillion, percentage, sum } from '../money/money.ts';
import { type MarkupRule, priceChain, type PricedPurchase } from './pricing.ts';
import { beforeTaxes, priceUnder, recompute } from './pricing-recompute.ts';
import { splitPrice } from '../money/ledger.ts';
import type { PriceLine } from '../shipping/shipment.ts';

const carriers = ['ups', 'fedex', 'canada-post'];
const zones = ['domestic', 'international', 'CA', 'CA-ON', 'US'];
const days = ['2026-10-01', '2026-10-15', '2026-11-01'];

const anyPurchase: fc.Arbitrary<PricedPurchase> = fc.record({
  carrier: fc.constantFrom(...carriers),
  service: fc.constantFrom('ground', 'express'),
  zones: fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 }),
  billableGrams: fc.integer({ min: 1, max: 30_000 }),
  listMinor: fc.option(fc.nat(60_000), { nil: undefined }),
  day: fc.constantFrom(...days),
});
const some = <T>(values: readonly T[]) => fc.option(fc.uniqueArray(fc.constantFrom(...values)), { nil: undefined });
const anyRule = fc
  .record({
    position: fc.nat(9),
    scope: fc.record({
      carriers: some(carriers),
      services: some(['ground', 'express']),
      zones: some(zones),
      minGrams: fc.option(fc.nat(20_000), { nil: undefined }),
      maxGrams: fc.option(fc.nat(40_000), { nil: undefined }),
    }),
    percentBp: fc.integer({ min: -10_000, max: 20_000 }),
    offListBp: fc.option(fc.nat(10_000), { nil: undefined, freq: 3 }),
    fixedMinor: fc.integer({ min: -2000, max: 5000 }),
    floorMinor: fc.option(fc.integer({ min: -500, max: 3000 }), { nil: undefined }),
    capMinor: fc.option(fc.integer({ min: -500, max: 3000 }), { nil: undefined }),
    validFrom: fc.option(fc.constantFrom(...days), { nil: undefined }),
    validTo: fc.option(fc.constantFrom(...days), { nil: undefined }),
  })
  .chain((rule) => fc.uuid().map((id): MarkupRule => ({ id, ...rule })));
const anyLevels = fc
  .array(fc.array(anyRule, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((list) => list.map((rules, index) => ({ tenant: `level ${index}`, rules })));
const anyCost = fc
  .record({
    lines: fc.array(fc.nat(40_000), { minLength: 1, maxLength: 5 }),
    ppm: fc.constantFrom(50_000, 99_750, 130_000),
  })
  .map(({ lines, ppm }): PriceLine[] => {
    const charged = lines.map(
      (minor, index): PriceLine => ({
        kind: index === 0 ? 'base' : 'surcharge',
        code: `c${index}`,
        label: `c${index}`,
        amount: money(minor, 'CAD'),
      }),
    );
    const amount = partsPerMillion(beforeTaxes(charged, 'CAD'), ppm);
    return [...charged, { kind: 'tax', code: 'tax', label: 'tax', ratePpm: ppm, amount }];
  });
const anyWeights = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 4 });

describe('recompute', () => {
  it('gives the price of every level and every share again, from what that level keeps', () => {
    fc.assert(
      fc.property(anyCost, anyPurchase, anyLevels, anyWeights, (cost, purchase, levels, weights) => {
        const books = priceChain(cost, 'CAD', purchase, levels);
        for (const [index, book] of books.entries()) {
          const stored = new Map(levels[index]?.rules.map((rule) => [rule.id, rule]));
          const shares = splitPrice(book.price, book.priceLines, weights);
          let total = 0;
          for (const [at, share] of shares.entries()) {
            const again = recompute(
              { currency: 'CAD', purchase, costLines: book.costLines, piece: at + 1, weights },
              book.ruleIds,
              (id) => stored.get(id),
            );
            expect(again).toEqual({ price: share.price, lines: share.lines, ruleIds: book.ruleIds });
            total += again?.price.minor ?? 0;
          }
          expect(total).toBe(book.price.minor);
        }
      }),
    );
  });

  it('takes amounts that were converted as they were, not as the rule says', () => {
    const rule: MarkupRule = { id: 'r', position: 1, scope: {}, percentBp: 0, fixedMinor: 100, floorMinor: 500 };
    const line: PriceLine = { kind: 'base', code: 'b', label: 'b', amount: money(1000, 'USD') };
    const purchase: PricedPurchase = { carrier: 'ups', service: '03', day: '2026-11-01' };
    const sale = { currency: 'USD', purchase, costLines: [line], piece: 1, weights: [1] };
    const applied = [{ id: 'r', fixed: 73, floor: 365, cap: null }];
    expect(recompute(sale, applied, () => rule)?.price).toEqual(money(1365, 'USD'));
    expect(recompute(sale, ['r'], () => rule)?.price).toEqual(money(1500, 'USD'));
    expect(recompute(sale, ['gone'], () => undefined)).toBeUndefined();
  });
});

describe('rules', () => {
  const purchase: PricedPurchase = {
    carrier: 'ups',
    service: 'ground',
    zones: ['CA'],
    billableGrams: 500,
    listMinor: 2222,
    day: '2026-10-15',
  };
  const open = (change: Partial<MarkupRule>): MarkupRule => ({
    id: 'r',
    position: 1,
    scope: {},
    percentBp: 0,
    fixedMinor: 0,
    ...change,
  });
  const net = (cost: readonly PriceLine[], rules: readonly MarkupRule[]): number =>
    beforeTaxes(priceUnder({ currency: 'CAD', purchase, costLines: cost, piece: 1, weights: [1] }, rules).lines, 'CAD')
      .minor;

  it('one adds no less than its floor and no more than its cap; the cap wins', () => {
    fc.assert(
      fc.property(anyCost, anyRule, (cost, rule) => {
        const before = beforeTaxes(cost, 'CAD').minor;
        const added = net(cost, [{ ...rule, scope: {}, validFrom: undefined, validTo: undefined }]) - before;
        const { capMinor: cap, floorMinor: floor } = rule;
        // Nothing is sold below nothing, which may stop a discount short of what it says.
        if (cap !== undefined) expect(added).toBeLessThanOrEqual(Math.max(cap, -before));
        if (floor !== undefined && (cap === undefined || floor <= cap)) expect(added).toBeGreaterThanOrEqual(floor);
      }),
    );
  });

  it('are applied by position, whatever the order they are given in', () => {
    fc.assert(
      fc.property(anyCost, fc.array(anyRule, { minLength: 2, maxLength: 5 }), (cost, rules) => {
        const placed = rules.map((rule, index) => ({ ...rule, position: index }));
        expect(net(cost, placed.toReversed())).toBe(net(cost, placed));
      }),
    );
  });

  it('a percentage is rounded once for the whole price, not line by line', () => {
    fc.assert(
      fc.property(anyCost, fc.integer({ min: 0, max: 20_000 }), (cost, percentBp) => {
        const before = beforeTaxes(cost, 'CAD');
        expect(net(cost, [open({ percentBp })])).toBe(before.minor + percentage(before, percentBp).minor);
      }),
    );
  });

  it('one that is not for a purchase changes nothing', () => {
    const cost: PriceLine[] = [{ kind: 'base', code: 'b', label: 'b', amount: money(1000, 'CAD') }];
    const elsewhere: readonly Partial<MarkupRule>[] = [
      { scope: { carriers: ['fedex'] } },
      { scope: { services: ['air'] } },
      { scope: { zones: ['US'] } },
      { scope: { minGrams: 501 } },
      { scope: { maxGrams: 499 } },
      { validFrom: '2026-10-16' },
      { validTo: '2026-10-14' },
    ];
    for (const change of elsewhere) expect(net(cost, [open({ fixedMinor: 99, ...change })])).toBe(1000);
    expect(net(cost, [open({ fixedMinor: 99 })])).toBe(1099);
  });

  it('shares of a price sum to it, line by line', () => {
    fc.assert(
      fc.property(anyCost, anyWeights, (cost, weights) => {
        const price = sum(
          cost.map((line) => line.amount),
          'CAD',
        );
        const parts = splitPrice(price, cost, weights);
        expect(parts.reduce((total, part) => total + part.price.minor, 0)).toBe(price.minor);
        for (const [index, line] of cost.entries())
          expect(parts.reduce((total, part) => total + (part.lines[index]?.amount.minor ?? 0), 0)).toBe(
            line.amount.minor,
          );
        expect(allocate(price, weights).reduce((total, part) => total + part.minor, 0)).toBe(price.minor);
      }),
    );
  });
});
