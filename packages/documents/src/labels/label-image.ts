/**
 * A carrier's label that came as a picture (GIF or PNG), as a PDF of one 4x6 inch page, so that it is shown, stamped,
 * merged and printed as every other label. Its dots are kept one to one: barcodes are not resampled.
 */
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { DocumentError } from '../document-error.ts';
import { readGif } from '../pictures/gif-reader.ts';
import { inkBox } from '../pdf/ink-box.ts';
import { crop, type GreyRaster, rasterPage, toBits } from '../pdf/pdf-raster.ts';

export interface LabelPicture {
  /** Degrees clockwise that bring the label upright. */
  readonly turn?: 0 | 90 | 180 | 270 | undefined;
  readonly dotsPerInch: number;
}

const PAGE_INCHES = { width: 4, height: 6 } as const;

/** A PNG's pixels, by way of a page that has one point a pixel. */
async function readPng(bytes: Uint8Array): Promise<GreyRaster> {
  const document = await PDFDocument.create({ updateMetadata: false });
  let image: Awaited<ReturnType<PDFDocument['embedPng']>>;
  try {
    image = await document.embedPng(bytes);
  } catch (cause) {
    throw new DocumentError('bad-file', 'This PNG picture is damaged and could not be read.', { cause });
  }
  const { width, height } = image;
  document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  return rasterPage(await document.save(), 0, 72);
}

function turned(raster: GreyRaster, turn: 0 | 90 | 180 | 270): GreyRaster {
  if (turn === 0) return raster;
  const { width: w, height: h, data } = raster;
  const width = turn === 180 ? w : h;
  const height = turn === 180 ? h : w;
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [sx, sy] = turn === 90 ? [y, h - 1 - x] : turn === 180 ? [w - 1 - x, h - 1 - y] : [w - 1 - y, x];
      out[y * width + x] = data[sy * w + sx] ?? 255;
    }
  return { width, height, data: out };
}

/** Black and white only, give or take the rounding of a converter. */
const isTwoTone = (raster: GreyRaster): boolean => raster.data.every((value) => value < 32 || value > 223);

/** White paper beyond the page is cut off; ink beyond it is not: then the whole picture is made smaller. */
function fitted(raster: GreyRaster, dotsPerInch: number): { readonly raster: GreyRaster; readonly scale: number } {
  const page = { x: Math.round(PAGE_INCHES.width * dotsPerInch), y: Math.round(PAGE_INCHES.height * dotsPerInch) };
  const ink = inkBox(raster);
  if (!ink) throw new DocumentError('bad-input', 'The picture of this label is blank.');
  // A frame line may stand on the very edge: a hundredth of an inch is within what printers leave white anyway.
  const slack = Math.round(dotsPerInch / 100);
  const scale = Math.min(1, (page.x + slack) / ink.right, (page.y + slack) / ink.bottom);
  if (scale === 1)
    return { scale, raster: crop(raster, 0, 0, Math.min(raster.width, page.x), Math.min(raster.height, page.y)) };
  return {
    scale: Math.min(page.x / ink.right, page.y / ink.bottom),
    raster: crop(raster, 0, 0, ink.right, ink.bottom),
  };
}

const readPicture = (bytes: Uint8Array, format: 'gif' | 'png'): GreyRaster | Promise<GreyRaster> =>
  format === 'gif' ? readGif(bytes) : readPng(bytes);

/** Pixels. @throws DocumentError `bad-file`, `too-large` */
export async function pictureSize(
  bytes: Uint8Array,
  format: 'gif' | 'png',
): Promise<{ readonly width: number; readonly height: number }> {
  const { width, height } = await readPicture(bytes, format);
  return { width, height };
}

/**
 * The picture upright on one 4x6 inch page.
 * @throws DocumentError `bad-file`, `too-large`; `bad-input` when nothing is printed in the picture.
 */
export async function labelPicturePdf(
  bytes: Uint8Array,
  format: 'gif' | 'png',
  shape: LabelPicture,
): Promise<Uint8Array> {
  if (!(shape.dotsPerInch >= 72 && shape.dotsPerInch <= 1200))
    throw new DocumentError('bad-input', `A label of ${shape.dotsPerInch} dots per inch cannot be printed.`);
  const upright = turned(await readPicture(bytes, format), shape.turn ?? 0);
  const { raster, scale } = fitted(upright, shape.dotsPerInch);
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([PAGE_INCHES.width * 72, PAGE_INCHES.height * 72]);
  const bits = isTwoTone(raster) ? toBits(raster) : undefined;
  const stream = document.context.flateStream(bits?.data ?? raster.data, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: raster.width,
    Height: raster.height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: bits ? 1 : 8,
    // `toBits` says 1 for black, a grey image says 0.
    Decode: bits ? [1, 0] : [0, 1],
    Interpolate: false,
  });
  const name = page.node.newXObject('Label', document.context.register(stream));
  const points = (pixels: number): number => (pixels * scale * 72) / shape.dotsPerInch;
  const height = points(raster.height);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(points(raster.width), 0, 0, height, 0, PAGE_INCHES.height * 72 - height),
    drawObject(name),
    popGraphicsState(),
  );
  return document.save();
}
