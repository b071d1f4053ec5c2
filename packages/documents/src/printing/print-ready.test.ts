import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import type { PaperSize, PrintDpi, PrintFormat } from '@scanship/domain/printing/printing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf, decodePng, inkIn, printZplAt } from '../../test/pixels.ts';
import { LABEL } from '../../test/samples.ts';
import { eplPage } from './epl-writer.ts';
import { inkBox } from '../pdf/ink-box.ts';
import { labelPdf } from '../labels/label-pdf.ts';
import { labelZpl } from '../labels/label-zpl.ts';
import { mergePdfs, pageSizes } from '../pdf/pdf-pages.ts';
import { type GreyRaster, pageTexts, rasterPage, toBits } from '../pdf/pdf-raster.ts';
import { encodePng } from '../pictures/png-writer.ts';
import { type PrintShape, type PrintSource, printReady } from './print-ready.ts';
import { sheetPoints } from './sheet-arranger.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());

const CODES = ['15238', 'MS0000001234567CA'];
const PLAIN: PrintShape = { format: 'pdf', size: '4x6', dpi: 203, turn: 0, twoUp: false };

let pdf: Uint8Array;
let zpl: Uint8Array;
/** A label as the carriers give it: their picture lies on its side. */
let lying: Uint8Array;
beforeAll(async () => {
  pdf = await labelPdf([LABEL], renderer);
  zpl = new TextEncoder().encode(await labelZpl(LABEL, renderer));
  const drawn = await rasterPage(pdf, 0, 203);
  const data = new Uint8Array(drawn.data.length);
  for (let y = 0; y < drawn.height; y += 1)
    for (let x = 0; x < drawn.width; x += 1)
      data[(drawn.width - 1 - x) * drawn.height + y] = drawn.data[y * drawn.width + x] ?? 255;
  lying = encodePng(toBits({ width: drawn.height, height: drawn.width, data }));
});

/** EPL as a printer reads it: the pictures of all its labels. */
function printEpl(bytes: Uint8Array): GreyRaster[] {
  const file = Buffer.from(bytes);
  const pages: GreyRaster[] = [];
  for (let at = 0; ; ) {
    const from = file.indexOf('GW0,0,', at, 'latin1');
    if (from < 0) return pages;
    const head = /^GW0,0,(\d+),(\d+),/.exec(file.toString('latin1', from, from + 40)) ?? [];
    const [perRow, height] = [Number(head[1]), Number(head[2])];
    const start = from + (head[0]?.length ?? 0);
    const data = new Uint8Array(perRow * 8 * height);
    for (let i = 0; i < data.length; i += 1) data[i] = ((file[start + (i >> 3)] ?? 0) >> (7 - (i & 7))) & 1 ? 255 : 0;
    pages.push({ width: perRow * 8, height, data });
    at = start + perRow * height;
    expect(file.toString('latin1', at, at + 6)).toBe('\r\nP1\r\n');
  }
}

/** What comes out of the printer, page by page. */
async function printed(files: readonly Uint8Array[], { format, dpi }: PrintShape): Promise<GreyRaster[]> {
  const [first = new Uint8Array()] = files;
  if (format === 'png') return files.map((file) => decodePng(Buffer.from(file)));
  if (format === 'epl') return printEpl(first);
  if (format === 'zpl') return printZplAt(new TextDecoder().decode(first), dpi);
  const count = (await pageSizes(first)).length;
  return Promise.all(Array.from({ length: count }, (_, index) => rasterPage(first, index, dpi)));
}
const codes = async (page: GreyRaster | undefined): Promise<string[]> =>
  page ? (await codesOf(page, false)).map(({ text }) => text).toSorted() : [];

const SOURCES: readonly (readonly [string, () => PrintSource])[] = [
  ['our PDF', () => ({ bytes: pdf, format: 'pdf' })],
  ['ZPL for 203 dpi', () => ({ bytes: zpl, format: 'zpl' })],
  ['a picture on its side', () => ({ bytes: lying, format: 'png' })],
];
const FORMATS: readonly PrintFormat[] = ['pdf', 'zpl', 'epl', 'png'];
const RESOLUTIONS: readonly PrintDpi[] = [203, 300];

describe.each(SOURCES)('%s', (_name, source) => {
  it.each(FORMATS.flatMap((format) => RESOLUTIONS.map((dpi) => [format, dpi] as const)))(
    'as %s at %d dpi: one 4x6 label, every barcode read',
    async (format, dpi) => {
      const shape = { ...PLAIN, format, dpi };
      const pages = await printed(await printReady(source(), shape, renderer), shape);
      expect(pages).toHaveLength(1);
      expect(Math.abs((pages[0]?.height ?? 0) - 6 * dpi)).toBeLessThanOrEqual(1);
      // EPL counts its rows in whole bytes.
      expect(Math.abs((pages[0]?.width ?? 0) - 4 * dpi)).toBeLessThanOrEqual(format === 'epl' ? 8 : 1);
      expect(await codes(pages[0])).toEqual(CODES);
    },
  );
});

describe('sheets', () => {
  it.each(['4x6', '4x8', 'letter', 'a4', 'a6'] as const satisfies readonly PaperSize[])(
    'a label on %s keeps its size where it fits, and is read',
    async (size) => {
      const shape = { ...PLAIN, size, dpi: 300 as const };
      const [file = new Uint8Array()] = await printReady({ bytes: pdf, format: 'pdf' }, shape, renderer);
      const [page] = await pageSizes(file);
      expect(page?.width).toBeCloseTo(sheetPoints(size).width, 1);
      expect(page?.height).toBeCloseTo(sheetPoints(size).height, 1);
      const drawn = await rasterPage(file, 0, 300);
      expect(await codes(drawn)).toEqual(CODES);
      const [alone, ink] = [inkBox(await rasterPage(pdf, 0, 300)), inkBox(drawn)];
      if (!alone || !ink) throw new Error('nothing is printed');
      const grown = (ink.right - ink.left) / (alone.right - alone.left);
      // A6 is lower than a label by 4 mm, which is less than the label leaves white.
      expect(grown).toBeCloseTo(1, 2);
    },
  );

  it.each([0, 90, 180, 270] as const)('turned by %d degrees it is still read, whatever the printer', async (turn) => {
    for (const format of FORMATS) {
      const shape = { ...PLAIN, format, turn };
      const [page] = await printed(await printReady({ bytes: zpl, format: 'zpl' }, shape, renderer), shape);
      expect((page?.width ?? 0) > (page?.height ?? 0), format).toBe(turn % 180 !== 0);
      expect(await codes(page), format).toEqual(CODES);
    }
    // Seen the right way up only when not turned: the texts of a turned page run another way.
    const [file = new Uint8Array()] = await printReady({ bytes: pdf, format: 'pdf' }, { ...PLAIN, turn }, renderer);
    expect((await pageTexts(file)).join(' ')).toContain('Jordan Tremblay');
  });

  it.each(['letter', 'a4'] as const)('two to a sheet of %s, each in its half, the odd one alone', async (size) => {
    const three = await labelPdf(
      ['MS0000000000001', 'MS0000000000002', 'MS0000000000003'].map((trackingNumber) => ({
        ...LABEL,
        trackingNumber,
        trackingText: undefined,
      })),
      renderer,
    );
    const shape: PrintShape = { ...PLAIN, size, twoUp: true, dpi: 300 };
    const [file = new Uint8Array()] = await printReady({ bytes: three, format: 'pdf' }, shape, renderer);
    expect(await pageSizes(file)).toHaveLength(2);
    const sheets = await printed([file], shape);
    const tracking = async (page: GreyRaster | undefined): Promise<string[]> =>
      (await codes(page)).filter((code) => code.startsWith('MS'));
    expect(await tracking(sheets[0])).toEqual(['MS0000000000001', 'MS0000000000002']);
    expect(await tracking(sheets[1])).toEqual(['MS0000000000003']);
    const [first, second] = sheets;
    if (!first || !second) throw new Error('two sheets are expected');
    const middle = Math.round(first.height / 2);
    expect(inkIn(first, 0, middle - 4, first.width, 8)).toBe(0);
    expect(inkIn(second, 0, middle, second.width, second.height - middle)).toBe(0);
    // The first of the stack is the upper one.
    const upper = { ...first, height: middle, data: first.data.subarray(0, first.width * middle) };
    expect(await tracking(upper)).toEqual(['MS0000000000001']);
  });

  it('a label in a corner of a letter page is cut out, not made smaller', async () => {
    const letter = await PDFDocument.create();
    const page = letter.addPage([612, 792]);
    const [label] = await letter.embedPdf(pdf);
    if (!label) throw new Error('no label');
    page.drawPage(label, { x: 300, y: 20 });
    const shape = { ...PLAIN, dpi: 203 as const };
    const [file = new Uint8Array()] = await printReady({ bytes: await letter.save(), format: 'pdf' }, shape, renderer);
    const [drawn] = await printed([file], shape);
    if (!drawn) throw new Error('nothing is printed');
    expect([drawn.width, drawn.height]).toEqual([812, 1218]);
    expect(await codes(drawn)).toEqual(CODES);
    const [alone, ink] = [inkBox(await rasterPage(pdf, 0, 203)), inkBox(drawn)];
    expect((ink?.right ?? 0) - (ink?.left ?? 0)).toBeCloseTo((alone?.right ?? 0) - (alone?.left ?? 0), -1);
  });

  it('a page that is stored turned is laid as it is seen', async () => {
    const stored = await PDFDocument.load(pdf);
    stored.getPages()[0]?.setRotation(degrees(90));
    const [file = new Uint8Array()] = await printReady(
      { bytes: await stored.save(), format: 'pdf' },
      { ...PLAIN, size: 'letter' },
      renderer,
    );
    const ink = inkBox(await rasterPage(file, 0, 72));
    if (!ink) throw new Error('nothing is printed');
    expect(ink.right - ink.left).toBeGreaterThan(ink.bottom - ink.top);
    expect(await codes(await rasterPage(file, 0, 300))).toEqual(CODES);
  });
});

describe('what is left alone and what is refused', () => {
  it('ZPL for a printer of its resolution and a PDF of its sheet go through as they are', async () => {
    const shape = { ...PLAIN, format: 'zpl' as const };
    expect((await printReady({ bytes: zpl, format: 'zpl' }, shape, renderer))[0]).toBe(zpl);
    expect((await printReady({ bytes: pdf, format: 'pdf' }, PLAIN, renderer))[0]).toEqual(pdf);
    expect((await printReady({ bytes: zpl, format: 'zpl' }, { ...shape, dpi: 300 }, renderer))[0]).not.toBe(zpl);
  });

  it('several pages are several labels, in order', async () => {
    const two = await mergePdfs([
      pdf,
      await labelPdf([{ ...LABEL, trackingNumber: 'MS1', trackingText: undefined }], renderer),
    ]);
    for (const format of FORMATS) {
      const shape = { ...PLAIN, format };
      const files = await printReady({ bytes: two, format: 'pdf' }, shape, renderer);
      expect(files).toHaveLength(format === 'png' ? 2 : 1);
      const pages = await printed(files, shape);
      expect(pages, format).toHaveLength(2);
      expect(await codes(pages[0]), format).toContain('MS0000001234567CA');
      expect(await codes(pages[1]), format).toContain('MS1');
    }
  });

  it('says what cannot be printed', async () => {
    await expect(printReady({ bytes: pdf, format: 'pdf' }, { ...PLAIN, twoUp: true }, renderer)).rejects.toThrow(
      'Two to a sheet need letter or A4 paper.',
    );
    for (const format of ['pdf', 'zpl', 'png', 'gif', 'jpg'] as const)
      await expect(
        printReady(
          { bytes: new TextEncoder().encode('something else'), format },
          { ...PLAIN, format: 'epl' },
          renderer,
        ),
        format,
      ).rejects.toMatchObject({ name: 'DocumentError', code: 'bad-file' });
  });

  it('EPL: a dot is black where its bit is 0 (Zebra’s own example of GW)', () => {
    const box = Uint8Array.from({ length: 32 }, (_v, i) => (i < 2 || i > 29 ? 0xff : i % 2 === 0 ? 0x80 : 0x01));
    const page = Buffer.from(eplPage({ width: 16, height: 16, bytesPerRow: 2, data: box }, 203));
    const from = page.indexOf('GW0,0,2,16,', 0, 'latin1') + 'GW0,0,2,16,'.length;
    expect(page.toString('hex', from, from + 32)).toBe(`0000${'7ffe'.repeat(14)}0000`);
    expect(page.toString('latin1', 0, from)).toBe('\r\nN\r\nq16\r\nQ16,25\r\nGW0,0,2,16,');
  });
});
