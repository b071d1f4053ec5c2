/** What of a brand was changed, and how its colour comes out; without any screen. */
import type { Branding } from '@scanship/contracts/network/start-up';
import { contrast } from '../../theme/oklch.ts';
import { type TenantColors } from '../../theme/tenant-colors.ts';

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
  /** The colour that is used where the brand's own would not reach it; undefined: its own is used. */
  readonly moved: string | undefined;
}

/** Contrast of everything that the tenant's colour draws, on the surface where it is lowest (WCAG 2.2, 1.4.3 and 1.4.11). */
export function contrastsOf(colors: TenantColors): readonly ContrastResult[] {
  const own = (colour: string) => (colour.toLowerCase() === colors.solid.toLowerCase() ? undefined : colour);
  return (['light', 'dark'] as const).flatMap((scheme): ContrastResult[] => {
    const { page, card, hover, soft, text, ui } = colors[scheme];
    const lowest = (colour: string) =>
      Math.min(...[page, card, hover, soft].map((surface) => contrast(colour, surface)));
    return [
      {
        what: 'button',
        scheme,
        ratio: contrast(colors.onSolid, colors.solid),
        needed: 4.5,
        moved: undefined,
      },
      { what: 'text', scheme, ratio: lowest(text), needed: 4.5, moved: own(text) },
      { what: 'control', scheme, ratio: lowest(ui), needed: 3, moved: own(ui) },
    ];
  });
}
