/** Goes through very many of something that nobody waits for, and leaves most of the time to others. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface DutyCycle {
  /** Part of the time that work may take, above 0 and at most 1; a fifth when absent. */
  readonly duty?: number | undefined;
  /** Asked before each; what is left is left. */
  readonly stopping: () => boolean;
}

/** A thousand customers at full speed kept the lists of all of them waiting, for half a minute and longer. */
const USUAL_DUTY = 0.2;
/** A stop never waits longer for a pause. */
const LONGEST_PAUSE_MS = 1_000;

/** One after the other; after each a pause in proportion to what it took, so that it slows down where others keep it waiting. */
export async function atDutyCycle<T>(
  items: Iterable<T>,
  { duty = USUAL_DUTY, stopping }: DutyCycle,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    if (stopping()) return;
    const began = performance.now();
    await work(item);
    const pauseMs = (performance.now() - began) * (1 / duty - 1);
    await sleep(Math.min(LONGEST_PAUSE_MS, pauseMs), undefined, { ref: false });
  }
}
