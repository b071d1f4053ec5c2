import { expect, test } from 'vitest';
import { addDays } from '../../platform/time-zone.ts';
import { stretchesOf } from './label-sums.ts';

const months = (from: string, to: string): string => `months ${from} ${to}`;
const days = (from: string, to: string): string => `days ${from} ${to}`;

test.each([
  ['2026-11-23', '2026-11-29', [days('2026-11-23', '2026-11-29')]],
  ['2026-11-01', '2026-11-30', [months('2026-11-01', '2026-11-30')]],
  ['2026-11-01', '2026-11-29', [days('2026-11-01', '2026-11-29')]],
  ['2026-10-31', '2026-11-30', [days('2026-10-31', '2026-10-31'), months('2026-11-01', '2026-11-30')]],
  ['2026-11-01', '2026-12-01', [months('2026-11-01', '2026-11-30'), days('2026-12-01', '2026-12-01')]],
  ['2026-10-31', '2026-11-02', [days('2026-10-31', '2026-11-02')]],
  [
    '2023-12-15',
    '2024-03-15',
    [days('2023-12-15', '2023-12-31'), months('2024-01-01', '2024-02-29'), days('2024-03-01', '2024-03-15')],
  ],
  ['2026-02-01', '2026-02-01', [days('2026-02-01', '2026-02-01')]],
])('from %s to %s', (from, to, expected) => {
  const found = stretchesOf({ from, to });
  expect(found.map((each) => (each.months ? months : days)(each.from, each.to))).toEqual(expected);
});

test('each day is in one stretch, whatever the span', () => {
  for (let at = 0; at < 400; at += 7)
    for (let length = 0; length < 100; length += 3) {
      const from = addDays('2023-12-20', at);
      const to = addDays(from, length);
      const found = stretchesOf({ from, to });
      expect([found[0]?.from, found.at(-1)?.to]).toEqual([from, to]);
      for (const [index, { from: begin, to: end, months: whole }] of found.entries()) {
        if (index > 0) expect(begin).toBe(addDays(found[index - 1]?.to ?? '', 1));
        if (whole) expect([begin.slice(8), addDays(end, 1).slice(8)]).toEqual(['01', '01']);
      }
    }
});
