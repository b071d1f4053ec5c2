/**
 * When something happened to a parcel. UPS gives the local time of the place and, mostly, the same moment in GMT or the
 * offset; two of the three make a time with offset. Without them the place's zone is named beside the local time.
 */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { zoneOfPlace } from '@scanship/domain/calendar/local-time';
import { compactDay } from './reading.ts';

/** HHMMSS, or HH:MM:SS as GMT times come, as HH:MM:SS. */
function clock(o: ObjectReader, name: string): string {
  const text = o.string(name, /^\d{2}:?\d{2}:?\d{2}$/).replaceAll(':', '');
  const [h, m, s] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  if (Number(h) > 23 || Number(m) > 59 || Number(s) > 59) throw new FieldProblem(o.at(name), 'should be a time of day');
  return `${h}:${m}:${s}`;
}

/** "-05:00" as minutes. */
function offsetMinutes(o: ObjectReader, name: string): number {
  const text = o.string(name, /^[+-]\d{2}:\d{2}$/);
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4));
  if (minutes > 14 * 60 || Number(text.slice(4)) > 59) throw new FieldProblem(o.at(name), 'should be an offset');
  return text.startsWith('-') ? -minutes : minutes;
}

const offsetText = (minutes: number): string => {
  const all = Math.abs(minutes);
  const pad = (n: number): string => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(all / 60))}:${pad(all % 60)}`;
};

/** The two fields of a moment as milliseconds, as if in GMT; undefined when one is missing or unreadable. */
function moment(o: ObjectReader, day: string, time: string): number | undefined {
  const date = o.maybe(day, (n) => compactDay(o, n));
  const at = o.maybe(time, (n) => clock(o, n));
  return date === undefined || at === undefined ? undefined : Date.parse(`${date}T${at}Z`);
}

const localText = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** @throws FieldProblem when the moment cannot be told */
export function eventTime(
  o: ObjectReader,
  place: string | undefined,
): { readonly occurredAt: string; readonly zone?: string } {
  const local = moment(o, 'date', 'time');
  const gmt = moment(o, 'gmtDate', 'gmtTime');
  const offset = o.maybe('gmtOffset', (n) => offsetMinutes(o, n));
  // Local and GMT say the offset, too, when they are whole minutes within a day of each other.
  const between = local !== undefined && gmt !== undefined ? (local - gmt) / 60_000 : undefined;
  const minutes = offset ?? (between !== undefined && Math.abs(between) <= 14 * 60 ? between : undefined);
  const shown = local ?? (gmt !== undefined && minutes !== undefined ? gmt + minutes * 60_000 : undefined);
  if (shown !== undefined && minutes !== undefined) return { occurredAt: `${localText(shown)}${offsetText(minutes)}` };
  if (gmt !== undefined) return { occurredAt: `${localText(gmt)}+00:00` };
  if (local === undefined) throw new FieldProblem(o.at('date'), 'and time are missing or unreadable');
  const zone = zoneOfPlace(place);
  if (zone === undefined) throw new FieldProblem(o.at('time'), 'has no offset, and the zone of its place is not known');
  return { occurredAt: localText(local), zone };
}
