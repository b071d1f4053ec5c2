/** Figures of days as bars of a chart: grouped where days are too many, on an axis with round numbers. */

export interface Day {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly value: number;
}
export interface Bar {
  readonly from: string;
  readonly to: string;
  readonly value: number;
}

/** More bars than this cannot be told apart or pointed at. */
export const MOST_BARS = 62;

/** One bar a day, or as many whole days a bar as keep the number of bars below the limit; a week where that suffices. */
export function barsOf(days: readonly Day[], most = MOST_BARS): readonly Bar[] {
  const needed = Math.ceil(days.length / most);
  const step = needed <= 1 ? 1 : Math.max(7, needed);
  const bars: Bar[] = [];
  for (let at = 0; at < days.length; at += step) {
    const part = days.slice(at, at + step);
    const [first] = part;
    const last = part.at(-1);
    if (first && last)
      bars.push({ from: first.day, to: last.day, value: part.reduce((sum, one) => sum + one.value, 0) });
  }
  return bars;
}

/**
 * Round numbers from zero (or below, where a figure is) to at least the highest.
 * @param whole only whole numbers make sense (labels, cents)
 */
export function ticksOf(values: readonly number[], wanted = 4): readonly number[] {
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const span = high - low || 1;
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const ticks: number[] = [];
  for (let at = Math.floor(low / step); at * step < high || ticks.length < 2; at++) ticks.push(at * step);
  ticks.push((ticks.at(-1) ?? 0) + step);
  // The loop stops below the highest; where it stopped on it exactly there is one too many.
  return (ticks.at(-2) ?? 0) >= high && ticks.length > 2 ? ticks.slice(0, -1) : ticks;
}

/** Part by which a figure changed, 0.12 for 12 % more; undefined where there was nothing before. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / Math.abs(before);
