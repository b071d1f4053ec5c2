/**
 * Extensiv writes and reads times without a zone ("2016-12-25T23:00:00"); the seller names that of the account. An hour that comes
 * twice in autumn counts as the first, in both directions; the overlap of questions covers the other.
 */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { localTimeIn, readTime } from '@scanship/domain/calendar/local-time';

export const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?$/;

/** ISO instant, to the second. @throws FieldProblem */
export function readSystemTime(owner: ObjectReader, name: string, zone: string): string {
  const time = readTime({ occurredAt: owner.string(name, WRITTEN), zone });
  if (!time) throw new FieldProblem(owner.at(name), 'should be a date and time');
  return time.instant.toISOString();
}

/** "2026-01-01T00:00:00", as questions take it: the second an instant is in. */
export const systemText = (instant: Date, zone: string): string => localTimeIn(instant, zone) ?? '';

/** Whether this is a zone that clocks are known of. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
