/** Keeps the rates on the screen as they are while somebody points at them or walks them; what arrives meanwhile waits. */
import { useState } from 'react';
import type { Rates } from './rates-store.ts';

interface Steady {
  readonly rates: Rates;
  /** Rates that have arrived and are not shown yet. */
  readonly waiting: number;
  readonly show: () => void;
}

/**
 * @param now as they have arrived
 * @param inUse a row is under the pointer or has the focus
 */
export function useSteady(now: Rates, inUse: boolean): Steady {
  const [held, setHeld] = useState(now);
  // Another question has other answers: nothing of the old ones may stay.
  const follows = !inUse || held.key !== now.key || held.rates.length === 0;
  if (follows && held !== now) setHeld(now);
  const rates = follows ? now : held;
  const known = new Set(rates.rates.map(({ id }) => id));
  return { rates, waiting: now.rates.filter(({ id }) => !known.has(id)).length, show: () => setHeld(now) };
}
