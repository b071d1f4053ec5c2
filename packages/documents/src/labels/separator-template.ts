import { FONT_STACK } from '../text/font-stack.ts';

/** Typst source of the page between groups of labels: dark, so that it is seen at the edge of a stack. */
export const SEPARATOR_TEMPLATE = String.raw`
#let data = json(bytes(sys.inputs.data))
#set document(title: data.title.text)
#set page(width: data.width * 1pt, height: data.height * 1pt, margin: 24pt)
#set text(font: ${FONT_STACK}, lang: data.lang, hyphenate: false, cjk-latin-spacing: none, overhang: false)
#let line(t) = if t.rtl { align(left, text(dir: rtl, t.text)) } else { t.text }
#rect(width: 100%, height: 100%, stroke: (left: 14pt + black, right: 14pt + black, rest: none), inset: (x: 18pt, y: 10pt),
  align(left + horizon, stack(dir: ttb, spacing: 14pt,
    text(size: 26pt, weight: 700, line(data.title)),
    ..data.lines.map(l => text(size: 15pt, line(l))),
    text(size: 20pt, weight: 700, data.count),
    if data.continued != none { text(size: 13pt, "(" + data.continued + ")") })))
`;
