/** Turning pages of a list that moves: nothing lost, no state told twice, whatever order the platform lists in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readObject } from '../answers/json-reader.ts';
import { jsonProblem } from '../answers/json-value.ts';
import {
  askFrom,
  listed,
  movingCursor,
  movingPage,
  movingPlace,
  type Listed,
  type MovingItems,
  type MovingPlace,
} from './moving-list.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const BEGUN = NOW.getTime() - 120_000;

interface Item {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly updated: number;
}

const ITEMS: MovingItems = { id: (item) => item.string('id'), updatedAt: (item) => item.instant('updated_at') };
const row = (id: string | undefined, updated: number | undefined): Listed =>
  listed(readObject({ id, updated_at: updated === undefined ? 'once' : new Date(updated).toISOString() }), ITEMS);

interface Platform {
  readonly size: number;
  /** Whether it leaves out what did not change since the moment it is asked from, which is then whole seconds and one early. */
  readonly filters: boolean;
}

/** Reads a list to its end while `meanwhile` changes it; the cursor is JSON between pages. */
function readAll(list: Item[], { size, filters }: Platform, meanwhile: (page: number, again: boolean) => void): Item[] {
  const told: Item[] = [];
  let place: MovingPlace | undefined = movingPlace({}, NOW, 1);
  for (let pages = 0; place && pages < 200; pages += 1) {
    const cursor: ReturnType<typeof movingCursor> = JSON.parse(JSON.stringify(movingCursor(place)));
    const at: MovingPlace = movingPlace({ cursor }, NOW, 1);
    expect(at).toEqual(place);
    const from = filters ? askFrom(at, 1_000) : undefined;
    const found = list.filter(({ updated }) => from === undefined || updated >= Date.parse(from));
    const rows = found.slice((at.at - 1) * size, at.at * size).map(({ id, updated }) => row(id, updated));
    const page = movingPage(at, rows, at.at * size < found.length ? at.at + 1 : undefined, 1);
    for (const { id, updated } of page.fresh) told.push({ id: id ?? '', updated: updated ?? 0 });
    place = page.next;
    meanwhile(pages, at.again);
  }
  expect(place).toBeUndefined();
  return told;
}

const stateOf = ({ id, updated }: Item): string => `${id} ${updated}`;

describe('a list that moves', () => {
  it.each([true, false])(
    'is told whole, each state once and the last one last, while items arrive in front and others change in place (filter: %s)',
    (filters) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 40 }),
          fc.integer({ min: 3, max: 9 }),
          fc.array(fc.record({ change: fc.nat(29), arrive: fc.nat(2) }), { maxLength: 6 }),
          (count, size, moves) => {
            // In the order that most platforms show: newest first, but nothing that changes moves.
            const list: Item[] = Array.from({ length: count }, (_v, n) => ({
              id: `a${n}`,
              updated: BEGUN - 9_000 - n,
            }));
            const told = readAll(list, { size, filters }, (page, again) => {
              // What changes during the second look, or after a pull of one page, is the next pull's.
              const move = again || count <= size ? undefined : moves[page];
              if (move === undefined) return;
              const time = NOW.getTime() + page * 1_000 + 250;
              const old = list[move.change];
              if (old) list[move.change] = { ...old, updated: time };
              for (let n = 0; n < Math.min(move.arrive, size - 1); n += 1)
                list.unshift({ id: `n${page}-${n}`, updated: time });
            });
            const states = told.map(stateOf);
            expect(new Set(states).size).toBe(states.length);
            for (const item of list) expect(told.findLast(({ id }) => id === item.id)).toEqual(item);
          },
        ),
      );
    },
  );

  it('of one page is read once; of several it is looked at again from when the pull began', () => {
    const place = movingPlace({ since: new Date('2025-12-01T00:00:00.900Z') }, NOW, 1);
    expect(place).toMatchObject({ since: Date.parse('2025-12-01T00:00:00.900Z'), at: 1, begun: BEGUN });
    expect(movingPage(place, [], undefined, 1).next).toBeUndefined();
    const late = row('late', BEGUN);
    const second = movingPage(place, [late, row('old', 5_000)], 2, 1).next;
    expect(second).toMatchObject({ at: 2, told: [late.print] });
    const again = second && movingPage(second, [], undefined, 1).next;
    expect(again).toMatchObject({ since: BEGUN, at: 1, again: true, seen: [], told: [late.print] });
    expect(again && movingPage(again, [late], undefined, 1)).toEqual({ fresh: [], next: undefined });
  });

  it('is never looked at from further back than was asked for', () => {
    const since = NOW.getTime() + 60_000;
    const place = { ...movingPlace({ since: new Date(since) }, NOW, 1), at: 2 };
    expect(movingPage(place, [], undefined, 1).next).toMatchObject({ since, again: true });
  });

  it('leaves out what was told or did not change since, and shows what cannot be read', () => {
    const second = NOW.getTime();
    const told = row('a', second);
    const place = { ...movingPlace({ since: NOW }, NOW, 0), seen: [told.print ?? ''] };
    const fresh = (one: Listed): boolean => movingPage(place, [one], undefined, 0).fresh.length === 1;
    expect(fresh(told)).toBe(false);
    // Another state, though of the same second.
    expect(fresh(row('a', second + 1))).toBe(true);
    expect(fresh(row('b', second - 1))).toBe(false);
    expect(fresh(row(undefined, second - 1))).toBe(true);
    expect(fresh(row('c', undefined))).toBe(true);
  });

  it('counts a time of a whole second for all of it, and a finer one as it is', () => {
    const second = Math.floor(NOW.getTime() / 1_000) * 1_000;
    const place = movingPlace({ since: new Date(second + 700) }, NOW, 0);
    const fresh = (updated: number): boolean => movingPage(place, [row('a', updated)], undefined, 0).fresh.length === 1;
    expect([second, second + 600, second + 700, second - 1_000].map(fresh)).toEqual([true, false, true, false]);
  });

  it('is asked for from a whole second, early where the platform does not say whether it counts', () => {
    const place = movingPlace({ since: new Date('2026-03-02T08:30:00.700Z') }, NOW, 1);
    expect(askFrom(place)).toBe('2026-03-02T08:30:00Z');
    expect(askFrom(place, 1_000)).toBe('2026-03-02T08:29:59Z');
    expect(askFrom({ since: 1_000 }, 60_000)).toBe('1970-01-01T00:00:00Z');
    expect(askFrom(movingPlace({}, NOW, 1))).toBeUndefined();
  });
});

describe('the cursor', () => {
  const kept = movingCursor(movingPlace({ since: NOW }, NOW, 1));

  it('that is not ours, or is of an older form, begins the pull again', () => {
    for (const cursor of [
      {},
      { part: 'all', from: '2026-03-02T08:58:00.000Z', page: 2, seen: [] },
      { since: 1_767_225_540, at: 2, begun: 1_767_225_540, again: false, seen: [], told: [] },
      { ...kept, begun: 1_767_225_540 },
      { ...kept, since: 'then' },
      { ...kept, at: -1 },
      { ...kept, again: 'maybe' },
      { ...kept, seen: 'none' },
      { ...kept, told: [1] },
    ])
      expect(() => movingPlace({ cursor }, NOW, 1)).toThrow(
        expect.objectContaining({
          problem: expect.objectContaining({ kind: 'invalid-input', vendorCode: 'bad-cursor' }),
        }),
      );
    expect(movingPlace({ cursor: kept }, NOW, 1)).toMatchObject({ since: NOW.getTime(), at: 1 });
  });

  it('has room for what it keeps', () => {
    const rows = Array.from({ length: 400 }, (_v, n) => row(`a${n}`, NOW.getTime() + n));
    const { next } = movingPage({ ...movingPlace({ since: NOW }, NOW, 1), at: 99_999 }, rows, 100_000, 1);
    expect(next?.told).toHaveLength(300);
    expect(next && jsonProblem(movingCursor(next), 8_000)).toBeUndefined();
  });
});
