/** For which printer a ZPL label was written. */

/** Resolutions of label printers: dots per millimetre as zebrash names them, and per inch as they really are. */
const RESOLUTIONS = [
  { perMillimetre: 8, perInch: 203 },
  { perMillimetre: 12, perInch: 300 },
  { perMillimetre: 24, perInch: 600 },
] as const;
export type ZplResolution = (typeof RESOLUTIONS)[number];

/** The coarsest printer whose 4 inches hold the width (`^PW`, dots) the label names; 203 dpi where it names none. */
export function zplResolution(zpl: string): ZplResolution {
  const widths = [...zpl.matchAll(/\^PW\s*(\d{1,5})/gi)].map((match) => Number(match[1]));
  const width = Math.max(0, ...widths);
  // A label may be a few dots wider than its paper.
  return RESOLUTIONS.find(({ perInch }) => width <= perInch * 4.2) ?? RESOLUTIONS[2];
}
