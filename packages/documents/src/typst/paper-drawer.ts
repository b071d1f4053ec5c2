/** Papers that are there already, in their thread: read, merged, marked and laid on sheets. */
import { setPriority } from 'node:os';
import { paperTasks } from './paper-tasks.ts';
import type { Drawer } from './typst-worker.ts';

/** As for files from outside: on Linux it is the thread's own, and whoever answers people comes first. */
const NICENESS = 5;

export function createPaperDrawer(): Drawer {
  if (process.platform === 'linux') setPriority(0, NICENESS);
  return async (job, progress) => {
    if (job.kind !== 'paper') throw new Error(`the thread for papers cannot draw ${job.kind}`);
    // Task and input were tied to each other where the work was asked for.
    const run = paperTasks[job.task] as (input: unknown, progress: () => void) => Promise<unknown>;
    return run(job.input, progress);
  };
}
