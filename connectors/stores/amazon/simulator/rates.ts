/**
 * Usage plans: a bucket of calls for each seller and operation, refilled evenly. A seller may be granted more than the plan, as
 * at Amazon; the simulator grants without end unless a test says otherwise.
 */
export type Throttle = 'off' | 'moment' | 'long' | 'plan';

export interface UsagePlan {
  /** Calls a second. */
  readonly rate: number;
  readonly burst: number;
}

export interface Rates {
  set(account: string, how: Throttle): void;
  /** The rate to name in a refusal, or undefined where the call is let through. @param now milliseconds */
  refused(account: string, operation: string, plan: UsagePlan, now: number): number | undefined;
}

interface Bucket {
  left: number;
  at: number;
}

export function createRates(): Rates {
  const modes = new Map<string, Throttle>();
  const buckets = new Map<string, Bucket>();
  return {
    set(account, how) {
      modes.set(account, how);
      buckets.clear();
    },
    refused(account, operation, plan, now) {
      const mode = modes.get(account) ?? 'off';
      if (mode === 'off') return undefined;
      if (mode === 'moment') {
        modes.set(account, 'off');
        // A seller with a higher rate than the plan's.
        return 1;
      }
      if (mode === 'long') return plan.rate;
      const key = `${account} ${operation}`;
      const bucket = buckets.get(key) ?? { left: plan.burst, at: now };
      bucket.left = Math.min(plan.burst, bucket.left + ((now - bucket.at) / 1000) * plan.rate);
      bucket.at = now;
      buckets.set(key, bucket);
      if (bucket.left < 1) return plan.rate;
      bucket.left -= 1;
      return undefined;
    },
  };
}
