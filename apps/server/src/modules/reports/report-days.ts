/** The two spans of days a report holds against each other. */
import { addDays, dayIn, daysBetween } from '../../platform/time-zone.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

export interface Span {
  readonly from: string;
  readonly to: string;
}
export interface ReportDays {
  readonly now: Span;
  readonly before: Span;
}

const MOST_DAYS = 366;

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** "October 1, 2026", « 1er octobre 2026 ». */
export const dayWords = (day: string, language: 'en' | 'fr'): string => {
  const text = new Intl.DateTimeFormat(`${language}-CA`, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return language === 'fr' && text.startsWith('1 ') ? `1er ${text.slice(2)}` : text;
};

/** How many days a span has, both ends included. */
export const lengthOf = ({ from, to }: Span): number => daysBetween(from, to).length;

const spanOf = (from: string | undefined, to: string | undefined, fields: readonly [string, string]): Outcome<Span> => {
  const invalid = (field: string, message: string) =>
    problem('validation', { errors: [{ field, code: 'range', message }] });
  if (from === undefined) return invalid(fields[0], 'Choose the first day.');
  if (to === undefined) return invalid(fields[1], 'Choose the last day.');
  if (to < from) return invalid(fields[1], 'The last day is before the first.');
  if (addDays(from, MOST_DAYS) <= to) return invalid(fields[1], `At most ${MOST_DAYS} days can be shown.`);
  return { ok: true, value: { from, to } };
};

/** Problem `validation` for a span that lacks an end, is backwards or too long. */
export const reportDays = (
  asked: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly beforeFrom?: string | undefined;
    readonly beforeTo?: string | undefined;
  },
  at: Date,
  timeZone: string,
): Outcome<ReportDays> => {
  const monday = mondayOf(dayIn(at, timeZone));
  const whole = asked.from === undefined && asked.to === undefined;
  const now = whole
    ? spanOf(addDays(monday, -7), addDays(monday, -1), ['from', 'to'])
    : spanOf(asked.from, asked.to, ['from', 'to']);
  if (!now.ok) return now;
  const { from } = now.value;
  const before =
    asked.beforeFrom === undefined && asked.beforeTo === undefined
      ? spanOf(addDays(from, -lengthOf(now.value)), addDays(from, -1), ['beforeFrom', 'beforeTo'])
      : spanOf(asked.beforeFrom, asked.beforeTo, ['beforeFrom', 'beforeTo']);
  return before.ok ? { ok: true, value: { now: now.value, before: before.value } } : before;
};
