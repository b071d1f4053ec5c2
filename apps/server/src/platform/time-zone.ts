/** Time zones as people choose them, and days as they count them there. */

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** The day of a moment in a zone, YYYY-MM-DD. */
export const dayIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);

/** The hour of the day of a moment in a zone, 0 to 23. */
export const hourIn = (moment: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(moment));

/** The day `count` days after (or, negative, before) a day, both YYYY-MM-DD. */
export const addDays = (day: string, count: number): string => {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + count);
  return moved.toISOString().slice(0, 10);
};

/** Days from `from` to `to`, both included; empty when `to` is before `from`. */
export const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
const offsetAt = (moment: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(moment / 1000) * 1000;
};

/** The moment a day (YYYY-MM-DD) begins in a zone: its midnight, or the first moment after where the clocks skip it. */
export const startOfDay = (day: string, timeZone: string): Date => {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const first = wanted - offsetAt(wanted, timeZone);
  // The offset at that moment may be another one (a change of clocks between).
  const second = wanted - offsetAt(first, timeZone);
  return new Date(dayIn(new Date(second), timeZone) === day ? second : Math.max(first, second));
};
