/**
 * A photo that somebody took with a phone, drawn anew: only its pixels are kept, upright and small enough to look at. Where and with
 * what it was taken is not. Runs in a thread that may be ended.
 */
import { degrees, PDFDocument, type PDFImage } from '@cantoo/pdf-lib';
import { DocumentError } from '../document-error.ts';
import { type ColourRaster, colourPage } from '../pdf/pdf-raster.ts';
import { withoutExtras } from './logo-tile.ts';
import { encodeColourPng } from './png-writer.ts';

/** Pixels of the longer side: enough to see a crack on a whole screen. */
export const PHOTO_SIDE = 1_000;

export interface DrawnPhoto {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type PhotoType = 'image/png' | 'image/jpeg';

/** @throws DocumentError `bad-file` when it is damaged */
export async function drawPhoto(bytes: Uint8Array, type: PhotoType): Promise<DrawnPhoto> {
  const drawn = await drawUpright(bytes, type, (width, height) => {
    const scale = Math.min(1, PHOTO_SIDE / Math.max(width, height));
    return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  });
  return { png: encodeColourPng(drawn, { filtered: true }), width: drawn.width, height: drawn.height };
}

type Size = readonly [width: number, height: number];

/**
 * Its pixels, upright and in the middle of the page that `sizeOf` wants for it; what does not fit is cut off.
 * @param sizeOf size of the upright picture to the size it is drawn in, and to that of the page where it is another
 * @throws DocumentError `bad-file` when it is damaged
 */
export async function drawUpright(
  bytes: Uint8Array,
  type: PhotoType,
  sizeOf: (width: number, height: number) => Size,
  page?: Size,
): Promise<ColourRaster> {
  const document = await PDFDocument.create({ updateMetadata: false });
  let image: PDFImage;
  try {
    image = type === 'image/png' ? await document.embedPng(withoutExtras(bytes)) : await document.embedJpg(bytes);
  } catch (cause) {
    throw new DocumentError('bad-file', 'This picture is damaged and could not be read.', { cause });
  }
  const turn = type === 'image/jpeg' ? turnOf(bytes) : 0;
  const lies = turn === 90 || turn === 270;
  const [width, height] = lies ? sizeOf(image.height, image.width) : sizeOf(image.width, image.height);
  const [across, down] = page ?? [width, height];
  const [left, low] = [(across - width) / 2, (down - height) / 2];
  // PDF turns against the clock about the lower left corner; these put the turned picture back onto the page.
  const corner = { 0: { x: 0, y: 0 }, 90: { x: 0, y: height }, 180: { x: width, y: height }, 270: { x: width, y: 0 } };
  const { x, y } = corner[turn];
  document.addPage([across, down]).drawImage(image, {
    width: lies ? height : width,
    height: lies ? width : height,
    x: x + left,
    y: y + low,
    rotate: degrees(-turn),
  });
  return colourPage(await document.save());
}

const ORIENTATION = 0x01_12;
const TURNS: Readonly<Record<number, 0 | 90 | 180 | 270>> = { 3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270 };

/** How far a JPEG has to be turned with the clock to stand upright (Exif 2.32, tag 0x0112); mirrored ones are turned only. */
function turnOf(bytes: Uint8Array): 0 | 90 | 180 | 270 {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= view.length && view[at] === 0xff; at += 2 + view.readUInt16BE(at + 2)) {
    const marker = view[at + 1] ?? 0;
    // The picture itself begins, or a marker without a length stands where none belongs.
    if (marker === 0xda || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) return 0;
    if (marker !== 0xe1 || view.toString('latin1', at + 4, at + 10) !== 'Exif\0\0') continue;
    const tiff = view.subarray(at + 10, at + 2 + view.readUInt16BE(at + 2));
    return TURNS[orientationIn(tiff)] ?? 0;
  }
  return 0;
}

function orientationIn(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at < 0 || at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = tiff.length < 8 ? 0 : little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(short(first), 200);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12;
    if (short(at) === ORIENTATION) return short(at + 8);
  }
  return 0;
}
