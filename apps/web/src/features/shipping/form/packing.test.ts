import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentsToSend,
  countOf,
  fitToOrder,
  itemsWeight,
  LATER,
  leftOver,
  moveUnits,
  openLines,
  type OpenLine,
  type Packed,
  removeParcel,
} from './packing.ts';

const line = (no: number, quantity: number, weightGrams: number | null = 100): OpenLine => ({
  line: no,
  quantity,
  title: `Item ${no}`,
  sku: null,
  weightGrams,
});
const open = [line(1, 3), line(2, 1, 250)];
const packed = (key: number, ...items: [number, number][]): Packed => ({
  key,
  items: items.map(([no, quantity]) => ({ line: no, quantity })),
});

describe('what can be packed', () => {
  const item = (no: number, quantity: number, allocated: number, cancelled = 0) => ({
    line: no,
    title: '',
    sku: null,
    weightGrams: 1,
    quantity,
    allocated,
    cancelled,
  });
  it('is what no label holds, and everything not cancelled when every unit has one', () => {
    const units = (...items: ReturnType<typeof item>[]) => openLines({ items }).map((l) => [l.line, l.quantity]);
    expect(units(item(1, 5, 2, 1), item(2, 1, 1))).toEqual([[1, 2]]);
    expect(units(item(1, 2, 2), item(2, 3, 2, 1))).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });
});

describe('moving units', () => {
  it('takes part of a line to another parcel, to later and back', () => {
    const both = [packed(1, [1, 3], [2, 1]), packed(2)];
    const split = moveUnits(both, open, { line: 1, quantity: 2, from: 1, to: 2 });
    expect(split).toEqual([packed(1, [1, 1], [2, 1]), packed(2, [1, 2])]);
    const later = moveUnits(split, open, { line: 2, quantity: 1, from: 1, to: LATER });
    expect(leftOver(open, later)).toEqual([{ line: 2, quantity: 1 }]);
    expect(moveUnits(later, open, { line: 2, quantity: 9, from: LATER, to: 2 })[1]).toEqual(packed(2, [1, 2], [2, 1]));
  });
  it('a removed parcel leaves its units to its neighbour', () => {
    const three = [packed(1, [1, 1]), packed(2, [1, 1], [2, 1]), packed(3, [1, 1])];
    expect(removeParcel(three, 2)).toEqual([packed(1, [1, 2], [2, 1]), packed(3, [1, 1])]);
    expect(removeParcel([packed(1, [1, 3]), packed(2)], 1)).toEqual([packed(2, [1, 3])]);
    expect(removeParcel([packed(1, [1, 3])], 1)).toEqual([packed(1, [1, 3])]);
  });
  it('whatever is asked, no unit is lost or doubled', () => {
    const move = fc.record({
      line: fc.integer({ min: 0, max: 3 }),
      quantity: fc.integer({ min: -2, max: 6 }),
      from: fc.integer({ min: 0, max: 4 }),
      to: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        let parcels: readonly Packed[] = [packed(1, [1, 3], [2, 1]), packed(2), packed(3)];
        for (const each of moves) parcels = moveUnits(parcels, open, each);
        expect(parcels.every((p) => p.items.every((item) => item.quantity > 0))).toBe(true);
        expect(countOf(parcels.flatMap((p) => p.items)) + countOf(leftOver(open, parcels))).toBe(4);
      }),
    );
  });
});

describe('what is said of the contents', () => {
  it('is nothing for one parcel with everything in it, and the units otherwise', () => {
    expect(contentsToSend([packed(1, [1, 3], [2, 1])], open)).toBeUndefined();
    expect(contentsToSend([packed(1, [1, 3])], open)).toEqual([[{ line: 1, quantity: 3 }]]);
    expect(contentsToSend([packed(1, [1, 3], [2, 1]), packed(2)], open)).toHaveLength(2);
  });
  it('weighs its units, and says when one has no weight', () => {
    expect(
      itemsWeight(
        [
          { line: 1, quantity: 2 },
          { line: 2, quantity: 1 },
        ],
        open,
      ),
    ).toBe(450);
    expect(itemsWeight([{ line: 1, quantity: 1 }], [line(1, 1, null)])).toBeNull();
  });
  it('drops what somebody else shipped meanwhile', () => {
    expect(fitToOrder([packed(1, [1, 3]), packed(2, [2, 1])], [line(1, 2)])).toEqual([packed(1, [1, 2]), packed(2)]);
  });
});
