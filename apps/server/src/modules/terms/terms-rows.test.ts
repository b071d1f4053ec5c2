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

test('never a draft, a withdrawn or a later version; the newest that asks is the consent that is needed', () => {
  fc.assert(
    fc.property(fc.array(version, { maxLength: 8 }), fc.integer({ min: 0, max: 100 }), (made, at) => {
      const now = new Date(at);
      const rows = made.map((row, index) => ({ ...row, number: row.state === 'draft' ? null : index + 1 }));
      const holding = rows.filter((row) => row.state === 'published' && row.holds_from.getTime() <= at);
      const found = inForceAt(rows, now);
      expect(found?.current.number).toBe(holding.at(-1)?.number ?? undefined);
      const asking = holding.filter((row) => row.asks_again).at(-1);
      expect(found?.required?.number).toBe(asking?.number ?? undefined);
      // Whoever agreed to what is shown has agreed to enough.
      if (found?.required) expect(found.current.number ?? 0).toBeGreaterThanOrEqual(found.required.number);
      // A day to read it.
      if (found?.required && asking)
        expect(found.required.closesAt.getTime() - asking.holds_from.getTime()).toBe(24 * 3_600_000);
    }),
  );
});
