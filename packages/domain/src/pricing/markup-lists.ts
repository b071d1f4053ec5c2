/**
 * Whose mark-ups a buyer is charged. A level keeps one list for everybody and may keep one for a plan, a group of customers or a
 * single buyer. The list for the fewest that is used counts, and counts alone: lists never add up.
 */

/** The one for the fewest first. */
export const MARKUP_LISTS = ['buyer', 'group', 'plan', 'everybody'] as const;
export type MarkupListKind = (typeof MARKUP_LISTS)[number];

/** @param used lists of a buyer that are used; everybody's always is */
export const countingList = (used: ReadonlySet<MarkupListKind>): MarkupListKind =>
  MARKUP_LISTS.find((kind) => used.has(kind)) ?? 'everybody';

/** Lists that count before this one. */
export const countsBefore = (kind: MarkupListKind): readonly MarkupListKind[] =>
  MARKUP_LISTS.slice(0, MARKUP_LISTS.indexOf(kind));
