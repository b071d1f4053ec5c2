import { PDFDocument, degrees, rgb } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { codesOf, inkIn, printZpl } from '../../test/pixels.ts';
import { LABEL } from '../../test/samples.ts';
import { barcode } from '../barcodes/barcode.ts';
import { DocumentError } from '../document-error.ts';
import { mapInk, markBoxes } from './ink-map.ts';
import { labelPdf } from './label-pdf.ts';
import { labelZpl } from './label-zpl.ts';
import { mergePdfs } from '../pdf/pdf-pages.ts';
import { rasterPage } from '../pdf/pdf-raster.ts';
import { pdfToZpl } from '../zpl/pdf-to-zpl.ts';
import { stampTest, stampTestPdf } from './stamp-test.ts';
import { stampTestZpl } from './stamp-test-zpl.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());

const DOT = 72 / 203;

/** A label as another company's software draws it: pdf-lib, Helvetica, a code at the top and a matrix in the middle. */
async function foreignLabel(rotated = 0, width = 288, height = 432): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([width, height]);
  const code = barcode('code128', 'FX794644600001', 3, 180);
  for (const r of code.rects)
    page.drawRectangle({
      x: (60 + r.x) * DOT,
      y: height - 40 * DOT - r.height * DOT,
      width: r.width * DOT,
      height: r.height * DOT,
      color: rgb(0, 0, 0),
    });
  const matrix = barcode('datamatrix', 'FOREIGN MATRIX 12345', 5);
  for (const r of matrix.rects)
    page.drawRectangle({
      x: (560 + r.x) * DOT,
      y: height - (520 + r.y + r.height) * DOT,
      width: r.width * DOT,
      height: r.height * DOT,
      color: rgb(0, 0, 0),
    });
  page.drawText('JORDAN TREMBLAY', { x: 30, y: height - 180, size: 14 });
  page.drawText('634 ALPHA DRIVE, PITTSBURGH PA 15238', { x: 30, y: height - 200, size: 9 });
  page.setRotation(degrees(rotated));
  return document.save();
}

const readable = ['FOREIGN MATRIX 12345', 'FX794644600001'];
const texts = (codes: readonly { text: string }[]): string[] => codes.map((c) => c.text).toSorted();

describe('TEST on a carrier’s PDF', () => {
  it('adds a large mark and leaves the codes readable', async () => {
    const before = await foreignLabel();
    const after = await stampTestPdf(before);
    const [clean, marked] = [await rasterPage(before, 0, 203), await rasterPage(after, 0, 203)];
    expect(texts(await codesOf(clean))).toEqual(readable);
    expect(texts(await codesOf(marked))).toEqual(readable);
    expect(inkIn(marked, 0, 640, 812, 560)).toBeGreaterThan(inkIn(clean, 0, 640, 812, 560) + 0.05);
    // No dot of the bars' area has changed.
    const zone = (r: typeof clean): Uint8Array => r.data.subarray(20 * 812, 240 * 812);
    expect(Buffer.compare(zone(marked), zone(clean))).toBe(0);
  });

  it('changes nothing the second time, nor on our own TEST labels, nor after merging them', async () => {
    const once = await stampTestPdf(await foreignLabel());
    expect(await stampTestPdf(once)).toBe(once);
    const own = await labelPdf([{ ...LABEL, test: true }], renderer);
    expect(await stampTestPdf(own)).toBe(own);
    const merged = await mergePdfs([own, once]);
    expect(await stampTestPdf(merged)).toBe(merged);
    const mixed = await mergePdfs([own, await foreignLabel()]);
    const stamped = await stampTestPdf(mixed);
    const [first, second] = [await rasterPage(stamped, 0, 100), await rasterPage(mixed, 0, 100)];
    expect(Buffer.compare(first.data, second.data)).toBe(0);
    expect(inkIn(await rasterPage(stamped, 1, 100), 0, 320, 400, 270)).toBeGreaterThan(0.05);
  });

  it.each([0, 90, 180, 270])('reads TEST upright on a page turned by %i degrees', async (angle) => {
    const plain = await foreignLabel(angle);
    const [clean, stamped] = [await rasterPage(plain, 0, 203), await rasterPage(await stampTestPdf(plain), 0, 203)];
    expect(stamped.width).toBe(angle % 180 === 0 ? 812 : 1218);
    expect(texts(await codesOf(stamped))).toEqual(readable);
    const added = {
      ...stamped,
      data: stamped.data.map((value, i) => (value < 128 && (clean.data[i] ?? 255) >= 128 ? 0 : 255)),
    };
    const [box] = markBoxes(mapInk(clean));
    expect(box).toBeDefined();
    if (!box) return;
    const ink = (fx: number, fy: number): number =>
      inkIn(added, Math.round(box.x + fx * box.width), Math.round(box.y + fy * box.height), 12, 12);
    // T: bar above, nothing below it at the left. E: stem at the left. S: nothing at its lower left.
    expect(ink(0.01, 0.02)).toBeGreaterThan(0);
    expect(ink(0.01, 0.6)).toBe(0);
    expect(ink(0.255, 0.7)).toBeGreaterThan(0);
    expect(ink(0.505, 0.72)).toBe(0);
    expect(ink(0.505, 0.25)).toBeGreaterThan(0);
  });

  it('marks a letter page too', async () => {
    const stamped = await rasterPage(await stampTestPdf(await foreignLabel(0, 612, 792)), 0, 203);
    expect(texts(await codesOf(stamped))).toEqual(readable);
    expect(inkIn(stamped, 0, 700, stamped.width, 1400)).toBeGreaterThan(0.05);
  });

  it('says what is wrong with a file that is no PDF', async () => {
    await expect(stampTest(new TextEncoder().encode('GIF89a'), 'pdf')).rejects.toThrow(DocumentError);
  });
});

/** Shapes as in carriers' own ZPL: barcode above and below, text fields by ^FT, ^BY before the field, lower case. */
const FOREIGN_ZPL = `^XA^LH0,0^PW812^LL1218^CI28
^FO40,40^A0N,40,40^FDFROM: MAPLE GOODS^FS
^FT134,640^A0N,50,50^FDJORDAN TREMBLAY^FS
^FO600,420^BXN,5,200^FDFOREIGN MATRIX 12345^FS
^FO0,720^GB812,15,15^FS
^BY3^FO60,800^BCN,200,N,N,N,N^FD>:FX794644600001^FS
^XZ`;

describe('TEST on a carrier’s ZPL', () => {
  it('adds a mark that hurts no code, once', async () => {
    const stamped = stampTestZpl(FOREIGN_ZPL);
    expect(stampTestZpl(stamped)).toBe(stamped);
    const [clean, marked] = [await printZpl(FOREIGN_ZPL), await printZpl(stamped)];
    expect(texts(await codesOf(clean))).toEqual(readable);
    expect(texts(await codesOf(marked))).toEqual(readable);
    const added = marked.data.filter((value, i) => value < 128 && (clean.data[i] ?? 255) >= 128).length;
    expect(added).toBeGreaterThan(20_000);
  });

  it('leaves our own TEST label as it is', async () => {
    const own = await labelZpl({ ...LABEL, test: true }, renderer);
    expect(stampTestZpl(own)).toBe(own);
  });

  it.each(['z64', 'acs'] as const)('sees the codes inside a bitmap (%s)', async (encoding) => {
    const zpl = await pdfToZpl(await foreignLabel(), { encoding });
    const marked = await printZpl(stampTestZpl(zpl));
    expect(texts(await codesOf(marked))).toEqual(readable);
    expect(inkIn(marked, 0, 0, 812, 1218)).toBeGreaterThan(inkIn(await printZpl(zpl), 0, 0, 812, 1218) + 0.02);
  });

  it('marks every format of a file and leaves set-up commands alone', () => {
    const setup = '^XA^MNY^MTT^XZ';
    const stamped = stampTestZpl(`${setup}${FOREIGN_ZPL}${FOREIGN_ZPL}`);
    expect(stamped.startsWith(setup)).toBe(true);
    expect(stamped.match(/ScanShip-TEST/g)).toHaveLength(2);
  });

  it('survives broken bitmaps', () => {
    const broken = '^XA^FO0,0^GFA,999999999,999999999,99,:Z64:eJx:0000^FS^FO10,10^GFA,10,10,1,zzzzzzzzF^FS^XZ';
    expect(stampTestZpl(broken)).toContain('ScanShip-TEST');
  });
});
