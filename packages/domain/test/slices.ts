/** What the thread that answers people computes, in processor time: a busy machine and other threads do not count. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Milliseconds this thread has computed so far. */
export const computed = (): number =>
  process.platform === 'linux'
    ? Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
    : performance.now();

/** The longest time this thread computes without taking a turn while something goes on. Milliseconds. */
export async function longestSliceOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = computed();
  let going = true;
  // Looking costs, too, and the longer the work takes on a busy machine the more often it is looked: that is not counted.
  const look = (): void => {
    longest = Math.max(longest, computed() - before);
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
  return longest;
}

/**
 * The same of work that can be repeated, the least of three where it is too long: a virtual machine counts what its host takes from it as
 * time on the processor, and what work really costs it costs every time.
 */
export async function leastSliceOf(work: () => Promise<unknown>, limitMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let left = 3; left > 0 && least >= limitMs; left -= 1) least = Math.min(least, await longestSliceOf(work));
  return least;
}
