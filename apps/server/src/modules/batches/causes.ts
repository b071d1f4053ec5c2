/** Why an order of a batch is not shipped, as a short list of causes that people can mend or wait for. */
import type { BatchCause } from '@scanship/contracts/shipping/batches';
import { ERRORS } from '@scanship/contracts/errors';
import type { AppProblem } from '../../platform/problem.ts';

export interface Held {
  readonly cause: BatchCause;
  /** One plain sentence for the person. */
  readonly message: string;
}

/** Causes that "retry failed" can do something about: the others are over, or belong to somebody else. */
const RETRYABLE: ReadonlySet<BatchCause> = new Set([
  'no-weight',
  'address',
  'no-ship-from',
  'customs',
  'hold',
  'claimed',
  'import-failed',
  'no-carrier',
  'no-rate',
  'carrier-unavailable',
  'no-exchange-rate',
  'credit',
  'dearer',
  'refused',
  'undecided',
  'fault',
]);
export const canRetry = (cause: BatchCause): boolean => RETRYABLE.has(cause);

const CAUSE_OF: Readonly<Partial<Record<AppProblem['code'], BatchCause>>> = {
  not_found: 'not-found',
  address_incomplete: 'address',
  no_ship_from: 'no-ship-from',
  customs_incomplete: 'customs',
  no_carrier: 'no-carrier',
  already_allocated: 'shipped',
  order_claimed: 'claimed',
  order_not_shippable: 'hold',
  insufficient_funds: 'credit',
  carrier_unavailable: 'carrier-unavailable',
};

/** The sentence of a refused command: its own, what its fields say, or the catalogue's. */
export function sentenceOf(problem: AppProblem): string {
  const own = problem.message ?? ERRORS[problem.code].message;
  const fields = (problem.errors ?? []).slice(0, 3).map((each) => each.message);
  return fields.length > 0 && problem.message === undefined ? `${own} ${fields.join(' ')}` : own;
}

export const heldBy = (problem: AppProblem): Held => ({
  cause: CAUSE_OF[problem.code] ?? 'refused',
  message: sentenceOf(problem),
});

/** Somebody else has done it, or it is not to be done: no failure of this batch. */
export const isSkipped = (cause: BatchCause): boolean =>
  cause === 'shipped' || cause === 'claimed' || cause === 'cancelled' || cause === 'archived' || cause === 'not-found';
