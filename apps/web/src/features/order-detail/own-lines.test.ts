import { describe, expect, it } from 'vitest';
import { readItems } from '../orders/model/item-drafts.ts';
import { draftsOfLines, readSplit } from './own-lines.ts';

const line = { line: 1, quantity: 3, allocated: 1, cancelled: 0 };

describe('what is split off', () => {
  it('takes open units alone and leaves something', () => {
    const lines = [line, { ...line, line: 2, allocated: 0 }];
    expect(readSplit(lines, { 1: '2', 2: '' })).toEqual({
      items: [{ line: 1, quantity: 2 }],
      wrong: new Set(),
      whole: false,
    });
    expect([...readSplit(lines, { 1: '3', 2: 'x' }).wrong]).toEqual([1, 2]);
    expect(readSplit([{ ...line, allocated: 0 }], { 1: '3' }).whole).toBe(true);
    expect(readSplit(lines, {}).items).toEqual([]);
  });
});

describe('lines as they are typed', () => {
  const item = {
    line: 4,
    title: 'Mug',
    sku: 'MUG',
    quantity: 2,
    unitPrice: { minor: 1850, currency: 'CAD' },
    weightGrams: 381,
    hsCode: '691200',
    originCountry: 'CA',
  };
  it.each(['g', 'kg', 'oz', 'lb'] as const)('are read as they were, in %s', (unit) => {
    const drafts = draftsOfLines([item, { ...item, line: 5, quantity: 0 }], unit);
    expect(drafts.map(({ key }) => key)).toEqual([4]);
    expect(readItems(drafts, 'CAD', unit).items).toMatchObject([
      { title: 'Mug', quantity: 2, unitPriceMinor: 1850, weightGrams: 381, hsCode: '691200', originCountry: 'CA' },
    ]);
  });
});
