/** Reads the barcodes of a merged PDF as a 203 dpi printer prints it: pages drawn by poppler, codes read by ZXing. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pageCount } from '@scanship/documents/pdf/pdf-pages';
import { type GreyRaster, rasterPage } from '@scanship/documents/pdf/pdf-raster';
import { codesOf } from '../../../packages/documents/test/pixels.ts';

const run = promisify(execFile);
const PRINTER_DPI = 203;
/** Pages on disk at once: 1 MB each. */
const PAGES_AT_ONCE = 25;

/** A grey map as `pdftoppm -gray` writes it (PGM, "P5 width height 255"). */
function readPgm(file: Buffer): GreyRaster {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (!head) throw new Error('pdftoppm wrote something else than a grey map');
  const [width, height] = [Number(head[1]), Number(head[2])];
  return { width, height, data: new Uint8Array(file.subarray(head[0].length, head[0].length + width * height)) };
}

export const hasPoppler = (): Promise<boolean> =>
  run('pdftoppm', ['-v']).then(
    () => true,
    () => false,
  );

/** @returns the texts of all codes of each page */
export async function codesOfPages(pdf: Uint8Array): Promise<string[][]> {
  const pages = await pageCount(pdf);
  const codes: string[][] = [];
  const poppler = await hasPoppler();
  const folder = mkdtempSync(path.join(tmpdir(), 'scanship-bulk-pages-'));
  try {
    const file = path.join(folder, 'labels.pdf');
    writeFileSync(file, pdf);
    for (let from = 1; from <= pages; from += PAGES_AT_ONCE) {
      const to = Math.min(pages, from + PAGES_AT_ONCE - 1);
      const out = path.join(folder, 'page');
      if (poppler)
        await run('pdftoppm', ['-r', String(PRINTER_DPI), '-gray', '-f', String(from), '-l', String(to), file, out]);
      const drawn = readdirSync(folder)
        .filter((name) => name.endsWith('.pgm'))
        .toSorted();
      for (let page = from; page <= to; page += 1) {
        const name = drawn[page - from];
        const raster = name
          ? readPgm(readFileSync(path.join(folder, name)))
          : await rasterPage(pdf, page - 1, PRINTER_DPI);
        codes.push((await codesOf(raster)).map((code) => code.text));
      }
      for (const name of drawn) rmSync(path.join(folder, name));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return codes;
}
