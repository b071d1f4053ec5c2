/** A label as a PNG picture in black and white, as carriers that make no PDF send it. */
import { rasterPage, toBits } from '@scanship/documents/pdf/pdf-raster';
import { encodePng } from '@scanship/documents/pictures/png-writer';

/** The first page of a PDF as a PNG. */
export const labelPng = async (pdf: Uint8Array, dotsPerInch = 203): Promise<Uint8Array> =>
  encodePng(toBits(await rasterPage(pdf, 0, dotsPerInch)));
