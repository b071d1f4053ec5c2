import { describe, expect, it } from 'vitest';
import { rowBelow, rowForKeys } from './list-place.ts';

const list = (ids: string) => [...ids].map((id) => ({ id }));

describe('the place of an order', () => {
  it.each([
    ['in the list', 'abcd', 'abcd', 'b', 2],
    ['of which the order has left', 'acd', 'abcd', 'b', 1],
    ['that has new rows in front', 'xyabcd', 'abcd', 'b', 4],
    ['that has new rows in front and lost the order and the one above', 'xycd', 'abcd', 'b', 0],
    ['whose last order has left', 'abc', 'abcd', 'd', 3],
    ['of which nothing is known', 'abcd', 'abcd', undefined, 0],
  ])('in a list %s', (_which, rows, past, id, index) => {
    expect(rowBelow(list(rows), list(past), id)).toBe(index);
  });
});

describe('the order that keys act on', () => {
  const rows = list('abc');
  it('is the marked row while none is open', () => {
    expect(rowForKeys(rows, { id: undefined, row: undefined }, 'b')?.id).toBe('b');
    expect(rowForKeys(rows, { id: undefined, row: undefined }, undefined)).toBeUndefined();
  });
  it('is the open one, also when it has left the list', () => {
    expect(rowForKeys(rows, { id: 'z', row: { id: 'z' } }, 'b')?.id).toBe('z');
  });
  it('is never another row: none while the open one is looked up, or when the marked one has left', () => {
    expect(rowForKeys(rows, { id: 'z', row: undefined }, 'b')).toBeUndefined();
    expect(rowForKeys(rows, { id: undefined, row: undefined }, 'gone')).toBeUndefined();
  });
});
