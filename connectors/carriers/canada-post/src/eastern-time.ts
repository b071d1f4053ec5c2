/** Canada Post counts in the Eastern time zone, and its events in the zones of Canada. */

const EASTERN = 'America/Toronto';

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

function wallClock(at: Date, zone: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
}

/** YYYYMMDDHHMM in Eastern time, the form of the list of recent shipments. */
export function easternMinute(at: Date): string {
  const p = wallClock(at, EASTERN);
  return `${p.year}${p.month}${p.day}${p.hour}${p.minute}`;
}

/** Minutes ahead of UTC at that instant. */
function offsetAt(at: Date, zone: string): number {
  const p = wallClock(at, zone);
  const shown = Date.UTC(
    Number(p.year),
    Number(p.month) - 1,
    Number(p.day),
    Number(p.hour),
    Number(p.minute),
    Number(p.second),
  );
  return Math.round((shown - Math.floor(at.getTime() / 1000) * 1000) / 60_000);
}

const isoOffset = (minutes: number): string => {
  const size = Math.abs(minutes);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

/** Offset of a wall-clock time ("2026-11-23T15:00:00") in a zone; in the hour that occurs twice, the first. */
export function offsetOf(local: string, zone: string): string {
  const asUtc = Date.parse(`${local}Z`);
  const first = offsetAt(new Date(asUtc), zone);
  return isoOffset(offsetAt(new Date(asUtc - first * 60_000), zone));
}

/**
 * The zones that events name. A name stands for a zone and not for an offset: scans of September say EST, MST and PST, and
 * Saskatchewan, where the clocks never change, has "CSTNO" of its own.
 */
export const ZONES: Readonly<Record<string, string>> = {
  NST: 'America/St_Johns',
  NDT: 'America/St_Johns',
  AST: 'America/Halifax',
  ADT: 'America/Halifax',
  EST: EASTERN,
  EDT: EASTERN,
  CST: 'America/Winnipeg',
  CDT: 'America/Winnipeg',
  CSTNO: 'America/Regina',
  MST: 'America/Edmonton',
  MDT: 'America/Edmonton',
  PST: 'America/Vancouver',
  PDT: 'America/Vancouver',
  ISRAEL: 'Asia/Jerusalem',
  GMT: 'UTC',
  UTC: 'UTC',
};

/** Those of the provinces, where an event names none. */
export const PROVINCE_ZONES: Readonly<Record<string, string>> = {
  NL: 'America/St_Johns',
  NS: 'America/Halifax',
  NB: 'America/Moncton',
  PE: 'America/Halifax',
  QC: 'America/Toronto',
  ON: 'America/Toronto',
  MB: 'America/Winnipeg',
  SK: 'America/Regina',
  AB: 'America/Edmonton',
  BC: 'America/Vancouver',
  YT: 'America/Whitehorse',
  NT: 'America/Yellowknife',
  NU: 'America/Iqaluit',
};
