/** Hours in which nobody wants a mail about a parcel, by the clock of the place it goes to. */
import { Temporal } from 'temporal-polyfill';

const FROM_HOUR = 21;
const TO_HOUR = 8;

/** @param timeZone IANA; @returns when the quiet hours end that `now` is in; undefined outside them */
export function quietUntil(now: Date, timeZone: string): Date | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  if (local.hour >= TO_HOUR && local.hour < FROM_HOUR) return undefined;
  const day = local.hour >= FROM_HOUR ? local.add({ days: 1 }) : local;
  return new Date(day.withPlainTime({ hour: TO_HOUR }).epochMilliseconds);
}
