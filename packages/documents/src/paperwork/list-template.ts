import { TYPST_COMMON } from '../typst/typst-common.ts';

/** Typst source of plain lists on paper: a head with facts, one table, sums, and lines to sign on. Letter or A4. */
export const LIST_TEMPLATE =
  TYPST_COMMON +
  String.raw`
#let top-margin = 60pt
#set page(..paper, margin: (x: 44pt, top: top-margin, bottom: 50pt), background: watermark, footer: context {
  set text(size: 0.8em, fill: muted)
  grid(columns: (1fr, auto), column-gutter: 8pt, [#data.foot], [#words.page #counter(page).display() / #counter(page).final().first()])
})
#grid(columns: (1fr, auto), column-gutter: 10pt,
  align(left + horizon, logo(38pt)),
  align(right + horizon, text(size: 17pt, weight: 700, fill: heading, data.title)))
#v(4pt)
#rule
#v(2pt)
#let fact(f) = stack(dir: ttb, spacing: 0.5em, caption(f.name), lines(f.lines))
#grid(columns: data.facts.map(f => 1fr), column-gutter: 14pt, ..data.facts.map(fact))
#v(6pt)
#let tick = box(width: 9pt, height: 9pt, stroke: 0.7pt + muted, radius: 1.5pt)
#let side(c) = if c.right { right } else { left }
#table(
  columns: (..if data.ticks { (18pt,) }, ..data.columns.map(c => if c.grow { 1fr } else { auto })),
  stroke: (bottom: 0.5pt + hair), inset: (x: 5pt, y: 4.5pt),
  align: (..if data.ticks { (left,) }, ..data.columns.map(side)),
  table.header(..if data.ticks { (head-cell[],) }, ..data.columns.map(c => head-cell(c.name, a: side(c)))),
  ..data.rows.map(row => (
    ..if data.ticks { (tick,) },
    ..row.enumerate().map(((i, cell)) => if data.columns.at(i).strong { text(weight: 700, line(cell)) } else { line(cell) }),
  )).flatten())
#align(right, stack(dir: ttb, spacing: 0.5em, ..data.sums.map(s => text(size: 0.95em)[#s.name#colon #text(weight: 700, s.value)])))
#if data.signatures.len() > 0 {
  v(30pt)
  block(breakable: false, grid(columns: data.signatures.map(s => 1fr), column-gutter: 26pt,
    ..data.signatures.map(s => stack(dir: ttb, spacing: 4pt, std.line(length: 100%, stroke: 0.7pt + muted), text(size: 0.85em, fill: muted, s)))))
}
`;
