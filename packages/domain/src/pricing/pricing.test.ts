import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, sum } from '../money/money.ts';
import { listBeforeTaxes, priceChain, ruleApplies, sellPrice } from './pricing.ts';
import type { MarkupRule, MarkupScope, PricedPurchase } from './pricing.ts';
import type { PriceLine, PriceLineKind } from '../shipping/shipment.ts';

const purchase: PricedPurchase = {
  carrier: 'ups',
  service: 'ground',
  zones: ['3'],
  billableGrams: 2500,
  day: '2026-11-20',
};
const line = (kind: PriceLineKind, minor: number, ratePpm?: number): PriceLine => ({
  kind,
  code: kind,
  label: kind,
  amount: money(minor, 'CAD'),
  ...(ratePpm !== undefined && { ratePpm }),
});
const rule = (change: Partial<MarkupRule>, scope: MarkupScope = {}): MarkupRule => ({
  id: 'r1',
  position: 1,
  scope,
  percentBp: 0,
  fixedMinor: 0,
  ...change,
});
const cost = [line('base', 1000), line('fuel', 150), line('discount', -50), line('tax', 143, 130_000)];
const price = (rules: readonly MarkupRule[], lines: readonly PriceLine[] = cost) =>
  sellPrice(priceChain(lines, 'CAD', purchase, [{ tenant: 'franchise', rules }]));

describe('one level', () => {
  it('without a mark-up the price is the cost, line by line', () => {
    expect(price([])).toEqual({ lines: cost, price: money(1243, 'CAD') });
  });
  it('a percentage is on the price before taxes, and the tax is charged anew', () => {
    const sold = price([rule({ percentBp: 1000 })]);
    expect(sold.lines.map((l) => l.amount.minor)).toEqual([1100, 165, -55, 157]); // 13 % of 12.10 is 1.573
    expect(sold.price.minor).toBe(1210 + 157);
  });
  it.each<[string, Partial<MarkupRule>, number]>([
    ['a fixed amount', { fixedMinor: 200 }, 1300],
    ['percent and fixed together', { percentBp: 1000, fixedMinor: 40 }, 1250],
    ['a floor', { percentBp: 100, floorMinor: 75 }, 1175],
    ['a cap', { percentBp: 5000, capMinor: 300 }, 1400],
    ['a discount', { percentBp: -1000 }, 990],
    ['never below nothing', { fixedMinor: -9999 }, 0],
  ])('%s', (_, change, expected) => {
    const sold = price([rule(change)], cost.slice(0, 3));
    expect(sold.price.minor).toBe(expected);
  });
  it.each<[string, Partial<MarkupRule>[], number]>([
    ['a discount off the list price, whatever it cost', [{ offListBp: 1000 }], 1800],
    ['the list price itself', [{ offListBp: 0 }], 2000],
    ['a discount with a fixed amount', [{ offListBp: 1000, fixedMinor: 25 }], 1825],
    ['a discount that adds no more than its cap', [{ offListBp: 1000, capMinor: 300 }], 1400],
    ['a discount that adds at least nothing', [{ offListBp: 6000, floorMinor: 0 }], 1100],
    ['in the place of what an earlier rule made', [{ percentBp: 9000 }, { offListBp: 1000 }], 1800],
    ['with a later rule on top', [{ offListBp: 1000 }, { percentBp: 1000 }], 1980],
  ])('off the list price: %s', (_, changes, expected) => {
    const rules = changes.map((change, index) => rule({ id: `r${index}`, position: index, ...change }));
    const sold = (listMinor?: number) =>
      priceChain(cost.slice(0, 3), 'CAD', { ...purchase, listMinor }, [{ tenant: 'f', rules }])[0];
    expect(sold(2000)?.price.minor).toBe(expected);
    // Where the carrier names none, such a rule is for nothing.
    const others = rules.filter(({ offListBp }) => offListBp === undefined);
    expect(sold()).toEqual(priceChain(cost.slice(0, 3), 'CAD', purchase, [{ tenant: 'f', rules: others }])[0]);
  });
  it('a list price is told as the total is; taxes leave it in the same share', () => {
    const total = money(1243, 'CAD');
    expect(listBeforeTaxes(money(2486, 'CAD'), total, cost)).toBe(2200);
    expect(listBeforeTaxes(money(2486, 'USD'), total, cost)).toBeUndefined();
    expect(listBeforeTaxes(undefined, total, cost)).toBeUndefined();
    expect(listBeforeTaxes(money(2000, 'CAD'), money(0, 'CAD'), [])).toBeUndefined();
  });
  it('rules are applied in order of position, each on what the ones before made', () => {
    const add = rule({ id: 'add', position: 2, fixedMinor: 100 });
    const double = rule({ id: 'double', position: 5, percentBp: 10_000 });
    const [book] = priceChain(cost.slice(0, 3), 'CAD', purchase, [{ tenant: 'f', rules: [double, add] }]);
    expect(book?.price.minor).toBe((1100 + 100) * 2);
    expect(book?.ruleIds).toEqual(['add', 'double']);
  });
  it('what was free can be sold', () => {
    expect(price([rule({ fixedMinor: 500 })], [line('base', 0)]).price.minor).toBe(500);
    expect(price([rule({ fixedMinor: 500 })], []).lines).toEqual([
      { kind: 'base', code: 'freight', label: 'Shipping', amount: money(500, 'CAD') },
    ]);
  });
});

describe('scope', () => {
  it.each<[MarkupScope, boolean]>([
    [{}, true],
    [{ carriers: ['ups'] }, true],
    [{ carriers: ['fedex'] }, false],
    [{ services: ['ground', 'air'] }, true],
    [{ services: [] }, false],
    [{ zones: ['4'] }, false],
    [{ minGrams: 2500, maxGrams: 2500 }, true],
    [{ minGrams: 2501 }, false],
    [{ maxGrams: 2499 }, false],
  ])('%j applies: %s', (scope, expected) => expect(ruleApplies(rule({}, scope), purchase)).toBe(expected));
  it('a weight condition fails where no billable weight is known', () =>
    expect(ruleApplies(rule({}, { minGrams: 0 }), { ...purchase, billableGrams: undefined })).toBe(false));
  it('both ends of the dates are included', () => {
    const dated = rule({ validFrom: '2026-11-20', validTo: '2026-11-20' });
    expect(ruleApplies(dated, purchase)).toBe(true);
    expect(ruleApplies(dated, { ...purchase, day: '2026-11-21' })).toBe(false);
    expect(ruleApplies(dated, { ...purchase, day: '2026-11-19' })).toBe(false);
  });
});

const net = (list: readonly PriceLine[] = []) => list.reduce((t, l) => t + (l.kind === 'tax' ? 0 : l.amount.minor), 0);

describe('properties of any chain', () => {
  const anyRule = fc
    .record({
      position: fc.nat(5),
      percentBp: fc.integer({ min: -2000, max: 20_000 }),
      fixedMinor: fc.integer({ min: -500, max: 5000 }),
      floorMinor: fc.option(fc.nat(1000), { nil: undefined }),
      capMinor: fc.option(fc.integer({ min: 1000, max: 9000 }), { nil: undefined }),
    })
    .map((change) => rule(change));
  const levels = fc
    .array(fc.array(anyRule, { maxLength: 3 }), { minLength: 1, maxLength: 4 })
    .map((list) => list.map((rules, index) => ({ tenant: `level ${index}`, rules })));
  const costs = fc
    .record({
      base: fc.nat(50_000),
      extra: fc.array(fc.nat(2000), { maxLength: 4 }),
      ratePpm: fc.constantFrom(undefined, 50_000, 99_750, 130_000),
    })
    .map(({ base, extra, ratePpm }) => {
      const lines = [line('base', base), ...extra.map((minor) => line('surcharge', minor))];
      const before = sum(
        lines.map((l) => l.amount),
        'CAD',
      ).minor;
      return [...lines, line('tax', Math.round((before * (ratePpm ?? 130_000)) / 1e6), ratePpm)];
    });

  it('lines sum to the price at every level, and one level pays what the one above charges', () => {
    fc.assert(
      fc.property(costs, levels, (lines, chain) => {
        const books = priceChain(lines, 'CAD', purchase, chain);
        expect(books).toHaveLength(chain.length);
        books.forEach((book, index) => {
          expect(
            sum(
              book.priceLines.map((l) => l.amount),
              'CAD',
            ),
          ).toEqual(book.price);
          expect(
            sum(
              book.costLines.map((l) => l.amount),
              'CAD',
            ),
          ).toEqual(book.cost);
          if (index > 0) expect(book.costLines).toEqual(books[index - 1]?.priceLines);
          expect(book.price.minor).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });

  it('no level sees another level’s cost: its book is made of what it pays and its own rules alone', () => {
    fc.assert(
      fc.property(costs, levels, (lines, chain) => {
        const books = priceChain(lines, 'CAD', purchase, chain);
        chain.forEach((level, index) => {
          const paid = books[index]?.costLines ?? [];
          const alone = priceChain(paid, 'CAD', purchase, [level]);
          expect(alone).toEqual([books[index]]);
        });
        const { lines: shown, price: pays } = sellPrice(books);
        expect(shown.some((l) => l.kind === 'markup')).toBe(false);
        expect(
          sum(
            shown.map((l) => l.amount),
            'CAD',
          ),
        ).toEqual(pays);
      }),
    );
  });

  it('mark-ups that only add never sell below cost, and a tax with a known rate is exact', () => {
    const adding = anyRule.map((r) => ({ ...r, percentBp: Math.abs(r.percentBp), fixedMinor: Math.abs(r.fixedMinor) }));
    fc.assert(
      fc.property(costs, fc.array(adding, { minLength: 1, maxLength: 3 }), (lines, rules) => {
        const [book] = priceChain(lines, 'CAD', purchase, [{ tenant: 'f', rules }]);
        const sold = net(book?.priceLines);
        expect(sold).toBeGreaterThanOrEqual(net(book?.costLines));
        for (const l of book?.priceLines ?? [])
          if (l.ratePpm !== undefined)
            expect(Math.abs(l.amount.minor - (sold * l.ratePpm) / 1e6)).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});
