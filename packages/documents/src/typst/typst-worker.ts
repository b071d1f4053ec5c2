/** Entry of the threads that draw; which of them this one is, its settings say. */
import { parentPort, workerData } from 'node:worker_threads';
import { DocumentError } from '../document-error.ts';
import type { DrawJob, WorkerAnswer, WorkerQuestion, WorkerSettings } from './typst-protocol.ts';

/** Draws one job; `progress` is told after each part, so that a long document is not taken for one that hangs. */
export type Drawer = (job: DrawJob, progress: () => void) => Promise<unknown>;

const port = parentPort;
if (port === null) throw new Error('typst-worker runs as a worker thread only');
const settings: WorkerSettings = workerData;
const post = (answer: WorkerAnswer<unknown>, moved: ArrayBuffer[] = []): void => port.postMessage(answer, moved);

// Loaded apart: neither thread carries what only the other one needs.
const DRAWERS: Readonly<Record<WorkerSettings['role'], () => Promise<Drawer>>> = {
  typst: async () => (await import('./typst-drawer.ts')).createTypstDrawer(settings.fontDirectory),
  zpl: async () => (await import('../zpl/zpl-drawer.ts')).createZplDrawer(),
  papers: async () => (await import('./paper-drawer.ts')).createPaperDrawer(),
};
const draw = await DRAWERS[settings.role]();

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}

async function answer({ id, job }: WorkerQuestion): Promise<void> {
  try {
    const result = await draw(job, () => post({ kind: 'progress', id }));
    if (!(result instanceof Uint8Array)) return post({ kind: 'done', id, result });
    const copy = new Uint8Array(result);
    post({ kind: 'done', id, result: copy }, [copy.buffer]);
  } catch (error) {
    const code = error instanceof DocumentError ? error.code : undefined;
    post({ kind: 'failed', id, message: messageOf(error), code });
  }
}

port.on('message', (question: WorkerQuestion) => void answer(question));
post({ kind: 'ready' });
