/** Pictures as PNG files (PNG specification, third edition). */
import { crc32, deflateSync } from 'node:zlib';
import type { BitRaster, ColourRaster } from '../pdf/pdf-raster.ts';

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const INCHES_PER_METRE = 1 / 0.0254;

function chunk(type: string, body: Uint8Array): Buffer {
  const data = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const out = Buffer.alloc(data.length + 8);
  out.writeUInt32BE(body.length, 0);
  data.copy(out, 4);
  out.writeUInt32BE(crc32(data), data.length + 4);
  return out;
}

function header(width: number, height: number, bitDepth: number, colourType: number): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body[8] = bitDepth;
  body[9] = colourType;
  return chunk('IHDR', body);
}

/** One bit a pixel, grey. @param dotsPerInch written as pHYs, so that whoever prints the picture knows its size */
export function encodePng({ width, height, bytesPerRow, data }: BitRaster, dotsPerInch?: number): Uint8Array {
  const rows = Buffer.alloc((bytesPerRow + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < bytesPerRow; x += 1)
      // A raster says 1 for black, a grey PNG 0.
      rows[y * (bytesPerRow + 1) + 1 + x] = ~(data[y * bytesPerRow + x] ?? 0) & 0xff;
  const physical = Buffer.alloc(9);
  if (dotsPerInch !== undefined) {
    const perMetre = Math.round(dotsPerInch * INCHES_PER_METRE);
    physical.writeUInt32BE(perMetre, 0);
    physical.writeUInt32BE(perMetre, 4);
    physical[8] = 1;
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    header(width, height, 1, 0),
    ...(dotsPerInch === undefined ? [] : [chunk('pHYs', physical)]),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Eight bits for each of red, green and blue, and nothing but the picture.
 * @param options.filtered each row as its difference from the one above (filter "Up"), which makes photos smaller
 */
export function encodeColourPng(
  { width, height, data }: ColourRaster,
  options: { readonly filtered?: boolean } = {},
): Uint8Array {
  const bytesPerRow = width * 3;
  const rows = Buffer.alloc((bytesPerRow + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const to = y * (bytesPerRow + 1);
    const from = y * bytesPerRow;
    if (options.filtered !== true || y === 0) {
      rows.set(data.subarray(from, from + bytesPerRow), to + 1);
      continue;
    }
    rows[to] = 2;
    for (let x = 0; x < bytesPerRow; x += 1)
      rows[to + 1 + x] = (data[from + x] ?? 0) - (data[from - bytesPerRow + x] ?? 0);
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    header(width, height, 8, 2),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
