/** Bitmaps as PNG files of one bit a pixel (PNG specification, third edition: colour type 0, bit depth 1). */
import { crc32, deflateSync } from 'node:zlib';
import type { BitRaster } from '../pdf/pdf-raster.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const INCHES_PER_METRE = 1 / 0.0254;

function chunk(type: string, body: Uint8Array): Buffer {
  const data = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const out = Buffer.alloc(data.length + 8);
  out.writeUInt32BE(body.length, 0);
  data.copy(out, 4);
  out.writeUInt32BE(crc32(data), data.length + 4);
  return out;
}

/** @param dotsPerInch written as pHYs, so that whoever prints the picture knows its size */
export function encodePng({ width, height, bytesPerRow, data }: BitRaster, dotsPerInch?: number): Uint8Array {
  const rows = Buffer.alloc((bytesPerRow + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < bytesPerRow; x += 1)
      // A raster says 1 for black, a grey PNG 0.
      rows[y * (bytesPerRow + 1) + 1 + x] = ~(data[y * bytesPerRow + x] ?? 0) & 0xff;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const physical = Buffer.alloc(9);
  if (dotsPerInch !== undefined) {
    const perMetre = Math.round(dotsPerInch * INCHES_PER_METRE);
    physical.writeUInt32BE(perMetre, 0);
    physical.writeUInt32BE(perMetre, 4);
    physical[8] = 1;
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(dotsPerInch === undefined ? [] : [chunk('pHYs', physical)]),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
