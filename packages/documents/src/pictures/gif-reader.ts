/**
 * Reads the first picture of a GIF (CompuServe, GIF89a specification, 1990) as grey pixels: carriers still send labels in
 * this format. Animation is not a label, so later frames are left out.
 */
import { DocumentError } from '../document-error.ts';
import type { GreyRaster } from '../pdf/pdf-raster.ts';

const damaged = (what: string): DocumentError =>
  new DocumentError('bad-file', `This GIF picture is damaged and could not be read (${what}).`);

/** 20 million pixels is a 4x6 inch label at 900 dpi. */
const MAX_PIXELS = 20_000_000;

class Bytes {
  readonly #data: Uint8Array;
  #at = 0;
  constructor(data: Uint8Array) {
    this.#data = data;
  }
  byte(): number {
    const value = this.#data[this.#at];
    if (value === undefined) throw damaged('it ends too early');
    this.#at += 1;
    return value;
  }
  word(): number {
    const low = this.byte();
    return low + this.byte() * 256;
  }
  take(length: number): Uint8Array {
    const part = this.#data.subarray(this.#at, this.#at + length);
    if (part.length < length) throw damaged('it ends too early');
    this.#at += length;
    return part;
  }
  /** Sub-blocks up to the empty one, joined. */
  blocks(): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let length = this.byte(); length > 0; length = this.byte()) parts.push(this.take(length));
    return new Uint8Array(Buffer.concat(parts));
  }
}

/** Brightness of each palette entry, 0 to 255 (Rec. 601 weights). */
function greys(palette: Uint8Array): number[] {
  return Array.from({ length: palette.length / 3 }, (_v, i) =>
    Math.round(0.299 * (palette[i * 3] ?? 0) + 0.587 * (palette[i * 3 + 1] ?? 0) + 0.114 * (palette[i * 3 + 2] ?? 0)),
  );
}

/** Variable-length LZW as GIF uses it: codes of up to 12 bits, least significant bit first. */
function unpack(data: Uint8Array, firstBits: number, count: number): Uint8Array {
  const clear = 1 << firstBits;
  const end = clear + 1;
  const prefix = new Uint16Array(4096);
  const last = new Uint8Array(4096);
  const stack = new Uint8Array(4097);
  const out = new Uint8Array(count);
  let written = 0;
  let bits = firstBits + 1;
  let next = end + 1;
  let previous = -1;
  let first = 0;
  let hold = 0;
  let held = 0;
  for (let at = 0; at < data.length && written < count; ) {
    while (held < bits && at < data.length) {
      hold |= (data[at] ?? 0) << held;
      held += 8;
      at += 1;
    }
    while (held >= bits && written < count) {
      const code = hold & ((1 << bits) - 1);
      hold >>>= bits;
      held -= bits;
      if (code === clear) {
        bits = firstBits + 1;
        next = end + 1;
        previous = -1;
        continue;
      }
      if (code === end) return out.subarray(0, written);
      if (code > next || (code === next && previous < 0)) throw damaged('its compression is broken');
      let depth = 0;
      let walk = code;
      if (code === next) {
        stack[depth] = first;
        depth += 1;
        walk = previous;
      }
      while (walk > end) {
        stack[depth] = last[walk] ?? 0;
        depth += 1;
        walk = prefix[walk] ?? 0;
      }
      if (walk >= clear) throw damaged('its compression is broken');
      first = walk;
      stack[depth] = first;
      for (; depth >= 0 && written < count; depth -= 1) {
        out[written] = stack[depth] ?? 0;
        written += 1;
      }
      if (previous >= 0 && next < 4096) {
        prefix[next] = previous;
        last[next] = first;
        next += 1;
        if (next === 1 << bits && bits < 12) bits += 1;
      }
      previous = code;
    }
  }
  return out.subarray(0, written);
}

/** Rows in the order an interlaced picture stores them. */
function rowOrder(height: number, interlaced: boolean): number[] {
  if (!interlaced) return Array.from({ length: height }, (_v, y) => y);
  const passes = [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const;
  return passes.flatMap(([from, step]) =>
    Array.from({ length: Math.max(0, Math.ceil((height - from) / step)) }, (_v, i) => from + i * step),
  );
}

/**
 * The first picture on white.
 * @throws DocumentError `bad-file` for what is not a whole GIF, `too-large`.
 */
export function readGif(bytes: Uint8Array): GreyRaster {
  const head = Buffer.from(bytes.subarray(0, 6)).toString('latin1');
  if (head !== 'GIF87a' && head !== 'GIF89a') throw new DocumentError('bad-file', 'This file is not a GIF picture.');
  const input = new Bytes(bytes.subarray(6));
  const width = input.word();
  const height = input.word();
  if (width === 0 || height === 0) throw damaged('it has no size');
  if (width * height > MAX_PIXELS)
    throw new DocumentError('too-large', `A picture of ${width} x ${height} pixels is too large for a label.`);
  const flags = input.byte();
  input.take(2);
  const common = flags & 0x80 ? input.take(3 * (2 << (flags & 7))) : undefined;
  let transparent = -1;
  for (;;) {
    const kind = input.byte();
    if (kind === 0x3b) throw damaged('it holds no picture');
    if (kind === 0x21) {
      const label = input.byte();
      const block = input.blocks();
      if (label === 0xf9 && ((block[0] ?? 0) & 1) === 1) transparent = block[3] ?? -1;
      continue;
    }
    if (kind !== 0x2c) throw damaged('a block is not known');
    return readFrame(input, { width, height, common, transparent });
  }
}

function readFrame(
  input: Bytes,
  screen: {
    readonly width: number;
    readonly height: number;
    readonly common: Uint8Array | undefined;
    readonly transparent: number;
  },
): GreyRaster {
  const [left, top, width, height] = [input.word(), input.word(), input.word(), input.word()];
  const flags = input.byte();
  const palette = flags & 0x80 ? input.take(3 * (2 << (flags & 7))) : screen.common;
  if (!palette) throw damaged('it has no colours');
  if (left + width > screen.width || top + height > screen.height) throw damaged('its picture is larger than itself');
  const firstBits = input.byte();
  if (firstBits < 1 || firstBits > 8) throw damaged('its compression is broken');
  const pixels = unpack(input.blocks(), firstBits, width * height);
  if (pixels.length < width * height) throw damaged('rows are missing');
  const grey = greys(palette);
  const data = new Uint8Array(screen.width * screen.height).fill(255);
  rowOrder(height, (flags & 0x40) !== 0).forEach((row, stored) => {
    for (let x = 0; x < width; x += 1) {
      const colour = pixels[stored * width + x] ?? 0;
      if (colour !== screen.transparent) data[(top + row) * screen.width + left + x] = grey[colour] ?? 255;
    }
  });
  return { width: screen.width, height: screen.height, data };
}
