import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dealParcels, type PackedItem } from './deal-parcels.ts';

const numbered = (count: number) => Array.from({ length: count }, (_v, index) => ({ number: index + 1 }));
const units = (items: readonly { readonly line: number; readonly quantity: number }[]) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

describe('items of parcels', () => {
  it('a parcel without items is reported with a unit of the fullest', () => {
    const { reports, unreported } = dealParcels(numbered(3), [
      { parcel: 1, line: 1, quantity: 2 },
      { parcel: 1, line: 2, quantity: 1 },
    ]);
    expect(unreported).toEqual([]);
    expect(reports.map(({ parcel, items }) => [parcel.number, items])).toEqual([
      [1, [{ line: 1, quantity: 1 }]],
      [2, [{ line: 2, quantity: 1 }]],
      [3, [{ line: 1, quantity: 1 }]],
    ]);
  });

  it('with fewer units than parcels the rest is named', () => {
    const { reports, unreported } = dealParcels(numbered(3), [{ parcel: 2, line: 1, quantity: 2 }]);
    expect(reports).toHaveLength(2);
    expect(unreported.map(({ number }) => number)).toEqual([3]);
  });

  it('every unit is reported once, every parcel once, and none is empty while there are units', () => {
    const packed = fc.array(
      fc.record({
        parcel: fc.integer({ min: 1, max: 6 }),
        line: fc.integer({ min: 1, max: 4 }),
        quantity: fc.integer({ min: 0, max: 5 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), packed, (count, given: readonly PackedItem[]) => {
        const parcels = numbered(count);
        const inside = given.filter(({ parcel }) => parcel <= count);
        const { reports, unreported } = dealParcels(parcels, inside);
        expect(
          [...reports.map(({ parcel }) => parcel), ...unreported].map(({ number }) => number).toSorted((a, b) => a - b),
        ).toEqual(parcels.map(({ number }) => number));
        for (const line of [1, 2, 3, 4]) {
          const of = (items: readonly { readonly line: number; readonly quantity: number }[]) =>
            units(items.filter((item) => item.line === line));
          expect(of(reports.flatMap(({ items }) => items))).toBe(of(inside));
        }
        expect(reports.every(({ items }) => units(items) > 0)).toBe(true);
        expect(unreported.length).toBe(Math.max(0, count - units(inside)));
      }),
    );
  });
});
