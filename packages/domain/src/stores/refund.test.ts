import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, mergeLines, type RefundChoice, type RefundOffer, refundSums } from './refund.ts';

const offer: RefundOffer = {
  currency: 'CAD',
  made: [],
  lines: [
    { externalLineId: 'a', quantity: 3, minor: 7_200, taxMinor: 936 },
    { externalLineId: 'b', quantity: 1, minor: 1_001, taxMinor: 130 },
  ],
  shipping: { minor: 1_000, taxMinor: 130 },
  mostMinor: 10_397,
};
const choice = (change: Partial<RefundChoice> = {}): RefundChoice => ({
  lines: [{ externalLineId: 'a', quantity: 2, restock: true }],
  money: true,
  taxes: true,
  shipping: false,
  withheldMinor: 0,
  ...change,
});
const total = (change: Partial<RefundChoice>) => {
  const made = refundSums(offer, choice(change));
  return 'fault' in made ? made.fault : made.sums.totalMinor;
};

describe('what goes back for a return', () => {
  it('is the share of its units, with taxes and shipping as the seller chooses, less what is withheld', () => {
    expect(total({})).toBe(4_800 + 624);
    expect(total({ taxes: false })).toBe(4_800);
    expect(total({ shipping: true })).toBe(4_800 + 624 + 1_130);
    expect(total({ shipping: true, taxes: false, withheldMinor: 800 })).toBe(5_000);
    expect(total({ money: false })).toBe(0);
    expect(total({ withheldMinor: 4_800 + 624 })).toBe(0);
  });

  it('is refused where it names what is not there, more than is left, or nothing at all', () => {
    expect(total({ lines: [{ externalLineId: 'c', quantity: 1, restock: false }] })).toBe('line');
    expect(total({ lines: [0, 1].map(() => ({ externalLineId: 'b', quantity: 1, restock: false })) })).toBe('line');
    expect(total({ lines: [{ externalLineId: 'a', quantity: 4, restock: false }] })).toBe('quantity');
    expect(total({ withheldMinor: 5_425 })).toBe('withheld');
    expect(total({ withheldMinor: -1 })).toBe('withheld');
    expect(total({ lines: [] })).toBe('nothing');
    expect(refundSums({ ...offer, mostMinor: 5_423 }, choice())).toEqual({ fault: 'too-much' });
  });

  it('without money is only what is restocked', () => {
    const lines = [
      { externalLineId: 'a', quantity: 1, restock: false },
      { externalLineId: 'b', quantity: 1, restock: true },
    ];
    expect(refundSums(offer, choice({ money: false, lines }))).toMatchObject({
      sums: { lines: [{ externalLineId: 'b', quantity: 1, minor: 0 }], totalMinor: 0 },
    });
    expect(total({ money: false, lines: lines.slice(0, 1) })).toBe('nothing');
  });

  it('is one line of the store where two of ours are, restocked only if both are', () => {
    const part = { externalLineId: 'a', quantity: 1, restock: true };
    const lines = mergeLines([part, { externalLineId: 'b', quantity: 0, restock: true }, { ...part, restock: false }]);
    expect(lines).toEqual([{ externalLineId: 'a', quantity: 2, restock: false }]);
    expect(mergeLines([part, part])).toEqual([{ ...part, quantity: 2 }]);
  });

  it('worked out before is refused once the store has less left of any part of it', () => {
    const made = refundSums(offer, choice({ shipping: true }));
    if ('fault' in made) throw new Error(made.fault);
    const fault = (change: Partial<RefundOffer>) => faultOf({ ...offer, ...change }, made.sums);
    const [a, b] = offer.lines;
    expect(fault({})).toBeUndefined();
    expect(fault({ lines: b ? [b] : [] })).toBe('line');
    expect(fault({ lines: a ? [{ ...a, quantity: 1 }] : [] })).toBe('quantity');
    expect(fault({ lines: a ? [{ ...a, minor: a.minor - 3 }] : [] })).toBe('too-much');
    expect(fault({ lines: a ? [{ ...a, taxMinor: 0 }] : [] })).toBe('too-much');
    expect(fault({ shipping: { minor: 0, taxMinor: 0 } })).toBe('too-much');
    expect(fault({ mostMinor: made.sums.totalMinor - 1 })).toBe('too-much');
  });

  it('adds up to the cent for every choice, and no part is negative', () => {
    const part = fc.nat(100_000);
    fc.assert(
      fc.property(
        fc.array(fc.record({ minor: part, taxMinor: part, of: fc.integer({ min: 1, max: 9 }) }), { maxLength: 5 }),
        fc.record({ minor: part, taxMinor: part }),
        fc.boolean(),
        fc.boolean(),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (lines, shipping, taxes, withShipping, share) => {
          const any: RefundOffer = {
            currency: 'CAD',
            made: [],
            lines: lines.map(({ of, ...line }, at) => ({ ...line, quantity: of, externalLineId: String(at) })),
            shipping,
            mostMinor: Number.MAX_SAFE_INTEGER,
          };
          const asked = choice({
            lines: any.lines.map(({ externalLineId, quantity }) => ({
              externalLineId,
              quantity: Math.ceil(quantity / 2),
              restock: true,
            })),
            taxes,
            shipping: withShipping,
          });
          const all = refundSums(any, asked);
          if ('fault' in all) {
            expect(all.fault).toBe('nothing');
            return;
          }
          const withheldMinor = Math.floor(all.sums.totalMinor * share);
          const made = refundSums(any, { ...asked, withheldMinor });
          if ('fault' in made) {
            expect(made.fault).toBe('nothing');
            return;
          }
          const parts = [...made.sums.lines, made.sums.shipping].flatMap((one) => [one.minor, one.taxMinor]);
          expect(parts.every((one) => one >= 0)).toBe(true);
          expect(parts.reduce((sum, one) => sum + one, 0)).toBe(made.sums.totalMinor);
          expect(made.sums.totalMinor).toBe(all.sums.totalMinor - withheldMinor);
        },
      ),
    );
  });
});
