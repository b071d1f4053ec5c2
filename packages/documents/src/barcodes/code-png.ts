/** Barcodes as PNG pictures for spreadsheets: one bit a pixel, whole pixels a module (PNG specification, third edition). */
import { barcode } from './barcode.ts';
import { DocumentError } from '../document-error.ts';
import { encodePng } from '../pictures/png-writer.ts';
import { printableLine } from '../text/printable-text.ts';
import { rectBitmap } from '../zpl/zpl-writer.ts';

export interface CodePng {
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
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
    const tall = symbol.height + 2 * rim;
    return { png: encodePng(rectBitmap(width, tall, rects)), width, height: tall };
  } catch (error) {
    // A number too long for any symbol is still there as text.
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
