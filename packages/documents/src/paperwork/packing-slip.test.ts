import { constant, constantFrom, integer, option, record, sample, string, array } from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { codesOf } from '../../test/pixels.ts';
import { FROM, TO } from '../../test/samples.ts';
import { fitsOnePage, type PackingSlipOrder, packingSlipPdf } from './packing-slip.ts';
import { pageSizes } from '../pdf/pdf-pages.ts';
import { pageTexts, rasterPage } from '../pdf/pdf-raster.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());

const branding = { issuerName: 'Maple Goods', footer: 'Returns: 30 days' };
const order = (number: string, items: number): PackingSlipOrder => ({
  orderNumber: number,
  from: FROM,
  to: TO,
  items: Array.from({ length: items }, (_, n) => ({ name: `Item ${n}`, sku: `SKU-${n}`, quantity: 1 })),
});
const flat = (texts: readonly string[]): string[] => texts.map((text) => text.replaceAll(/\s+/g, ' '));

/** Wide letters, long words, many lines: what makes a slip higher than it looks. */
const words = (most: number) =>
  string({ unit: constantFrom('W', 'm', 'i', ' ', 'é', '東', 'm '), minLength: 1, maxLength: most });
const ORDERS = record({
  orderNumber: string({ unit: constantFrom('W', '1', '-'), minLength: 1, maxLength: 30 }),
  service: option(words(70), { nil: undefined }),
  trackingNumber: option(words(60), { nil: undefined }),
  to: record({ name: words(60), address1: words(90), city: words(40) }),
  items: array(
    record({
      name: words(140),
      sku: option(words(50), { nil: undefined }),
      note: option(words(80), { nil: undefined }),
      quantity: integer({ min: 0, max: 99_999 }),
    }),
    { maxLength: 22 },
  ),
  note: option(words(300), { nil: undefined }),
  giftMessage: option(
    array(words(40), { maxLength: 8 }).map((lines) => lines.join('\n')),
    { nil: undefined },
  ),
  page: option(constant(`https://${'a'.repeat(127)}.test/track/${'x'.repeat(64)}`), { nil: undefined }),
});

describe('slips that are said to fit on one page', () => {
  test.each([
    ['letter', 1, 'letter'],
    ['a4', 1, 'a4'],
    ['4x6', 1, '4x6'],
    ['letter', 2, 'half-letter'],
    ['a4', 2, 'half-a4'],
  ] as const)('do, on %s, %i to a sheet', async (paper, perSheet, slipPaper) => {
    const made = sample(ORDERS, { numRuns: 300, seed: 5 }).map((each) => ({
      ...each,
      from: FROM,
      to: { ...TO, ...each.to },
    }));
    // The fullest ones are the hard ones.
    const fitting = made
      .filter((each) => fitsOnePage(each, slipPaper))
      .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)
      .slice(0, 40);
    expect(fitting.length).toBeGreaterThan(10);
    const pdf = await packingSlipPdf({ paper, perSheet, language: 'en', branding, orders: fitting }, renderer);
    expect(await pageSizes(pdf)).toHaveLength(Math.ceil(fitting.length / perSheet));
  });
});

describe('many slips in one file', () => {
  test('have page numbers of their own, whether they are counted or known to be one page', async () => {
    const short = await packingSlipPdf(
      { paper: 'letter', language: 'en', branding, orders: [order('#1', 2), order('#2', 3)] },
      renderer,
    );
    const [first, second] = flat(await pageTexts(short));
    expect(first).toContain('Returns: 30 days');
    expect(first).toMatch(/#1 Page 1 \/ 1/);
    expect(second).toMatch(/#2 Page 1 \/ 1/);
    const long = await packingSlipPdf(
      { paper: 'letter', language: 'en', branding, orders: [order('#1', 2), order('#2', 60), order('#3', 1)] },
      renderer,
    );
    const texts = flat(await pageTexts(long));
    expect(texts.map((text) => /(#\d) Page (\d \/ \d)/.exec(text)?.slice(1).join(' '))).toEqual([
      '#1 1 / 1',
      '#2 1 / 3',
      '#2 2 / 3',
      '#2 3 / 3',
      '#3 1 / 1',
    ]);
  });

  test('stand two to a sheet, each readable by a scanner, the last half empty', async () => {
    const orders = ['#A-1', '#A-2', '#A-3'].map((number) => order(number, 4));
    const pdf = await packingSlipPdf({ paper: 'a4', perSheet: 2, language: 'fr', branding, orders }, renderer);
    expect((await pageSizes(pdf)).map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [842, 595],
      [842, 595],
    ]);
    expect((await codesOf(await rasterPage(pdf, 0, 203))).map(({ text }) => text).toSorted()).toEqual(['#A-1', '#A-2']);
    expect((await codesOf(await rasterPage(pdf, 1, 203))).map(({ text }) => text)).toEqual(['#A-3']);
    const small = await packingSlipPdf({ paper: '4x6', perSheet: 2, language: 'fr', branding, orders }, renderer);
    expect(await pageSizes(small)).toHaveLength(3);
  });
});

test.each(['letter', '4x6'] as const)(
  'a telephone reads the page of the order at the end of a slip on %s',
  async (paper) => {
    const page = `https://ship.example/track/${'aB_9'.repeat(16)}`;
    const orders = [{ ...order('#T-1', 3), page }, order('#T-2', 1)];
    const pdf = await packingSlipPdf({ paper, language: 'fr', branding, orders }, renderer);
    const [first, second] = flat(await pageTexts(pdf));
    expect(first).toContain('Suivre cette commande');
    expect(second).not.toContain('Suivre cette commande');
    const codes = await codesOf(await rasterPage(pdf, 0, 203));
    expect(codes.map(({ text }) => text).toSorted()).toEqual(['#T-1', page]);
    expect(await codesOf(await rasterPage(pdf, 1, 203))).toHaveLength(1);
  },
);
