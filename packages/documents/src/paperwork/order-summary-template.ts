import { TYPST_COMMON } from '../typst/typst-common.ts';

/** Typst source of the order summary: the units first, because they are what is taken off the shelves. */
export const ORDER_SUMMARY_TEMPLATE =
  TYPST_COMMON +
  String.raw`
#let top-margin = 100 * dot
#let base = 8.8pt
#set text(size: base)
#set page(..paper, margin: (x: 110 * dot, top: top-margin, bottom: 54pt), background: watermark,
  footer: context {
    set text(size: 0.82em, fill: muted)
    grid(columns: (1fr, auto), column-gutter: 8pt, [#brand.footer],
      [#words.made #data.madeAt #h(6pt) #words.page #counter(page).display() / #counter(page).final().first()])
  })
#head-ground(top-margin)
#grid(columns: (1fr, auto), column-gutter: 12pt,
  align(left + horizon, logo(46pt)),
  align(right + horizon, text(size: 18pt, weight: 700, fill: heading, words.title)))
#v(4pt)
#rule
#v(20pt)
#grid(columns: (auto, auto, auto, 1fr), column-gutter: 32pt, ..data.facts.map(f => titled(f.name, text(size: 1.35em, weight: 700, f.value))))
#v(10pt)
#let lined = (x, y) => if y > 0 { (bottom: 0.5pt + hair) }
#titled(words.bySku, table(columns: (150pt, 1fr, auto, auto), inset: (x: 5pt, y: 4.5pt), stroke: lined,
  align: (left, left, right, right),
  table.header(head-cell(words.sku), head-cell(words.item), head-cell(words.inOrders, a: right), head-cell(words.units, a: right)),
  ..data.skus.map(s => (
    if s.sku == none { text(fill: muted, words.noSku) } else { line(s.sku) }, line(s.name), s.orders,
    text(weight: 700, s.units))).flatten()))
#v(10pt)
#titled(words.byOrder, table(columns: (auto, auto, 1fr, 1.3fr, auto, auto, auto), inset: (x: 5pt, y: 4.5pt), stroke: lined,
  align: (left, left, left, left, left, right, right),
  table.header(head-cell(words.order), head-cell(words.date), head-cell(words.recipient), head-cell(words.destination),
    head-cell(words.status), head-cell(words.units, a: right), head-cell(words.total, a: right)),
  ..data.orders.map(o => (line(o.number), o.date, line(o.recipient), line(o.destination), o.status, o.items, o.total)).flatten()))
`;
