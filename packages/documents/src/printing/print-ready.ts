/** A stored document made into what a printer takes: format, sheet, resolution, turn, two to a sheet. */
import { DocumentError } from '../document-error.ts';
import type { PrintShape } from './print-pages.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';
import { zplResolution } from '../zpl/zpl-resolution.ts';

export type { PrintShape } from './print-pages.ts';

export interface PrintSource {
  readonly bytes: Uint8Array;
  readonly format: 'pdf' | 'zpl' | 'png' | 'gif' | 'jpg';
}

/**
 * Files to send, in order: one, or for `png` one a page. ZPL goes through untouched to a printer that takes it at the
 * resolution it was written for, so that the printer draws its own text and bars; a PDF whose pages are the sheet does too.
 * @throws DocumentError `bad-file` for a document that cannot be read, `bad-input` for a shape that cannot be printed
 */
export async function printReady(
  source: PrintSource,
  shape: PrintShape,
  renderer: TypstRenderer,
): Promise<readonly Uint8Array[]> {
  const { format, size, dpi, turn, twoUp } = shape;
  if (twoUp && size !== 'letter' && size !== 'a4')
    throw new DocumentError('bad-input', 'Two to a sheet need letter or A4 paper.');
  const plain = turn === 0 && !twoUp && (size === '4x6' || size === '4x8');
  if (source.format === 'zpl' && format === 'zpl' && plain) {
    const zpl = new TextDecoder().decode(source.bytes);
    if (/\^XA/i.test(zpl) && zplResolution(zpl).perInch === dpi) return [source.bytes];
  }
  const drawn =
    source.format === 'zpl'
      ? { bytes: await renderer.zplPages(source.bytes), format: 'pdf' as const }
      : { bytes: source.bytes, format: source.format };
  return renderer.paper('printPages', { source: drawn, shape });
}
