import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countingList, countsBefore, MARKUP_LISTS } from './markup-lists.ts';

test('exactly one list counts: the one for the fewest that is used, everybody’s where none is', () => {
  fc.assert(
    fc.property(fc.subarray([...MARKUP_LISTS]), (used) => {
      const counts = countingList(new Set(used));
      expect(used.length === 0 ? ['everybody'] : used).toContain(counts);
      expect(countsBefore(counts).some((kind) => used.includes(kind))).toBe(false);
    }),
  );
  expect(MARKUP_LISTS).toEqual(['buyer', 'group', 'plan', 'everybody']);
});
