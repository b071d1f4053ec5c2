/**
 * One circuit breaker per account and host: after several faults of the other side in a row it answers at once instead of
 * letting every caller wait for the deadline. Per account, because vendors answer 500 to one shipper's odd data, and that
 * must not shut out the others. Refusals, quota and our own mistakes never count.
 */
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, type CircuitBreakerPolicy } from 'cockatiel';

/** Thrown inside the breaker only to make it count; carries the real error outwards. */
export class CountedFault extends Error {
  readonly fault: unknown;
  constructor(fault: unknown) {
    super('counted fault');
    this.fault = fault;
  }
}

export interface BreakerSettings {
  /** Faults in a row that open the breaker. */
  readonly faults: number;
  /** How long it stays open before one call may try again. Milliseconds. */
  readonly openMs: number;
}

export interface Breakers {
  of(key: string): CircuitBreakerPolicy;
  /** Whether calls of an account to one of its hosts are held back now, in this process. */
  holdsBack(accountKey: string): boolean;
  /** Lets the next calls of an account through at once, because a person asks again; it is held back anew when they fail, too. */
  letThrough(accountKey: string): void;
  readonly openMs: number;
}

/** A registry to share between all clients of a process. */
export function createBreakers(settings: BreakerSettings = { faults: 6, openMs: 15_000 }): Breakers {
  const known = new Map<string, CircuitBreakerPolicy>();
  const openOf = (accountKey: string): string[] =>
    [...known].flatMap(([key, breaker]) => (key.startsWith(`${accountKey} `) && isOpen(breaker) ? [key] : []));
  return {
    openMs: settings.openMs,
    of(key) {
      let breaker = known.get(key);
      if (!breaker) {
        breaker = circuitBreaker(
          handleWhen((error) => error instanceof CountedFault),
          { breaker: new ConsecutiveBreaker(settings.faults), halfOpenAfter: settings.openMs },
        );
        known.set(key, breaker);
      }
      return breaker;
    },
    holdsBack: (accountKey) => openOf(accountKey).length > 0,
    letThrough(accountKey) {
      for (const key of openOf(accountKey)) known.delete(key);
    },
  };
}

export const isOpen = (breaker: CircuitBreakerPolicy): boolean =>
  breaker.state === CircuitState.Open || breaker.state === CircuitState.Isolated;
