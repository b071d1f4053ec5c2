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
