/** Who is told, over every author, audience and company; and when it stands above the pages. */
import { AUDIENCES } from '@scanship/contracts/network/announcements';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Addressed, type Addressee, isInBar, reaches } from './reach.ts';

const IDS = ['a', 'b', 'c'];
const PLANS = ['Basic', 'Standard', 'Advanced'];
const company = fc.record<Addressee>({
  id: fc.constantFrom(...IDS),
  kind: fc.constantFrom('franchise', 'customer'),
  plan: fc.constantFrom(null, ...PLANS),
});
const said = fc.record<Addressed>({
  by: fc.constantFrom('platform', 'franchise'),
  audience: fc.constantFrom(...AUDIENCES),
  plans: fc.subarray(PLANS),
  chosen: fc.subarray(IDS),
});

/** Written anew from the rule in words, as a table: who says it, to whom, about which kind of company. */
const TABLE: Readonly<Record<string, (one: Addressed, to: Addressee) => boolean>> = {
  'platform below franchise': () => true,
  'platform everybody franchise': () => true,
  'platform everybody customer': () => true,
  'platform chosen franchise': ({ chosen }, { id }) => chosen.includes(id),
  'franchise below customer': () => true,
  // Not offered to a franchise; it would mean nobody else than its customers.
  'franchise everybody customer': () => true,
  'franchise plans customer': ({ plans }, { plan }) => plans.some((each) => each === plan),
  'franchise chosen customer': ({ chosen }, { id }) => chosen.includes(id),
};

test('an announcement reaches exactly those of the table', () => {
  fc.assert(
    fc.property(said, company, (one, to) => {
      const row = TABLE[`${one.by} ${one.audience} ${to.kind}`];
      expect(reaches(one, to)).toBe(row?.(one, to) ?? false);
    }),
    { numRuns: 500 },
  );
});

test('the bar has it from its time on, until it is put away, and again when the work begins or its author says so', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 2, hour));
  const times = {
    kind: 'maintenance',
    shownFrom: at(6),
    shownUntil: at(20),
    workFrom: at(12),
    repeatedAt: null,
  } as const;
  expect([5, 6, 19, 20].map((hour) => isInBar(times, null, at(hour)))).toEqual([false, true, true, false]);
  // Put away in the morning: quiet until the work begins, then there; put away during the work, it is gone for good.
  expect([8, 11, 12, 19].map((hour) => isInBar(times, at(7), at(hour)))).toEqual([false, false, true, true]);
  expect([13, 19].map((hour) => isInBar(times, at(12), at(hour)))).toEqual([false, false]);
  const again = { ...times, workFrom: null, repeatedAt: at(9) };
  expect([8, 9, 19].map((hour) => isInBar(again, at(7), at(hour)))).toEqual([false, true, true]);
  expect(isInBar(again, at(10), at(11))).toBe(false);
});
