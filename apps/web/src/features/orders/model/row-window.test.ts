import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bringIntoView, rowsInView } from './row-window.ts';

const view = fc.record({
  scrollTop: fc.integer({ min: 0, max: 20_000 }),
  height: fc.integer({ min: 46, max: 2000 }),
  rowHeight: fc.constantFrom(36, 46),
  count: fc.integer({ min: 0, max: 200 }),
});

describe('rows in view', () => {
  it('every row that shows is drawn, and not many more', () => {
    fc.assert(
      fc.property(view, (v) => {
        const { first, end } = rowsInView(v);
        for (let row = 0; row < v.count; row += 1) {
          const shows = (row + 1) * v.rowHeight > v.scrollTop && row * v.rowHeight < v.scrollTop + v.height;
          if (shows && (row < first || row >= end)) return false;
        }
        return first >= 0 && end <= v.count && end - first <= Math.ceil(v.height / v.rowHeight) + 24;
      }),
    );
  });
  it('a row that is brought into view is wholly in view, and one in view stays where it is', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: 0, max: 199 }), (v, index) => {
        const to = bringIntoView({ ...v, index });
        const top = index * v.rowHeight;
        const was = top >= v.scrollTop && top + v.rowHeight <= v.scrollTop + v.height;
        return was ? to === v.scrollTop : top >= to && top + v.rowHeight <= to + v.height;
      }),
    );
    expect(bringIntoView({ index: 10, scrollTop: 0, height: 100, rowHeight: 10 })).toBe(10);
  });
});
