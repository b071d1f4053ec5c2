/**
 * A logo that somebody sent, drawn anew: only its pixels are kept, small and on white, so that what is shown holds nothing the
 * sender wrote but what can be seen. Runs in a thread that may be ended.
 */
import { PDFDocument, type PDFImage } from '@cantoo/pdf-lib';
import { inflateSync } from 'node:zlib';
import { DocumentError } from '../document-error.ts';
import { colourPage } from '../pdf/pdf-raster.ts';
import { encodeColourPng, PNG_SIGNATURE } from './png-writer.ts';

/** Pixels of each side: 36 on the screen, three times as fine. */
export const LOGO_TILE_SIDE = 108;
/** White around it. */
const MARGIN = 4;
/** Deepest pixel: four channels of sixteen bits. */
const MOST_BYTES_A_PIXEL = 8;
/** Chunks that make pixels; texts, profiles and what else there may be are not read at all. */
const DRAWN = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

const damaged = (cause?: unknown): DocumentError =>
  new DocumentError('bad-file', 'This picture is damaged and could not be read.', { cause });

/**
 * @returns a PNG of LOGO_TILE_SIDE pixels a side
 * @throws DocumentError `bad-file` when it is damaged, `bad-input` when nothing is to be seen
 */
export async function drawLogoTile(bytes: Uint8Array, type: 'image/png' | 'image/jpeg'): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  let image: PDFImage;
  try {
    image = type === 'image/png' ? await document.embedPng(withoutExtras(bytes)) : await document.embedJpg(bytes);
  } catch (cause) {
    throw damaged(cause);
  }
  const room = LOGO_TILE_SIDE - 2 * MARGIN;
  const { width, height } = image.scaleToFit(room, room);
  document
    .addPage([LOGO_TILE_SIDE, LOGO_TILE_SIDE])
    .drawImage(image, { x: (LOGO_TILE_SIDE - width) / 2, y: (LOGO_TILE_SIDE - height) / 2, width, height });
  const drawn = await colourPage(await document.save());
  if (drawn.data.every((value) => value > 250))
    throw new DocumentError('bad-input', 'This picture is damaged, or white all over: nothing of it would be seen.');
  return encodeColourPng(drawn);
}

/** The chunks that are drawn, unless they unpack to more than the picture has pixels for. */
export function withoutExtras(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Buffer[] = [Buffer.from(PNG_SIGNATURE)];
  const packed: Buffer[] = [];
  for (let at = PNG_SIGNATURE.length; at + 12 <= view.length; ) {
    const end = at + 12 + view.readUInt32BE(at);
    if (end > view.length) throw damaged();
    const type = view.toString('latin1', at + 4, at + 8);
    if (DRAWN.has(type)) kept.push(view.subarray(at, end));
    if (type === 'IDAT') packed.push(view.subarray(at + 8, end - 4));
    at = end;
    if (type === 'IEND') break;
  }
  const [width, height] = [view.readUInt32BE(16), view.readUInt32BE(20)];
  // A byte a row says how it is filtered; an interlaced picture has up to seven small ones.
  inflateSync(Buffer.concat(packed), { maxOutputLength: (width * MOST_BYTES_A_PIXEL + 8) * (height + 8) });
  return Buffer.concat(kept);
}
