/** Which version holds, and which consent is enough, over random histories. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inForceAt } from './terms-rows.ts';

const version = fc.record({
  id: fc.uuid(),
  state: fc.constantFrom('draft' as const, 'published' as const, 'withdrawn' as const),
  holds_from: fc.integer({ min: 0, max: 100 }).map((at) => new Date(at)),
  asks_again: fc.boolean(),
});
const GRACE = 24 * 3_600_000;

test('never a draft, a withdrawn or a later version; enough is the newest that asks and what came after it', () => {
  fc.assert(
    fc.property(fc.array(version, { maxLength: 8 }), fc.integer({ min: 0, max: 100 }), (made, at) => {
      const now = new Date(at);
      const rows = made.map((row, index) => ({
        ...row,
        number: row.state === 'draft' ? null : index + 1,
        withdrawn_at: null,
      }));
      // By day; of one day, by number.
      const holding = rows
        .filter((row) => row.state === 'published' && row.holds_from.getTime() <= at)
        .toSorted((a, b) => a.holds_from.getTime() - b.holds_from.getTime());
      const found = inForceAt(rows, now);
      expect(found?.current.id).toBe(holding.at(-1)?.id);
      if (!found) return;
      // Whoever agreed to what is shown has agreed to enough; what does not ask again leaves the one before it good.
      expect(found.enough[0]).toBe(found.current.id);
      const asking = holding.slice(-found.enough.length);
      expect(found.enough).toEqual(asking.map(({ id }) => id).toReversed());
      expect(asking.slice(1).some((row) => row.asks_again)).toBe(false);
      expect(asking[0]?.asks_again === true || asking.length === holding.length).toBe(true);
      // A day to read it.
      expect(found.closesAt.getTime()).toBe((asking[0]?.holds_from.getTime() ?? 0) + GRACE);
    }),
  );
});

test('a version planned before a shorter-dated one holds from its day; withdrawn, the one before it, with a day to read it', () => {
  const on = (day: number) => new Date(Date.UTC(2026, 0, day));
  const row = (number: number, day: number, withdrawn?: number) => ({
    id: `v${number}`,
    state: withdrawn === undefined ? ('published' as const) : ('withdrawn' as const),
    number,
    holds_from: on(day),
    asks_again: true,
    withdrawn_at: withdrawn === undefined ? null : on(withdrawn),
  });
  const planned = [row(1, 1), row(2, 20), row(3, 10)];
  expect([5, 12, 25].map((day) => inForceAt(planned, on(day))?.current.id)).toEqual(['v1', 'v3', 'v2']);
  expect(inForceAt([row(1, 1), row(2, 5, 8)], on(9))).toMatchObject({ enough: ['v1'], closesAt: on(9) });
  // Withdrawn before its day it changed nothing.
  expect(inForceAt([row(1, 1), row(2, 20, 8)], on(9))).toMatchObject({ enough: ['v1'], closesAt: on(2) });
});
