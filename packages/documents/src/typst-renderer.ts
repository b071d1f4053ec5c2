/**
 * Draws documents with Typst in a worker thread. The thread is made at the first document, stops after some idle time (a
 * server at rest holds neither compiler nor fonts) and is replaced after some thousand documents, when a document exceeds
 * its time and when it dies.
 */
import { Worker } from 'node:worker_threads';
import { DocumentError } from './document-error.ts';
import { needsWideFonts } from './printable-text.ts';
import type { RenderJob, WorkerAnswer, WorkerSettings } from './typst-protocol.ts';

export interface TypstRendererOptions {
  /** The worker's file. Needed in a bundle: build `typst-worker.ts` as an entry of its own and pass its URL. */
  readonly workerUrl?: URL | undefined;
  /** Flat folder with the files of `FONT_FILES`; the npm packages when absent. */
  readonly fontDirectory?: string | undefined;
  /** Longest time for one part (50 pages) in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The thread stops when nothing was asked for so long. */
  readonly idleMs?: number | undefined;
  /** Documents after which the thread is replaced while idle. */
  readonly recycleAfter?: number | undefined;
}

export interface RenderRequest {
  /** Typst source; a constant of this package. */
  readonly source: string;
  /** JSON-able data; one PDF part each, merged in order. */
  readonly parts: readonly unknown[];
  readonly files?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Tagged PDF for screen readers; merging several parts drops the tags. */
  readonly tagged?: boolean | undefined;
}

export interface TypstRenderer {
  /** @throws DocumentError `timed-out`, `worker-died`, `template`, `closed`. */
  readonly render: (request: RenderRequest) => Promise<Uint8Array>;
  /** Ends the thread; jobs in hand fail with `closed`. The renderer cannot be used again. */
  readonly close: () => Promise<void>;
  /** Whether a thread exists at the moment. */
  readonly isRunning: () => boolean;
  readonly fontDirectory: string | undefined;
}

interface Pending {
  readonly job: RenderJob;
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (error: DocumentError) => void;
}

const START_TIMEOUT_MS = 30_000;

/** Entry when run from TypeScript (tests, tsx): it registers the loader and then imports `typst-worker.ts`. */
const SOURCE_ENTRY = './typst-worker-from-source.mjs';

export function createTypstRenderer(options: TypstRendererOptions = {}): TypstRenderer {
  const timeoutMs = options.timeoutMs ?? 20_000;
  const idleMs = options.idleMs ?? 60_000;
  const recycleAfter = options.recycleAfter ?? 1_000;
  const waiting: Pending[] = [];
  let worker: Worker | undefined;
  let current: Pending | undefined;
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

  function finish(settle: (pending: Pending) => void): void {
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
    const settings: WorkerSettings = { fontDirectory: options.fontDirectory };
    const own = new Worker(options.workerUrl ?? new URL(SOURCE_ENTRY, import.meta.url), {
      workerData: settings,
      execArgv: [],
      name: 'documents',
    });
    own.on('message', (answer: WorkerAnswer) => {
      if (worker !== own) return;
      if (answer.kind === 'ready') {
        ready = true;
        if (current) armDeadline();
        return;
      }
      if (answer.id !== current?.job.id) return;
      if (answer.kind === 'progress') return armDeadline();
      done += 1;
      if (answer.kind === 'done') finish((p) => p.resolve(answer.pdf));
      else finish((p) => p.reject(new DocumentError('template', `The document could not be drawn: ${answer.message}`)));
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
    worker.postMessage(current.job);
  }

  function render(request: RenderRequest): Promise<Uint8Array> {
    if (closed) return Promise.reject(new DocumentError('closed', 'The document renderer is closed.'));
    const parts = request.parts.map((part) => JSON.stringify(part));
    const job: RenderJob = {
      id: nextId++,
      source: request.source,
      parts,
      files: request.files ?? {},
      wideFonts: parts.some((part) => needsWideFonts(part, options.fontDirectory)),
      tagged: request.tagged ?? true,
    };
    return new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject });
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

  return { render, close, isRunning: () => worker !== undefined, fontDirectory: options.fontDirectory };
}
