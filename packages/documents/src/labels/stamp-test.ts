/**
 * Puts TEST across a label that came finished from a carrier's sandbox or a simulator. Barcodes and black areas are found
 * first and left alone; stamping twice changes nothing.
 */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFName,
  type PDFPage,
  pushGraphicsState,
  popGraphicsState,
  concatTransformationMatrix,
  PDFOperator,
  PDFOperatorNames,
  PDFNumber,
} from '@cantoo/pdf-lib';
import type { Rect } from '../barcodes/barcode.ts';
import { mapInk, markBoxes } from './ink-map.ts';
import { openPdf } from '../pdf/pdf-pages.ts';
import { rasterPage } from '../pdf/pdf-raster.ts';
import { TEST_KEYWORD, TEST_PAGE_KEY } from './test-keyword.ts';
import { testMark } from './test-mark.ts';
import { stampTestZpl } from './stamp-test-zpl.ts';

const op = (name: PDFOperatorNames, ...numbers: number[]): PDFOperator =>
  PDFOperator.of(
    name,
    numbers.map((n) => PDFNumber.of(n)),
  );

/** Draws marks given in dots of the page as shown (origin top left of the shown page), whatever its /Rotate and origin. */
function drawMarks(page: PDFPage, boxes: readonly Rect[], pixelsPerPoint: number): void {
  const crop = page.getCropBox();
  const angle = ((page.getRotation().angle % 360) + 360) % 360;
  const s = 1 / pixelsPerPoint;
  const { x, y, width, height } = crop;
  const matrices: Readonly<Record<number, [number, number, number, number, number, number]>> = {
    0: [s, 0, 0, -s, x, y + height],
    90: [0, s, s, 0, x, y],
    180: [-s, 0, 0, s, x + width, y],
    270: [0, -s, -s, 0, x + width, y + height],
  };
  const [a, b, c, d, e, f] = matrices[angle] ?? [s, 0, 0, -s, x, y + height];
  const operators: PDFOperator[] = [
    pushGraphicsState(),
    concatTransformationMatrix(a, b, c, d, e, f),
    op(PDFOperatorNames.NonStrokingColorGray, 0),
  ];
  for (const box of boxes)
    for (const r of testMark(box.width, box.height).rects)
      operators.push(op(PDFOperatorNames.AppendRectangle, box.x + r.x, box.y + r.y, r.width, r.height));
  operators.push(op(PDFOperatorNames.FillNonZero), popGraphicsState());
  page.pushOperators(...operators);
}

/** Content streams of other producers may leave the graphics state changed: they are wrapped in q … Q first. */
function isolate(page: PDFPage): void {
  const { node } = page;
  const contents = node.Contents();
  if (!contents) return;
  const { context } = node;
  const open = context.register(context.stream('q '));
  const close = context.register(context.stream(' Q '));
  const own = node.get(PDFName.of('Contents'));
  const refs = contents instanceof PDFArray ? contents.asArray() : own ? [own] : [];
  node.set(PDFName.of('Contents'), context.obj([open, ...refs, close]));
}

/** TEST on every page of a PDF that has none yet. */
export async function stampTestPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await openPdf(bytes);
  if ((document.getKeywords() ?? '').includes(TEST_KEYWORD)) return bytes;
  const key = PDFName.of(TEST_PAGE_KEY);
  const pages = document.getPages();
  const unmarked = pages
    .map((page, index) => ({ page, index }))
    .filter(({ page }) => !(page.node instanceof PDFDict && page.node.has(key)));
  if (unmarked.length === 0) return bytes;
  // PDFium reads the repaired file, so that damaged sources are seen the same by both.
  const plain = await document.save({ useObjectStreams: false });
  for (const { page, index } of unmarked) {
    const raster = await rasterPage(plain, index, 203);
    const map = mapInk(raster);
    isolate(page);
    drawMarks(page, markBoxes(map), 203 / 72);
    page.node.set(key, PDFBool.True);
  }
  return document.save();
}

/** TEST on a carrier's label in the format it came in. */
export async function stampTest(bytes: Uint8Array, format: 'pdf' | 'zpl'): Promise<Uint8Array> {
  if (format === 'pdf') return stampTestPdf(bytes);
  return new TextEncoder().encode(stampTestZpl(new TextDecoder().decode(bytes)));
}
