/** Canpar writes days as midnight in the Eastern time zone, told in UTC ("2012-06-18T04:00:00.000Z"). */
const FORMAT = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** YYYY-MM-DD of an instant in Toronto. */
export const easternDay = (instant: string): string => FORMAT.format(new Date(instant));
