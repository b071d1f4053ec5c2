/** Moments as a field of day and time shows them: the clock of a time zone, which need not be the browser's. */

/** "2026-11-28T18:30" of a moment in a zone. */
export function clockOf(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(iso));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/**
 * The moment at which a zone's clock shows this; undefined where the field is empty. A time that the clocks skip is the one as
 * much later; of one that comes twice, the first.
 */
export function momentOf(clock: string, timeZone: string): string | undefined {
  const wanted = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(clock) ? Date.parse(`${clock.slice(0, 16)}:00Z`) : Number.NaN;
  if (Number.isNaN(wanted)) return undefined;
  const offsetAt = (at: number) => Date.parse(`${clockOf(new Date(at).toISOString(), timeZone)}:00Z`) - at;
  const day = 86_400_000;
  const [before, after] = [offsetAt(wanted - day), offsetAt(wanted + day)];
  const fits = [...new Set([before, after])]
    .map((offset) => wanted - offset)
    .filter((at) => clockOf(new Date(at).toISOString(), timeZone) === clock);
  return new Date(fits.length > 0 ? Math.min(...fits) : wanted - before).toISOString();
}
