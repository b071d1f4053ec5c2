/** Pages two to a sheet. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { openPdf, type PageSize } from '../pdf/pdf-pages.ts';

/**
 * Every two pages beside each other on one sheet, in order, each in the middle of its half and made smaller only where it is
 * larger than that. The last half stays empty where the number is odd.
 */
export async function twoUp(pdf: Uint8Array, sheet: PageSize): Promise<Uint8Array> {
  const source = await openPdf(pdf);
  const target = await PDFDocument.create({ updateMetadata: false });
  target.setTitle(source.getTitle() ?? '');
  const pages = await target.embedPages(source.getPages());
  const half = sheet.width / 2;
  for (const [index, page] of pages.entries()) {
    if (index % 2 === 0) target.addPage([sheet.width, sheet.height]);
    const on = target.getPage(target.getPageCount() - 1);
    // Half a sheet is rounded to a hundredth of a point.
    const natural = Math.min(half / page.width, sheet.height / page.height);
    const scale = natural > 0.999 ? 1 : natural;
    on.drawPage(page, {
      x: (index % 2) * half + (half - page.width * scale) / 2,
      y: (sheet.height - page.height * scale) / 2,
      xScale: scale,
      yScale: scale,
    });
  }
  return target.save();
}
