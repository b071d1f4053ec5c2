/** Any PDF label to ZPL for a 203 dpi printer: each page drawn at 203 dpi, black and white, as one `^GFA`. */
import { pageSizes } from '../pdf/pdf-pages.ts';
import { rasterPage, toBits } from '../pdf/pdf-raster.ts';
import { type GraphicEncoding, graphicField } from './zpl-writer.ts';

export interface PdfToZplOptions {
  /** Grey values below print black; 128 keeps bars on the dot grid exact. */
  readonly threshold?: number | undefined;
  /** `acs` for printers older than Z64. */
  readonly encoding?: GraphicEncoding | undefined;
  /** Printer resolution. Bars of our own labels are exact at 203 only. */
  readonly dpi?: 203 | 300 | undefined;
}

/**
 * One `^XA…^XZ` a page.
 * @throws DocumentError `bad-file` for a damaged or locked PDF, `too-large`.
 */
export async function pdfToZpl(pdf: Uint8Array, options: PdfToZplOptions = {}): Promise<string> {
  const dpi = options.dpi ?? 203;
  const out: string[] = [];
  const count = (await pageSizes(pdf)).length;
  for (let index = 0; index < count; index += 1) {
    const bits = toBits(await rasterPage(pdf, index, dpi), options.threshold);
    out.push(`^XA^PW${bits.width}^LL${bits.height}^LH0,0\n^FO0,0${graphicField(bits, options.encoding)}\n^PQ1\n^XZ\n`);
  }
  return out.join('');
}
