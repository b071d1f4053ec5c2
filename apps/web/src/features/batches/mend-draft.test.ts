import type { BatchGap } from '@scanship/contracts/shipping/batch-mending';
import { describe, expect, it } from 'vitest';
import { readMend } from './mend-draft.ts';

const mug: BatchGap = {
  sku: 'MUG-1',
  title: 'Blue mug',
  orders: 4,
  lacks: ['weight', 'hsCode', 'origin', 'value'],
  currencies: ['CAD'],
  weightGrams: null,
  hsCode: null,
  originCountry: null,
};

describe('what is typed for a product of a plan', () => {
  it('is sent in grams, digits and cents, and only where something was typed', () => {
    expect(readMend(mug, { weight: '0.3', hsCode: '6912.00', origin: 'PT', value: '12.50' }, 'kg')).toEqual({
      mend: {
        sku: 'MUG-1',
        title: 'Blue mug',
        weightGrams: 300,
        hsCode: '6912.00',
        originCountry: 'PT',
        unitValueMinor: 1250,
      },
      wrong: {},
    });
    expect(readMend(mug, { weight: ' ', origin: '' }, 'kg')).toEqual({ mend: undefined, wrong: {} });
  });

  it('says what cannot be read, and gives no value where orders have several currencies to choose from', () => {
    expect(readMend(mug, { weight: 'heavy', hsCode: '0012', value: '-1' }, 'kg').wrong).toEqual({
      weight: 'weight',
      hsCode: 'short',
      value: 'amount',
    });
    expect(readMend({ ...mug, currencies: [] }, { value: '3' }, 'kg').mend).toBeUndefined();
  });
});
