/**
 * How well one colour reads on another, by two measures. WCAG 2.2 is the floor that laws and audits ask for. APCA (Andrew Somers,
 * version 0.0.98G-4g, the constants of the W3 working draft: github.com/Myndex/SAPC-APCA) is nearer to what eyes see: WCAG
 * calls much legible that is not where the ground is dark. Colours are #rrggbb or #rgb.
 */

/** Red, green and blue, each 0 to 1. */
export const channels = (hex: string): readonly [number, number, number] => {
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1);
  const value = Number.parseInt(digits, 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};

/** A channel of sRGB as light. */
export const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** Relative luminance of WCAG 2.2, 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex);
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Luminance on a screen, with the light that black does not keep back. */
function screenLuminance(hex: string): number {
  const [r, g, b] = channels(hex);
  const y = 0.2126729 * r ** 2.4 + 0.7151522 * g ** 2.4 + 0.072175 * b ** 2.4;
  return y > 0.022 ? y : y + (0.022 - y) ** 1.414;
}

/** Lightness contrast (Lc) of APCA: from about 106 (black on white) to -108 (white on black); its size says how legible it is. */
export function lightnessContrast(text: string, ground: string): number {
  const [t, g] = [screenLuminance(text), screenLuminance(ground)];
  const onLight = g > t;
  const contrasted = (g ** (onLight ? 0.56 : 0.65) - t ** (onLight ? 0.57 : 0.62)) * 1.14;
  // What is so near is not read at all; the limit of the draft for equal luminances lies within it.
  return Math.abs(contrasted) < 0.1 ? 0 : (contrasted - Math.sign(contrasted) * 0.027) * 100;
}

export interface Legibility {
  /** WCAG, at least. */
  readonly ratio: number;
  /** APCA, at least, whichever way round. */
  readonly lc: number;
}

export const reads = (text: string, ground: string, { ratio, lc }: Legibility): boolean =>
  contrast(text, ground) >= ratio && Math.abs(lightnessContrast(text, ground)) >= lc;

/** WCAG 2.2, 1.4.3, of text. */
export const TEXT_RATIO = 4.5;

/**
 * Text for a ground: of white and `dark` the one that reads better by APCA, as far as WCAG allows it; where it allows neither,
 * black, which it then does.
 */
export function inkOn(ground: string, dark = '#000000'): string {
  const [best] = ['#ffffff', dark]
    .filter((ink) => contrast(ink, ground) >= TEXT_RATIO)
    .toSorted((a, b) => Math.abs(lightnessContrast(b, ground)) - Math.abs(lightnessContrast(a, ground)));
  return best ?? '#000000';
}
