/** Labels that carriers gave as ZPL, drawn as their printer would print them (zebrash as WebAssembly), in its thread. */
import { createRequire } from 'node:module';
import type * as ZplRenderer from 'zpl-renderer-js';
import { DocumentError } from '../document-error.ts';
import { labelPicturePdf } from '../labels/label-image.ts';
import { mergePdfs } from '../pdf/pdf-pages.ts';
import type { Drawer } from '../typst/typst-worker.ts';
import { zplResolution } from './zpl-resolution.ts';

export function createZplDrawer(): Drawer {
  // Required and not imported: nothing need transform its 9 MB.
  const renderer: typeof ZplRenderer = createRequire(import.meta.url)('zpl-renderer-js');

  return async (job, progress) => {
    if (job.kind !== 'zpl') throw new Error(`the ZPL thread cannot draw ${job.kind}`);
    const zpl = new TextDecoder().decode(job.zpl);
    if (!/\^XA/i.test(zpl)) throw new DocumentError('bad-file', 'This file is not ZPL.');
    const { api } = await renderer.ready;
    const { perMillimetre, perInch } = zplResolution(zpl);
    let pictures: string[];
    try {
      // Sizes are given as dots by dots per millimetre: in millimetres zebrash adds a dot.
      pictures = await api.zplToBase64MultipleAsync(
        zpl,
        (4 * perInch) / perMillimetre,
        (6 * perInch) / perMillimetre,
        perMillimetre,
      );
    } catch (cause) {
      throw new DocumentError('bad-file', 'This ZPL could not be read.', { cause });
    }
    const pages: Uint8Array[] = [];
    for (const picture of pictures) {
      pages.push(await labelPicturePdf(Buffer.from(picture, 'base64'), 'png', { dotsPerInch: perInch }));
      progress();
    }
    if (pages.length === 0) throw new DocumentError('bad-file', 'This ZPL prints nothing.');
    const [only] = pages;
    return pages.length === 1 && only ? only : mergePdfs(pages);
  };
}
