/** First and last day of the month before a day, YYYY-MM-DD. */
export function lastMonth(today: string): { readonly from: string; readonly to: string } {
  const [year = 1970, month = 1] = today.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 2, 1));
  const last = new Date(Date.UTC(year, month - 1, 0));
  return { from: first.toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) };
}
