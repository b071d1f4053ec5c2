/**
 * How much of what accounts may call is used, by connector: which account of thousands it is stands on the page of its owner. A gauge
 * shows the account that is fullest of those that this process has called.
 */
import type { QuotaAnswer, QuotaBudget, QuotaLimit } from '@scanship/connector-kit/http/quota';
import type { Metrics } from '../../platform/metrics/metrics.ts';

interface Seen {
  readonly connector: string;
  readonly limit: QuotaLimit;
  readonly left: number;
  readonly at: number;
}

/** Beyond them those that were seen longest ago are forgotten: they have filled up again since. */
const MOST_SEEN = 10_000;

export type QuotaMeter = (budget: QuotaBudget, connector: string, ownerTenantId: string) => QuotaBudget;

/** Whoever asks twice gets the same one. */
const meters = new WeakMap<Metrics, QuotaMeter>();

export function quotaMeter(metrics: Metrics): QuotaMeter {
  const known = meters.get(metrics);
  if (known) return known;
  const made = createMeter(metrics);
  meters.set(metrics, made);
  return made;
}

function createMeter(metrics: Metrics): QuotaMeter {
  const seen = new Map<string, Seen>();
  const calls = metrics.counter(
    'scanship_quota_calls_total',
    'Calls that accounts were asked for, by connector: granted, or told to wait because none was left',
    ['connector', 'outcome'],
  );
  metrics.gauge(
    'scanship_quota_used_ratio',
    'Used part of the calls of the account that has least left, by connector',
    ['connector'],
    (gauge) => {
      gauge.reset();
      const most = new Map<string, number>();
      for (const [account, { connector, limit, left, at }] of seen) {
        const now = Math.min(limit.calls, left + ((performance.now() - at) * limit.calls) / limit.perMs);
        const used = 1 - Math.max(0, now) / limit.calls;
        most.set(connector, Math.max(used, most.get(connector) ?? 0));
        if (used === 0) seen.delete(account);
      }
      for (const [connector, used] of most) gauge.set({ connector }, used);
    },
  );
  const note = (account: string, of: Omit<Seen, 'at'>): void => {
    seen.delete(account);
    seen.set(account, { ...of, at: performance.now() });
    const [oldest] = seen.size > MOST_SEEN ? seen.keys() : [];
    if (oldest !== undefined) seen.delete(oldest);
  };
  return (budget, connector, ownerTenantId) => ({
    async take(key, limit) {
      const answer: QuotaAnswer = await budget.take(key, limit);
      calls.inc({ connector, outcome: answer.ok ? 'granted' : 'waits' });
      if (answer.left !== undefined) note(`${ownerTenantId} ${key}`, { connector, limit, left: answer.left });
      return answer;
    },
    pause: (key, ms) => budget.pause(key, ms),
  });
}
