import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customsOf, isAssigned, undeclaredUnits, unitsIn } from './parcel-contents.ts';
import type { Customs, CustomsItem } from './shipment.ts';

const item = (lines: readonly number[] | undefined, quantity: number): CustomsItem => ({
  description: `Lines ${lines?.join('+') ?? 'unknown'}`,
  quantity,
  unitValue: { minor: 100, currency: 'CAD' },
  unitGrams: 10,
  lines,
});
const customs = (...items: CustomsItem[]): Customs => ({
  purpose: 'Sale',
  incoterm: 'DAP',
  dutiesPaidBy: 'Receiver',
  currency: 'CAD',
  items,
});
const units = (line: number, quantity: number) => ({ line, quantity });

describe('what is in which parcel', () => {
  it('adds up the units of a line over the parcels', () => {
    const parcels = [{ items: [units(2, 1), units(1, 3)] }, { items: [units(1, 2)] }, {}];
    expect(unitsIn(parcels)).toEqual([units(1, 5), units(2, 1)]);
    expect(isAssigned(parcels)).toBe(true);
    expect(isAssigned([{}, { items: [] }])).toBe(false);
  });
  it('declares only what is in the parcel, and all of it where nobody said', () => {
    const all = customs(item([1, 3], 5), item([2], 1));
    expect(customsOf(all, [{ items: [units(1, 2), units(3, 1)] }]).items).toEqual([
      { ...item([1, 3], 5), quantity: 3 },
    ]);
    expect(customsOf(all, [{}])).toBe(all);
  });
  it('names lines that are missing, doubled, in another quantity or without a line', () => {
    const parcels = [{ items: [units(1, 2)] }, { items: [units(2, 1)] }];
    expect(undeclaredUnits(customs(item([1], 2), item([2], 1)), parcels)).toEqual([]);
    expect(undeclaredUnits(customs(item([1], 2)), parcels)).toEqual([2]);
    expect(undeclaredUnits(customs(item([1], 3), item([2], 1)), parcels)).toEqual([1]);
    expect(undeclaredUnits(customs(item([1], 2), item([1], 2), item([2], 1)), parcels)).toEqual([1]);
    expect(undeclaredUnits(customs(item(undefined, 2)), parcels)).toEqual([0, 1, 2]);
  });
  it('the parts of a declaration add up to the whole', () => {
    const contents = fc.array(
      fc.record({ line: fc.integer({ min: 1, max: 6 }), quantity: fc.integer({ min: 1, max: 9 }) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(fc.array(contents, { minLength: 1, maxLength: 5 }), (packed) => {
        const parcels = packed.map((items) => ({ items }));
        const whole = customs(...unitsIn(parcels).map(({ line, quantity }) => item([line], quantity)));
        expect(undeclaredUnits(whole, parcels)).toEqual([]);
        const parts = parcels.flatMap((parcel) => customsOf(whole, [parcel]).items);
        for (const each of whole.items)
          expect(parts.filter((p) => p.lines?.[0] === each.lines?.[0]).reduce((n, p) => n + p.quantity, 0)).toBe(
            each.quantity,
          );
      }),
    );
  });
});
