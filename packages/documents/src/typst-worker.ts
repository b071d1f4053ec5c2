/**
 * Worker thread that owns the Typst compiler. It knows templates (ours) and data (JSON through `sys.inputs`, which stays
 * text); the workspace is an empty folder, so a template could read nothing even if it tried.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { FONT_FILES, fontPath } from './font-files.ts';
import { mergePdfs } from './pdf-pages.ts';
import type { RenderJob, WorkerAnswer, WorkerSettings } from './typst-protocol.ts';

const port = parentPort;
if (port === null) throw new Error('typst-worker runs as a worker thread only');
const settings: WorkerSettings = workerData;
const workspace = mkdtempSync(join(tmpdir(), 'scanship-typst-'));
process.on('exit', () => rmSync(workspace, { recursive: true, force: true }));

const load = (set: 'base' | 'wide'): Buffer[] =>
  FONT_FILES.filter((file) => file.set === set).map((file) => readFileSync(fontPath(file, settings.fontDirectory)));

const baseFonts = load('base');
const create = (fonts: Buffer[]): NodeCompiler => NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
const base = create(baseFonts);
/** 22 MB of Chinese and emoji fonts: only when a document needs them. */
let wide: NodeCompiler | undefined;

function diagnostics(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}

async function run(job: RenderJob): Promise<Uint8Array> {
  wide ??= job.wideFonts ? create([...baseFonts, ...load('wide')]) : undefined;
  const compiler = job.wideFonts && wide ? wide : base;
  for (const [path, bytes] of Object.entries(job.files)) compiler.mapShadow(join(workspace, path), Buffer.from(bytes));
  try {
    const pdfs: Uint8Array[] = [];
    for (const data of job.parts) {
      pdfs.push(compiler.pdf({ mainFileContent: job.source, inputs: { data } }, { pdfTags: job.tagged }));
      // Keeping one generation would save 0.8 ms a label and grow by 0.28 MB a label.
      compiler.evictCache(0);
      post({ kind: 'progress', id: job.id });
    }
    const [only] = pdfs;
    return pdfs.length === 1 && only ? only : await mergePdfs(pdfs);
  } finally {
    compiler.resetShadow();
  }
}

const post = (answer: WorkerAnswer): void => port.postMessage(answer);

async function answer(job: RenderJob): Promise<void> {
  try {
    const pdf = new Uint8Array(await run(job));
    port?.postMessage({ kind: 'done', id: job.id, pdf } satisfies WorkerAnswer, [pdf.buffer]);
  } catch (error) {
    post({ kind: 'failed', id: job.id, message: diagnostics(error) });
  }
}

port.on('message', (job: RenderJob) => void answer(job));
post({ kind: 'ready' });
