import { expect, test } from 'vitest';
import { divide } from './file-order.ts';

test('files are divided once each, the heavy ones apart', () => {
  const parts = divide([1, 9, 4, 8, 2, 6], 3, (weight) => weight);
  expect(parts).toEqual([
    [9, 1],
    [8, 2],
    [6, 4],
  ]);
  expect(divide([5], 3, (weight) => weight)).toEqual([[5], [], []]);
});
