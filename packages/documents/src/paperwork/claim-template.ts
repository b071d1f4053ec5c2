import { TYPST_COMMON } from '../typst/typst-common.ts';

/** Typst source of a claim: what is asked for, and everything that is known of the parcel. */
export const CLAIM_TEMPLATE =
  TYPST_COMMON +
  String.raw`
#let top-margin = 100 * dot
#set text(size: 9.2pt)
#set page(..paper, margin: (x: 110 * dot, top: top-margin, bottom: 54pt), background: watermark,
  footer: context {
    set text(size: 0.82em, fill: muted)
    grid(columns: (1fr, auto), column-gutter: 8pt, [#brand.footer],
      [#words.page #counter(page).display() / #counter(page).final().first()])
  })
#head-ground(top-margin)
#grid(columns: (1fr, auto), column-gutter: 12pt,
  align(left + horizon, logo(46pt)),
  align(right + horizon, text(size: 18pt, weight: 700, fill: heading, words.title)))
#v(4pt)
#rule
#v(14pt)
#let pairs(list) = grid(columns: (auto, 1fr), column-gutter: 12pt, row-gutter: 0.6em,
  ..list.map(f => (text(fill: muted, f.name), line(f.value))).flatten())
#grid(columns: (1.2fr, 1fr), column-gutter: 24pt, pairs(data.facts),
  stack(dir: ttb, spacing: 14pt, titled(words.from, lines(data.from)), titled(words.to, lines(data.to))))
#v(12pt)
#let lined = (x, y) => if y > 0 { (bottom: 0.5pt + hair) }
#titled(words.value, table(columns: (1fr, 120pt, auto, auto), inset: (x: 5pt, y: 4.5pt), stroke: lined,
  align: (left, left, right, right),
  table.header(head-cell(words.item), head-cell(words.sku), head-cell(words.quantity, a: right), head-cell(words.worth, a: right)),
  ..data.items.map(i => (line(i.name), line(i.sku), i.quantity, i.worth)).flatten()))
#if data.note.len() > 0 {
  v(12pt)
  titled(words.note, lines(data.note))
}
#v(12pt)
#titled(words.scans, if data.scans.len() == 0 { text(fill: muted, words.noScans) } else {
  table(columns: (auto, 1fr, auto), inset: (x: 5pt, y: 4pt), stroke: lined, align: left,
    table.header(head-cell(words.time), head-cell(words.said), head-cell(words.place)),
    ..data.scans.map(s => (s.at, line(s.said), line(s.place))).flatten())
})
#if data.said.len() > 0 {
  v(12pt)
  titled(words.messages, table(columns: (auto, 1fr), inset: (x: 5pt, y: 4pt), stroke: lined, align: left,
    ..data.said.map(s => (s.at, line(s.said))).flatten()))
}
`;
