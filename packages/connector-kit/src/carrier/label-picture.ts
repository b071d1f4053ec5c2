/** How a label that comes as a picture lies on a 4x6 inch page, told by its size where the vendor does not say. */
import type { CarrierFile } from './carrier.ts';

type Picture = NonNullable<Extract<CarrierFile, { kind: 'bytes' }>['picture']>;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * An upright PNG is 4 inches wide, one that lies is 6 inches wide and turned clockwise (PNG specification, third edition,
 * 11.2.1: width and height at bytes 16 and 20). Anything else counts as upright at 203 dots an inch.
 */
export function labelPicture(png: Uint8Array): Picture {
  if (png.length < 24 || SIGNATURE.some((byte, at) => png[at] !== byte)) return { turn: 0, dotsPerInch: 203 };
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const lies = width > height;
  const dotsPerInch = Math.round(width / (lies ? 6 : 4));
  return dotsPerInch < 72 || dotsPerInch > 1200 ? { turn: 0, dotsPerInch: 203 } : { turn: lies ? 90 : 0, dotsPerInch };
}
