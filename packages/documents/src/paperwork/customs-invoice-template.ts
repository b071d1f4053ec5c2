import { TYPST_COMMON } from '../typst/typst-common.ts';

/** Typst source of the commercial invoice. Everything conditional is decided by the data: empty lists are not drawn. */
export const CUSTOMS_INVOICE_TEMPLATE =
  TYPST_COMMON +
  String.raw`
#let top-margin = 90 * dot
#let base = 8.6pt
#set text(size: base)
#set page(..paper, margin: (x: 110 * dot, top: top-margin, bottom: 50pt), background: watermark,
  footer: context {
    set text(size: 0.82em, fill: muted)
    grid(columns: (1fr, auto), column-gutter: 8pt, [#brand.footer],
      [#data.number #h(6pt) #words.page #counter(page).display() / #counter(page).final().first()])
  })
#let pairs(list) = grid(columns: (auto, 1fr), column-gutter: 8pt, row-gutter: 0.6em,
  ..list.map(f => (text(fill: muted, f.name), text(weight: if f.strong { 700 } else { 400 }, line(f.value)))).flatten())
#let panels(columns, list) = grid(columns: columns, stroke: 0.5pt + hair, inset: (x: 8pt, y: 7pt), ..list)
#head-ground(top-margin)
#grid(columns: (1fr, auto), column-gutter: 12pt,
  align(left + horizon, logo(46pt)),
  align(right, stack(dir: ttb, spacing: 7pt, text(size: 18pt, weight: 700, fill: heading, words.title),
    text(size: 10.5pt, weight: 700, data.number), code(data.code))))
#v(4pt)
#rule
#v(4pt)
#panels((1fr, 1fr), data.parties.map(p => titled(p.title, lines(p.lines))))
#v(-4pt)
#panels((1fr, 1fr), (titled(words.shipment, pairs(data.shipment)), titled(words.terms, pairs(data.terms))))
#v(4pt)
#table(columns: (auto, 1fr, auto, auto, auto, auto, auto, auto), inset: (x: 5pt, y: 5pt),
  align: (right, left, left, left, right, right, right, right),
  stroke: (x, y) => if y > 0 { (bottom: 0.5pt + hair) },
  table.header(head-cell("#", a: right), head-cell(words.description), head-cell(words.hs), head-cell(words.origin),
    head-cell(words.quantity, a: right), head-cell(words.netWeight, a: right), head-cell(words.unitValue, a: right),
    head-cell(words.value, a: right)),
  ..data.lines.enumerate(start: 1).map(((n, l)) => (
    [#n],
    { line(l.description); if l.sku != none { if not l.description.rtl { linebreak() }; text(size: 0.86em, fill: muted, words.sku + " " + l.sku) } },
    l.hs, l.origin, l.quantity, l.weight, l.unit, l.value)).flatten())
#v(2pt)
#grid(columns: (1fr, 215pt), column-gutter: 18pt,
  titled(words.weights, pairs(data.weights)),
  {
    grid(columns: (1fr, auto), row-gutter: 0.6em, ..data.sums.map(s => (text(fill: muted, s.name), align(right, s.value))).flatten())
    v(2pt)
    block(width: 100%, fill: primary, inset: (x: 8pt, y: 6pt), radius: 2pt,
      text(fill: rgb(brand.onPrimary), weight: 700, size: 1.15em, grid(columns: (1fr, auto), words.total, data.total)))
  })
#if data.sections.len() > 0 {
  v(2pt)
  panels(if data.sections.len() == 1 { 1fr } else { (1fr, 1fr) }, data.sections.map(s => titled(s.title, pairs(s.rows))))
}
#v(6pt)
#block(breakable: false, width: 100%, {
  for paragraph in data.declaration { par(paragraph) }
  v(26pt)
  // Three rows, so that a long name grows upwards from its line.
  grid(columns: (1.2fr, 1.4fr, 0.8fr), column-gutter: 18pt, row-gutter: 4pt, align: bottom,
    ..data.signature.map(s => line(s.value)),
    ..data.signature.map(s => std.line(length: 100%, stroke: 0.6pt + black)),
    ..data.signature.map(s => text(size: 0.86em, fill: muted, s.name)))
})
`;
