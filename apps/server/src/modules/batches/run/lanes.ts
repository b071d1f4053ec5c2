/**
 * How many labels of a batch are in hand at once: as many as each account can answer. An account that allows few calls never
 * keeps the others waiting, and what none of them limits is limited by this machine.
 */

export interface Quota {
  readonly calls: number;
  readonly perMs: number;
}

/** In hand of one batch in one process, whatever the accounts allow: each takes connections and memory. */
export const MOST_IN_HAND = 24;
/** Of an account that says nothing about itself. */
const USUAL = 8;
/** A label is in hand for about so long: the carrier's answer and what is written before and after it. */
const IN_HAND_MS = 2_000;

/**
 * Labels of one account in hand at once. More than its quota lets through while one is answered would only stand in line for
 * it, and be given up as an outage when the line is long.
 */
export const allowedAtOnce = (quota: Quota | undefined, most: number): number =>
  Math.min(most, quota ? Math.max(2, Math.ceil((quota.calls * IN_HAND_MS) / quota.perMs)) : USUAL);

export interface Lanes<T> {
  /** Whether one more may be begun at all. */
  room(): boolean;
  /** Accounts that have as many in hand as they allow. */
  full(): readonly string[];
  /** Takes the first that its account allows out of the list. */
  take(queue: T[]): T | undefined;
  done(grantId: string | null): void;
}

/**
 * @param most of all accounts together, in this process
 * @param processes how many share what each account allows, this one included
 */
export function createLanes<T extends { readonly grantId: string | null }>(
  most: number,
  quotaOf: (item: T) => Quota | undefined,
  processes: () => number = () => 1,
): Lanes<T> {
  const inHand = new Map<string, number>();
  const allowed = new Map<string, number>();
  let total = 0;
  const isFull = (grantId: string | null): boolean =>
    grantId !== null &&
    (inHand.get(grantId) ?? 0) >= Math.max(1, Math.floor((allowed.get(grantId) ?? most) / processes()));
  return {
    room: () => total < most,
    full: () => [...inHand.keys()].filter(isFull),
    take(queue) {
      if (total >= most) return undefined;
      for (const item of queue)
        if (item.grantId !== null && !allowed.has(item.grantId))
          allowed.set(item.grantId, allowedAtOnce(quotaOf(item), most));
      const index = queue.findIndex(({ grantId }) => !isFull(grantId));
      if (index < 0) return undefined;
      const [item] = queue.splice(index, 1);
      if (!item) return undefined;
      total += 1;
      if (item.grantId !== null) inHand.set(item.grantId, (inHand.get(item.grantId) ?? 0) + 1);
      return item;
    },
    done(grantId) {
      total -= 1;
      if (grantId !== null) inHand.set(grantId, (inHand.get(grantId) ?? 1) - 1);
    },
  };
}
