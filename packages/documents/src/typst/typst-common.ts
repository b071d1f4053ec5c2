import { FONT_STACK } from '../text/font-stack.ts';

/** Typst source shared by the page documents: fonts, page, watermark, header. */

export const TYPST_COMMON = String.raw`
#let data = json(bytes(sys.inputs.data))
#let brand = data.brand
#let words = data.words
// Half a sheet: two stand beside each other.
#let half = data.paper.starts-with("half")
#let small = half or data.paper == "4x6"
#let dot = 72pt / 203
#let primary = rgb(brand.primary)
#let heading = rgb(brand.heading)
#let muted = rgb("#5a6470")
#let hair = rgb("#c9d0d8")
#let base = if half { 8.6pt } else if small { 7.5pt } else { 9.5pt }
#let margin = if half { 70 * dot } else if small { 40 * dot } else { 130 * dot }
#let paper = if data.paper == "4x6" { (width: 288pt, height: 432pt) } else if data.paper == "half-letter" { (width: 396pt, height: 612pt) } else if data.paper == "half-a4" { (width: 420.945pt, height: 595.276pt) } else if data.paper == "a4" { (width: 595.276pt, height: 841.89pt) } else { (width: 612pt, height: 792pt) }
#set document(title: data.title, author: brand.issuer)
#set text(font: ${FONT_STACK}, lang: data.lang, size: base, hyphenate: false, cjk-latin-spacing: none)
#set par(leading: 0.5em, spacing: 0.6em)
#let caption(body) = text(size: 0.78em, weight: 700, fill: muted, tracking: 0.03em, upper(body))
// A text that came from outside: right-to-left by its own first letter, left where the column is left.
#let line(t) = if t.rtl { align(left, text(dir: rtl, t.text)) } else { t.text }
#let lines(list) = stack(dir: ttb, spacing: 0.5em, ..list.map(t => line(t)))
#let watermark = if brand.watermark != none {
  place(center + horizon, rotate(-32deg, text(size: if small { 34pt } else { 74pt }, weight: 700, fill: rgb("#f0f0f2"), brand.watermark)))
}
// Ground of the head: on the first page of a document only, so it is part of the flow and not of the page.
#let head-ground(top-margin) = if brand.ground != none {
  place(top + left, dx: -margin, dy: -top-margin,
    rect(width: paper.width, height: top-margin + if small { 46pt } else { 76pt }, fill: rgb(brand.ground)))
}
#let logo(height) = if brand.logo != none {
  let widest = if small { 120pt } else { 220pt }
  context {
    let natural = image(brand.logo, height: height, alt: brand.issuer)
    if measure(natural).width > widest { image(brand.logo, width: widest, alt: brand.issuer) } else { natural }
  }
} else {
  // A company's full name must not take half of a small page.
  let long = brand.issuer.clusters().len() > 30
  text(size: if small { if long { 9.5pt } else { 13pt } } else if long { 14pt } else { 19pt }, weight: 700, fill: heading, brand.issuer)
}
#let colon = if data.lang == "fr" { "\u{a0}:" } else { ":" }
#let rule = std.line(length: 100%, stroke: 1.2pt + primary)
#let titled(title, body) = stack(dir: ttb, spacing: 0.75em, caption(title), body)
#let head-cell(body, a: left) = table.cell(fill: primary, align: a, text(fill: rgb(brand.onPrimary), weight: 700, size: 0.88em, body))
#let code(c) = if c != none { image(bytes(c.svg), format: "svg", width: c.width * 1pt, height: c.height * 1pt, alt: c.alt) }
`;
