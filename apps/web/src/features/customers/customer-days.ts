/** Every day of a stretch, where the server leaves out those without anything. */
import { addDays } from '../../lib/format.ts';

/** @param last newest day, YYYY-MM-DD, included */
export function everyDay<T extends { readonly day: string }>(
  found: readonly T[],
  last: string,
  count: number,
  value: (row: T) => number,
): { day: string; value: number }[] {
  const byDay = new Map(found.map((row) => [row.day, value(row)]));
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(last, index + 1 - count);
    return { day, value: byDay.get(day) ?? 0 };
  });
}
