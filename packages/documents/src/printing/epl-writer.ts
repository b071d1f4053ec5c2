/**
 * Pages for printers that speak EPL2: each is one picture. There is no reader of EPL to hold text and bars against, so
 * nothing is left to the printer's own fonts.
 */
import type { BitRaster } from '../pdf/pdf-raster.ts';

/** Dots between two labels of a roll: an eighth of an inch. */
const gapDots = (dotsPerInch: number): number => Math.round(dotsPerInch / 8);

/**
 * One label: clear the buffer (N), label width (q) and length with gap (Q), direct graphic write (GW), print one (P1).
 * In GW's data 0 prints black, 1 is white, and a comma stands before them (Zebra, "Details related to the GW EPL Command",
 * support.zebra.com/cpws/docs/eltron/gw_command.htm, read 2026-11-22; the programming guide lacks the comma).
 */
export function eplPage({ width, height, bytesPerRow, data }: BitRaster, dotsPerInch: number): Uint8Array {
  // The first line break ends whatever stood half sent in the printer.
  const head = `\r\nN\r\nq${width}\r\nQ${height},${gapDots(dotsPerInch)}\r\nGW0,0,${bytesPerRow},${height},`;
  const dots = Buffer.from(data);
  for (let i = 0; i < dots.length; i += 1) dots[i] = ~(dots[i] ?? 0) & 0xff;
  return Buffer.concat([Buffer.from(head, 'latin1'), dots, Buffer.from('\r\nP1\r\n', 'latin1')]);
}
