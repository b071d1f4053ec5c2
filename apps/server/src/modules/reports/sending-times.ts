/** When a report that is kept is sent: at seven where the company is. Pure. */
import { dueFrom, type Schedule } from '@scanship/domain/calendar/report-period';
import { addDays, dayIn, hourIn, startOfDay } from '../../platform/time-zone.ts';

const HOUR = 7;
const HOUR_MS = 3_600_000;

export interface Sending {
  readonly day: string;
  readonly at: Date;
}

export const sevenOn = (day: string, timeZone: string): Date => {
  const at = new Date(startOfDay(day, timeZone).getTime() + HOUR * HOUR_MS);
  // A night in which the clocks are changed is an hour shorter or longer.
  return new Date(at.getTime() + (HOUR - hourIn(at, timeZone)) * HOUR_MS);
};

/** The first sending after a moment. */
export function nextSending(schedule: Schedule, after: Date, timeZone: string): Sending {
  const today = dueFrom(schedule, dayIn(after, timeZone));
  const at = sevenOn(today, timeZone);
  if (at > after) return { day: today, at };
  const day = dueFrom(schedule, addDays(today, 1));
  return { day, at: sevenOn(day, timeZone) };
}

/** A server that was down sends what was due the day before; what was due daily only on its day, the next has come. */
export const goodUntil = ({ every }: Schedule, day: string, timeZone: string): Date =>
  startOfDay(addDays(day, every === 'daily' ? 1 : 2), timeZone);

export const isTooLate = (schedule: Schedule, day: string, now: Date, timeZone: string): boolean =>
  now >= goodUntil(schedule, day, timeZone);

/** The sending after one: the next that is not too late. */
export function sendingAfter(schedule: Schedule, day: string, now: Date, timeZone: string): Sending {
  let next = dueFrom(schedule, addDays(day, 1));
  while (isTooLate(schedule, next, now, timeZone)) next = dueFrom(schedule, addDays(next, 1));
  return { day: next, at: sevenOn(next, timeZone) };
}
