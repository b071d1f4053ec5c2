import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cannotBeScanned, type Counts, isComplete, itemKey, progressOf, scanItem } from './scan-verification.ts';

const cup = { line: 1, quantity: 2, sku: 'CUP-1', barcodes: ['012345678905'] };
const tea = { line: 2, quantity: 1, sku: null, barcodes: ['4006381333931'] };
const lines = [cup, tea];
const none: Counts = new Map();

/** Counts after the codes, and what each scan was. */
function scanned(codes: readonly string[], of = lines): { counts: Counts; kinds: string[] } {
  let counts = none;
  const kinds: string[] = [];
  for (const code of codes) {
    const scan = scanItem(of, counts, code);
    kinds.push(scan.kind);
    if (scan.kind === 'packed') counts = scan.counts;
  }
  return { counts, kinds };
}

describe('item verification', () => {
  it('counts units by SKU and by barcode, whatever case and leading zeros the scanner sends', () => {
    const { counts, kinds } = scanned([' cup-1', '0012345678905', '4006381333931']);
    expect(kinds).toEqual(['packed', 'packed', 'packed']);
    expect(isComplete(lines, counts)).toBe(true);
    expect(progressOf(lines, counts)).toEqual({ packed: 3, needed: 3 });
  });

  it('blocks what is not of the order and what is one too many, and counts neither', () => {
    const { counts, kinds } = scanned(['CUP-2', 'CUP-1', 'CUP-1', 'CUP-1', '']);
    expect(kinds).toEqual(['wrong', 'packed', 'packed', 'too-many', 'wrong']);
    expect([...counts]).toEqual([[1, 2]]);
    expect(isComplete(lines, counts)).toBe(false);
  });

  it('does not take units of other lines for those that are missing', () => {
    expect(isComplete(lines, new Map([[1, 3]]))).toBe(false);
    expect(
      isComplete(
        lines,
        new Map([
          [1, 2],
          [2, 1],
          [7, 1],
        ]),
      ),
    ).toBe(false);
    expect(cannotBeScanned({ line: 3, quantity: 1, sku: null, barcodes: [] })).toBe(true);
    // Short numbers are SKUs of a shop, not GTINs: their zeros count.
    expect(itemKey('0042')).not.toBe(itemKey('42'));
  });

  it('is complete after exactly the units of the order, in whatever order they come', () => {
    const order = array(record({ sku: constantFrom('A', 'B', 'C'), quantity: integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 4,
    }).map((rows) => rows.map((row, index) => ({ ...row, line: index + 1, barcodes: [] })));
    const cases = order.chain((rows) => {
      const units = rows.flatMap((row) => Array.from({ length: row.quantity }, () => row.sku));
      return shuffledSubarray(units, { minLength: units.length }).map((codes) => ({ rows, codes }));
    });
    assert(
      property(cases, ({ rows, codes }) => {
        const almost = scanned(codes.slice(1), rows);
        expect(isComplete(rows, almost.counts)).toBe(false);
        const all = scanned(codes, rows);
        expect(isComplete(rows, all.counts)).toBe(true);
        expect(scanned([...codes, codes[0] ?? ''], rows).kinds.at(-1)).toBe('too-many');
      }),
    );
  });
});
