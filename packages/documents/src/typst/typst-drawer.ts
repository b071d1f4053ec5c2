/**
 * The Typst compiler, in its thread. It knows templates (ours) and data (JSON through `sys.inputs`, which stays text); the
 * workspace is a folder that does not exist, so a template could read nothing even if it tried.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { FONT_FILES, fontPath } from '../text/font-files.ts';
import { mergePdfs } from '../pdf/pdf-pages.ts';
import type { Drawer } from './typst-worker.ts';

export function createTypstDrawer(fontDirectory: string | undefined): Drawer {
  // Only a name: files of a template are handed in, and a folder would stay behind with each thread that is ended.
  const workspace = join(tmpdir(), `scanship-typst-${randomUUID()}`);
  const load = (set: 'base' | 'wide'): Buffer[] =>
    FONT_FILES.filter((file) => file.set === set).map((file) => readFileSync(fontPath(file, fontDirectory)));
  const baseFonts = load('base');
  const create = (fonts: Buffer[]): NodeCompiler =>
    NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  const base = create(baseFonts);
  /** Chinese, Korean and emoji fonts: only when a document needs them. */
  let wide: NodeCompiler | undefined;

  return async (job, progress) => {
    if (job.kind !== 'typst') throw new Error(`the Typst thread cannot draw ${job.kind}`);
    wide ??= job.wideFonts ? create([...baseFonts, ...load('wide')]) : undefined;
    const compiler = job.wideFonts && wide ? wide : base;
    for (const [path, bytes] of Object.entries(job.files))
      compiler.mapShadow(join(workspace, path), Buffer.from(bytes));
    try {
      const pdfs: Uint8Array[] = [];
      for (const data of job.parts) {
        pdfs.push(compiler.pdf({ mainFileContent: job.source, inputs: { data } }, { pdfTags: job.tagged }));
        // Keeping one generation would save 0.8 ms a label and grow by 0.28 MB a label.
        compiler.evictCache(0);
        progress();
      }
      const [only] = pdfs;
      return pdfs.length === 1 && only ? only : await mergePdfs(pdfs);
    } finally {
      compiler.resetShadow();
    }
  };
}
