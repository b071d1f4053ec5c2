/** What the thread that answers people computes, in processor time: a busy machine and other threads do not count. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Milliseconds this thread has computed so far. */
export const computed = (): number =>
  process.platform === 'linux'
    ? Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
    : performance.now();

export interface Slices {
  /** The longest time the thread computed without taking a turn. Milliseconds. */
  readonly longest: number;
  readonly total: number;
}

/** Watches this thread while something goes on. */
export async function slicesOf(work: () => Promise<unknown>): Promise<Slices> {
  let longest = 0;
  let total = 0;
  let before = computed();
  let going = true;
  // Looking costs, too, and the longer the work takes on a busy machine the more often it is looked: that is not counted.
  const look = (): void => {
    const slice = computed() - before;
    longest = Math.max(longest, slice);
    total += slice;
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
  }
  return { longest, total };
}

/**
 * The longest slice of work that may be repeated, the least of three where it is too long: a virtual machine counts what its host takes
 * from it as time on the processor, and what work really costs it costs every time. Milliseconds.
 */
export async function longestSlice(work: () => Promise<unknown>, limitMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let left = 3; left > 0 && least >= limitMs; left -= 1) least = Math.min(least, (await slicesOf(work)).longest);
  return least;
}
