/**
 * A label as a GIF picture, as carriers without PDF send it: drawn by PDFium at 203 dpi, cut to whole dots, and lying on its
 * side where the vendor's does.
 */
import { crop, type GreyRaster, rasterPage } from '@scanship/documents/pdf/pdf-raster';

export interface GifShape {
  /** The upright label is cut to this size, equally on all sides. Pixels. */
  readonly label: { readonly width: number; readonly height: number };
  /** The whole picture, after turning; what is left of it is white. */
  readonly canvas: { readonly width: number; readonly height: number };
  /** Lies on its left side: the reader turns it clockwise. */
  readonly onItsSide: boolean;
}

/** Codes of 1-bit pixels; the dictionary is built as the reader builds it (GIF89a, appendix F). */
function pack(pixels: Uint8Array): Uint8Array {
  const FIRST_BITS = 2;
  const CLEAR = 4;
  const END = 5;
  const out: number[] = [];
  let hold = 0;
  let held = 0;
  let bits = FIRST_BITS + 1;
  let next = END + 1;
  // By code and pixel; 0 where there is none, since the codes of the dictionary begin above that.
  const known = new Uint16Array(4096 * 2);
  const write = (code: number): void => {
    hold |= code << held;
    held += bits;
    for (; held >= 8; held -= 8) {
      out.push(hold & 255);
      hold >>>= 8;
    }
  };
  write(CLEAR);
  let current = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i += 1) {
    const pixel = pixels[i] ?? 0;
    const key = current * 2 + pixel;
    const longer = known[key] ?? 0;
    if (longer !== 0) {
      current = longer;
      continue;
    }
    write(current);
    current = pixel;
    if (next < 4096) {
      known[key] = next;
      next += 1;
      if (next > 1 << bits && bits < 12) bits += 1;
      continue;
    }
    write(CLEAR);
    known.fill(0);
    next = END + 1;
    bits = FIRST_BITS + 1;
  }
  write(current);
  write(END);
  if (held > 0) out.push(hold & 255);
  return new Uint8Array(out);
}

/** Black and white pixels as a GIF file. */
export function encodeGif(raster: GreyRaster): Uint8Array {
  const { width, height } = raster;
  const pixels = new Uint8Array(raster.data.length);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (raster.data[i] ?? 255) < 128 ? 1 : 0;
  const word = (value: number): number[] => [value & 255, value >> 8];
  const packed = pack(pixels);
  const blocks: Buffer[] = [];
  for (let at = 0; at < packed.length; at += 255) {
    const part = packed.subarray(at, at + 255);
    blocks.push(Buffer.from([part.length]), Buffer.from(part));
  }
  const white = [255, 255, 255];
  const black = [0, 0, 0];
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('GIF87a', 'latin1'),
      Buffer.from([...word(width), ...word(height), 0xf0, 0, 0, ...white, ...black]),
      Buffer.from([0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, 2]),
      ...blocks,
      Buffer.from([0, 0x3b]),
    ]),
  );
}

/** The first page of a 4x6 inch PDF as a GIF. */
export async function labelGif(pdf: Uint8Array, shape: GifShape): Promise<Uint8Array> {
  const drawn = await rasterPage(pdf, 0, 203);
  const { label, canvas } = shape;
  const cut = crop(
    drawn,
    Math.round((drawn.width - label.width) / 2),
    Math.round((drawn.height - label.height) / 2),
    label.width,
    label.height,
  );
  const data = new Uint8Array(canvas.width * canvas.height).fill(255);
  for (let y = 0; y < label.height; y += 1)
    for (let x = 0; x < label.width; x += 1) {
      const [cx, cy] = shape.onItsSide ? [y, label.width - 1 - x] : [x, y];
      if (cx < canvas.width && cy >= 0 && cy < canvas.height)
        data[cy * canvas.width + cx] = cut.data[y * label.width + x] ?? 255;
    }
  return encodeGif({ width: canvas.width, height: canvas.height, data });
}
