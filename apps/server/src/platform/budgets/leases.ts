/**
 * The local side of budgets. The first little of every window is used without asking anybody; after that this process takes
 * a part of what is left from the shared counter, what it used before included, and serves calls from it. So an ordinary call
 * costs no statement, a busy key one in about twenty of its budget's parts, and a key that is used up none until its window ends.
 *
 * Bound: in any window of the shared counter, P processes let through no more than the budget and 2 x P times the part that
 * is free of asking (2 %, nothing of budgets below 50). What a process took and does not use is lost to others until the
 * window ends: no more than one lease (5 %) a process.
 */
import type { CounterAnswer, SharedCounters } from './shared-counters.ts';

export interface LeaseAsk {
  readonly key: string;
  /** Of one window. */
  readonly amount: number;
  readonly seconds: number;
  /** Used at once. */
  readonly cost: number;
}

export interface Leases {
  /** Milliseconds to wait where this is used up as far as is known here, without asking or using anything. */
  known(ask: LeaseAsk): number | undefined;
  /** Uses `cost`; milliseconds to wait when it is not there. */
  take(ask: LeaseAsk): Promise<number | undefined>;
}

export const FREE_PART = 0.02;
export const LEASE_PART = 0.05;

interface Held {
  /** As `performance.now()` counts. */
  endsAt: number;
  /** May still be used without asking. */
  free: number;
  /** Used without asking, told with the next lease. */
  owed: number;
  tokens: number;
  /** This much at once is not there before the window ends. */
  refused: number;
  leasing: Promise<void> | undefined;
}

/** Keys kept here; a flood from more addresses than this forgets the oldest, which only asks again. */
const MOST_KEYS = 50_000;

export function createLeases(counters: SharedCounters): Leases {
  const keys = new Map<string, Held>();

  function heldOf({ key, amount, seconds }: LeaseAsk): Held {
    const now = performance.now();
    const known = keys.get(key);
    // While it is being asked for, a window does not end: nobody asks twice at once.
    if (known && (known.endsAt > now || known.leasing)) return known;
    keys.delete(key);
    if (keys.size >= MOST_KEYS) makeRoom(now);
    const fresh: Held = {
      endsAt: now + seconds * 1000,
      free: Math.floor(amount * FREE_PART),
      owed: 0,
      tokens: 0,
      refused: Number.POSITIVE_INFINITY,
      leasing: undefined,
    };
    keys.set(key, fresh);
    return fresh;
  }

  function makeRoom(now: number): void {
    for (const [key, { endsAt }] of keys) if (endsAt <= now) keys.delete(key);
    for (const key of keys.keys()) {
      if (keys.size < MOST_KEYS) return;
      keys.delete(key);
    }
  }

  async function lease({ key, amount, seconds, cost }: LeaseAsk, held: Held): Promise<void> {
    const { owed } = held;
    const need = cost - held.tokens;
    const want = Math.max(need, Math.ceil(amount * LEASE_PART));
    // No part is free any more: whatever is used from here on was granted.
    held.free = 0;
    held.owed = 0;
    const { granted, endsAt }: CounterAnswer = await counters.take({ key, amount, seconds, owed, need, want });
    held.endsAt = endsAt;
    held.tokens += granted;
    if (granted === 0) held.refused = Math.min(held.refused, cost);
  }

  const waitOf = (held: Held, cost: number): number | undefined => {
    const left = held.endsAt - performance.now();
    return cost >= held.refused && left > 0 ? left : undefined;
  };

  return {
    known: (ask) => waitOf(heldOf(ask), ask.cost),
    async take(ask) {
      for (;;) {
        const held = heldOf(ask);
        const wait = waitOf(held, ask.cost);
        if (wait !== undefined) return wait;
        if (held.tokens >= ask.cost) {
          held.tokens -= ask.cost;
          return undefined;
        }
        if (held.free >= ask.cost) {
          held.free -= ask.cost;
          held.owed += ask.cost;
          return undefined;
        }
        held.leasing ??= lease(ask, held).finally(() => {
          held.leasing = undefined;
        });
        await held.leasing;
      }
    },
  };
}
