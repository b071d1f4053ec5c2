import { PDFDocument } from '@cantoo/pdf-lib';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../document-error.ts';
import { readGif } from '../pictures/gif-reader.ts';
import { labelPicturePdf } from './label-image.ts';
import { type GreyRaster, rasterPage } from '../pdf/pdf-raster.ts';

/** The sample picture of the GIF89a specification's readers: 10 x 10, white, red and blue. */
const TINY_GIF = Buffer.from(
  '47494638396 10a000a0091000 0ffffffff00000000ff00000021f90400000000002c000000000a000a000002168c2d99872a1cdc33a00275ec95faa8de608c04914c01003b'.replaceAll(
    ' ',
    '',
  ),
  'hex',
);

const crcTable = Array.from({ length: 256 }, (_v, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer): number =>
  (bytes.reduce((c, b) => (crcTable[(c ^ b) & 255] ?? 0) ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(8);
  out.writeUInt32BE(data.length, 0);
  out.writeUInt32BE(crc(body), 4);
  return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)]);
};
/** A grey PNG, eight bits a pixel. */
function png({ width, height, data }: GreyRaster): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.concat(
    Array.from({ length: height }, (_v, y) =>
      Buffer.concat([Buffer.from([0]), Buffer.from(data.subarray(y * width, (y + 1) * width))]),
    ),
  );
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** White paper with black rectangles (x, y, width, height). */
function drawing(width: number, height: number, ...boxes: readonly (readonly [number, number, number, number])[]) {
  const data = new Uint8Array(width * height).fill(255);
  for (const [x, y, w, h] of boxes)
    for (let row = y; row < y + h; row += 1) data.fill(0, row * width + x, row * width + x + w);
  return { width, height, data };
}
const inkBox = ({ width, height, data }: GreyRaster): number[] => {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < data.length; i += 1)
    if ((data[i] ?? 255) < 128) {
      xs.push(i % width);
      ys.push(Math.floor(i / width));
    }
  expect(height).toBeGreaterThan(0);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1];
};

describe('GIF', () => {
  it('reads colours as grey', () => {
    const { width, height, data } = readGif(TINY_GIF);
    expect([width, height]).toEqual([10, 10]);
    // Red corners, white frame around the middle, blue opposite corners.
    expect([data[0], data[9], data[90], data[99], data[33]]).toEqual([76, 29, 29, 76, 255]);
  });

  it('says in words what is wrong with every cut or damaged file, and never crashes', () => {
    for (let length = 0; length < TINY_GIF.length - 1; length += 1)
      try {
        readGif(TINY_GIF.subarray(0, length));
      } catch (error) {
        expect(error).toBeInstanceOf(DocumentError);
        expect((error as DocumentError).message).toMatch(/^This (file|GIF picture) .*\.$/);
      }
    for (let at = 0; at < TINY_GIF.length; at += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const damaged = Buffer.from(TINY_GIF);
        damaged[at] = value;
        try {
          readGif(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentError);
        }
      }
    expect(() => readGif(new TextEncoder().encode('%PDF-1.4'))).toThrow('not a GIF');
  });
});

describe('a label that is a picture', () => {
  it.each([
    [0, [40, 20, 140, 40]],
    [90, [360, 40, 380, 140]],
    [180, [260, 560, 360, 580]],
    [270, [20, 460, 40, 560]],
  ] as const)('turned by %d degrees clockwise stands where it belongs', async (turn, box) => {
    const upright = turn % 180 === 0;
    const picture = drawing(upright ? 400 : 600, upright ? 600 : 400, [40, 20, 100, 20]);
    const pdf = await labelPicturePdf(png(picture), 'png', { turn, dotsPerInch: 100 });
    const page = await rasterPage(pdf, 0, 100);
    expect([page.width, page.height]).toEqual([400, 600]);
    expect(inkBox(page)).toEqual(box);
  });

  it('cuts off white paper beyond the page, and makes printed paper beyond it smaller', async () => {
    const roll = drawing(400, 800, [0, 0, 200, 600]);
    const cut = await rasterPage(await labelPicturePdf(png(roll), 'png', { dotsPerInch: 100 }), 0, 100);
    expect(inkBox(cut)).toEqual([0, 0, 200, 600]);
    const tall = drawing(400, 800, [0, 0, 200, 800]);
    const smaller = await rasterPage(await labelPicturePdf(png(tall), 'png', { dotsPerInch: 100 }), 0, 100);
    expect(inkBox(smaller)).toEqual([0, 0, 150, 600]);
  });

  it('keeps grey pictures grey', async () => {
    const grey = drawing(400, 600, [10, 10, 50, 50]);
    grey.data.fill(128, 400 * 100, 400 * 110);
    const page = await rasterPage(await labelPicturePdf(png(grey), 'png', { dotsPerInch: 100 }), 0, 100);
    expect(page.data[400 * 105 + 200]).toBe(128);
  });

  it('refuses blank and damaged pictures in words', async () => {
    const of = (bytes: Uint8Array, format: 'gif' | 'png', dotsPerInch = 100): Promise<Uint8Array> =>
      labelPicturePdf(bytes, format, { dotsPerInch });
    await expect(of(png(drawing(40, 60)), 'png')).rejects.toThrow('blank');
    await expect(of(new Uint8Array([1, 2, 3]), 'png')).rejects.toThrow('damaged');
    await expect(of(new Uint8Array([1, 2, 3]), 'gif')).rejects.toThrow('not a GIF');
    await expect(of(png(drawing(40, 60, [0, 0, 1, 1])), 'png', 5)).rejects.toThrow('5 dots per inch');
  });

  it('is one page of a PDF that others can open', async () => {
    const pdf = await labelPicturePdf(png(drawing(400, 600, [10, 10, 50, 50])), 'png', { dotsPerInch: 100 });
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1);
  });
});
