/** The days a dashboard shows. */
import type { DASHBOARD_RANGES } from '@scanship/contracts/network/dashboard';
import { type Outcome, problem } from '../../platform/problem.ts';
import { addDays, dayIn, daysBetween } from '../../platform/time-zone.ts';

export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly days: readonly string[];
  /** The same number of days just before. */
  readonly before: { readonly from: string; readonly to: string };
}

const MOST_DAYS = 366;
const LENGTHS = { today: 1, byWeek: 7, byMonth: 30, byYear: 365 } as const;

/** Problem: `validation` for a custom range that is missing an end, backwards, or too long. */
export const rangeOf = (
  asked: {
    readonly range?: (typeof DASHBOARD_RANGES)[number] | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  },
  now: Date,
  timeZone: string,
): Outcome<DayRange> => {
  const today = dayIn(now, timeZone);
  const { range = asked.from === undefined && asked.to === undefined ? 'byMonth' : 'custom' } = asked;
  let from = asked.from;
  let to = asked.to;
  if (range !== 'custom') {
    to = today;
    from = addDays(today, 1 - LENGTHS[range]);
  }
  const invalid = (field: string, message: string) =>
    problem('validation', { errors: [{ field, code: 'range', message }] });
  if (from === undefined) return invalid('from', 'Choose the first day.');
  if (to === undefined) return invalid('to', 'Choose the last day.');
  if (to < from) return invalid('to', 'The last day is before the first.');
  if (addDays(from, MOST_DAYS) <= to) return invalid('to', `At most ${MOST_DAYS} days can be shown.`);
  const days = daysBetween(from, to);
  return {
    ok: true,
    value: { from, to, days, before: { from: addDays(from, -days.length), to: addDays(from, -1) } },
  };
};
