import { PRINT_ORDERS, SEPARATORS } from '@scanship/contracts/shipping/batches';
import { array, assert, boolean, constantFrom, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partName, type Printed, printSequence, separatorsOf } from './print-sequence.ts';

const printed = (position: number, more: Partial<Printed> = {}): Printed => ({
  position,
  orderNumber: `${position}`,
  sku: '',
  bin: '',
  storeId: 's1',
  storeName: 'Maple & Co',
  ...more,
});
const positions = (items: readonly Printed[]): number[] => items.map((each) => each.position);

describe('the order of printing', () => {
  it('counts as people do: 9 before 10, A-2 before A-10, nothing last', () => {
    const numbers = ['#1010', '#9', '#1002'].map((orderNumber, index) => printed(index + 1, { orderNumber }));
    expect(positions(printSequence(numbers, { by: 'number', reversed: false }))).toEqual([2, 3, 1]);
    const bins = ['A-10', '', 'a-2', 'B-1'].map((bin, index) => printed(index + 1, { bin }));
    expect(positions(printSequence(bins, { by: 'location', reversed: false }))).toEqual([3, 1, 4, 2]);
    expect(positions(printSequence(bins, { by: 'location', reversed: true }))).toEqual([2, 4, 1, 3]);
    expect(positions(printSequence(bins, { by: 'list', reversed: true }))).toEqual([4, 3, 2, 1]);
  });

  it('loses nothing, repeats nothing, is the same from whatever order it starts, and its reverse is its reverse', () => {
    const word = constantFrom('', 'A', 'a', 'A-2', 'A-10', 'Ä');
    const items = array(record({ orderNumber: string(), sku: word, bin: word }), { maxLength: 40 });
    assert(
      property(items, constantFrom(...PRINT_ORDERS), boolean(), (given, by, shuffled) => {
        const list = given.map((each, index) => printed(index + 1, each));
        const straight = positions(printSequence(list, { by, reversed: false }));
        expect(straight.toSorted((a, b) => a - b)).toEqual(positions(list));
        const other = shuffled ? list.toReversed() : list;
        expect(positions(printSequence(other, { by, reversed: false }))).toEqual(straight);
        expect(positions(printSequence(list, { by, reversed: true }))).toEqual(straight.toReversed());
      }),
    );
  });
});

describe('pages between', () => {
  it('say the store, the SKU and how many follow', () => {
    const list = [
      printed(1, { sku: 'CUP' }),
      printed(2, { sku: 'CUP' }),
      printed(3, { sku: '' }),
      printed(4, { sku: 'CUP', storeId: 's2', storeName: 'Nord' }),
    ];
    const runs = separatorsOf(list, 'sku', 'Morning');
    expect(runs.map((run) => [run?.title, run?.lines.join(' / '), run?.count])).toEqual([
      ['Maple & Co', 'SKU CUP / Morning', 2],
      ['Maple & Co', 'SKU CUP / Morning', 2],
      ['Maple & Co', 'No SKU / Morning', 1],
      ['Nord', 'SKU CUP / Morning', 1],
    ]);
    expect(separatorsOf(list, 'store', 'Morning').map((run) => run?.count)).toEqual([3, 3, 3, 1]);
    expect(separatorsOf(list, 'part', 'Morning').map((run) => [run?.title, run?.count])).toEqual(
      list.map(() => ['Morning', 4]),
    );
    expect(separatorsOf(list, 'none', 'Morning')).toEqual(list.map(() => undefined));
  });

  it('count every paper exactly once, run by run, and a run that comes again is another one', () => {
    const items = array(record({ sku: constantFrom('A', 'B'), storeId: constantFrom('1', '2') }), { maxLength: 30 });
    assert(
      property(items, constantFrom(...SEPARATORS), (given, by) => {
        const list = given.map((each, index) => printed(index + 1, each));
        const runs = separatorsOf(list, by, 'x');
        const sizes = new Map<string, { said: number; seen: number }>();
        for (const run of runs) {
          if (!run) continue;
          const size = sizes.get(run.key) ?? { said: run.count, seen: 0 };
          sizes.set(run.key, { ...size, seen: size.seen + 1 });
        }
        for (const { said, seen } of sizes.values()) expect(seen).toBe(said);
      }),
    );
  });
});

it('names of parts', () => {
  expect([partName('AutoShip', 1, 1), partName('AutoShip', 2, 3)]).toEqual(['AutoShip.pdf', 'AutoShip-2-of-3.pdf']);
});
