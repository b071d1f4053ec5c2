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
const rows = [
  row('a'),
  row('b', { fulfillmentStatus: 'Fulfilled' }),
  row('c', { hold: 'Stock' }),
  row('d', { claimedBy: 'Ben' }),
  row('e', { archived: true }),
  row('f', { fulfillmentStatus: 'Partially-Fulfilled' }),
];

describe('the next order to ship', () => {
  it('is the next below that can be shipped, then the first from the top, never itself', () => {
    expect(nextToShip(rows, 'a')?.id).toBe('f');
    expect(nextToShip(rows, 'f')?.id).toBe('a');
    expect(nextToShip(rows.slice(1), 'f')).toBeUndefined();
  });
  it('is the first where no order is open', () => {
    expect(nextToShip(rows.slice(1), undefined)?.id).toBe('f');
  });
  it('goes on below an order that its purchase took out of the list', () => {
    const past = [row('a'), row('bought'), row('b'), row('c')];
    expect(nextToShip([row('new'), row('a'), row('b'), row('c')], 'bought', past)?.id).toBe('b');
    expect(nextToShip([row('new'), row('a')], 'bought', past)?.id).toBe('new');
  });
});
