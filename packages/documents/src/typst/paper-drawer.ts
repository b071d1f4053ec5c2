/** Papers that are there already, in their thread: read, merged, marked and laid on sheets. */
import { threadGivesWay } from './give-way.ts';
import { paperTasks } from './paper-tasks.ts';
import type { Drawer } from './typst-worker.ts';

export function createPaperDrawer(): Drawer {
  threadGivesWay();
  return async (job, progress) => {
    if (job.kind !== 'paper') throw new Error(`the thread for papers cannot draw ${job.kind}`);
    // Task and input were tied to each other where the work was asked for.
    const run = paperTasks[job.task] as (input: unknown, progress: () => void) => Promise<unknown>;
    return run(job.input, progress);
  };
}
