/** The calendar of a place while it is edited. Pure. */
import type { LocationDto } from '@scanship/contracts/network/settings';
import { type HolidayRegion, publicHolidays } from '@scanship/domain/calendar/public-holidays';

export interface CalendarDraft {
  readonly timeZone: string;
  readonly cutOff: string;
  readonly workingDays: readonly number[];
  readonly holidays: readonly string[];
  /** As typed; empty: no ship-by dates. */
  readonly handlingDays: string;
  readonly returnLocationId: string | null;
}

/** A new place works Monday to Friday until four and ships within a working day. */
export const calendarOf = (location: LocationDto | undefined, timeZone: string): CalendarDraft => ({
  timeZone: location?.timeZone ?? timeZone,
  cutOff: location?.cutOff ?? '16:00',
  workingDays: location?.workingDays ?? [1, 2, 3, 4, 5],
  holidays: location?.holidays ?? [],
  handlingDays: location ? (location.handlingDays === null ? '' : String(location.handlingDays)) : '1',
  returnLocationId: location?.returnLocationId ?? null,
});

/** What is sent; undefined while the cut-off is no time. */
export function calendarBody(draft: CalendarDraft) {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(draft.cutOff)) return undefined;
  return {
    timeZone: draft.timeZone,
    cutOff: draft.cutOff,
    workingDays: [...draft.workingDays],
    holidays: [...draft.holidays],
    handlingDays: draft.handlingDays.trim() === '' ? null : Math.min(60, Number(draft.handlingDays)),
    returnLocationId: draft.returnLocationId,
  };
}

/** The days with the public holidays of a region and year, each once; weekends that are not worked add nothing and stay out. */
export function withHolidays(
  days: readonly string[],
  region: HolidayRegion,
  year: number,
  workingDays: readonly number[],
): readonly string[] {
  const worked = (date: string): boolean =>
    workingDays.length === 0 || workingDays.includes(((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1);
  const added = publicHolidays(region, year).flatMap(({ date }) => (worked(date) ? [date] : []));
  return [...new Set([...days, ...added])].toSorted();
}
