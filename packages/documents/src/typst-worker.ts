/** Entry of the threads that draw; which of the two this one is, its settings say. */
import { parentPort, workerData } from 'node:worker_threads';
import { DocumentError } from './document-error.ts';
import type { DrawJob, WorkerAnswer, WorkerQuestion, WorkerSettings } from './typst-protocol.ts';

/** Draws one job; `progress` is told after each part, so that a long document is not taken for one that hangs. */
export type Drawer = (job: DrawJob, progress: () => void) => Promise<Uint8Array>;

const port = parentPort;
if (port === null) throw new Error('typst-worker runs as a worker thread only');
const settings: WorkerSettings = workerData;
const post = (answer: WorkerAnswer): void => port.postMessage(answer);

// Loaded apart: neither thread carries what only the other one needs.
const draw: Drawer =
  settings.role === 'zpl'
    ? (await import('./zpl-drawer.ts')).createZplDrawer()
    : (await import('./typst-drawer.ts')).createTypstDrawer(settings.fontDirectory);

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}

async function answer({ id, job }: WorkerQuestion): Promise<void> {
  try {
    const pdf = new Uint8Array(await draw(job, () => post({ kind: 'progress', id })));
    port?.postMessage({ kind: 'done', id, pdf } satisfies WorkerAnswer, [pdf.buffer]);
  } catch (error) {
    const code = error instanceof DocumentError ? error.code : undefined;
    post({ kind: 'failed', id, message: messageOf(error), code });
  }
}

port.on('message', (question: WorkerQuestion) => void answer(question));
post({ kind: 'ready' });
