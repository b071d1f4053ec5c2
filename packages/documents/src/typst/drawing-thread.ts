/**
 * A thread that draws. It is made at the first document, stops after some idle time (a server at rest holds neither compiler
 * nor fonts) and is replaced after some thousand documents, when a document exceeds its time and when it dies.
 */
import { Worker } from 'node:worker_threads';
import { DocumentError } from '../document-error.ts';
import type { DrawJob, WorkerAnswer, WorkerQuestion, WorkerSettings } from './typst-protocol.ts';

export interface ThreadOptions {
  /** The worker's file; from source when absent. */
  readonly workerUrl: URL | undefined;
  readonly settings: WorkerSettings;
  /** Longest time for one part of a document in milliseconds. */
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly recycleAfter: number;
}

/** `R`: what its jobs come to. */
export interface DrawingThread<R> {
  /** @throws DocumentError `timed-out`, `worker-died`, `template`, `closed`, and what the job itself refuses. */
  readonly draw: (job: DrawJob) => Promise<R>;
  readonly close: () => Promise<void>;
  readonly isRunning: () => boolean;
}

interface Pending<R> {
  readonly id: number;
  readonly job: DrawJob;
  readonly resolve: (result: R) => void;
  readonly reject: (error: DocumentError) => void;
}

/**
 * Many times what a part of 500 labels takes. Without a limit V8 collects late: such a part raised the process by 187 MB, with these
 * two by 87, in the same time.
 */
const MOST_HEAP_MB = 512;
const YOUNG_HEAP_MB = 8;
const START_TIMEOUT_MS = 30_000;

/** Entry when run from TypeScript (tests, tsx): it registers the loader and then imports `typst-worker.ts`. */
const SOURCE_ENTRY = './typst-worker-from-source.mjs';

export function createDrawingThread<R>(options: ThreadOptions): DrawingThread<R> {
  const { timeoutMs, idleMs, recycleAfter, settings } = options;
  const waiting: Pending<R>[] = [];
  let worker: Worker | undefined;
  let current: Pending<R> | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** Whether the thread has said that compiler and fonts are loaded: only from then on a document's time runs. */
  let ready = false;
  let done = 0;
  let nextId = 1;
  let closed = false;

  /** A compile that hangs in native code cannot be interrupted: its thread is abandoned, never waited for. */
  function drop(): Promise<unknown> {
    const old = worker;
    worker = undefined;
    ready = false;
    done = 0;
    clearTimeout(idle);
    if (!old) return Promise.resolve();
    old.removeAllListeners();
    old.on('error', () => undefined);
    old.unref();
    return old.terminate();
  }

  function finish(settle: (pending: Pending<R>) => void): void {
    clearTimeout(deadline);
    const pending = current;
    current = undefined;
    if (pending) settle(pending);
    next();
  }

  function armDeadline(): void {
    clearTimeout(deadline);
    const limit = ready ? timeoutMs : START_TIMEOUT_MS;
    deadline = setTimeout(() => {
      void drop();
      const seconds = limit / 1000;
      finish((p) => p.reject(new DocumentError('timed-out', `The document was not drawn within ${seconds} seconds.`)));
    }, limit);
  }

  function died(own: Worker, cause: unknown): void {
    if (worker !== own) return;
    void drop();
    finish((p) =>
      p.reject(
        new DocumentError('worker-died', 'The drawing process ended unexpectedly; please try again.', { cause }),
      ),
    );
  }

  function start(): Worker {
    const own = new Worker(options.workerUrl ?? new URL(SOURCE_ENTRY, import.meta.url), {
      workerData: settings,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
      name: `documents-${settings.role}`,
    });
    own.on('message', (answer: WorkerAnswer<R>) => {
      if (worker !== own) return;
      if (answer.kind === 'ready') {
        ready = true;
        if (current) armDeadline();
        return;
      }
      if (answer.id !== current?.id) return;
      if (answer.kind === 'progress') return armDeadline();
      done += 1;
      if (answer.kind === 'done') finish((p) => p.resolve(answer.result));
      else
        finish((p) =>
          p.reject(
            new DocumentError(
              answer.code ?? 'template',
              answer.code ? answer.message : `The document could not be drawn: ${answer.message}`,
            ),
          ),
        );
    });
    own.on('error', (error) => died(own, error));
    own.on('exit', (code) => died(own, new Error(`worker ended with code ${code}`)));
    return own;
  }

  function next(): void {
    if (current) return;
    current = waiting.shift();
    if (!current) {
      worker?.unref();
      if (worker && done >= recycleAfter) void drop();
      else if (worker) idle = setTimeout(() => void drop(), idleMs).unref();
      return;
    }
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    armDeadline();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker.postMessage({ id: current.id, job: current.job } satisfies WorkerQuestion);
  }

  function draw(job: DrawJob): Promise<R> {
    if (closed) return Promise.reject(new DocumentError('closed', 'The document renderer is closed.'));
    return new Promise((resolve, reject) => {
      waiting.push({ id: nextId++, job, resolve, reject });
      next();
    });
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(deadline);
    const pending = current ? [current, ...waiting] : [...waiting];
    current = undefined;
    waiting.length = 0;
    for (const p of pending) p.reject(new DocumentError('closed', 'The document renderer was closed.'));
    const stopped = drop();
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
  }

  return { draw, close, isRunning: () => worker !== undefined };
}
