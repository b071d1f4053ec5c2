/** Sums of a replay. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReplayedSale, WHAT_IF_DIMENSIONS, weightBand, WhatIf } from './what-if.ts';

const anySale: fc.Arbitrary<ReplayedSale> = fc.record({
  purchaseId: fc.uuid(),
  at: fc.constantFrom('2026-10-01T10:00:00Z', '2026-10-02T10:00:00Z'),
  buyerId: fc.constantFrom('a', 'b', 'c'),
  carrier: fc.constantFrom('ups', 'fedex'),
  service: fc.constantFrom('ground', 'air'),
  zone: fc.constantFrom('CA-ON', 'US-NY'),
  grams: fc.integer({ min: 1, max: 40_000 }),
  currency: fc.constantFrom('CAD', 'USD'),
  costMinor: fc.nat(9000),
  thenMinor: fc.nat(9000),
  billThenMinor: fc.nat(9000),
  newMinor: fc.nat(9000),
  billNewMinor: fc.nat(9000),
});
const totalOf = (sales: readonly ReplayedSale[], of: (sale: ReplayedSale) => number): number =>
  sales.reduce((sum, sale) => sum + of(sale), 0);

describe('what if', () => {
  it('every dimension sums to the total of its currency', () => {
    fc.assert(
      fc.property(fc.array(anySale, { maxLength: 60 }), (sales) => {
        const whatIf = new WhatIf();
        for (const sale of sales) whatIf.add(sale);
        const { totals, groups } = whatIf.result();
        for (const { currency, ...total } of totals) {
          const own = sales.filter((sale) => sale.currency === currency);
          expect(total).toEqual({
            labels: own.length,
            costMinor: totalOf(own, (sale) => sale.costMinor),
            thenMinor: totalOf(own, (sale) => sale.thenMinor),
            newMinor: totalOf(own, (sale) => sale.newMinor),
            billThenMinor: totalOf(own, (sale) => sale.billThenMinor),
            billNewMinor: totalOf(own, (sale) => sale.billNewMinor),
            belowCost: own.filter((sale) => sale.newMinor < sale.costMinor).length,
          });
          for (const dimension of WHAT_IF_DIMENSIONS) {
            const of = groups.filter((group) => group.dimension === dimension && group.currency === currency);
            expect(of.reduce((sum, group) => sum + group.newMinor, 0)).toBe(total.newMinor);
            expect(of.reduce((sum, group) => sum + group.labels, 0)).toBe(total.labels);
          }
        }
      }),
    );
  });

  it('tells the worst losses, however many there are', () => {
    const whatIf = new WhatIf();
    const [one] = fc.sample(anySale, { numRuns: 1, seed: 7 });
    for (let n = 0; n < 3000; n += 1)
      whatIf.add({ ...one!, purchaseId: String(n), costMinor: 5000 + ((n * 7919) % 3000), newMinor: 5000 });
    const { belowCost, totals } = whatIf.result();
    expect(belowCost.map((sale) => sale.costMinor)).toEqual(Array.from({ length: 50 }, (_, n) => 7999 - n));
    expect(totals[0]?.belowCost).toBe(2999);
  });

  it('counts what cannot be priced again by its reason, and what was cancelled', () => {
    const whatIf = new WhatIf();
    whatIf.leaveOut('no-facts');
    whatIf.leaveOut('no-facts');
    whatIf.voided();
    expect(whatIf.result()).toMatchObject({
      notReplayable: [{ reason: 'no-facts', labels: 2 }],
      voided: 1,
      totals: [],
    });
  });

  it('weight bands include their upper end', () => {
    expect([1, 500, 501, 30_000, 30_001].map(weightBand)).toEqual([0, 0, 1, 6, 7]);
  });
});
