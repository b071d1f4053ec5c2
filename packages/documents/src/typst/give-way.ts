/** Work that nobody looks at gives way to whoever answers people on the same processors. */
import { getPriority, setPriority } from 'node:os';

/** A third of the processor's share that others get; much less, and a busy machine would never come to it. */
const NICENESS = 5;

/** By systemd's `@resources`, for instance, which hardened services go without. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'info' in error && /"code":"(EPERM|EACCES)"/.test(JSON.stringify(error.info));

/**
 * Lowers the calling thread, and what it starts, below others. One that was started lower still stays so: raising is not allowed.
 * @returns false where the system refuses it; the work is the same
 */
function lower(): boolean {
  try {
    if (getPriority() < NICENESS) setPriority(NICENESS);
    return true;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return false;
  }
}

/** For a thread. Only on Linux is a priority the thread's own; elsewhere it would slow the whole process. */
export function threadGivesWay(): void {
  if (process.platform === 'linux') lower();
}

/** For a process that answers nobody. @see lower */
export const processGivesWay = lower;
