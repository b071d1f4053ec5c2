/** A label as a PNG picture in black and white, as carriers that make no PDF send it. */
import { crc32, deflateSync } from 'node:zlib';
import { type GreyRaster, rasterPage } from '@scanship/documents/pdf-raster';

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Pixels as a PNG of one bit each (PNG specification, third edition: colour type 0, bit depth 1). */
export function encodePng({ width, height, data }: GreyRaster): Uint8Array {
  const perRow = Math.ceil(width / 8);
  const rows = Buffer.alloc((perRow + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[y * width + x] ?? 255) >= 128) {
        const at = y * (perRow + 1) + 1 + (x >> 3);
        rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
      }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

/** The first page of a PDF as a PNG. */
export const labelPng = async (pdf: Uint8Array, dotsPerInch = 203): Promise<Uint8Array> =>
  encodePng(await rasterPage(pdf, 0, dotsPerInch));
