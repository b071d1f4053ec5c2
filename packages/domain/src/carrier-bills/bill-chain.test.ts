import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIFFERENCE_KINDS, PASS_MODES } from './bill-kinds.ts';
import { passDown, passRuleOf, type SoldLevel } from './bill-chain.ts';
import { saleEntries, imbalance } from '../money/ledger.ts';
import { money } from '../money/money.ts';
import { type MarkupRule, priceChain } from '../pricing/pricing.ts';
import type { PriceLine } from '../shipping/shipment.ts';

const base = (minor: number): PriceLine => ({ kind: 'base', code: 'base', label: 'Base', amount: money(minor, 'CAD') });
const HST: PriceLine = { kind: 'tax', code: 'HST', label: 'HST', amount: money(130, 'CAD'), ratePpm: 130_000 };
const rule = (percentBp: number, fixedMinor = 0): MarkupRule => ({
  id: 'r',
  position: 1,
  scope: {},
  percentBp,
  fixedMinor,
});

/** A label sold by the platform to a franchise to a customer. */
function sold(modes: readonly SoldLevel['rule'][], rules: readonly (readonly MarkupRule[])[]): SoldLevel[] {
  const cost = [base(1_000), HST];
  const books = priceChain(cost, 'CAD', { carrier: 'ups', service: 'x', day: '2026-01-01' }, [
    { tenant: 'P', rules: rules[0] ?? [] },
    { tenant: 'F', rules: rules[1] ?? [] },
  ]);
  const names = ['P', 'F', 'C'];
  return books.map((book, index) => ({
    from: names[index] ?? '',
    to: names[index + 1] ?? '',
    costLines: book.costLines,
    lines: book.priceLines,
    rules: rules[index] ?? [],
    rule: modes[index] ?? { mode: 'absorb', fromMinor: 0 },
  }));
}
const pass = (minor: number, levels: readonly SoldLevel[], taxMinor = 0) =>
  passDown('P', { kind: 'weight', label: 'Weight', currency: 'CAD', beforeTaxMinor: minor, taxMinor }, levels).map(
    (sale) => sale.price.minor,
  );
const at = (mode: (typeof PASS_MODES)[number], fromMinor = 0) => ({ mode, fromMinor });

describe('a difference on its way down', () => {
  test('at cost is the same before taxes at every level', () => {
    expect(pass(500, sold([at('at_cost'), at('at_cost')], [[rule(1_000)], [rule(2_000)]]), 65)).toEqual([
      565, 565, 565,
    ]);
  });
  test('with the mark-ups it was sold with; fixed amounts are not charged twice', () => {
    expect(pass(500, sold([at('marked_up'), at('marked_up')], [[rule(1_000)], [rule(0, 200)]]), 65)).toEqual([
      565, 622, 622,
    ]);
  });
  test('of a price off the list price, in the share that the price had to the cost', () => {
    const [level] = sold([at('marked_up')], [[]]);
    if (!level) throw new Error('one level was sold');
    const off = { ...level, lines: [base(1_500)], rules: [{ ...rule(0), offListBp: 1_000 }] };
    expect(pass(500, [off])).toEqual([500, 750]);
    expect(pass(500, [{ ...off, costLines: [] }])).toEqual([500, 500]);
  });
  test('a level that bears it ends the chain', () => {
    expect(pass(500, sold([at('absorb'), at('at_cost')], []))).toEqual([500]);
    expect(pass(500, sold([at('at_cost'), at('absorb')], []))).toEqual([500, 565]);
  });
  test('small charges are borne, small credits pass', () => {
    const levels = sold([at('at_cost', 100), at('at_cost', 100)], []);
    expect(pass(99, levels)).toEqual([99]);
    expect(pass(-99, levels)).toEqual([-99, -112, -112]);
  });
  test('nobody is given back more than the label cost it, with what it paid since', () => {
    const levels = sold([at('at_cost'), at('at_cost')], [[rule(1_000)], [rule(-4_000)]]);
    // The customer bought at 660 before taxes: a label's whole refund of 1,000 ends there.
    expect(pass(-1_000, levels)).toEqual([-1_000, -1_130, -746]);
    expect(
      pass(
        -1_000,
        levels.map((level) => ({ ...level, paidSinceMinor: 100 })),
      ),
    ).toEqual([-1_000, -1_130, -859]);
  });
  test('what nobody below caused is borne by default', () => {
    expect(passRuleOf({}, 'late_fee').mode).toBe('absorb');
    expect(passRuleOf({}, 'weight').mode).toBe('at_cost');
    expect(passRuleOf({ late_fee: at('at_cost') }, 'late_fee').mode).toBe('at_cost');
    expect(passRuleOf({ unknown: at('at_cost') }, 'unknown').mode).toBe('absorb');
  });

  test('every chain books balanced entries, and a credit gives back what the charge took', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(...DIFFERENCE_KINDS),
        fc.array(fc.constantFrom(...PASS_MODES), { minLength: 2, maxLength: 2 }),
        fc.array(fc.integer({ min: -3_000, max: 9_000 }), { minLength: 2, maxLength: 2 }),
        (minor, kind, modes, percents) => {
          const levels = sold(
            modes.map((mode) => at(mode)),
            percents.map((bp) => [rule(bp)]),
          );
          const chain = passDown(
            'P',
            { kind, label: kind, currency: 'CAD', beforeTaxMinor: minor, taxMinor: 0 },
            levels,
          );
          for (const entry of saleEntries('adjustment', chain, { signed: true }))
            expect(imbalance(entry.postings).size).toBe(0);
          const back = passDown(
            'P',
            { kind, label: kind, currency: 'CAD', beforeTaxMinor: -minor, taxMinor: 0 },
            sold(
              modes.map((mode) => at(mode)),
              [],
            ).map((level) => ({ ...level, rules: [] })),
          );
          expect(back[0]?.price.minor).toBe(-minor);
          for (const sale of chain)
            expect(sale.lines.reduce((sum, line) => sum + line.amount.minor, 0)).toBe(sale.price.minor);
        },
      ),
    );
  });
});
