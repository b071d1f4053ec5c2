/**
 * One tenant colour becomes four roles per scheme, so that any colour a franchise chooses stays legible:
 * `solid` is the colour itself with a text on it of at least 4.5:1; `ui` (controls, focus ring, marks) is at least 3:1 and Lc 30 and
 * `text` (links, active menu) at least 4.5:1 and Lc 60 on page, card, hovered and softly tinted surfaces; `soft` is the tint behind
 * selected things. Decision 0385.
 */
import { contrast, inkOn, type Legibility, reads, TEXT_RATIO } from '@scanship/domain/values/contrast';
import { fromOklch, isHexColor, mixHex, toOklch } from './oklch.ts';

export interface SchemeColors {
  readonly page: string;
  readonly card: string;
  /** Surface under the pointer. */
  readonly hover: string;
  readonly soft: string;
  readonly ui: string;
  /** Edge of a solid button where the colour alone does not stand out from a card. */
  readonly solidEdge: string;
  /** Mark on a `ui` surface, such as the tick of a checkbox. */
  readonly onUi: string;
  readonly text: string;
}
export interface TenantColors {
  readonly solid: string;
  readonly onSolid: string;
  /** Ten steps from light to dark; step 6 is the tenant's own colour. */
  readonly scale: readonly [string, string, string, string, string, string, string, string, string, string];
  readonly light: SchemeColors;
  readonly dark: SchemeColors;
}

export const NEAR_BLACK = '#101418';
export const SURFACES = {
  light: { page: '#f7f8fa', card: '#ffffff', hover: '#f2f4f6' },
  dark: { page: '#131518', card: '#1a1d21', hover: '#22262c' },
} as const;

/** Secondary text, on every surface and on the tint of chosen rows. */
export const DIMMED = { light: '#59616a', dark: '#a6adb5' } as const;

/** Content that is not running text. */
export const TEXT: Legibility = { ratio: TEXT_RATIO, lc: 60 };
/** What is seen rather than read. */
export const CONTROL: Legibility = { ratio: 3, lc: 30 };
/** A tick or a number on a control. */
const MARK_LC = 45;

export const readableOn = (background: string): string => inkOn(background, NEAR_BLACK);

/**
 * The colour nearest in lightness to `hex`, of the same hue, that `holds`. `direction` is -1 on light surfaces and 1 on dark ones;
 * contrast grows steadily that way, so the first lightness that holds is found by halves.
 */
export function moveUntil(hex: string, direction: -1 | 1, holds: (candidate: string) => boolean): string {
  if (holds(hex)) return hex;
  const start = toOklch(hex);
  let failing = start.lightness;
  let passing = direction === -1 ? 0 : 1;
  let best = direction === -1 ? '#000000' : '#ffffff';
  for (let step = 0; step < 10; step++) {
    const middle = (failing + passing) / 2;
    const candidate = fromOklch({ ...start, lightness: middle });
    if (holds(candidate)) {
      passing = middle;
      best = candidate;
    } else failing = middle;
  }
  return best;
}

function scheme(solid: string, name: 'light' | 'dark', soft: string): SchemeColors {
  const { page, card, hover } = SURFACES[name];
  const surfaces = [page, card, hover, soft];
  const direction = name === 'light' ? -1 : 1;
  const everywhere = (needed: Legibility) => (candidate: string) =>
    surfaces.every((surface) => reads(candidate, surface, needed));
  const marked = (candidate: string) => reads(readableOn(candidate), candidate, { ratio: TEXT_RATIO, lc: MARK_LC });
  const ui = moveUntil(moveUntil(solid, direction, everywhere(CONTROL)), direction, marked);
  return {
    page,
    card,
    hover,
    soft,
    ui,
    solidEdge: reads(solid, card, CONTROL) ? solid : ui,
    onUi: readableOn(ui),
    text: moveUntil(solid, direction, everywhere(TEXT)),
  };
}

/** The tint of chosen rows on dark: 18 % of the colour, less where a light one would make secondary text hard to read. */
function darkTint(primary: string): string {
  const tint = (percent: number) => mixHex(primary, SURFACES.dark.card, percent / 100);
  let percent = 18;
  while (percent > 0 && contrast(tint(percent), DIMMED.dark) < TEXT_RATIO) percent--;
  return tint(percent);
}

/** Branding is untrusted: anything that is not a hex colour becomes `fallback`. */
export const safeColor = (value: string | null | undefined, fallback: string): string =>
  value && isHexColor(value.trim()) ? value.trim().toLowerCase() : fallback;

/** @throws RangeError when `primary` is not a hex colour (see `safeColor`). */
export function tenantColors(primary: string): TenantColors {
  const own = toOklch(primary);
  const chroma = Math.min(own.chroma, 0.25);
  const step = (lightness: number, share: number) => fromOklch({ lightness, chroma: chroma * share, hue: own.hue });
  return {
    solid: primary,
    onSolid: readableOn(primary),
    scale: [
      step(0.975, 0.18),
      step(0.94, 0.35),
      step(0.885, 0.6),
      step(0.81, 1),
      step(0.72, 1),
      step(0.63, 1),
      primary,
      step(0.47, 1),
      step(0.39, 1),
      step(0.31, 1),
    ],
    light: scheme(primary, 'light', step(0.975, 0.18)),
    dark: scheme(primary, 'dark', darkTint(primary)),
  };
}
