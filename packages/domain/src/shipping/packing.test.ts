import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackBox, type PackItem, type Packing, suggestPacking } from './packing.ts';

const box = (id: string, size: readonly [number, number, number], more: Partial<PackBox> = {}): PackBox => ({
  id,
  room: { lengthMm: size[0], widthMm: size[1], heightMm: size[2] },
  tareGrams: 100,
  maxGrams: null,
  costMinor: 0,
  ...more,
});
const item = (
  line: number,
  quantity: number,
  size: readonly [number, number, number] | null,
  grams = 200,
): PackItem => ({
  line,
  quantity,
  grams,
  dimensions: size && { lengthMm: size[0], widthMm: size[1], heightMm: size[2] },
});
const parcels = (packing: Packing) => {
  if (packing.basis === 'none') throw new Error(`nothing was suggested: ${packing.reason}`);
  return packing.parcels;
};

const SMALL = box('small', [200, 150, 100], { costMinor: 50 });
const LARGE = box('large', [400, 300, 200], { costMinor: 120 });

describe('suggestPacking', () => {
  it('takes the cheapest box everything fits into, and adds the tare', () => {
    expect(parcels(suggestPacking([item(1, 2, [100, 100, 100])], [LARGE, SMALL], null))).toEqual([
      { boxId: 'small', items: [{ line: 1, quantity: 2 }], weightGrams: 500 },
    ]);
  });

  it('fills a box to the last corner: eight eighths, turned', () => {
    const eighths = item(1, 8, [50, 100, 75]);
    expect(parcels(suggestPacking([eighths], [SMALL], null))).toHaveLength(1);
    expect(parcels(suggestPacking([{ ...eighths, quantity: 9 }], [SMALL], null))).toHaveLength(2);
  });

  it('turns a long thing into the only way it fits', () => {
    expect(parcels(suggestPacking([item(1, 1, [90, 140, 190])], [SMALL], null))[0]?.boxId).toBe('small');
    expect(suggestPacking([item(3, 1, [201, 10, 10])], [SMALL], SMALL)).toEqual({
      basis: 'none',
      reason: 'too-large',
      line: 3,
    });
  });

  it('opens another parcel when the weight limit is reached', () => {
    const limited = { ...LARGE, maxGrams: 1000 };
    const packed = parcels(suggestPacking([item(1, 8, [50, 50, 50])], [limited], null));
    expect(packed.map(({ weightGrams }) => weightGrams)).toEqual([900, 900]);
    expect(suggestPacking([item(2, 1, [50, 50, 50], 950)], [limited], null)).toEqual({
      basis: 'none',
      reason: 'too-heavy',
      line: 2,
    });
  });

  it('without sizes takes the default box, by weight alone, and says no weight where one is missing', () => {
    const limited = { ...SMALL, maxGrams: 600 };
    const packed = suggestPacking([item(1, 3, null), item(2, 1, [10, 10, 10])], [LARGE], limited);
    expect(packed.basis).toBe('default-box');
    expect(parcels(packed)).toEqual([
      { boxId: 'small', items: [{ line: 1, quantity: 2 }], weightGrams: 500 },
      {
        boxId: 'small',
        items: [
          { line: 1, quantity: 1 },
          { line: 2, quantity: 1 },
        ],
        weightGrams: 500,
      },
    ]);
    const [unknown] = parcels(suggestPacking([{ ...item(1, 1, null), grams: null }], [], SMALL));
    expect(unknown?.weightGrams).toBeNull();
    expect(suggestPacking([item(1, 1, null)], [LARGE], null)).toMatchObject({ basis: 'none', reason: 'no-box' });
  });

  it('places every unit exactly once, within volume and weight, and always the same way', () => {
    const side = fc.integer({ min: 1, max: 250 });
    const anItem = fc.record({
      quantity: fc.integer({ min: 0, max: 6 }),
      grams: fc.integer({ min: 1, max: 900 }),
      size: fc.tuple(side, side, side),
    });
    fc.assert(
      fc.property(
        fc.array(anItem, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(side, side, side, fc.integer({ min: 0, max: 300 })), { minLength: 1, maxLength: 4 }),
        (list, rooms) => {
          const items = list.map(({ quantity, grams, size }, at) => item(at + 1, quantity, size, grams));
          const boxes = rooms.map(([l, w, h, costMinor], at) =>
            box(`box ${at}`, [l, w, h], { costMinor, maxGrams: 2000 }),
          );
          const packing = suggestPacking(items, boxes, null);
          expect(suggestPacking(items, boxes, null)).toEqual(packing);
          if (packing.basis === 'none') return;
          const placed = new Map<number, number>();
          for (const { boxId, items: inside, weightGrams } of packing.parcels) {
            const taken = boxes.find(({ id }) => id === boxId);
            expect(inside.length).toBeGreaterThan(0);
            let volume = 0;
            let grams = taken?.tareGrams ?? 0;
            for (const { line, quantity } of inside) {
              const { lengthMm, widthMm, heightMm } = items[line - 1]?.dimensions ?? taken!.room;
              volume += quantity * lengthMm * widthMm * heightMm;
              grams += quantity * (items[line - 1]?.grams ?? 0);
              placed.set(line, (placed.get(line) ?? 0) + quantity);
              const room = Object.values(taken!.room).toSorted((a, b) => a - b);
              const unit = [lengthMm, widthMm, heightMm].toSorted((a, b) => a - b);
              expect(unit.every((edge, at) => edge <= (room[at] ?? 0))).toBe(true);
            }
            expect(weightGrams).toBe(grams);
            expect(grams).toBeLessThanOrEqual(2000);
            expect(volume).toBeLessThanOrEqual(taken!.room.lengthMm * taken!.room.widthMm * taken!.room.heightMm);
          }
          for (const { line, quantity } of items) expect(placed.get(line) ?? 0).toBe(quantity);
        },
      ),
      { numRuns: 150 },
    );
  });
});
