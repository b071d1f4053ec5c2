import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkChain,
  imbalance,
  purchaseEntries,
  reservationsOf,
  reversalOf,
  type Sale,
  splitChain,
  splitPrice,
} from './ledger.ts';
import { money, sum } from './money.ts';
import { PRICE_LINE_KINDS, type PriceLine } from '../shipping/shipment.ts';

const line = fc.record({
  kind: fc.constantFrom(...PRICE_LINE_KINDS),
  code: fc.constant('x'),
  label: fc.constant('X'),
  amount: fc.integer({ min: 0, max: 50_000 }).map((minor) => money(minor, 'CAD')),
});
const sale = (from: string | null, to: string, lines: readonly PriceLine[]): Sale => ({
  from,
  to,
  lines,
  price: sum(
    lines.map((l) => l.amount),
    'CAD',
  ),
});
const chains = fc
  .array(fc.array(line, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .map((levels) => levels.map((lines, i) => sale(i === 0 ? null : `level-${i - 1}`, `level-${i}`, lines)));

const total = (entries: ReturnType<typeof purchaseEntries>, tenantId: string, kind: string, party?: string | null) =>
  entries
    .filter((e) => e.tenantId === tenantId)
    .flatMap((e) => e.postings)
    .filter((p) => p.account.kind === kind && (party === undefined || p.account.party === party))
    .reduce((t, p) => t + p.amount.minor, 0);

describe('entries of a bought label', () => {
  it('balance in every book, and what one level is owed the next one owes', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        const entries = purchaseEntries(chain);
        for (const entry of entries) expect([...imbalance(entry.postings)]).toEqual([]);
        for (const s of chain) {
          expect(total(entries, s.to, 'cost')).toBe(s.price.minor);
          // A label may cost nothing, and nothing has no sign.
          expect(total(entries, s.to, 'payable', s.from)).toBe(0 - s.price.minor);
          if (s.from !== null) expect(total(entries, s.from, 'receivable', s.to)).toBe(s.price.minor);
        }
        const back = reversalOf(entries, 'void');
        for (const [i, entry] of entries.entries())
          expect([...imbalance([...entry.postings, ...(back[i]?.postings ?? [])])]).toEqual([]);
      }),
    );
  });
  it('tell the customer only what it pays, and the franchise what it buys and sells at', () => {
    const chain = [
      sale(null, 'franchise', [{ kind: 'base', code: 'b', label: 'Base', amount: money(800, 'CAD') }]),
      sale('franchise', 'customer', [
        { kind: 'base', code: 'b', label: 'Base', amount: money(1_000, 'CAD') },
        { kind: 'tax', code: 'HST', label: 'HST', amount: money(130, 'CAD') },
      ]),
    ];
    const entries = purchaseEntries(chain);
    expect(entries.find((e) => e.tenantId === 'customer')?.postings).toEqual([
      { account: { kind: 'cost', party: null }, amount: money(1_130, 'CAD') },
      { account: { kind: 'payable', party: 'franchise' }, amount: money(-1_130, 'CAD') },
    ]);
    expect(entries.find((e) => e.tenantId === 'franchise')?.postings).toEqual([
      { account: { kind: 'cost', party: null }, amount: money(800, 'CAD') },
      { account: { kind: 'payable', party: null }, amount: money(-800, 'CAD') },
      { account: { kind: 'receivable', party: 'customer' }, amount: money(1_130, 'CAD') },
      { account: { kind: 'revenue', party: null }, amount: money(-1_000, 'CAD') },
      { account: { kind: 'tax', party: null }, amount: money(-130, 'CAD') },
    ]);
    expect(reservationsOf(chain)).toEqual([
      { tenantId: 'franchise', account: { kind: 'payable', party: null }, amount: money(800, 'CAD') },
      { tenantId: 'franchise', account: { kind: 'receivable', party: 'customer' }, amount: money(1_130, 'CAD') },
      { tenantId: 'customer', account: { kind: 'payable', party: 'franchise' }, amount: money(1_130, 'CAD') },
    ]);
  });
  it('refuse a chain that does not hold together', () => {
    expect(() => checkChain([])).toThrow('starts at the carrier');
    expect(() => checkChain([sale('a', 'b', [])])).toThrow('starts at the carrier');
    expect(() => checkChain([sale(null, 'a', []), sale('x', 'b', [])])).toThrow('the one above');
    expect(() =>
      checkChain([
        {
          ...sale(null, 'a', [{ kind: 'base', code: 'b', label: 'B', amount: money(5, 'CAD') }]),
          price: money(6, 'CAD'),
        },
      ]),
    ).toThrow('sum to the price');
  });
});

describe('a price split over pieces', () => {
  it('loses and gains nothing, line by line', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 12 }),
        (lines, weights) => {
          const whole = sale(null, 'a', lines);
          const pieces = splitPrice(whole.price, lines, weights);
          expect(pieces.length).toBe(weights.length);
          expect(
            sum(
              pieces.map((p) => p.price),
              'CAD',
            ),
          ).toEqual(whole.price);
          for (const piece of pieces)
            if (lines.length > 0)
              expect(
                sum(
                  piece.lines.map((l) => l.amount),
                  'CAD',
                ),
              ).toEqual(piece.price);
          for (const [i, original] of lines.entries())
            expect(pieces.reduce((t, p) => t + (p.lines[i]?.amount.minor ?? 0), 0)).toBe(original.amount.minor);
        },
      ),
    );
  });
  it('splits every level of a chain alike', () => {
    fc.assert(
      fc.property(
        chains,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        (chain, weights) => {
          const parts = splitChain(chain, weights);
          for (const part of parts) checkChain(part);
          for (const [i, s] of chain.entries())
            expect(parts.reduce((t, p) => t + (p[i]?.price.minor ?? 0), 0)).toBe(s.price.minor);
        },
      ),
    );
  });
});
