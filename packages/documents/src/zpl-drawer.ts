/** Labels that carriers gave as ZPL, drawn as their printer would print them (zebrash as WebAssembly), in its thread. */
import { createRequire } from 'node:module';
import type * as ZplRenderer from 'zpl-renderer-js';
import { DocumentError } from './document-error.ts';
import { labelPicturePdf } from './label-image.ts';
import { mergePdfs } from './pdf-pages.ts';
import type { Drawer } from './typst-worker.ts';

/** Resolutions of label printers: dots per millimetre as zebrash names them, and per inch as they really are. */
const RESOLUTIONS = [
  { perMillimetre: 8, perInch: 203 },
  { perMillimetre: 12, perInch: 300 },
  { perMillimetre: 24, perInch: 600 },
] as const;

/** The coarsest printer whose 4 inches hold the width (`^PW`, dots) the label names; 203 dpi where it names none. */
export function resolutionOf(zpl: string): (typeof RESOLUTIONS)[number] {
  const widths = [...zpl.matchAll(/\^PW\s*(\d{1,5})/gi)].map((match) => Number(match[1]));
  const width = Math.max(0, ...widths);
  // A label may be a few dots wider than its paper.
  return RESOLUTIONS.find(({ perInch }) => width <= perInch * 4.2) ?? RESOLUTIONS[2];
}

export function createZplDrawer(): Drawer {
  // Required and not imported: nothing need transform its 9 MB.
  const renderer: typeof ZplRenderer = createRequire(import.meta.url)('zpl-renderer-js');

  return async (job, progress) => {
    if (job.kind !== 'zpl') throw new Error(`the ZPL thread cannot draw ${job.kind}`);
    const zpl = new TextDecoder().decode(job.zpl);
    if (!/\^XA/i.test(zpl)) throw new DocumentError('bad-file', 'This file is not ZPL.');
    const { api } = await renderer.ready;
    const { perMillimetre, perInch } = resolutionOf(zpl);
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
