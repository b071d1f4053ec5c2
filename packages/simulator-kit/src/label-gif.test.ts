import { readGif } from '@scanship/documents/pictures/gif-reader';
import { labelPicturePdf } from '@scanship/documents/labels/label-image';
import { pageSizes } from '@scanship/documents/pdf/pdf-pages';
import { rasterPage } from '@scanship/documents/pdf/pdf-raster';
import { stampTestPdf } from '@scanship/documents/labels/stamp-test';
import type { LabelModel } from '@scanship/domain/printing/label';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { encodeGif, labelGif } from './label-gif.ts';
import { drawTestLabel } from './test-label.ts';

beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
});

const person = {
  name: 'Test Person',
  address1: '1 Main St',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5V 2T6',
  countryCode: 'CA',
};
const model: LabelModel = {
  carrierName: 'TEST CARRIER',
  serviceName: 'Express',
  trackingNumber: '1Z12345E0205271688',
  from: person,
  to: person,
  weightGrams: 1200,
  shipDate: '2026-11-21',
  parcelNumber: 1,
  parcelCount: 1,
  references: [],
  test: true,
};
const SIDEWAYS = { label: { width: 800, height: 1200 }, canvas: { width: 1400, height: 800 }, onItsSide: true };

it('black and white pictures of any size come back pixel by pixel', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (width, height, seed) => {
        let state = seed;
        const data = Uint8Array.from({ length: width * height }, () => {
          state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
          return state % 3 === 0 ? 0 : 255;
        });
        expect(readGif(encodeGif({ width, height, data }))).toEqual({ width, height, data });
      },
    ),
    { numRuns: 60 },
  );
});

it('a label lying on its side is turned, fills one 4x6 page, and is stamped without hurting its barcode', async () => {
  const gif = await labelGif(await drawTestLabel(model, 'pdf'), SIDEWAYS);
  expect(readGif(gif)).toMatchObject({ width: 1400, height: 800 });
  const pdf = await labelPicturePdf(gif, 'gif', { turn: 90, dotsPerInch: 200 });
  expect(await pageSizes(pdf)).toEqual([{ width: 288, height: 432 }]);
  const stamped = await stampTestPdf(pdf);
  expect(stamped.length).toBeGreaterThan(pdf.length);
  for (const [bytes, dpi] of [
    [pdf, 200],
    [stamped, 200],
    [stamped, 300],
  ] as const) {
    const page = await rasterPage(bytes, 0, dpi);
    const pixels = new Uint8ClampedArray(page.width * page.height * 4).fill(255);
    page.data.forEach((value, i) => pixels.fill(value < 128 ? 0 : 255, i * 4, i * 4 + 3));
    const found = await readBarcodes(
      { data: pixels, width: page.width, height: page.height, colorSpace: 'srgb' },
      { formats: ['Code128'], tryRotate: false },
    );
    expect(found.map((code) => code.text)).toEqual([model.trackingNumber]);
  }
});
