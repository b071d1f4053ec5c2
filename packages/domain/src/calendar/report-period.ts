/** The days a report shows, and those it is held against, as they are asked for: "last month against the one before". Pure. */

export const REPORT_DAYS = ['day', 'week', 'weeks', 'month', 'other'] as const;
export const REPORT_AGAINST = ['before', 'year', 'other'] as const;

export interface ReportPeriod {
  /** Absent: the last whole week; `day` is yesterday. */
  readonly days?: (typeof REPORT_DAYS)[number] | undefined;
  /** Absent: as many days just before. */
  readonly against?: (typeof REPORT_AGAINST)[number] | undefined;
  /** Of `other` days. */
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

const DAY_MS = 86_400_000;
const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
/** 0 is Monday. */
const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const lengthOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
/** The same day a year before; February 29 becomes March 1. */
const yearBefore = (day: string): string => {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCFullYear(moved.getUTCFullYear() - 1);
  return moved.toISOString().slice(0, 10);
};

/** @param today in the company's time zone */
export function askedDays(period: ReportPeriod, today: string): AskedDays {
  const monday = addDays(today, -weekday(today));
  const [from, to] = ((): readonly [string, string] => {
    switch (period.days) {
      case 'day':
        return [addDays(today, -1), addDays(today, -1)];
      case 'weeks':
        return [addDays(monday, -28), addDays(monday, -1)];
      case 'month': {
        const end = addDays(`${today.slice(0, 7)}-01`, -1);
        return [`${end.slice(0, 7)}-01`, end];
      }
      case 'other':
        return [period.from ?? addDays(monday, -7), period.to ?? addDays(monday, -1)];
      default:
        return [addDays(monday, -7), addDays(monday, -1)];
    }
  })();
  switch (period.against) {
    case 'year':
      return { from, to, beforeFrom: yearBefore(from), beforeTo: yearBefore(to) };
    case 'other':
      return {
        from,
        to,
        beforeFrom: period.beforeFrom ?? addDays(from, -lengthOf(from, to)),
        beforeTo: period.beforeTo ?? addDays(from, -1),
      };
    default: {
      // The month before, not as many days: months are compared whole.
      const end = addDays(from, -1);
      const start = period.days === 'month' ? `${end.slice(0, 7)}-01` : addDays(from, -lengthOf(from, to));
      return { from, to, beforeFrom: start, beforeTo: end };
    }
  }
}

export const SCHEDULES = ['daily', 'weekly', 'monthly'] as const;
export interface Schedule {
  readonly every: (typeof SCHEDULES)[number];
  /** Of a week, 1 is Monday; of a month, where a month that has fewer ends earlier. Of no meaning daily. */
  readonly onDay: number;
}

/** The first day a schedule falls on, from a day on. */
export function dueFrom({ every, onDay }: Schedule, day: string): string {
  if (every === 'daily') return day;
  if (every === 'weekly') return addDays(day, (onDay - 1 - weekday(day) + 7) % 7);
  const inMonth = (month: string): string => {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
    return `${month}-${String(Math.min(onDay, last)).padStart(2, '0')}`;
  };
  const here = inMonth(day.slice(0, 7));
  return here >= day ? here : inMonth(addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7));
}
