/** Entry of the threads that read files; piscina calls the default export once a task. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { DocumentError } from '@scanship/documents/document-error';
import { fileTasks } from '../../file-tasks.ts';
import { type Outcome, problem } from '../problem.ts';
import type { Begun, Job } from './file-job.ts';

/** A third of the processor's share that other threads get; much less, and a busy machine would never come to it. */
const NICENESS = 5;
// On Linux this is the thread's own: whoever answers people comes first. Elsewhere it would slow the whole process.
if (process.platform === 'linux') setPriority(0, NICENESS);

/** Sentences of the readers become problems here, because an error's class does not travel between threads. */
export default async function readFile({ id, task, input }: Job): Promise<Outcome<unknown>> {
  // The types of task and input were tied to each other where the reading was asked for.
  const run = (await fileTasks[task]()) as (input: unknown) => Outcome<unknown> | Promise<Outcome<unknown>>;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  parentPort?.postMessage({ begun: id } satisfies Begun);
  try {
    return await run(input);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return problem(error.code === 'too-large' ? 'file_too_large' : 'file_unreadable', { message: error.message });
  }
}
