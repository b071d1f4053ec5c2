import { TYPST_COMMON } from '../typst/typst-common.ts';

/** Typst source of the sheet of command barcodes: one row a command. Letter or A4. */
export const COMMAND_SHEET_TEMPLATE =
  TYPST_COMMON +
  String.raw`
#set page(..paper, margin: (x: 54pt, top: 54pt, bottom: 46pt))
#grid(columns: (1fr, auto), column-gutter: 10pt,
  align(left + horizon, logo(34pt)),
  align(right + horizon, text(size: 17pt, weight: 700, fill: heading, data.title)))
#v(4pt)
#rule
#v(2pt)
#text(size: 10.5pt, fill: muted, data.hint)
#v(10pt)
#for command in data.commands {
  block(width: 100%, breakable: false, inset: 14pt, below: 12pt, radius: 4pt, stroke: 0.6pt + hair,
    grid(columns: (1fr, auto), column-gutter: 18pt,
      align(left + horizon, stack(dir: ttb, spacing: 8pt,
        text(size: 17pt, weight: 700, command.name), text(size: 10pt, fill: muted, command.what))),
      align(center + horizon, pad(x: 12pt, stack(dir: ttb, spacing: 6pt, code(command.code), text(size: 8pt, fill: muted, command.text))))))
}
`;
