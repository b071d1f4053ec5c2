/** The browser packs its screenshots in a hurry: the same pixels, packed as tightly as PNG can (PNG specification, third edition). */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Chunk {
  readonly type: string;
  readonly body: Buffer;
}

function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), body: file.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function packed({ type, body }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(body.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}

/** Undoes the filters of the lines (section 9.2) for `step` bytes a pixel. */
function unfiltered(data: Buffer, stride: number, height: number, step: number): Buffer {
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const raw = data[y * (stride + 1) + 1 + x] ?? 0;
      const left = x >= step ? (out[y * stride + x - step] ?? 0) : 0;
      const up = y > 0 ? (out[(y - 1) * stride + x] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[(y - 1) * stride + x - step] ?? 0) : 0;
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : filter === 4
                ? paeth(left, up, corner)
                : 0;
      out[y * stride + x] = raw + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** @param file an 8-bit RGB or RGBA picture without interlacing, as Chromium writes; anything else comes back as it is */
export function smallerPng(file: Buffer): Buffer {
  const chunks = chunksOf(file);
  const head = chunks.find((chunk) => chunk.type === 'IHDR')?.body;
  if (!head) return file;
  const [width, height, depth, colour, interlaced] = [
    head.readUInt32BE(0),
    head.readUInt32BE(4),
    head[8],
    head[9],
    head[12],
  ];
  const step = colour === 2 ? 3 : colour === 6 ? 4 : 0;
  if (depth !== 8 || step === 0 || interlaced !== 0) return file;
  const data = inflateSync(Buffer.concat(chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.body)));
  const pixels = unfiltered(data, width * step, height, step);
  // Screens hold few colours: with 256 or fewer each pixel is one byte; else the nearest of a small set is near enough.
  const { palette, indexes } = paletteOf(pixels, step);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) indexes.copy(lines, y * (width + 1) + 1, y * width, (y + 1) * width);
  const newHead = Buffer.from(head);
  newHead[9] = 3;
  return Buffer.concat([
    SIGNATURE,
    packed({ type: 'IHDR', body: newHead }),
    packed({ type: 'PLTE', body: palette }),
    packed({ type: 'IDAT', body: deflateSync(lines, { level: 9, memLevel: 9 }) }),
    packed({ type: 'IEND', body: Buffer.alloc(0) }),
  ]);
}

/** The 256 most used colours, and for every pixel the nearest of them. */
function paletteOf(pixels: Buffer, step: number): { palette: Buffer; indexes: Buffer } {
  const count = pixels.length / step;
  const used = new Map<number, number>();
  const colourAt = (i: number): number => pixels.readUIntBE(i * step, 3);
  for (let i = 0; i < count; i += 1) used.set(colourAt(i), (used.get(colourAt(i)) ?? 0) + 1);
  // Half of the places go to the most used colours, the others to the most used of what is still far from all of them.
  const byUse = [...used].toSorted((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const chosen = byUse.slice(0, 128);
  for (const far of [1200, 300, 75, 12, 0])
    for (const colour of byUse) {
      if (chosen.length >= 256) break;
      if (chosen.every((c) => distance(c, colour) > far)) chosen.push(colour);
    }
  const nearest = new Map<number, number>();
  const indexes = Buffer.alloc(count);
  for (let i = 0; i < count; i += 1) {
    const colour = colourAt(i);
    let index = nearest.get(colour);
    if (index === undefined) {
      index = chosen.reduce(
        (best, c, at) => (distance(c, colour) < distance(chosen[best] ?? 0, colour) ? at : best),
        0,
      );
      nearest.set(colour, index);
    }
    indexes[i] = index;
  }
  const palette = Buffer.alloc(chosen.length * 3);
  for (const [at, colour] of chosen.entries()) palette.writeUIntBE(colour, at * 3, 3);
  return { palette, indexes };
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
