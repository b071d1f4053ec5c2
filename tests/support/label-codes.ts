/** Reads a PDF as a label printer would print it (203 dpi): pages, their sizes, and the barcodes on them. */
import { pageCount } from '@scanship/documents/pdf/pdf-pages';
import { pageTexts, rasterPage } from '@scanship/documents/pdf/pdf-raster';
import { codesOf } from '../../packages/documents/test/pixels.ts';

const PRINTER_DPI = 203;

export interface PrintedPage {
  /** Inches, to two digits. */
  readonly size: readonly [number, number];
  readonly codes: readonly string[];
}

export async function printedPages(pdf: Uint8Array): Promise<PrintedPage[]> {
  const pages: PrintedPage[] = [];
  for (let index = 0; index < (await pageCount(pdf)); index += 1) {
    const raster = await rasterPage(pdf, index, PRINTER_DPI);
    const inches = (pixels: number): number => Math.round((pixels / PRINTER_DPI) * 100) / 100;
    const codes = await codesOf(raster);
    pages.push({ size: [inches(raster.width), inches(raster.height)], codes: codes.map((code) => code.text) });
  }
  return pages;
}

export const textOf = async (pdf: Uint8Array): Promise<string> => (await pageTexts(pdf)).join('\n');
