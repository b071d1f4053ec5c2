/**
 * Colour arithmetic for tenant colours: sRGB hex and OKLCH (Björn Ottosson, "A perceptual color space for
 * image processing", 2020; matrices of the 2021-01-25 revision). Channels are 0 to 1, hue is in radians.
 */
import { channels, toLinear } from '@scanship/domain/values/contrast';

export type Rgb = readonly [number, number, number];
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** True for `#rgb` and `#rrggbb`: the only forms a tenant colour may have. */
export const isHexColor = (text: string): boolean => HEX.test(text);

const toGamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** @throws RangeError when the text is not a hex colour. */
export function parseHex(hex: string): Rgb {
  if (!isHexColor(hex)) throw new RangeError(`"${hex}" is not a hex colour`);
  return channels(hex);
}

/** Channels beyond 0 and 1 are the nearest there is. */
export const toHex = (rgb: readonly number[]): string =>
  `#${rgb
    .map((c) =>
      Math.round(clamp(c) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export function toOklch(hex: string): Oklch {
  const rgb = parseHex(hex);
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: Math.atan2(bb, a),
  };
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const inGamut = (rgb: Rgb): boolean => rgb.every((c) => c >= -1e-4 && c <= 1 + 1e-4);

/** Hex of an OKLCH colour; hue and lightness are kept and chroma is reduced only as far as sRGB asks (bisection). */
export function fromOklch(color: Oklch): string {
  const lightness = clamp(color.lightness);
  const at = (chroma: number): Rgb => toLinearRgb({ ...color, lightness, chroma });
  let rgb = at(color.chroma);
  if (!inGamut(rgb)) {
    let [inside, outside] = [0, color.chroma];
    for (let step = 0; step < 12; step++) {
      const middle = (inside + outside) / 2;
      if (inGamut(at(middle))) inside = middle;
      else outside = middle;
    }
    rgb = at(inside);
  }
  return toHex(rgb.map(toGamma));
}

/** Mixes in sRGB: `share` of `a`, the rest `b`. */
export function mixHex(a: string, b: string, share: number): string {
  const [x, y] = [parseHex(a), parseHex(b)];
  const at = (i: 0 | 1 | 2) => x[i] * share + y[i] * (1 - share);
  return toHex([at(0), at(1), at(2)]);
}
