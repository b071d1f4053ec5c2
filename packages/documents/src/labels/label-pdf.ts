/** LabelModel to a 4x6 inch PDF (288 x 432 pt), one page a label. */
import type { LabelModel } from '@scanship/domain/printing/label';
import { barsPath, type Rect } from '../barcodes/barcode.ts';
import { LABEL_HEIGHT, LABEL_WIDTH, type LabelLayout, labelLayout, type TextElement } from './label-layout.ts';
import { LABEL_TEMPLATE } from './label-template.ts';
import { isRightToLeft } from '../text/printable-text.ts';
import { TEST_KEYWORD } from './test-keyword.ts';
import { testMark } from './test-mark.ts';
import { notoMeter } from '../text/text-fit.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

/** Pages compiled at once: one compile of 1,000 labels would hold 1 GB. */
export const PAGES_PER_PART = 50;

const solid = (r: Rect): string => `M${r.x} ${r.y}h${r.width}v${r.height}h${-r.width}z`;

/** Rules, banner, barcodes and TEST of one label as one SVG on the dot grid. */
function art(layout: LabelLayout): string {
  const paths: string[] = [];
  if (layout.test) {
    const { x, y, width, height } = layout.test;
    const rects = testMark(width, height).rects;
    paths.push(rects.map((r) => solid({ ...r, x: r.x + x, y: r.y + y })).join(''));
  }
  paths.push([layout.banner, ...layout.rules].map(solid).join(''));
  for (const code of layout.barcodes) paths.push(barsPath(code.symbol.rects, code.x, code.y));
  const size = `width="${LABEL_WIDTH}" height="${LABEL_HEIGHT}" viewBox="0 0 ${LABEL_WIDTH} ${LABEL_HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${paths.map((d) => `<path d="${d}"/>`).join('')}</svg>`;
}

/** The text as the template wants it. `g` asks for a measured squeeze where our widths are estimates. */
export function templateText(t: TextElement): Record<string, unknown> {
  return {
    x: t.x,
    y: t.baseline,
    w: t.width,
    s: t.size,
    b: t.bold,
    i: t.inverse,
    a: t.align.charAt(0),
    t: t.text,
    r: isRightToLeft(t.text),
    g: /[\u0530-\u1dff\u2000-\u200f\u2060-\u209f\u20c0-\uffff]/.test(t.text),
  };
}

/**
 * Draws labels, in order, into one PDF. Models of any number: 50 pages are compiled at a time and merged.
 * @throws DocumentError `bad-input` when a barcode cannot hold its data, else what the renderer throws.
 */
export async function labelPdf(models: readonly LabelModel[], renderer: TypstRenderer): Promise<Uint8Array> {
  const meter = notoMeter(renderer.fontDirectory);
  const labels = models.map((model) => {
    const layout = labelLayout(model, meter);
    return { art: art(layout), alt: layout.description, texts: layout.texts.map(templateText) };
  });
  const [first] = models;
  const title = labels.length === 1 ? (labels[0]?.alt ?? '') : `${labels.length} labels`;
  const parts = Array.from({ length: Math.ceil(labels.length / PAGES_PER_PART) }, (_, part) => ({
    title,
    lang: first?.language ?? 'en',
    // Only when every page carries TEST: the keyword says "nothing left to stamp".
    keywords: models.every((m) => m.test) ? [TEST_KEYWORD] : [],
    labels: labels.slice(part * PAGES_PER_PART, (part + 1) * PAGES_PER_PART),
  }));
  return renderer.render({ source: LABEL_TEMPLATE, parts });
}
