/** When a share of what was left out is no accident any more. Pure. */

/** So many of so many, found in so many answers. */
export interface Share {
  readonly items: number;
  readonly of: number;
  readonly answers: number;
}

/** Deviations of a normal distribution: a share that stays the same leaves the interval once in 700 looks at one side. */
const Z = 3;
/** Fewer tell nothing, however odd they are. */
const FEWEST = 10;
/** One parcel that is asked about again and again is one or two answers in an hour or two. */
const FEWEST_ANSWERS = 3;
/** A change that is worth a person's time: twice what it was, and two percent more. */
const worthTelling = (before: number): number => 2 * before + 0.02;

/**
 * Bounds between which the true share lies: Wilson's score interval, which holds for few cases and for shares near 0 and 1
 * (E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22, 1927;
 * NIST/SEMATECH e-Handbook of Statistical Methods, section 7.2.4.1).
 * @returns 0 and 1 where nothing was counted
 */
export function bounds({ items, of }: Pick<Share, 'items' | 'of'>): { readonly low: number; readonly high: number } {
  if (of <= 0) return { low: 0, high: 1 };
  const share = items / of;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export const shareOf = ({ items, of }: Pick<Share, 'items' | 'of'>): number => (of <= 0 ? 0 : items / of);

/**
 * Whether a share has grown: even the least it can be now is more than twice the most it can have been, and two percent.
 * Ten cases in three answers are the fewest that count, and a connector without a past is compared with nothing: that is
 * what its go-live check is for.
 */
export const hasShifted = (now: Share, before: Share): boolean =>
  now.of >= FEWEST && now.answers >= FEWEST_ANSWERS && bounds(now).low > worthTelling(bounds(before).high);

/** Whether a share that had grown is what it was again. */
export const isBack = (now: Share, shareBefore: number): boolean =>
  now.of >= FEWEST && shareOf(now) <= worthTelling(shareBefore);
