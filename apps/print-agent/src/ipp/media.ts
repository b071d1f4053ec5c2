/** Sheets by their standard names (PWG 5101.1): "na_index-4x6_4x6in", "iso_a6_105x148mm", "custom_oe_101.6x152.4mm". */
import { PAPER_SIZES, PAPER_TENTHS, type PaperSize } from '@scanship/domain/printing/printing';

/** Drivers round to points or to whole millimetres. Tenths of a millimetre. */
const TOLERANCE = 15;

/** Width and height in tenths of a millimetre; undefined where the name does not end in measures. */
export function mediaMeasures(name: string): { readonly width: number; readonly height: number } | undefined {
  const found = /(?:^|_)(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(in|mm)$/.exec(name);
  if (!found) return undefined;
  const unit = found[3] === 'in' ? 254 : 10;
  return { width: Math.round(Number(found[1]) * unit), height: Math.round(Number(found[2]) * unit) };
}

/** Our name of a sheet, whichever way round the printer names it. */
export function paperOfMedia(name: string): PaperSize | undefined {
  const measures = mediaMeasures(name);
  if (!measures) return undefined;
  const near = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE;
  return PAPER_SIZES.find((size) => {
    const { width, height } = PAPER_TENTHS[size];
    return (
      (near(measures.width, width) && near(measures.height, height)) ||
      (near(measures.width, height) && near(measures.height, width))
    );
  });
}

/** Sizes a printer takes, in our order. */
export function papersOfMedia(names: readonly string[]): readonly PaperSize[] {
  const found = new Set(names.map(paperOfMedia));
  return PAPER_SIZES.filter((size) => found.has(size));
}

/** The printer's own name of a size: upright before turned, plain before borderless and other varieties. */
export function mediaOfPaper(size: PaperSize, supported: readonly string[]): string | undefined {
  const fits = supported.filter((name) => paperOfMedia(name) === size && !/_(min|max)_/.test(name));
  const upright = fits.filter((name) => {
    const measures = mediaMeasures(name);
    return measures !== undefined && measures.width <= measures.height;
  });
  const choice = upright.length > 0 ? upright : fits;
  return choice.find((name) => !/borderless|transverse|custom/i.test(name)) ?? choice[0];
}
