import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounds, hasShifted, isBack, type Share } from './shift-rule.ts';

const share = (items: number, of: number, answers = Math.ceil(of / 3)): Share => ({ items, of, answers });
const before = share(3, 3_000);

describe('a share that has grown', () => {
  it.each([
    ['half of forty, where one in a thousand was', share(20, 40), before, true],
    ['all of ten', share(10, 10), before, true],
    ['all of nine: too few', share(9, 9), before, false],
    ['all of forty events of one parcel', share(40, 40, 1), before, false],
    ['three of a hundred', share(3, 100), before, false],
    ['a tenth, where a tenth always was', share(40, 400), share(400, 4_000), false],
    ['a third, where a tenth was', share(140, 400), share(400, 4_000), true],
    ['nearly all, where half always was', share(95, 100), share(500, 1_000), false],
    ['all, and there is no past', share(50, 50), share(0, 0), false],
    ['all, and the past is a few answers', share(50, 50), share(0, 12), false],
  ] as const)('%s', (_name, now, past, told) => {
    expect(hasShifted(now, past)).toBe(told);
  });

  it('is never told of a share that is no greater than it was', () => {
    const counted = fc.tuple(fc.nat(500), fc.nat(500)).map(([items, rest]) => share(items, items + rest, items + rest));
    fc.assert(
      fc.property(counted, fc.integer({ min: 1, max: 20 }), (now, times) => {
        expect(hasShifted(now, share(now.items * times, now.of * times))).toBe(false);
        const { low, high } = bounds(now);
        expect(low).toBeLessThanOrEqual(high);
        if (now.of > 0) expect(now.items / now.of).toBeGreaterThanOrEqual(low - 1e-12);
        if (now.of > 0) expect(now.items / now.of).toBeLessThanOrEqual(high + 1e-12);
      }),
    );
  });

  it('is over when it is near what it was, and not because nobody asks any more', () => {
    expect(isBack(share(1, 100), 0.001)).toBe(true);
    expect(isBack(share(30, 100), 0.001)).toBe(false);
    expect(isBack(share(0, 4), 0.001)).toBe(false);
  });
});
