import { describe, expect, it } from 'vitest';
import { nextToShip } from './next-order.ts';

const row = (id: string, more: object = {}) => ({
  id,
  fulfillmentStatus: 'Unfulfilled' as const,
  archived: false,
  hold: null,
  claimedBy: null,
  ...more,
});

describe('the next order to ship', () => {
  it('is the next below that can be shipped', () => {
    const rows = [
      row('a'),
      row('b', { fulfillmentStatus: 'Fulfilled' }),
      row('c', { hold: 'Stock' }),
      row('d', { claimedBy: 'Ben' }),
      row('e', { archived: true }),
      row('f', { fulfillmentStatus: 'Partially-Fulfilled' }),
    ];
    expect(nextToShip(rows, 'a')?.id).toBe('f');
    expect(nextToShip(rows, 'f')).toBeUndefined();
    expect(nextToShip(rows, 'elsewhere')).toBeUndefined();
  });
});
