/** Pages laid on the sheets of a printer: in true size where they fit, cut to their ink or made smaller where not. */
import { degrees, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { PAPER_TENTHS, type PaperSize, type PrintTurn } from '@scanship/domain/printing/printing';
import { inkBox } from '../pdf/ink-box.ts';
import { openPdf, type PageSize } from '../pdf/pdf-pages.ts';
import { rasterPage } from '../pdf/pdf-raster.ts';

export interface SheetShape {
  readonly size: PaperSize;
  readonly turn: PrintTurn;
  readonly twoUp: boolean;
}

/** Points, from the sheet's lower left corner. */
interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part of a page in points from its lower left corner, as PDF has it. */
interface Part {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const POINTS_PER_TENTH = 72 / 254;
/** Files round their page size; a hundredth of an inch is within what printers leave white anyway. */
const SLACK = 0.72;
/** White above a single small page on office paper. */
const OFFICE_MARGIN = 36;

export const sheetPoints = (size: PaperSize): PageSize => ({
  width: PAPER_TENTHS[size].width * POINTS_PER_TENTH,
  height: PAPER_TENTHS[size].height * POINTS_PER_TENTH,
});

const isOffice = (size: PaperSize): boolean => size === 'letter' || size === 'a4';
const fits = (width: number, height: number, cell: Cell): boolean =>
  width <= cell.width + SLACK && height <= cell.height + SLACK;

/** Draws a part of a page clockwise by `angle`, its turned lower left corner at (x, y). */
async function draw(
  target: PDFDocument,
  onto: PDFPage,
  from: PDFPage,
  part: Part,
  at: { readonly x: number; readonly y: number; readonly scale: number; readonly angle: 0 | 90 | 180 | 270 },
): Promise<void> {
  const { x: originX, y: originY } = from.getMediaBox();
  const embedded = await target.embedPage(from, {
    left: originX + part.left,
    bottom: originY + part.bottom,
    right: originX + part.right,
    top: originY + part.top,
  });
  const { x, y, scale, angle } = at;
  const [width, height] = [(part.right - part.left) * scale, (part.top - part.bottom) * scale];
  const corner = { 0: [0, 0], 90: [0, width], 180: [width, height], 270: [height, 0] }[angle];
  onto.drawPage(embedded, {
    x: x + (corner[0] ?? 0),
    y: y + (corner[1] ?? 0),
    xScale: scale,
    yScale: scale,
    rotate: degrees(-angle),
  });
}

/** The same pages without /Rotate, so that one way of measuring serves all. */
async function upright(pdf: Uint8Array): Promise<Uint8Array> {
  const source = await openPdf(pdf);
  const pages = source.getPages();
  if (pages.every((page) => page.getRotation().angle % 360 === 0)) return pdf;
  const target = await PDFDocument.create({ updateMetadata: false });
  for (const page of pages) {
    const { width, height } = page.getSize();
    const angle = ((page.getRotation().angle % 360) + 360) % 360;
    const lying = angle % 180 !== 0;
    const sheet = target.addPage(lying ? [height, width] : [width, height]);
    const turned = angle === 90 || angle === 180 || angle === 270 ? angle : 0;
    await draw(
      target,
      sheet,
      page,
      { left: 0, bottom: 0, right: width, top: height },
      { x: 0, y: 0, scale: 1, angle: turned },
    );
  }
  return target.save();
}

/** What of a page is printed: all of it where it fits, else as much as has ink. */
async function partToPrint(
  pdf: Uint8Array,
  index: number,
  size: PageSize,
  cell: Cell,
  mayTurn: boolean,
): Promise<Part> {
  const whole = { left: 0, bottom: 0, right: size.width, top: size.height };
  if (fits(size.width, size.height, cell) || (mayTurn && fits(size.height, size.width, cell))) return whole;
  const ink = inkBox(await rasterPage(pdf, index, 72));
  if (!ink) return whole;
  return {
    left: ink.left,
    right: Math.min(ink.right, size.width),
    bottom: size.height - ink.bottom,
    top: size.height - ink.top,
  };
}

/**
 * Lays every page on a sheet, or every two on one (upper and lower half, each turned where it is larger so). Nothing is
 * enlarged. Labels stand at the top of label paper; a single small page stands at the top of office paper, in the middle.
 * @throws DocumentError `bad-file`, `too-large`
 */
export async function arrangeOnSheets(pdf: Uint8Array, shape: SheetShape): Promise<Uint8Array> {
  const sheet = sheetPoints(shape.size);
  const given = await openPdf(pdf);
  const asIs = given.getPages().every((page) => {
    const { width, height } = page.getSize();
    const lying = page.getRotation().angle % 180 !== 0;
    const [w, h] = lying ? [height, width] : [width, height];
    return Math.abs(w - sheet.width) <= SLACK && Math.abs(h - sheet.height) <= SLACK;
  });
  if (asIs && shape.turn === 0 && !shape.twoUp) return pdf;

  const straight = await upright(pdf);
  const source = straight === pdf ? given : await openPdf(straight);
  const target = await PDFDocument.create({ updateMetadata: false });
  target.setTitle(given.getTitle() ?? '');
  const keywords = given.getKeywords();
  if (keywords !== undefined) target.setKeywords([keywords]);
  const half = sheet.height / 2;
  let onto: PDFPage | undefined;
  for (const [index, page] of source.getPages().entries()) {
    const lower = shape.twoUp && index % 2 === 1;
    if (!onto || !lower) {
      onto = target.addPage([sheet.width, sheet.height]);
      onto.setRotation(degrees(shape.turn));
    }
    const cell: Cell = shape.twoUp
      ? { x: 0, y: lower ? 0 : half, width: sheet.width, height: half }
      : { x: 0, y: 0, width: sheet.width, height: sheet.height };
    const part = await partToPrint(straight, index, page.getSize(), cell, shape.twoUp);
    const [width, height] = [part.right - part.left, part.top - part.bottom];
    const standing = Math.min(1, cell.width / width, cell.height / height);
    const lying = Math.min(1, cell.width / height, cell.height / width);
    // Turning costs the reader a turned head; it must be worth it.
    const angle = lying > standing * 1.05 ? 90 : 0;
    // A rounding of the file is no reason to take bars off the dot grid.
    const wanted = angle === 90 ? lying : standing;
    const scale = wanted > 0.99 ? 1 : wanted;
    const [w, h] = angle === 90 ? [height * scale, width * scale] : [width * scale, height * scale];
    const room = cell.height - h;
    const fromTop = shape.twoUp ? room / 2 : isOffice(shape.size) ? Math.min(OFFICE_MARGIN, room / 2) : 0;
    await draw(target, onto, page, part, {
      x: cell.x + (cell.width - w) / 2,
      y: cell.y + room - fromTop,
      scale,
      angle,
    });
  }
  return target.save();
}
