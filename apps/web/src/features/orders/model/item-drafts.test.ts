import { describe, expect, it } from 'vitest';
import { emptyItem, readItems } from './item-drafts.ts';

describe('readItems', () => {
  it('reads amounts and weights as typed, also with a decimal comma', () => {
    const { items } = readItems(
      [
        {
          ...emptyItem(1),
          title: ' Mug ',
          sku: 'MUG',
          quantity: '3',
          price: '12,50',
          weight: '0,4',
          hsCode: '6912.00',
          origin: 'ca',
        },
      ],
      'CAD',
      'kg',
    );
    expect(items).toEqual([
      {
        title: 'Mug',
        sku: 'MUG',
        quantity: 3,
        unitPriceMinor: 1250,
        weightGrams: 400,
        hsCode: '691200',
        originCountry: 'CA',
      },
    ]);
  });
  it('names every place that is wrong and gives nothing', () => {
    const { items, problems } = readItems(
      [{ ...emptyItem(1), quantity: '0', price: 'x', weight: '-1', hsCode: '12', origin: 'CAN' }],
      'CAD',
      'kg',
    );
    expect(items).toBeUndefined();
    expect(Object.keys(problems)).toEqual(['0.title', '0.quantity', '0.price', '0.weight', '0.hsCode', '0.origin']);
  });
  it('an empty weight is unknown, an empty price is nothing', () => {
    const { items } = readItems([{ ...emptyItem(1), title: 'Free sample' }], 'CAD', 'kg');
    expect(items?.[0]).toMatchObject({ weightGrams: null, unitPriceMinor: 0, quantity: 1 });
  });
});
