/** Work that nobody looks at gives way to whoever answers people on the same processors. */
import { getPriority, setPriority } from 'node:os';

/** A third of the processor's share that others get; much less, and a busy machine would never come to it. */
const NICENESS = 5;

/** Lowers the calling thread, and what it starts, below others. One that was started lower still stays so: raising is not allowed. */
function lower(): void {
  if (getPriority() < NICENESS) setPriority(NICENESS);
}

/** For a thread. Only on Linux is a priority the thread's own; elsewhere it would slow the whole process. */
export function threadGivesWay(): void {
  if (process.platform === 'linux') lower();
}

/** For a process that answers nobody. */
export const processGivesWay = lower;
