/** A logo of any kind that documents take, as a page of its own: what is no pixels yet (SVG) becomes pixels from here. */
import { imageFileName } from '../paperwork/branding.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

/** At most 320 x 96 points with white around it. */
const SOURCE = String.raw`
#set page(width: auto, height: auto, margin: 4pt, fill: white)
#let data = json(bytes(sys.inputs.data))
#context {
  let natural = image(data.logo, height: 88pt)
  if measure(natural).width > 312pt { image(data.logo, width: 312pt) } else { natural }
}
`;

/** Undefined for what is no picture. @throws DocumentError `template` when it is damaged; `timed-out`, `worker-died`, `closed` */
export async function drawLogoPage(renderer: TypstRenderer, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const logo = imageFileName('logo', bytes);
  return logo === undefined
    ? undefined
    : renderer.render({ source: SOURCE, parts: [{ logo }], files: { [logo]: bytes } });
}
