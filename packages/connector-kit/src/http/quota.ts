/**
 * How many calls a credential may make. The kit has one that lives in this process; the server hands in one on PostgreSQL
 * that all workers share.
 */
export interface QuotaLimit {
  readonly calls: number;
  readonly perMs: number;
}

/** `left`: calls that are left of the budget afterwards, where that is known. */
export type QuotaAnswer =
  | { readonly ok: true; readonly left?: number }
  /** `final`: whoever asks has something better to do than to wait for it. */
  | { readonly ok: false; readonly retryAfterMs: number; readonly left?: number; readonly final?: true };

export interface QuotaBudget {
  /** Takes one call of the budget of `key`, or says when the next one is free. Never waits by itself. */
  take(key: string, limit: QuotaLimit): Promise<QuotaAnswer>;
  /** The vendor said "too many": nobody calls with this key for `ms` milliseconds. */
  pause(key: string, ms: number): Promise<void>;
}

/**
 * For work that lines up its questions itself: a question whose first call has to wait is refused at once. One that has begun
 * waits like any other, or a vendor of two calls a question would be asked the first of them again and again.
 */
export function refusedAtOnce(budget: QuotaBudget): QuotaBudget {
  let begun = false;
  return {
    async take(key, limit) {
      const answer = await budget.take(key, limit);
      begun ||= answer.ok;
      return answer.ok || begun ? answer : { ...answer, final: true };
    },
    pause: (key, ms) => budget.pause(key, ms),
  };
}

interface Bucket {
  tokens: number;
  at: number;
  pausedUntil: number;
}

/** Token buckets in memory: `calls` at once, refilled evenly over `perMs`. `now` in milliseconds. */
export function memoryQuota(now: () => number = Date.now): QuotaBudget {
  const buckets = new Map<string, Bucket>();
  const bucketOf = (key: string, limit?: QuotaLimit): Bucket => {
    const known = buckets.get(key);
    if (known) return known;
    const fresh = { tokens: limit?.calls ?? Number.POSITIVE_INFINITY, at: now(), pausedUntil: 0 };
    buckets.set(key, fresh);
    return fresh;
  };
  return {
    take(key, limit) {
      const bucket = bucketOf(key, limit);
      const time = now();
      bucket.tokens = Math.min(limit.calls, bucket.tokens + ((time - bucket.at) * limit.calls) / limit.perMs);
      bucket.at = time;
      if (bucket.pausedUntil > time) return Promise.resolve({ ok: false, retryAfterMs: bucket.pausedUntil - time });
      if (bucket.tokens < 1) {
        const retryAfterMs = Math.max(1, Math.ceil(((1 - bucket.tokens) * limit.perMs) / limit.calls));
        return Promise.resolve({ ok: false, retryAfterMs });
      }
      bucket.tokens -= 1;
      return Promise.resolve({ ok: true });
    },
    pause(key, ms) {
      const bucket = bucketOf(key);
      bucket.pausedUntil = Math.max(bucket.pausedUntil, now() + ms);
      return Promise.resolve();
    },
  };
}
