/** PDF pages as pixels and as text, through PDFium (WebAssembly, loaded at first use). */
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { DocumentError } from '../document-error.ts';

/** Grey raster, 0 black to 255 white, one byte a pixel, rows from the top. */
export interface GreyRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Red, green and blue, three bytes a pixel, rows from the top. */
export interface ColourRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** One bit a pixel, 1 black, most significant bit left, rows padded to whole bytes: what printers take. */
export interface BitRaster {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly data: Uint8Array;
}

let library: Promise<PDFiumLibrary> | undefined;

async function withDocument<T>(bytes: Uint8Array, use: (document: PDFiumDocument) => Promise<T>): Promise<T> {
  library ??= import('@hyzyla/pdfium').then((pdfium) => pdfium.PDFiumLibrary.init());
  const pdfium = await library;
  let document: PDFiumDocument;
  try {
    document = await pdfium.loadDocument(bytes);
  } catch (cause) {
    const locked = cause instanceof Error && /password/i.test(cause.message);
    const sentence = locked ? 'This PDF is locked with a password.' : 'This PDF is damaged and could not be read.';
    throw new DocumentError('bad-file', sentence, { cause });
  }
  try {
    return await use(document);
  } finally {
    document.destroy();
  }
}

function pageOf(document: PDFiumDocument, index: number): ReturnType<PDFiumDocument['getPage']> {
  const count = document.getPageCount();
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new DocumentError('bad-input', `The PDF has ${count} pages; page ${index + 1} does not exist.`);
  return document.getPage(index);
}

/** Largest page we draw: 60 million pixels is A3 at 600 dpi and more than any label. */
const MAX_PIXELS = 60_000_000;

/** Draws one page (0-based) at `dpi` on white. */
export function rasterPage(bytes: Uint8Array, index: number, dpi: number): Promise<GreyRaster> {
  return withDocument(bytes, async (document) => {
    const page = pageOf(document, index);
    const size = page.getOriginalSize();
    const width = Math.round((size.originalWidth * dpi) / 72);
    const height = Math.round((size.originalHeight * dpi) / 72);
    if (!(width > 0 && height > 0) || width * height > MAX_PIXELS)
      throw new DocumentError('too-large', `A page of ${width} x ${height} pixels is too large to draw.`);
    const rendered = await page.render({ width, height, colorSpace: 'Gray', render: 'bitmap' });
    // PDFium's rows may be padded.
    const stride = rendered.data.length / rendered.height;
    if (stride === rendered.width) return { width: rendered.width, height: rendered.height, data: rendered.data };
    const data = new Uint8Array(rendered.width * rendered.height);
    for (let y = 0; y < rendered.height; y += 1)
      data.set(rendered.data.subarray(y * stride, y * stride + rendered.width), y * rendered.width);
    return { width: rendered.width, height: rendered.height, data };
  });
}

/** Draws the first page at one pixel a point on white, in colour. */
export function colourPage(bytes: Uint8Array): Promise<ColourRaster> {
  return withDocument(bytes, async (document) => {
    const { width, height, data } = await pageOf(document, 0).render({ colorSpace: 'BGRA', render: 'bitmap' });
    const rgb = new Uint8Array(width * height * 3);
    // The library has PDFium turn its bytes around: red comes first, whatever the name of the colour space says.
    for (let pixel = 0; pixel < width * height; pixel += 1) rgb.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
    return { width, height, data: rgb };
  });
}

/** Text of each page as PDFium extracts it. */
export function pageTexts(bytes: Uint8Array): Promise<string[]> {
  return withDocument(bytes, async (document) => {
    const texts: string[] = [];
    for (const page of document.pages()) texts.push(page.getText());
    return texts;
  });
}

/** Black where the grey value is below `threshold`. */
export function toBits(raster: GreyRaster, threshold = 128): BitRaster {
  const bytesPerRow = Math.ceil(raster.width / 8);
  const data = new Uint8Array(bytesPerRow * raster.height);
  for (let y = 0; y < raster.height; y += 1)
    for (let x = 0; x < raster.width; x += 1)
      if ((raster.data[y * raster.width + x] ?? 255) < threshold) {
        const at = y * bytesPerRow + (x >> 3);
        data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
      }
  return { width: raster.width, height: raster.height, bytesPerRow, data };
}

/** A part of a raster; outside it is white. */
export function crop(raster: GreyRaster, x: number, y: number, width: number, height: number): GreyRaster {
  const data = new Uint8Array(width * height).fill(255);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const sx = x + column;
      const sy = y + row;
      if (sx >= 0 && sy >= 0 && sx < raster.width && sy < raster.height)
        data[row * width + column] = raster.data[sy * raster.width + sx] ?? 255;
    }
  return { width, height, data };
}
