/** The first day a parcel can be handed over from a ship-from place: its working days, holidays and daily cut-off. */
import { Temporal } from 'temporal-polyfill';

export interface ShippingCalendar {
  /** IANA zone of the place. */
  readonly timeZone: string;
  /** Local time after which a label is for the next working day, HH:mm. */
  readonly cutOff: string;
  /** Bit 0 is Monday ... bit 6 is Sunday; 31 is Monday to Friday. Zero means every day is worked. */
  readonly workingDays: number;
  /** Local days without work, YYYY-MM-DD. */
  readonly holidays: readonly string[];
}

/** Today at the place, YYYY-MM-DD. */
export const localDay = (now: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

const works = (calendar: ShippingCalendar, day: Temporal.PlainDate): boolean =>
  (calendar.workingDays === 0 || (calendar.workingDays & (1 << (day.dayOfWeek - 1))) !== 0) &&
  !calendar.holidays.includes(day.toString());

/**
 * @returns the day, YYYY-MM-DD. A calendar whose next 60 days are all holidays is a mistake in the settings; then today is
 * answered, so that a wrong calendar never stops a shipment.
 */
export function nextShipDate(now: Date, calendar: ShippingCalendar): string {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(calendar.timeZone);
  const today = local.toPlainDate();
  const late = Temporal.PlainTime.compare(local.toPlainTime(), Temporal.PlainTime.from(calendar.cutOff)) >= 0;
  let day = late ? today.add({ days: 1 }) : today;
  for (let i = 0; i < 60; i += 1, day = day.add({ days: 1 })) if (works(calendar, day)) return day.toString();
  return today.toString();
}

/** Working days after `day`, `count` of them; `day` itself where the calendar has none within a year. */
function later(day: Temporal.PlainDate, count: number, calendar: ShippingCalendar): Temporal.PlainDate {
  let at = day;
  for (let left = count, tries = 0; left > 0; tries += 1) {
    if (tries > 366) return day;
    at = at.add({ days: 1 });
    if (works(calendar, at)) left -= 1;
  }
  return at;
}

/** Whether anything is handed over on a day at the place. @param day YYYY-MM-DD */
export const worksOn = (calendar: ShippingCalendar, day: string): boolean =>
  works(calendar, Temporal.PlainDate.from(day));

/** The days among the next `ahead` (today being 0) on which the place works, YYYY-MM-DD. */
export function handOverDays(now: Date, calendar: ShippingCalendar, ahead: number): readonly string[] {
  const today = Temporal.PlainDate.from(localDay(now, calendar.timeZone));
  return Array.from({ length: ahead + 1 }, (_, days) => today.add({ days }))
    .filter((day) => works(calendar, day))
    .map((day) => day.toString());
}

/**
 * When an order has to be handed over at the latest: the cut-off of the day that comes `handlingDays` working days after the
 * first day on which it could be. An order placed after the cut-off, on a weekend or on a holiday begins with the next
 * working day.
 * @param handlingDays 0: the same day
 */
export function shipByOf(placedAt: Date, calendar: ShippingCalendar, handlingDays: number): Date {
  const first = Temporal.PlainDate.from(nextShipDate(placedAt, calendar));
  const day = later(first, handlingDays, calendar);
  return new Date(
    day.toZonedDateTime({ timeZone: calendar.timeZone, plainTime: Temporal.PlainTime.from(calendar.cutOff) })
      .epochMilliseconds,
  );
}

/** The cut-off of today at the place, and whether it is a day on which anything is handed over. */
export function cutOffOf(
  now: Date,
  calendar: ShippingCalendar,
): { readonly day: string; readonly at: Date; readonly works: boolean } {
  const day = Temporal.PlainDate.from(localDay(now, calendar.timeZone));
  const at = day.toZonedDateTime({ timeZone: calendar.timeZone, plainTime: Temporal.PlainTime.from(calendar.cutOff) });
  return { day: day.toString(), at: new Date(at.epochMilliseconds), works: works(calendar, day) };
}
