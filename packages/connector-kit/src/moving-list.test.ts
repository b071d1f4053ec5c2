import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNews, movingCursor, movingOn, movingPlace, stampOf, type MovingPlace } from './moving-list.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const SECOND = NOW.getTime() / 1_000;

interface Item {
  readonly id: string;
  readonly updated: number;
}

/** Reads a list to its end, page by page of `size`, while `meanwhile` changes it; the cursor is JSON between pages. */
function readAll(list: Item[], size: number, meanwhile: (page: number) => void): Item[] {
  const told: Item[] = [];
  let place: MovingPlace | undefined = movingPlace({}, NOW, 1);
  for (let pages = 0; place && pages < 200; pages += 1) {
    const at: MovingPlace = movingPlace({ cursor: movingCursor(place) }, NOW, 1);
    const shown = list.filter(({ updated }) => updated >= (at.since ?? 0)).slice((at.at - 1) * size, at.at * size);
    const stamps = shown.map(({ id, updated }) => stampOf(id, updated));
    told.push(...shown.filter((_item, index) => isNews(at, stamps[index] ?? stampOf(undefined, undefined))));
    place = movingOn(at, stamps, shown.length === size ? at.at + 1 : undefined, 1);
    meanwhile(pages);
  }
  return told;
}

describe('a list that moves', () => {
  it('is told whole, each state once, while items arrive in front and others change in place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.array(fc.nat(6), { maxLength: 6 }), (count, changes) => {
        const list: Item[] = Array.from({ length: count }, (_v, n) => ({ id: `a${n}`, updated: SECOND - 9_000 - n }));
        const told = readAll(list, 7, (page) => {
          const change = changes[page];
          if (change === undefined) return;
          list.unshift({ id: `n${page}`, updated: SECOND + page });
          const old = list[change];
          if (old) list[change] = { ...old, updated: SECOND + 100 + page };
        });
        const states = told.map(({ id, updated }) => `${id} ${updated}`);
        expect(new Set(states).size).toBe(states.length);
        // Changes after the last look are the next pull's.
        const seen = new Set(told.map(({ id }) => id));
        expect(list.filter(({ id }) => id.startsWith('a') && !seen.has(id))).toEqual([]);
      }),
    );
  });

  it('of one page is read once; of several it is looked at again from when the pull began', () => {
    const place = movingPlace({ since: new Date('2025-12-01T00:00:00.900Z') }, NOW, 1);
    expect(place).toMatchObject({ since: Date.parse('2025-12-01T00:00:00Z') / 1_000, at: 1, begun: SECOND - 60 });
    expect(movingOn(place, [], undefined, 1)).toBeUndefined();
    const late = stampOf('late', SECOND);
    const second = movingOn(place, [late, stampOf('old', 5)], 2, 1);
    expect(second).toMatchObject({ at: 2, told: [late.print] });
    const again = second && movingOn(second, [], undefined, 1);
    expect(again).toMatchObject({ since: SECOND - 60, at: 1, again: true, seen: [], told: [late.print] });
    expect(again && movingOn(again, [late], undefined, 1)).toBeUndefined();
  });

  it('leaves out what was told or did not change since, and shows what cannot be read', () => {
    const place = { ...movingPlace({ since: NOW }, NOW, 0), seen: [stampOf('a', SECOND).print ?? ''] };
    expect(isNews(place, stampOf('a', SECOND))).toBe(false);
    expect(isNews(place, stampOf('a', SECOND + 1))).toBe(true);
    expect(isNews(place, stampOf('b', SECOND - 1))).toBe(false);
    expect(isNews(place, stampOf(undefined, SECOND - 1))).toBe(true);
    expect(isNews(place, stampOf('c', undefined))).toBe(true);
  });
});
