/** Eyes of the tests: barcodes read by ZXing, ZPL drawn by zebrash, PNG files taken apart. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import type * as ZplRenderer from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { crop, type GreyRaster } from '../src/pdf/pdf-raster.ts';

const require = createRequire(import.meta.url);
// Required and not imported: Vite would transform its 9 MB.
const renderer: typeof ZplRenderer = require('zpl-renderer-js');
const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
});

export interface ReadCode {
  readonly text: string;
  /** AIM identifier: "]C0" Code 128, "]C1" GS1-128, "]d1" DataMatrix, "]Q1" QR, "]L2" PDF417. */
  readonly kind: string;
}

function rgba(raster: GreyRaster, threshold: number): ImageData {
  const data = new Uint8ClampedArray(raster.width * raster.height * 4);
  for (let i = 0; i < raster.data.length; i += 1)
    data.fill((raster.data[i] ?? 255) < threshold ? 0 : 255, i * 4, i * 4 + 3);
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return { data, width: raster.width, height: raster.height, colorSpace: 'srgb' };
}

/**
 * All codes of a picture as a printer would print it: black or white, nothing between.
 * @param smaller looks for matrix codes in a smaller copy too. There bars of four and five dots look alike, so that at
 *   300 dpi a bar code may be read wrongly a second time: the reader's doing, not the printer's.
 */
export async function codesOf(raster: GreyRaster, smaller = true): Promise<ReadCode[]> {
  const found = await readBarcodes(rgba(raster, 128), {
    tryHarder: true,
    tryDownscale: smaller,
    maxNumberOfSymbols: 8,
    textMode: 'Plain',
  });
  return found.filter((code) => code.isValid).map((code) => ({ text: code.text, kind: code.symbologyIdentifier }));
}

/** Codes in one area only: some matrix codes are not looked for beside larger symbols. */
export const codesIn = (raster: GreyRaster, x: number, y: number, width: number, height: number): Promise<ReadCode[]> =>
  codesOf(crop(raster, x, y, width, height));

/** Lengths of the black and white runs of a row, without the margins. */
export function runsOf(raster: GreyRaster, row: number, from = 0, to = raster.width): number[] {
  const runs: number[] = [];
  let previous = false;
  let length = 0;
  for (let x = from; x < to; x += 1) {
    const black = (raster.data[row * raster.width + x] ?? 255) < 128;
    if (black === previous) length += 1;
    else {
      runs.push(length);
      previous = black;
      length = 1;
    }
  }
  return previous ? [...runs, length].slice(1) : runs.slice(1);
}

/** Share of black pixels in an area. */
export function inkIn(raster: GreyRaster, x: number, y: number, width: number, height: number): number {
  const part = crop(raster, x, y, width, height);
  return part.data.filter((value) => value < 128).length / part.data.length;
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** A PNG as grey pixels (PNG specification, third edition, section 9); alpha is ignored. */
export function decodePng(file: Buffer): GreyRaster {
  const chunks: Buffer[] = [];
  let palette = Buffer.alloc(0);
  let [width, height, depth, colour] = [0, 0, 0, 0];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR')
      [width, height, depth, colour] = [body.readUInt32BE(0), body.readUInt32BE(4), body[8] ?? 0, body[9] ?? 0];
    else if (type === 'PLTE') palette = Buffer.from(body);
    else if (type === 'IDAT') chunks.push(body);
    at += 12 + length;
  }
  const channels =
    new Map([
      [0, 1],
      [2, 3],
      [3, 1],
      [4, 2],
      [6, 4],
    ]).get(colour) ?? 1;
  const stride = Math.ceil((width * channels * depth) / 8);
  const step = Math.max(1, (channels * depth) / 8);
  const raw = inflateSync(Buffer.concat(chunks));
  const data = new Uint8Array(width * height);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    const row = Buffer.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let i = 0; i < stride; i += 1) {
      const a = i >= step ? (row[i - step] ?? 0) : 0;
      const b = above[i] ?? 0;
      const c = i >= step ? (above[i - step] ?? 0) : 0;
      row[i] = ((row[i] ?? 0) + ([0, a, b, (a + b) >> 1, paeth(a, b, c)][filter] ?? 0)) & 255;
    }
    for (let x = 0; x < width; x += 1) {
      const perByte = 8 / depth;
      const value =
        depth < 8
          ? ((row[Math.floor(x / perByte)] ?? 0) >> (8 - depth * ((x % perByte) + 1))) & (2 ** depth - 1)
          : (row[x * channels] ?? 0);
      data[y * width + x] =
        colour === 3 ? (palette[value * 3] ?? 0) : depth < 8 ? (value * 255) / (2 ** depth - 1) : value;
    }
    above = row;
  }
  return { width, height, data };
}

/** The first label of a ZPL file as a 203 dpi printer prints it. Sizes are given as dots / 8, else zebrash adds a dot. */
export async function printZpl(zpl: string): Promise<GreyRaster> {
  const { api } = await renderer.ready;
  return decodePng(Buffer.from(await api.zplToBase64Async(zpl, 101.5, 152.25, 8), 'base64'));
}

/** All labels of a ZPL file as a printer of that resolution prints them. */
export async function printZplAt(zpl: string, dpi: 203 | 300): Promise<GreyRaster[]> {
  const { api } = await renderer.ready;
  const perMillimetre = dpi === 203 ? 8 : 12;
  const dots = (command: string, otherwise: number): number =>
    Number(new RegExp(`\\^${command}(\\d+)`).exec(zpl)?.[1] ?? otherwise);
  const [width, height] = [dots('PW', 4 * dpi), dots('LL', 6 * dpi)];
  const pictures = await api.zplToBase64MultipleAsync(
    zpl,
    width / perMillimetre,
    height / perMillimetre,
    perMillimetre,
  );
  return pictures.map((picture: string) => decodePng(Buffer.from(picture, 'base64')));
}
