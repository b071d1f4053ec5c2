/** LabelModel to ZPL for a 203 dpi Zebra printer, 812 x 1218 dots: printer font, printer barcodes, drawings where needed. */
import type { LabelModel } from '@scanship/domain/printing/label';
import { zplCode128 } from '../barcodes/code128.ts';
import {
  type BarcodeElement,
  LABEL_HEIGHT,
  LABEL_WIDTH,
  type LabelLayout,
  labelLayout,
  type TextElement,
} from './label-layout.ts';
import { templateText } from './label-pdf.ts';
import { LABEL_TEMPLATE } from './label-template.ts';
import { crop, type GreyRaster, rasterPage, toBits } from '../pdf/pdf-raster.ts';
import { capHeight, plainPunctuation, printerDraws, printerHeight, printerMeter } from '../zpl/printer-font.ts';
import { TEST_COMMENT } from './test-keyword.ts';
import { testMark } from './test-mark.ts';
import { notoMeter } from '../text/text-fit.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';
import { fieldData, graphicField, rectBitmap } from '../zpl/zpl-writer.ts';

const box = (x: number, y: number, width: number, height: number): string =>
  `^FO${x},${y}^GB${width},${height},${Math.min(width, height)}^FS`;

/** A line in font 0. Left lines stand on their baseline (^FT), others are aligned by the printer in a one-line block (^FB). */
function textField(t: TextElement): string {
  const height = printerHeight(t.size);
  const font = `^A0N,${height},${height}`;
  const reverse = t.inverse ? '^FR' : '';
  const data = `^FH^FD${fieldData(t.text)}^FS`;
  if (t.align === 'left') return `^FT${t.x},${t.baseline}${font}${reverse}${data}`;
  const justify = t.align === 'center' ? 'C' : 'R';
  return `^FO${t.x},${t.baseline - capHeight(height)}${font}^FB${t.width},1,0,${justify},0${reverse}${data}`;
}

/** The printer's own encoder where its symbol fits the room, else our bars as a bitmap. */
function barcodeField(element: BarcodeElement): string {
  const { symbol, linear, moduleDots, room } = element;
  const native = linear ? zplCode128(linear) : undefined;
  const width = (native?.modules ?? 0) * moduleDots;
  if (native && width + 2 * symbol.quiet <= room.width) {
    const x = room.x + Math.floor((room.width - width) / 2);
    return `^FO${x},${element.y}^BY${moduleDots}^BCN,${symbol.height},N,N,N,N^FH^FD${fieldData(native.data)}^FS`;
  }
  return `^FO${element.x},${element.y}${graphicField(rectBitmap(symbol.width, symbol.height, symbol.rects))}`;
}

/** Texts outside the printer's font, drawn by Typst on a page of the label's size and cut out one by one. */
async function drawings(
  layout: LabelLayout,
  texts: readonly TextElement[],
  model: LabelModel,
  renderer: TypstRenderer,
): Promise<string[]> {
  if (texts.length === 0) return [];
  const { banner } = layout;
  const inverse = texts.some((t) => t.inverse);
  const ground = inverse
    ? `<path d="M${banner.x} ${banner.y}h${banner.width}v${banner.height}h${-banner.width}z"/>`
    : '';
  const size = `width="${LABEL_WIDTH}" height="${LABEL_HEIGHT}" viewBox="0 0 ${LABEL_WIDTH} ${LABEL_HEIGHT}"`;
  const page = {
    art: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}</svg>`,
    alt: '',
    texts: texts.map(templateText),
  };
  const data = { title: 'text', lang: model.language ?? 'en', keywords: [], labels: [page] };
  const pdf = await renderer.render({ source: LABEL_TEMPLATE, parts: [data], tagged: false });
  const raster = await rasterPage(pdf, 0, 203);
  const rooms = texts
    .filter((t) => !t.inverse)
    .map((t) => ({
      x: t.x,
      y: t.baseline - Math.round(t.size * 1.1),
      width: t.width,
      height: Math.round(t.size * 1.5),
    }));
  return [...(inverse ? [banner] : []), ...rooms].flatMap((room) => cutOut(raster, room));
}

function cutOut(raster: GreyRaster, room: { x: number; y: number; width: number; height: number }): string[] {
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (let y = Math.max(0, room.y); y < Math.min(raster.height, room.y + room.height); y += 1)
    for (let x = Math.max(0, room.x); x < Math.min(raster.width, room.x + room.width); x += 1)
      if ((raster.data[y * raster.width + x] ?? 255) < 128) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
  if (right < 0) return [];
  const part = toBits(crop(raster, left, top, right - left + 1, bottom - top + 1));
  return [`^FO${left},${top}${graphicField(part)}`];
}

/**
 * One label as ZPL (about 1.5 kB). Needs the renderer only for texts outside Latin-1.
 * @throws DocumentError as `labelPdf` does.
 */
export async function labelZpl(model: LabelModel, renderer: TypstRenderer): Promise<string> {
  const layout = labelLayout(model, printerMeter(notoMeter(renderer.fontDirectory)));
  const texts = layout.texts.map((t) => ({ ...t, text: plainPunctuation(t.text) }));
  const drawnBanner = texts.some((t) => t.inverse && !printerDraws(t.text));
  const isDrawn = (t: TextElement): boolean => !printerDraws(t.text) || (t.inverse && drawnBanner);
  const { banner } = layout;
  const out = [`^XA^CI28^PW${LABEL_WIDTH}^LL${LABEL_HEIGHT}^LH0,0`];
  if (layout.test) {
    const { x, y, width, height } = layout.test;
    const mark = testMark(width, height);
    out.push(TEST_COMMENT, `^FO${x},${y}${graphicField(rectBitmap(mark.width, mark.height, mark.rects))}`);
  }
  if (!drawnBanner) out.push(box(banner.x, banner.y, banner.width, banner.height));
  for (const rule of layout.rules) out.push(box(rule.x, rule.y, rule.width, rule.height));
  for (const t of texts) if (!isDrawn(t)) out.push(textField(t));
  out.push(...(await drawings(layout, texts.filter(isDrawn), model, renderer)));
  for (const code of layout.barcodes) out.push(barcodeField(code));
  return `${out.join('\n')}\n^PQ1\n^XZ\n`;
}
