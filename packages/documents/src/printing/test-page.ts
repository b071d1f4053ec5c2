/**
 * A page that shows whether a printer prints at its true size: a ruler of 100 mm (283.465 pt) up the sheet, a Code 128 on the
 * dot grid of label printers, and which printer, machine and moment it was.
 */
import { type PaperSize, PAPER_TENTHS } from '@scanship/domain/printing/printing';
import { barcode, barsPath } from '../barcodes/barcode.ts';
import { FONT_STACK } from '../text/font-stack.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

export interface TestPage {
  readonly language: 'en' | 'fr';
  readonly size: PaperSize;
  /** Name of the printer as people know it. */
  readonly printer: string;
  readonly machine: string;
  /** "2026-11-22 09:30". */
  readonly printedAt: string;
  /** What it is sent, as "ZPL, 203 dpi". */
  readonly sentAs: string;
  /** What the barcode holds; printable ASCII. */
  readonly code: string;
}

/** Points of 100 mm. */
export const RULER_POINTS = (100 / 25.4) * 72;

const WORDS = {
  en: {
    title: 'Test page',
    printer: 'Printer',
    machine: 'Computer',
    date: 'Date',
    sent: 'Sent as',
    ruler:
      'The ruler must measure exactly 100 mm. If it does not, switch off scaling ("fit to page") in the printer settings.',
    code: 'A scanner must read this code.',
  },
  fr: {
    title: "Page d'essai",
    printer: 'Imprimante',
    machine: 'Ordinateur',
    date: 'Date',
    sent: 'Envoyée en',
    ruler:
      "La règle doit mesurer exactement 100 mm. Sinon, désactivez la mise à l'échelle (« ajuster à la page ») dans les réglages de l'imprimante.",
    code: 'Un lecteur doit pouvoir lire ce code.',
  },
} as const;

const TEMPLATE = String.raw`
#let data = json(bytes(sys.inputs.data))
#set document(title: data.title)
#set page(width: data.width * 1pt, height: data.height * 1pt, margin: 0pt)
#set text(font: ${FONT_STACK}, lang: data.lang, size: 9pt, hyphenate: false)
#place(top + left, rect(width: 100%, height: 100%, inset: 0pt, outset: -7pt, stroke: 0.7pt))
#place(top + left, dx: 20pt, dy: 60pt, box(width: 60pt, height: data.ruler * 1pt, {
  place(top + left, line(start: (0pt, 0pt), end: (0pt, data.ruler * 1pt), stroke: 0.7pt))
  for mm in range(0, 101) {
    let long = if calc.rem(mm, 10) == 0 { 14pt } else if calc.rem(mm, 5) == 0 { 9pt } else { 5pt }
    place(top + left, line(start: (0pt, mm * data.ruler / 100 * 1pt), end: (long, mm * data.ruler / 100 * 1pt), stroke: 0.5pt))
    if calc.rem(mm, 10) == 0 { place(top + left, dx: 17pt, dy: mm * data.ruler / 100 * 1pt - 3.2pt, text(size: 7pt, str(mm))) }
  }
}))
#place(top + left, dx: 20pt, dy: 20pt, box(width: 100% - 40pt, {
  text(size: 17pt, weight: 700, data.title)
}))
#place(top + left, dx: 66pt, dy: 60pt, box(width: 196pt, {
  for fact in data.facts {
    text(size: 7pt, fill: black, fact.name)
    linebreak()
    text(weight: 700, fact.value)
    parbreak()
  }
  v(4pt)
  data.rulerWords
}))
#place(top + left, dx: data.barX * 1pt, dy: 258pt, image(bytes(data.art), format: "svg", width: data.barWidth * 1pt, height: data.barHeight * 1pt, alt: data.code))
#place(top + left, dx: 66pt, dy: 318pt, box(width: 196pt, { text(size: 8pt, data.code); linebreak(); data.codeWords }))
`;

const DOT = 72 / 203;
const BAR_DOTS = 150;

/** @throws DocumentError `bad-input` for a code that Code 128 cannot hold */
export function testPagePdf(page: TestPage, renderer: TypstRenderer): Promise<Uint8Array> {
  const words = WORDS[page.language];
  const { width, height } = PAPER_TENTHS[page.size];
  const symbol = barcode('code128', page.code, 2, BAR_DOTS);
  const part = {
    title: words.title,
    lang: page.language,
    width: (width / 254) * 72,
    height: (height / 254) * 72,
    ruler: RULER_POINTS,
    facts: [
      { name: words.printer, value: page.printer },
      { name: words.machine, value: page.machine },
      { name: words.date, value: page.printedAt },
      { name: words.sent, value: page.sentAs },
    ],
    rulerWords: words.ruler,
    codeWords: words.code,
    code: page.code,
    art: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${symbol.width} ${symbol.height}"><path d="${barsPath(symbol.rects)}"/></svg>`,
    // On a whole dot, so that bars stay whole on a label printer.
    barX: Math.round(66 / DOT) * DOT,
    barWidth: symbol.width * DOT,
    barHeight: symbol.height * DOT,
  };
  return renderer.render({ source: TEMPLATE, parts: [part], tagged: true });
}
