/** What travels between the reader of files and its threads. */
import type { FileTasks } from '../../file-tasks.ts';

export type FileTask = keyof FileTasks;

export interface Job {
  readonly id: number;
  readonly task: FileTask;
  readonly input: unknown;
}

/** Said when everything a task needs is loaded: from then on its time runs. */
export interface Begun {
  readonly begun: number;
}
