import { TYPST_COMMON } from '../typst/typst-common.ts';

/** Typst source of packing slips: one or many orders, each with its own page numbers. */
export const PACKING_SLIP_TEMPLATE =
  TYPST_COMMON +
  String.raw`
#let top-margin = if half { 60 * dot } else if small { 34 * dot } else { 100 * dot }
#let bottom-margin = if small { 30pt } else { 54pt }
#let order-index = state("order", 0)
#let foot(order, number, last) = {
  set text(size: 0.8em, fill: muted)
  grid(columns: (1fr, auto), column-gutter: 8pt, [#brand.footer], [#order.number #h(6pt) #words.page #number / #last])
}
// Counting pages makes Typst lay all of them out again: where every order must fit on one page nothing is counted.
#set page(..paper, margin: (x: margin, top: top-margin, bottom: bottom-margin), background: watermark,
  footer: if data.counted {
    context {
      let index = order-index.get()
      foot(data.orders.at(index), counter(page).display(), counter(page).at(label("end-" + str(index))).first())
    }
  })
#let slip(order) = {
  head-ground(top-margin)
  let title = text(size: if small { 12pt } else { 19pt }, weight: 700, fill: heading, words.title)
  grid(columns: (1fr, auto), column-gutter: 10pt,
    align(left + horizon, logo(if small { 34pt } else { 50pt })),
    align(right, stack(dir: ttb, spacing: if small { 4pt } else { 7pt }, title, code(order.code), text(weight: 700, order.number))))
  v(if small { 2pt } else { 8pt })
  rule
  v(if small { 0pt } else { 4pt })
  let facts = order.facts.map(f => (text(fill: muted, f.name), line(f.value))).flatten()
  let details = grid(columns: (auto, 1fr), column-gutter: if small { 5pt } else { 8pt }, row-gutter: 0.55em, ..facts)
  if small {
    grid(columns: (1fr, 1.3fr), column-gutter: 8pt, titled(words.to, lines(order.to)), titled(words.details, details))
  } else {
    grid(columns: (1.2fr, 1fr, 1.25fr), column-gutter: 16pt, titled(words.to, lines(order.to)),
      titled(words.from, lines(order.from)), titled(words.details, details))
  }
  v(if small { 2pt } else { 8pt })
  let tick = box(width: 9pt, height: 9pt, stroke: 0.7pt + muted, radius: 1.5pt)
  let columns = if small { (1fr, auto) } else { (24pt, 1fr, 130pt, auto) }
  let inset = if small { (x: 4pt, y: 3.2pt) } else { (x: 7pt, y: 5.5pt) }
  set table.cell(breakable: false)
  table(columns: columns, stroke: (rest: none, bottom: 0.5pt + hair), inset: inset,
    align: if small { (left, right) } else { (left, left, left, right) },
    table.header(..if small {
      (head-cell(words.item), head-cell(words.quantity, a: right))
    } else {
      (head-cell[], head-cell(words.item), head-cell(words.sku), head-cell(words.quantity, a: right))
    }),
    ..order.items.map(item => {
      let parts = (line(item.name),)
      if small and item.sku != none { parts.push(text(size: 0.86em, fill: muted, item.sku)) }
      if item.note != none { parts.push(text(size: 0.9em, fill: muted, line(item.note))) }
      // Most items are a name alone: a stack costs a third of the slip's time.
      let name = if parts.len() == 1 { parts.first() } else { stack(dir: ttb, spacing: 0.45em, ..parts) }
      if item.long { name = table.cell(breakable: true, name) }
      let quantity = text(weight: 700, size: 1.1em, item.quantity)
      if small { (name, quantity) } else { (tick, name, item.sku, quantity) }
    }).flatten())
  align(right, text(size: 0.95em)[#words.total#colon #text(weight: 700, order.total)])
  for box-of in order.boxes {
    block(width: 100%, breakable: true, inset: if small { 6pt } else { 10pt }, above: if small { 6pt } else { 12pt }, radius: 3pt,
      stroke: 0.6pt + hair, titled(box-of.title, lines(box-of.lines)))
  }
  if order.page != none {
    block(breakable: false, above: if small { 8pt } else { 16pt }, grid(columns: (auto, 1fr), column-gutter: 10pt, align: horizon,
      code(order.page), stack(dir: ttb, spacing: 0.5em, text(weight: 700, words.track), text(size: 0.9em, fill: muted, words.scan))))
  }
}
#for (index, order) in data.orders.enumerate() {
  if index > 0 { pagebreak() }
  if data.counted {
    order-index.update(index)
    counter(page).update(1)
  } else { place(bottom, dy: 0.3 * bottom-margin + 1em, foot(order, 1, 1)) }
  slip(order)
  if data.counted [#metadata(none)#label("end-" + str(index))]
}
`;
