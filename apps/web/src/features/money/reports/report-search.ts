/** The days of a report in its address, so that a link shows the same; what a person spoilt there is left out. */
import { addDays } from '../../../lib/format.ts';

export const REPORT_DAYS = ['week', 'weeks', 'month', 'other'] as const;
export const REPORT_AGAINST = ['before', 'year', 'other'] as const;

export interface ReportSearch {
  /** Absent: the last whole week. */
  readonly days?: (typeof REPORT_DAYS)[number] | undefined;
  /** Absent: as many days just before. */
  readonly against?: (typeof REPORT_AGAINST)[number] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly beforeFrom?: string | undefined;
  readonly beforeTo?: string | undefined;
}

export interface AskedDays {
  readonly from: string;
  readonly to: string;
  readonly beforeFrom: string;
  readonly beforeTo: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const reportSearch = (search: Readonly<Record<string, unknown>>): ReportSearch => ({
  days: REPORT_DAYS.find((name) => name === search['days']),
  against: REPORT_AGAINST.find((name) => name === search['against']),
  from: dayOf(search['from']),
  to: dayOf(search['to']),
  beforeFrom: dayOf(search['beforeFrom']),
  beforeTo: dayOf(search['beforeTo']),
});

const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const lengthOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
/** The same day a year before; February 29 becomes March 1. */
const yearBefore = (day: string): string => {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCFullYear(moved.getUTCFullYear() - 1);
  return moved.toISOString().slice(0, 10);
};

/** The days that are asked for. @param today in the company's time zone */
export function askedDays(search: ReportSearch, today: string): AskedDays {
  const monday = addDays(today, -weekday(today));
  const [from, to] = ((): readonly [string, string] => {
    switch (search.days) {
      case 'weeks':
        return [addDays(monday, -28), addDays(monday, -1)];
      case 'month': {
        const end = addDays(`${today.slice(0, 7)}-01`, -1);
        return [`${end.slice(0, 7)}-01`, end];
      }
      case 'other':
        return [search.from ?? addDays(monday, -7), search.to ?? addDays(monday, -1)];
      default:
        return [addDays(monday, -7), addDays(monday, -1)];
    }
  })();
  switch (search.against) {
    case 'year':
      return { from, to, beforeFrom: yearBefore(from), beforeTo: yearBefore(to) };
    case 'other':
      return {
        from,
        to,
        beforeFrom: search.beforeFrom ?? addDays(from, -lengthOf(from, to)),
        beforeTo: search.beforeTo ?? addDays(from, -1),
      };
    default: {
      // The month before, not as many days: months are compared whole.
      const end = addDays(from, -1);
      const start = search.days === 'month' ? `${end.slice(0, 7)}-01` : addDays(from, -lengthOf(from, to));
      return { from, to, beforeFrom: start, beforeTo: end };
    }
  }
}
