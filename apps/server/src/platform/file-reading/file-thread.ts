/** Entry of the threads that read files; piscina calls the default export once a task. */
import { parentPort } from 'node:worker_threads';
import { DocumentError } from '@scanship/documents/document-error';
import { threadGivesWay } from '@scanship/documents/typst/give-way';
import { fileTasks } from '../../file-tasks.ts';
import { type Outcome, problem } from '../problem.ts';
import type { Begun, Job } from './file-job.ts';

threadGivesWay();

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
