/**
 * Draws documents with Typst in a worker thread, labels that are ZPL in another one, and works on papers that are there already
 * in two more: what merges hundreds of them holds up no purchase.
 */
import { createDrawingThread } from './drawing-thread.ts';
import type { PaperAnswer, PaperInput, PaperTask } from './paper-tasks.ts';
import { needsWideFonts } from '../text/printable-text.ts';

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
  /**
   * The labels of a ZPL file as a PDF, one 4x6 inch page each, as a printer of its resolution would print them.
   * @throws DocumentError `bad-file` for what is no ZPL or prints nothing, `timed-out`, `worker-died`, `closed`.
   */
  readonly zplPages: (zpl: Uint8Array) => Promise<Uint8Array>;
  /**
   * Reads papers of others: merges, measures, marks them, lays them on sheets.
   * @throws DocumentError `bad-file`, `bad-input`, `too-large`, `timed-out`, `worker-died`, `closed`.
   */
  readonly paper: <K extends PaperTask>(task: K, input: PaperInput<K>) => Promise<PaperAnswer<K>>;
  /** Ends the threads; jobs in hand fail with `closed`. The renderer cannot be used again. */
  readonly close: () => Promise<void>;
  /** Whether a thread exists at the moment. */
  readonly isRunning: () => boolean;
  readonly fontDirectory: string | undefined;
}

/** The renderer of ZPL holds 265 MB: it goes sooner. */
const ZPL_IDLE_MS = 20_000;
const ZPL_RECYCLE_AFTER = 2_000;

export function createTypstRenderer(options: TypstRendererOptions = {}): TypstRenderer {
  const { workerUrl, fontDirectory, timeoutMs = 20_000, idleMs = 60_000, recycleAfter = 1_000 } = options;
  const thread = createDrawingThread<Uint8Array>({
    workerUrl,
    settings: { role: 'typst', fontDirectory },
    timeoutMs,
    idleMs,
    recycleAfter,
  });
  const zpl = createDrawingThread<Uint8Array>({
    workerUrl,
    settings: { role: 'zpl', fontDirectory },
    timeoutMs,
    idleMs: Math.min(idleMs, ZPL_IDLE_MS),
    recycleAfter: ZPL_RECYCLE_AFTER,
  });
  const papers = { workerUrl, settings: { role: 'papers' as const }, timeoutMs, idleMs, recycleAfter };
  const single = createDrawingThread<PaperAnswer<PaperTask>>(papers);
  const merging = createDrawingThread<PaperAnswer<PaperTask>>(papers);
  const threads = [thread, zpl, single, merging];
  return {
    render(request) {
      const parts = request.parts.map((part) => JSON.stringify(part));
      return thread.draw({
        kind: 'typst',
        source: request.source,
        parts,
        files: request.files ?? {},
        wideFonts: parts.some((part) => needsWideFonts(part, fontDirectory)),
        // Merging drops tags, and carrying them that far costs as much as drawing.
        tagged: (request.tagged ?? true) && parts.length === 1,
      });
    },
    zplPages: (bytes) => zpl.draw({ kind: 'zpl', zpl: bytes }),
    async paper<K extends PaperTask>(task: K, input: PaperInput<K>) {
      // The thread answers what the task it was given comes to.
      return (task === 'merge' ? merging : single).draw({ kind: 'paper', task, input });
    },
    async close() {
      await Promise.all(threads.map((each) => each.close()));
    },
    isRunning: () => threads.some((each) => each.isRunning()),
    fontDirectory,
  };
}
