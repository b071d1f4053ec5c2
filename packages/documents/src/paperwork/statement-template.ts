import { TYPST_COMMON } from '../typst/typst-common.ts';

/** Typst source of invoices and statements. The first part has the head and the summary, every part a share of the lines. */
export const STATEMENT_TEMPLATE =
  TYPST_COMMON +
  String.raw`
#let top-margin = 60pt
#set text(size: 9pt)
#set page(..paper, margin: (x: 46pt, top: top-margin, bottom: 54pt), background: watermark, footer: context {
  set text(size: 0.82em, fill: muted)
  grid(columns: (1fr, auto), column-gutter: 8pt, [#data.foot], [#data.number #h(6pt) #words.page #(counter(page).get().first() + data.pagesBefore)])
})
#let pairs(list) = grid(columns: (auto, 1fr), column-gutter: 10pt, row-gutter: 0.6em,
  ..list.map(f => (text(fill: muted, f.name), align(right, text(weight: if f.strong { 700 } else { 400 }, f.value)))).flatten())
#let sums(list) = grid(columns: (1fr, auto), row-gutter: 0.6em,
  ..list.map(f => (text(fill: muted, f.name), align(right, f.value))).flatten())
#if data.summary != none {
  let s = data.summary
  head-ground(top-margin)
  grid(columns: (1fr, auto), column-gutter: 12pt,
    align(left + horizon, logo(44pt)),
    align(right, stack(dir: ttb, spacing: 7pt, text(size: 19pt, weight: 700, fill: heading, s.title),
      if data.number != "" { text(size: 10.5pt, weight: 700, data.number) })))
  v(4pt)
  rule
  v(6pt)
  grid(columns: (1fr, 1fr, 1.1fr), column-gutter: 18pt,
    titled(words.seller, lines(s.seller)), titled(words.buyer, lines(s.buyer)), pairs(s.facts))
  v(10pt)
  table(columns: (1fr, auto, auto, auto), inset: (x: 6pt, y: 5.5pt), stroke: (x, y) => if y > 0 { (bottom: 0.5pt + hair) },
    align: (left, right, right, right),
    table.header(head-cell(words.what), head-cell(words.count, a: right), head-cell(words.tax, a: right), head-cell(words.amount, a: right)),
    ..s.groups.map(g => (g.name, g.count, g.tax, g.amount)).flatten())
  v(4pt)
  grid(columns: (1fr, 225pt), column-gutter: 22pt,
    if s.taxes.len() > 0 { titled(words.taxes, block(width: 210pt, sums(s.taxes))) } else { [] },
    {
      sums(s.sums)
      v(2pt)
      block(width: 100%, fill: primary, inset: (x: 8pt, y: 7pt), radius: 2pt,
        text(fill: rgb(brand.onPrimary), weight: 700, size: 1.15em, grid(columns: (1fr, auto), s.total.name, s.total.value)))
    })
  if s.notes.len() > 0 { v(4pt); for note in s.notes { par(text(fill: muted, line(note))) } }
  v(8pt)
}
#if data.lines.len() > 0 {
  if data.summary != none { text(size: 12pt, weight: 700, fill: heading, words.details); v(2pt) }
  table(columns: (auto, 1fr, auto, auto), inset: (x: 5pt, y: 4.2pt), align: (left, left, right, right),
    stroke: (x, y) => if y > 0 { (bottom: 0.4pt + hair) },
    table.header(head-cell(words.date), head-cell(words.what), head-cell(words.tax, a: right), head-cell(words.amount, a: right)),
    ..data.lines.map(l => (l.day, {
      line(l.what)
      if l.about.text != "" { linebreak(); text(size: 0.84em, fill: muted, line(l.about)) }
    }, l.tax, l.amount)).flatten())
}
#if data.closing != none { v(2pt); text(fill: muted, data.closing) }
`;
