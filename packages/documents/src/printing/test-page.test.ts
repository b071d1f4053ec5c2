import { PAPER_SIZES } from '@scanship/domain/printing/printing';
import { afterAll, expect, test } from 'vitest';
import { codesOf } from '../../test/pixels.ts';
import { pageSizes } from '../pdf/pdf-pages.ts';
import { pageTexts, rasterPage } from '../pdf/pdf-raster.ts';
import { RULER_POINTS, testPagePdf } from './test-page.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());

const page = (size: (typeof PAPER_SIZES)[number], language: 'en' | 'fr' = 'en') =>
  testPagePdf(
    {
      language,
      size,
      printer: 'Zébra 1',
      machine: 'PACK-01',
      printedAt: '2026-11-22 09:30',
      sentAs: 'PDF',
      code: 'SCANSHIP-TEST',
    },
    renderer,
  );

test('the ruler of 100 mm is 283.5 points on every paper, and the words are there', async () => {
  expect(RULER_POINTS).toBeCloseTo(283.465, 3);
  for (const size of PAPER_SIZES) {
    const pdf = await page(size);
    const [sheet] = await pageSizes(pdf);
    const raster = await rasterPage(pdf, 0, 203);
    // The longest dark column in the ruler's strip is its line; ticks and frame lie elsewhere.
    const dark = (x: number, y: number) => (raster.data[y * raster.width + x] ?? 255) < 128;
    const from = Math.round((15 * 203) / 72);
    let longest = 0;
    for (let x = from; x < from + 30; x += 1) {
      let run = 0;
      for (let y = 0; y < raster.height; y += 1) {
        run = dark(x, y) ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
    }
    expect([size, Math.abs((longest * 72) / 203 - 283.465) < 0.8, longest]).toEqual([size, true, longest]);
    expect(sheet?.height).toBeGreaterThan(400);
    expect((await codesOf(raster)).map(({ text }) => text)).toEqual(['SCANSHIP-TEST']);
    expect((await pageTexts(pdf))[0]).toContain('Zébra 1');
  }
  expect((await pageTexts(await page('4x6', 'fr')))[0]).toContain('100 mm');
});
