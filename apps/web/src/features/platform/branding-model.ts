/** What of a brand was changed, and how its colour comes out; without any screen. */
import type { Branding } from '@scanship/contracts/network/start-up';
import { contrast, lightnessContrast } from '@scanship/domain/values/contrast';
import { CONTROL, type TenantColors, TEXT } from '../../theme/tenant-colors.ts';

export type BrandField = Exclude<keyof Branding, 'tenantId'>;
export type BrandDraft = Readonly<Partial<Record<BrandField, string>>>;

/** Text of a field as it is being edited. */
export const textOf = (stored: Branding, draft: BrandDraft, field: BrandField): string =>
  draft[field] ?? stored[field] ?? '';

/** Only what differs from what is stored; an emptied field is null. */
export function changedFields(stored: Branding, draft: BrandDraft): Partial<Record<BrandField, string | null>> {
  const names = Object.keys(draft) as BrandField[];
  return Object.fromEntries(
    names.flatMap((field) => {
      const text = draft[field]?.trim() ?? '';
      return text === (stored[field] ?? '') ? [] : [[field, text || null]];
    }),
  );
}

export interface ContrastResult {
  readonly what: 'button' | 'text' | 'control';
  readonly scheme: 'light' | 'dark';
  readonly ratio: number;
  readonly needed: number;
  /** Lightness contrast of APCA, and what it should be. A button that has less is allowed: its colour is the brand's. */
  readonly lc: number;
  readonly lcNeeded: number;
  /** The colour that is used where the brand's own would not reach it; undefined: its own is used. */
  readonly moved: string | undefined;
}

/**
 * Contrast of everything that the tenant's colour draws, on the surface where it is lowest: WCAG 2.2 (1.4.3 and 1.4.11) and APCA.
 */
export function contrastsOf(colors: TenantColors): readonly ContrastResult[] {
  const own = (colour: string) => (colour.toLowerCase() === colors.solid.toLowerCase() ? undefined : colour);
  return (['light', 'dark'] as const).flatMap((scheme): ContrastResult[] => {
    const { page, card, hover, soft, text, ui } = colors[scheme];
    const lowest = (colour: string, grounds: readonly string[], { ratio, lc }: typeof TEXT) => ({
      scheme,
      ratio: Math.min(...grounds.map((ground) => contrast(colour, ground))),
      needed: ratio,
      lc: Math.min(...grounds.map((ground) => Math.abs(lightnessContrast(colour, ground)))),
      lcNeeded: lc,
    });
    const surfaces = [page, card, hover, soft];
    return [
      { what: 'button', ...lowest(colors.onSolid, [colors.solid], TEXT), moved: undefined },
      { what: 'text', ...lowest(text, surfaces, TEXT), moved: own(text) },
      { what: 'control', ...lowest(ui, surfaces, CONTROL), moved: own(ui) },
    ];
  });
}
