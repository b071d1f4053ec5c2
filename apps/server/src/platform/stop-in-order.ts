/** Ending a process: what works in the background stops in its order, within a time, and what does not is named. */
import { performance } from 'node:perf_hooks';
import type { Logger } from './logging/logger.ts';

export interface Stoppable {
  /** Begins nothing more and waits for what is running. */
  stop(): Promise<void> | void;
}

export interface StopOptions {
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** For all rows together; none takes what those after it need, as long as they need it. Milliseconds. */
  readonly withinMs: number;
}

/**
 * Stops rows one after the other, because whoever hands work on ends before whoever takes it; those of one row at once. One that fails
 * or takes too long is told and left: what it was at is taken up again elsewhere when its lease lapses.
 */
export async function stopInOrder(
  rows: readonly Readonly<Record<string, Stoppable>>[],
  { log, withinMs }: StopOptions,
): Promise<void> {
  const ends = performance.now() + withinMs;
  for (const [at, row] of rows.entries()) {
    const share = Math.max(0, ends - performance.now()) / (rows.length - at);
    const working = new Set(Object.keys(row));
    const all = Object.entries(row).map(async ([name, each]) => {
      try {
        await each.stop();
      } catch (error) {
        log.error({ err: error, what: name }, 'could not be stopped in order');
      }
      working.delete(name);
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, share);
    });
    await Promise.race([Promise.all(all), late]);
    clearTimeout(timer);
    if (working.size > 0) log.warn({ working: [...working] }, 'not waited for any longer: its work is taken up again');
  }
}
