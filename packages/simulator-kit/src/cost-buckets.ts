/** Budgets of platforms that count what a question costs. */
export interface Budget {
  maximum: number;
  restoreRate: number;
}

/** A leaky bucket for each key, refilled by the real clock: waiting is what is being tested. */
export function createBuckets(usual: Budget): {
  budget(key: string): Budget;
  set(key: string, budget: Budget, level: number): void;
  available(key: string): number;
  take(key: string, points: number): void;
} {
  const buckets = new Map<string, Budget & { level: number; at: number }>();
  const of = (key: string): Budget & { level: number; at: number } => {
    const known = buckets.get(key) ?? { ...usual, level: usual.maximum, at: Date.now() };
    buckets.set(key, known);
    const now = Date.now();
    known.level = Math.min(known.maximum, known.level + ((now - known.at) / 1000) * known.restoreRate);
    known.at = now;
    return known;
  };
  return {
    budget: of,
    set(key, budget, level) {
      buckets.set(key, { ...budget, level, at: Date.now() });
    },
    available: (key) => of(key).level,
    take(key, points) {
      of(key).level -= points;
    },
  };
}
