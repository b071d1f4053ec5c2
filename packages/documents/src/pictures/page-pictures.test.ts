import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { colourPage } from '../pdf/pdf-raster.ts';
import { encodeJpeg } from './jpeg-writer.ts';
import { drawBanner, drawPageLogo, MOST_BANNER_BYTES, MOST_PAGE_LOGO_BYTES } from './page-pictures.ts';
import { encodeColourPng } from './png-writer.ts';

const BANNER = { width: 960, height: 240 };
/** As another program reads it. */
async function read(jpeg: Uint8Array) {
  const document = await PDFDocument.create();
  const image = await document.embedJpg(jpeg);
  document.addPage([image.width, image.height]).drawImage(image, { x: 0, y: 0 });
  return colourPage(await document.save());
}
const raster = (width: number, height: number, of: (x: number, y: number) => readonly [number, number, number]) => ({
  width,
  height,
  data: Uint8Array.from(
    Array.from({ length: width * height }, (_, at) => of(at % width, Math.floor(at / width))).flat(),
  ),
});
/** The same each time: nothing that compresses. */
const noise = (width: number, height: number) => {
  let seed = 7;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (seed >> 16) & 255;
  };
  return raster(width, height, () => [next(), next(), next()]);
};

describe('a JPEG', () => {
  it.each([
    [64, 32],
    [37, 21],
    [1, 1],
  ])('of %i x %i pixels shows what was drawn', async (width, height) => {
    const drawn = raster(width, height, (x, y) => [(x * 6) % 256, (y * 9) % 256, (255 - x * 3) & 255]);
    const shown = await read(await encodeJpeg(drawn, 95));
    expect([shown.width, shown.height]).toEqual([width, height]);
    const apart = drawn.data.map((value, at) => Math.abs(value - (shown.data[at] ?? 0)));
    expect(apart.reduce((sum, each) => sum + each, 0) / apart.length).toBeLessThan(4);
  });

  it('of noise at every quality can be read', async () => {
    for (const quality of [1, 20, 50, 100]) {
      const shown = await read(await encodeJpeg(noise(40, 24), quality));
      expect([shown.width, shown.height]).toEqual([40, 24]);
    }
  });
});

describe('a banner', () => {
  it('is the middle of a picture in one size, however long or high it is, and bounded even as noise', async () => {
    const halves = (width: number, height: number) =>
      encodeColourPng(raster(width, height, (x) => (x < width / 2 ? [200, 20, 20] : [20, 20, 200])));
    for (const [width, height] of [
      [300, 40],
      [80, 400],
      [960, 240],
    ] as const) {
      const { bytes, type } = await drawBanner(halves(width, height), 'image/png', BANNER);
      expect(type).toBe('image/jpeg');
      const shown = await read(bytes);
      expect([shown.width, shown.height]).toEqual([BANNER.width, BANNER.height]);
      const at = (x: number) => [...shown.data.subarray((120 * 960 + x) * 3, (120 * 960 + x) * 3 + 3)];
      expect(at(200)[0]).toBeGreaterThan(150);
      expect(at(760)[2]).toBeGreaterThan(150);
    }
    const worst = await drawBanner(encodeColourPng(noise(960, 240)), 'image/png', BANNER);
    expect(worst.bytes.byteLength).toBeLessThanOrEqual(MOST_BANNER_BYTES);
  }, 30_000);
});

it('a logo is small, also where it is a photo', async () => {
  const page = async (picture: Uint8Array) => {
    const document = await PDFDocument.create();
    document.addPage([320, 96]).drawImage(await document.embedPng(picture), { x: 0, y: 0, width: 320, height: 96 });
    return document.save();
  };
  const plain = await drawPageLogo(
    await page(encodeColourPng(raster(320, 96, (x) => (x < 90 ? [9, 9, 9] : [255, 255, 255])))),
  );
  expect(plain.type).toBe('image/png');
  const photo = await drawPageLogo(await page(encodeColourPng(noise(320, 96))));
  expect(photo.type).toBe('image/jpeg');
  expect(photo.bytes.byteLength).toBeLessThanOrEqual(MOST_PAGE_LOGO_BYTES);
}, 30_000);
