/** What the thread that answers people computes, in processor time: a busy machine and other threads do not count. */
import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';

/** Milliseconds this thread has computed so far. */
export const computed = (): number =>
  process.platform === 'linux'
    ? Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
    : performance.now();

export interface Slices {
  /** The longest time the thread computed without taking a turn, garbage collection left out. Milliseconds. */
  readonly longest: number;
  readonly total: number;
}

/** Shorter ones are never the longest that a test asks about. */
const LEAST_KEPT_MS = 20;

/**
 * Watches this thread while something goes on. How long a collection of garbage takes is decided by all that lies in the thread's
 * heap, in tests that of dozens of other files (8 million objects of theirs: 148 ms instead of 52 for one upload): it is taken off.
 */
export async function slicesOf(work: () => Promise<unknown>): Promise<Slices> {
  const slices: { readonly from: number; readonly to: number; readonly computed: number }[] = [];
  const collections: { readonly from: number; readonly to: number }[] = [];
  const note = (entries: readonly { readonly startTime: number; readonly duration: number }[]): void => {
    for (const { startTime, duration } of entries) collections.push({ from: startTime, to: startTime + duration });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let total = 0;
  let from = performance.now();
  let before = computed();
  let going = true;
  // Looking costs, too, and the longer the work takes on a busy machine the more often it is looked: that is not counted.
  const look = (): void => {
    const slice = computed() - before;
    if (slice >= LEAST_KEPT_MS) slices.push({ from, to: performance.now(), computed: slice });
    total += slice;
    from = performance.now();
    before = computed();
  };
  const turn = (): void => {
    look();
    if (going) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  try {
    await work();
  } finally {
    going = false;
    look();
    // The last ones are told a turn later.
    await new Promise((resolve) => setTimeout(resolve, 5));
    note(observer.takeRecords());
    observer.disconnect();
  }
  const own = slices.map(({ from: began, to, computed: all }) => {
    const within = collections.filter((each) => each.from < to && each.to > began);
    return within.reduce((left, each) => left - (Math.min(each.to, to) - Math.max(each.from, began)), all);
  });
  return { longest: Math.max(0, ...own), total };
}
