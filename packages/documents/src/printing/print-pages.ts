/** A PDF or a picture laid on the sheets of a printer and written as the printer takes it, in the thread for papers. */
import { PDFDocument } from '@cantoo/pdf-lib';
import type { PaperSize, PrintDpi, PrintFormat, PrintTurn } from '@scanship/domain/printing/printing';
import { DocumentError } from '../document-error.ts';
import { eplPage } from './epl-writer.ts';
import { labelPicturePdf, pictureSize } from '../labels/label-image.ts';
import { pageSizes } from '../pdf/pdf-pages.ts';
import { type BitRaster, rasterPage, toBits } from '../pdf/pdf-raster.ts';
import { pdfToZpl } from '../zpl/pdf-to-zpl.ts';
import { encodePng } from '../pictures/png-writer.ts';
import { arrangeOnSheets } from './sheet-arranger.ts';

export interface PicturedSource {
  readonly bytes: Uint8Array;
  readonly format: 'pdf' | 'png' | 'gif' | 'jpg';
}

export interface PrintShape {
  readonly format: PrintFormat;
  readonly size: PaperSize;
  /** Of what is sent as dots (ZPL graphics, EPL, PNG); text and bars of a PDF stay lines. */
  readonly dpi: PrintDpi;
  /** Clockwise, of the finished sheet. */
  readonly turn: PrintTurn;
  /** Two to a sheet of letter or A4, upper and lower half; an odd last one stands alone. */
  readonly twoUp: boolean;
}

/** What a picture's shorter side measures, where the file does not say: a label printer's 4 inches. */
const LABEL_INCHES = 4;

async function pictureToPdf(bytes: Uint8Array, format: 'png' | 'gif'): Promise<Uint8Array> {
  const { width, height } = await pictureSize(bytes, format);
  const dotsPerInch = Math.min(1200, Math.max(72, Math.round(Math.min(width, height) / LABEL_INCHES)));
  // Carriers' pictures of labels lie on their left side (UPS Rating and Shipping, "GIF").
  return labelPicturePdf(bytes, format, { dotsPerInch, turn: width > height ? 90 : 0 });
}

async function photoToPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  let photo: Awaited<ReturnType<PDFDocument['embedJpg']>>;
  try {
    photo = await document.embedJpg(bytes);
  } catch (cause) {
    throw new DocumentError('bad-file', 'This JPEG picture is damaged and could not be read.', { cause });
  }
  document
    .addPage([photo.width, photo.height])
    .drawImage(photo, { x: 0, y: 0, width: photo.width, height: photo.height });
  return document.save();
}

function toPdf({ bytes, format }: PicturedSource): Uint8Array | Promise<Uint8Array> {
  if (format === 'pdf') return bytes;
  return format === 'jpg' ? photoToPdf(bytes) : pictureToPdf(bytes, format);
}

async function pagesAsDots(pdf: Uint8Array, dpi: PrintDpi): Promise<BitRaster[]> {
  const pages: BitRaster[] = [];
  const count = (await pageSizes(pdf)).length;
  for (let index = 0; index < count; index += 1) pages.push(toBits(await rasterPage(pdf, index, dpi)));
  return pages;
}

/** One file; of PNG one a page. */
export async function printPages(source: PicturedSource, shape: PrintShape): Promise<readonly Uint8Array[]> {
  const { format, size, dpi, turn, twoUp } = shape;
  const pdf = await arrangeOnSheets(await toPdf(source), { size, turn, twoUp });
  switch (format) {
    case 'pdf':
      return [pdf];
    case 'zpl':
      return [new TextEncoder().encode(await pdfToZpl(pdf, { dpi }))];
    case 'epl':
      return [Buffer.concat((await pagesAsDots(pdf, dpi)).map((page) => eplPage(page, dpi)))];
    case 'png':
      return (await pagesAsDots(pdf, dpi)).map((page) => encodePng(page, dpi));
  }
}
