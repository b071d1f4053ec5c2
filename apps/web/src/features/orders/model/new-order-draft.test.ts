import { describe, expect, it } from 'vitest';
import { emptyItem } from './item-drafts.ts';
import { readNewOrder } from './new-order-draft.ts';

describe('an order that was being typed', () => {
  const shipTo = { name: 'Zoé', countryCode: 'CA' };
  it('comes back, in the unit of today', () => {
    const kept = {
      number: 'H-1',
      currency: 'CAD',
      shipTo,
      weightUnit: 'g',
      items: [{ ...emptyItem(4), title: 'Mug', weight: '450' }],
      service: 'Express',
      note: 'Ring',
      tags: ['a', 3],
    };
    expect(readNewOrder(JSON.parse(JSON.stringify(kept)), 'kg')).toMatchObject({
      number: 'H-1',
      weightUnit: 'kg',
      items: [{ key: 1, title: 'Mug', quantity: '1', weight: '0.45' }],
      tags: ['a'],
    });
  });
  it('is none where something else was kept', () => {
    for (const other of [undefined, null, 'x', {}, { shipTo, items: 'none' }, { items: [] }])
      expect(readNewOrder(other, 'kg')).toBeUndefined();
  });
});
