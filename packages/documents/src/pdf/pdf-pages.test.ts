import { PDFDocument, degrees, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../document-error.ts';
import { extractPages, mergeInParts, mergePdfs, pageCount, pageSizes } from './pdf-pages.ts';
import { pageTexts, rasterPage, toBits } from './pdf-raster.ts';
import { pdfToZpl } from '../zpl/pdf-to-zpl.ts';
import { stampTestPdf } from '../labels/stamp-test.ts';

async function pdf(
  pages: number,
  prefix = 'p',
  lock?: { userPassword?: string; ownerPassword: string },
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let n = 0; n < pages; n += 1) {
    const page = document.addPage([288, 432]);
    page.drawText(`${prefix}${n}`, { x: 20, y: 400, size: 20, font });
    page.drawRectangle({ x: 0, y: 0, width: 144, height: 216 });
  }
  if (lock) document.encrypt({ ...lock, permissions: { printing: false } });
  return document.save({ useObjectStreams: false });
}
const words = async (bytes: Uint8Array): Promise<string[]> => (await pageTexts(bytes)).map((text) => text.trim());

describe('pages', () => {
  it('merge in order and come out again', async () => {
    const merged = await mergePdfs([await pdf(2, 'a'), await pdf(1, 'b')]);
    expect(await words(merged)).toEqual(['a0', 'a1', 'b0']);
    expect(await words(await extractPages(merged, [2, 0]))).toEqual(['b0', 'a0']);
    await expect(extractPages(merged, [3])).rejects.toThrow('The PDF has 3 pages; page 4 does not exist.');
    await expect(mergePdfs([])).rejects.toThrow(DocumentError);
  });

  it('merge in parts without losing or tearing a file', async () => {
    const files = [await pdf(3, 'a'), await pdf(3, 'b'), await pdf(9, 'c'), await pdf(1, 'd')];
    const parts: string[][] = [];
    for await (const part of mergeInParts(files, 4)) parts.push(await words(part));
    expect(parts).toEqual([
      ['a0', 'a1', 'a2'],
      ['b0', 'b1', 'b2'],
      ['c0', 'c1', 'c2', 'c3'],
      ['c4', 'c5', 'c6', 'c7'],
      ['c8', 'd0'],
    ]);
  });

  it('tell their size as shown', async () => {
    const document = await PDFDocument.load(await pdf(1));
    document.getPage(0).setRotation(degrees(90));
    expect(await pageSizes(await document.save())).toEqual([{ width: 432, height: 288 }]);
  });
});

describe('foreign files', () => {
  it('with printing restrictions are read, with a password refused', async () => {
    const restricted = await pdf(1, 'r', { ownerPassword: 'owner' });
    expect(await words(await mergePdfs([restricted]))).toEqual(['r0']);
    expect(await pageCount(await stampTestPdf(restricted))).toBe(1);
    const locked = await pdf(1, 'l', { userPassword: 'user', ownerPassword: 'owner' });
    for (const job of [mergePdfs([locked]), rasterPage(locked, 0, 72), pdfToZpl(locked), stampTestPdf(locked)])
      await expect(job).rejects.toMatchObject({ code: 'bad-file', message: 'This PDF is locked with a password.' });
  });

  it('cut off before the cross-reference table are repaired', async () => {
    const whole = await pdf(2, 't');
    const cut = whole.slice(0, new TextDecoder('latin1').decode(whole).lastIndexOf('xref\n', whole.length - 60));
    expect(await words(await mergePdfs([cut]))).toEqual(['t0', 't1']);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['text', new TextEncoder().encode('hello')],
    ['a head only', new TextEncoder().encode('%PDF-1.7\n')],
    [
      'garbage after the head',
      Uint8Array.from({ length: 5000 }, (_, n) => (n < 8 ? '%PDF-1.7'.charCodeAt(n) : (n * 7919) & 255)),
    ],
  ])('made of %s are refused, never waited for', async (_, bytes) => {
    for (const job of [mergePdfs([bytes]), rasterPage(bytes, 0, 72), pdfToZpl(bytes), stampTestPdf(bytes)])
      await expect(job).rejects.toMatchObject({ name: 'DocumentError', code: 'bad-file' });
  });
});

describe('raster', () => {
  it('has the size of the resolution, black where the page is', async () => {
    const raster = await rasterPage(await pdf(1), 0, 203);
    expect([raster.width, raster.height, raster.data.length]).toEqual([812, 1218, 812 * 1218]);
    const at = (x: number, y: number): number => raster.data[y * 812 + x] ?? -1;
    expect([at(10, 1200), at(800, 1200), at(10, 500)]).toEqual([0, 255, 255]);
    const bits = toBits(raster);
    expect(bits.bytesPerRow).toBe(102);
    expect([bits.data[1200 * 102], bits.data[1200 * 102 + 101]]).toEqual([0xff, 0]);
  });

  it('refuses pages that do not exist and pages too large to draw', async () => {
    await expect(rasterPage(await pdf(1), 1, 72)).rejects.toThrow('The PDF has 1 pages; page 2 does not exist.');
    await expect(rasterPage(await pdf(1), 0, 5_000)).rejects.toMatchObject({ code: 'too-large' });
  });
});
