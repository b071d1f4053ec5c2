/**
 * Files from outside are read in threads of their own, never in the one that answers people: with limits of time and
 * memory, in turns between tenants, and a sentence for whoever sent a file that goes over them (decision 0215).
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import type { FileTasks } from '../../file-tasks.ts';
import type { Logger } from '../logging/logger.ts';
import { type AppProblem, type Outcome, problem } from '../problem.ts';
import { createFairQueue, type FairQueueLimits, type Refusal } from './fair-queue.ts';
import type { Begun, FileTask, Job } from './file-job.ts';

export type { FileTask } from './file-job.ts';

export type InputOf<K extends FileTask> = Parameters<FileTasks[K]>[0];
/** What a task answers; every task answers an `Outcome`. */
export type AnswerOf<K extends FileTask> = Awaited<ReturnType<FileTasks[K]>> | Outcome<never>;

export interface FileReader {
  /**
   * Runs a task of `file-tasks.ts` in a thread. Both its input and its answer are copied: long lists travel packed
   * (packed-list.ts). Problems beside the task's own: `file_too_large` or `picture_refused` when it took too long or too
   * much memory, `unavailable` with the seconds to wait when too many files are being read.
   */
  read<K extends FileTask>(who: { readonly tenantId: string }, task: K, input: InputOf<K>): Promise<AnswerOf<K>>;
  close(): Promise<void>;
}

export interface FileReaderOptions {
  readonly log: Pick<Logger, 'warn'>;
  /** Longest time of a table in milliseconds, for tests; never a setting. */
  readonly tableMs?: number | undefined;
  readonly queue?: FairQueueLimits | undefined;
}

/** The largest table that is allowed takes about a third of it on a machine of 2020. */
const TABLE_MS = 45_000;
const PICTURE_MS = 5_000;
/** With the programs that draw, which the first picture loads. */
const DRAWING_MS = 20_000;
/** Until a thread has started and loaded what it needs. */
const START_MS = 60_000;
/** Of JavaScript objects; bytes and what is unpacked come on top and have bounds of their own (zip-guard.ts). */
const MEMORY_MB = 512;
const IDLE_MS = 60_000;
const RETRY_SECONDS = 10;

const PICTURE_TASKS: ReadonlySet<FileTask> = new Set<FileTask>([
  'checkPicture',
  'checkOutsidePicture',
  'drawLogo',
  'drawPhoto',
]);
const DRAWING_TASKS: ReadonlySet<FileTask> = new Set<FileTask>(['drawLogo', 'drawPhoto']);
const isPicture = (task: FileTask): boolean => PICTURE_TASKS.has(task);

const THREADS = Math.min(4, Math.max(2, availableParallelism() - 1));
const QUEUE: FairQueueLimits = {
  atOnce: THREADS,
  perTenant: Math.floor(THREADS / 2),
  waitingPerTenant: 4,
  waiting: 16,
};

/** The thread's script: beside this bundle, or from source with a loader, which threads do not inherit on Node 20. */
const SCRIPT = import.meta.url.endsWith('.ts')
  ? new URL('./thread-from-source.mjs', import.meta.url)
  : new URL(`./file-thread${path.extname(import.meta.url)}`, import.meta.url);

const SPLIT = 'Save it as CSV, split it into parts and upload them one after the other.';

const refused = (refusal: Refusal): Outcome<never> =>
  problem('unavailable', {
    message:
      refusal === 'tenant'
        ? 'Your company has several files being read already.'
        : 'Many files are being read at the moment.',
    advice: `Nothing was kept of this one. Send it again in ${RETRY_SECONDS} seconds.`,
    retryAfterSeconds: RETRY_SECONDS,
  });

const tooLong = (task: FileTask): Outcome<never> =>
  isPicture(task)
    ? problem('picture_refused', {
        message: 'This picture took too long to check.',
        advice: 'Save it again as PNG and upload that.',
      })
    : problem('file_too_large', { message: 'This file took too long to read.', advice: SPLIT });

const tooMuch: AppProblem = {
  code: 'file_too_large',
  message: 'This file takes more memory than one file may.',
  advice: SPLIT,
};

export function createFileReader(options: FileReaderOptions): FileReader {
  const { log, tableMs = TABLE_MS, queue: limits = QUEUE } = options;
  const queue = createFairQueue(limits);
  const pool = new Piscina({
    filename: SCRIPT.href,
    minThreads: 0,
    maxThreads: limits.atOnce,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    recordTiming: false,
    execArgv: [],
    // A thread that reads what strangers send needs no secret of ours.
    env: {},
  });
  // A thread that dies while nobody waits for it has no other place to say so; its task is told by `run`.
  pool.on('error', (error) => log.warn({ err: error }, 'a thread that reads files ended unexpectedly'));

  /** What to do when a task's time begins to run. */
  const waiting = new Map<number, () => void>();
  pool.on('message', ({ begun }: Begun) => waiting.get(begun)?.());
  let lastId = 0;

  async function run<K extends FileTask>(tenantId: string, task: K, input: InputOf<K>): Promise<AnswerOf<K>> {
    const limit = DRAWING_TASKS.has(task) ? DRAWING_MS : isPicture(task) ? PICTURE_MS : tableMs;
    const ended = new AbortController();
    let deadline = setTimeout(() => ended.abort(), START_MS);
    const id = (lastId += 1);
    waiting.set(id, () => {
      clearTimeout(deadline);
      deadline = setTimeout(() => ended.abort(), limit);
    });
    try {
      const answer: AnswerOf<K> = await pool.run({ id, task, input } satisfies Job, { signal: ended.signal });
      return answer;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const memory = code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!memory && !ended.signal.aborted) throw error;
      log.warn(
        { tenantId, task, limit: memory ? `${MEMORY_MB} MB` : `${limit} ms` },
        'the reading of a file was ended',
      );
      return memory ? { ok: false, problem: tooMuch } : tooLong(task);
    } finally {
      clearTimeout(deadline);
      waiting.delete(id);
    }
  }

  return {
    read({ tenantId }, task, input) {
      const turn = queue.run(tenantId, () => run(tenantId, task, input));
      return 'refused' in turn ? Promise.resolve(refused(turn.refused)) : turn.done;
    },
    close: () => pool.destroy(),
  };
}
