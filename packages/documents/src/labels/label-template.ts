import { FONT_STACK } from '../text/font-stack.ts';

/** Typst source of the 4x6 label: positions come computed (`label-layout.ts`), so the template only places. */
export const LABEL_TEMPLATE = String.raw`
#let data = json(bytes(sys.inputs.data))
#let dot = 72pt / 203
#set document(title: data.title, keywords: data.keywords)
#set page(width: 288pt, height: 432pt, margin: 0pt)
#set text(font: ${FONT_STACK}, lang: data.lang,
  top-edge: "baseline", bottom-edge: "baseline", hyphenate: false, cjk-latin-spacing: none)
#set par(leading: 0pt, spacing: 0pt)
#let aligns = (l: left, c: center, r: right)
#let line-of(t) = {
  let body = text(size: t.s * dot, weight: if t.b { 700 } else { 400 }, fill: if t.i { white } else { black },
    dir: if t.r { rtl } else { ltr }, t.t)
  let room = t.w * dot
  // Widths of plain Latin are known beforehand; shaped scripts are measured and squeezed if they came out wider.
  let fitted = if t.g {
    context {
      let width = measure(body).width
      if width > room { scale(x: room / width * 100%, origin: left, reflow: true, body) } else { body }
    }
  } else { body }
  place(top + left, dx: t.x * dot, dy: t.y * dot, box(width: room, align(aligns.at(t.a), fitted)))
}
#for (index, label) in data.labels.enumerate() {
  if index > 0 { pagebreak() }
  place(top + left, image(bytes(label.art), format: "svg", width: 288pt, height: 432pt, alt: label.alt))
  for t in label.texts { line-of(t) }
}
`;
