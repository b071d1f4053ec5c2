/** How near a cut-off is. Pure. */
/** Minutes before the cut-off from which on the page reminds. */
export const REMIND_MINUTES = 60;

export type CutOff =
  | { readonly kind: 'none' }
  | { readonly kind: 'later' | 'soon'; readonly minutes: number }
  | { readonly kind: 'over' };

/** @param cutOffAt instant, or null on a day on which nothing is handed over */
export function cutOffState(cutOffAt: string | null, now: Date): CutOff {
  if (cutOffAt === null) return { kind: 'none' };
  const minutes = Math.ceil((Date.parse(cutOffAt) - now.getTime()) / 60_000);
  if (minutes <= 0) return { kind: 'over' };
  return { kind: minutes <= REMIND_MINUTES ? 'soon' : 'later', minutes };
}
