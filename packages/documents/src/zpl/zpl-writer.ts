/** ZPL II commands written by hand: fields, boxes, bitmaps. Everything a person typed goes through `fieldData`. */
import { deflateSync } from 'node:zlib';
import type { Rect } from '../barcodes/barcode.ts';
import type { BitRaster } from '../pdf/pdf-raster.ts';

/**
 * Field data for use under `^FH`: `^`, `~`, `_`, `\`, controls and all bytes beyond ASCII as `_XX` of their UTF-8 form
 * (`^CI28`), so that no text can become a command.
 */
export function fieldData(text: string): string {
  let out = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const safe = byte >= 0x20 && byte <= 0x7d && byte !== 0x5e && byte !== 0x5f && byte !== 0x5c;
    out += safe ? String.fromCharCode(byte) : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, n) => {
  let c = n << 8;
  for (let bit = 0; bit < 8; bit += 1) c = c & 0x8000 ? (c << 1) ^ 0x1021 : c << 1;
  return c & 0xffff;
});

/** CRC-16 with polynomial 1021, start 0, over the base64 text (ZPL II Programming Guide, "Alternative data compression"). */
export function crc16(text: string): string {
  let crc = 0;
  for (let i = 0; i < text.length; i += 1)
    crc = ((crc << 8) ^ (CRC_TABLE[((crc >> 8) ^ text.charCodeAt(i)) & 0xff] ?? 0)) & 0xffff;
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const runLength = (count: number): string => {
  let n = count;
  let out = 'z'.repeat(Math.floor(n / 400));
  n %= 400;
  if (n >= 20) out += String.fromCharCode(0x66 + Math.floor(n / 20));
  n %= 20;
  return n > 0 ? out + String.fromCharCode(0x46 + n) : out;
};

/** Without the two or more digits 0 or F that end a row. */
function withoutBlankEnd(row: string): string {
  const end = row.at(-1);
  if (end !== '0' && end !== 'F') return row;
  let at = row.length;
  while (at > 0 && row[at - 1] === end) at -= 1;
  return row.length - at >= 2 ? row.slice(0, at) : row;
}

/** Run-length coding that very old printers understand: repeats as letters, `,` and `!` to the row's end, `:` as the row above. */
function acs(raster: BitRaster): string {
  let out = '';
  let previous = '';
  for (let y = 0; y < raster.height; y += 1) {
    const row = Buffer.from(raster.data.subarray(y * raster.bytesPerRow, (y + 1) * raster.bytesPerRow))
      .toString('hex')
      .toUpperCase();
    if (row === previous) {
      out += ':';
      continue;
    }
    previous = row;
    const body = withoutBlankEnd(row);
    const tail = row.slice(body.length);
    out += body.replace(/(.)\1{2,}/g, (run, digit: string) => runLength(run.length) + digit);
    if (tail !== '') out += tail.startsWith('0') ? ',' : '!';
  }
  return out;
}

export type GraphicEncoding = 'z64' | 'acs';

/** `^GFA` of a bitmap: Z64 (deflate, base64, CRC; a third of the size) or the older run-length form. */
export function graphicField(raster: BitRaster, encoding: GraphicEncoding = 'z64'): string {
  const total = raster.bytesPerRow * raster.height;
  const sizes = `${total},${total},${raster.bytesPerRow}`;
  if (encoding === 'acs') return `^GFA,${sizes},${acs(raster)}^FS`;
  const base64 = deflateSync(raster.data, { level: 9 }).toString('base64');
  return `^GFA,${sizes},:Z64:${base64}:${crc16(base64)}^FS`;
}

/** Rectangles as a bitmap, width rounded up to whole bytes. */
export function rectBitmap(width: number, height: number, rects: readonly Rect[]): BitRaster {
  const bytesPerRow = Math.ceil(width / 8);
  const data = new Uint8Array(bytesPerRow * height);
  for (const r of rects)
    for (let y = r.y; y < r.y + r.height; y += 1)
      for (let x = r.x; x < r.x + r.width; x += 1) {
        const at = y * bytesPerRow + (x >> 3);
        data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
      }
  return { width, height, bytesPerRow, data };
}
