/** Pictures as JPEG files: photos that have to be small. MozJPEG by `@jsquash/jpeg` (decision 0420). */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import encode, { init } from '@jsquash/jpeg/encode.js';
import type { ColourRaster } from '../pdf/pdf-raster.ts';

const WASM = '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm';
let ready: Promise<void> | undefined;

/** The library looks for its WebAssembly as a browser does, so it is handed over. */
const loaded = (): Promise<void> =>
  (ready ??= readFile(createRequire(import.meta.url).resolve(WASM)).then((wasmBinary) => init({ wasmBinary })));

/** @param quality 1 to 100 */
export async function encodeJpeg({ width, height, data }: ColourRaster, quality: number): Promise<Uint8Array> {
  await loaded();
  const seen = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) seen.set(data.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  return new Uint8Array(await encode({ width, height, data: seen, colorSpace: 'srgb' }, { quality }));
}
