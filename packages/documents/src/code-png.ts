/** Barcodes as PNG pictures for spreadsheets: one bit a pixel, whole pixels a module (PNG specification, third edition). */
import { crc32, deflateSync } from 'node:zlib';
import { barcode, type Rect } from './barcode.ts';
import { DocumentError } from './document-error.ts';
import { printableLine } from './printable-text.ts';

export interface CodePng {
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function chunk(type: string, body: Uint8Array): Buffer {
  const data = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const out = Buffer.alloc(data.length + 8);
  out.writeUInt32BE(body.length, 0);
  data.copy(out, 4);
  out.writeUInt32BE(crc32(data), data.length + 4);
  return out;
}

/** Black rectangles on white. */
function png(width: number, height: number, rects: readonly Rect[]): Uint8Array {
  const stride = Math.ceil(width / 8) + 1;
  const raw = Buffer.alloc(stride * height, 0xff);
  for (let y = 0; y < height; y += 1) raw[y * stride] = 0;
  for (const r of rects)
    for (let y = r.y; y < r.y + r.height; y += 1)
      for (let x = r.x; x < r.x + r.width; x += 1) {
        const at = y * stride + 1 + (x >> 3);
        raw[at] = (raw[at] ?? 0) & ~(0x80 >> (x & 7));
      }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Depth 1, grey.
  header[8] = 1;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Code 128 of a text with its quiet zones, `height` pixels high; QR for what Code 128 does not hold or would make too wide.
 * Undefined when there is nothing to encode or no symbol holds it.
 */
export function codePng(text: string, height: number, maxWidth: number): CodePng | undefined {
  const data = printableLine(text);
  if (data === '') return undefined;
  try {
    const linear = /^[\x20-\x7e]+$/.test(data) ? barcode('code128', data, 2, height) : undefined;
    const fits = linear && linear.width + 2 * linear.quiet <= maxWidth;
    const symbol = fits ? linear : barcode('qr', data, 2);
    const rim = fits ? 0 : symbol.quiet;
    const width = symbol.width + 2 * symbol.quiet;
    const rects = symbol.rects.map((r) => ({ ...r, x: r.x + symbol.quiet, y: r.y + rim }));
    return { png: png(width, symbol.height + 2 * rim, rects), width, height: symbol.height + 2 * rim };
  } catch (error) {
    // A number too long for any symbol is still there as text.
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
