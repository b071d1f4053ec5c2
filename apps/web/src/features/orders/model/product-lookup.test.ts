import { describe, expect, it } from 'vitest';
import { emptyItem } from './item-drafts.ts';
import { fillLine } from './product-lookup.ts';

const mug = {
  sku: 'MUG-1',
  title: 'Stoneware mug',
  weightGrams: 450,
  hsCode: '691200',
  originCountry: 'CA',
  value: { minor: 1500, currency: 'CAD' },
};
const at = { unit: 'kg' as const, currency: 'CAD', onlyEmpty: false };

describe('a product fills a line', () => {
  it('with all it knows; the quantity stays', () => {
    expect(fillLine({ ...emptyItem(1), quantity: '3' }, mug, at)).toEqual({
      key: 1,
      title: 'Stoneware mug',
      sku: 'MUG-1',
      quantity: '3',
      price: '15.00',
      weight: '0.45',
      hsCode: '691200',
      origin: 'CA',
    });
  });
  it('takes over what stood there when it was chosen, but for a typed price', () => {
    const typed = { ...emptyItem(1), title: 'Mu', weight: '9', price: '12' };
    expect(fillLine(typed, mug, at)).toMatchObject({ title: 'Stoneware mug', weight: '0.45', price: '12' });
    expect(fillLine(typed, { ...mug, weightGrams: null }, at).weight).toBe('9');
  });
  it('fills only what is empty when its SKU was typed, and no price in another currency', () => {
    const typed = { ...emptyItem(1), sku: 'mug-1', title: 'Gift mug' };
    expect(fillLine(typed, mug, { ...at, onlyEmpty: true, currency: 'USD' })).toMatchObject({
      sku: 'mug-1',
      title: 'Gift mug',
      weight: '0.45',
      price: '',
    });
  });
});
