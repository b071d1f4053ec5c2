/** How calls are counted: what is a failure, and how long calls took by classes. Pure. */
import type { HttpTrace } from '@scanship/connector-kit/http/trace';

/** Upper bounds of the classes, milliseconds; the last class has none. Columns `ms_<bound>` and `ms_more`. */
export const CLASSES = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const;
export type Times = readonly number[];

export const classOf = (durationMs: number): number => {
  const found = CLASSES.findIndex((bound) => durationMs <= bound);
  return found === -1 ? CLASSES.length : found;
};

/** What is to blame on the carrier or the credentials; a refused shipment means that the carrier works. */
const FAILED_STATUS: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

export function outcomeOf(trace: Pick<HttpTrace, 'fault' | 'status'>): 'answered' | 'refused' | 'failed' {
  const { fault, status } = trace;
  if (fault !== undefined || status === undefined || status >= 500 || FAILED_STATUS.has(status)) return 'failed';
  return status < 400 ? 'answered' : 'refused';
}

/**
 * The bound under which this part of the calls was: 0.5 for the median. The class above the last bound counts as twice it.
 * @returns null without a call
 */
export function quantile(times: Times, part: number): number | null {
  const total = times.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const [index, count] of times.entries()) {
    seen += count;
    if (seen >= total * part) return CLASSES[index] ?? 2 * (CLASSES.at(-1) ?? 0);
  }
  return null;
}

export interface Counted {
  readonly accountId: string;
  /** Beginning of the hour, ISO 8601. */
  readonly hour: string;
  readonly calls: number;
  readonly failed: number;
  readonly refused: number;
  readonly times: Times;
  readonly lastOkAt: string | null;
}

/** Calls of one owner by account and hour. */
export function countCalls(
  calls: readonly {
    readonly accountId: string;
    readonly trace: Pick<HttpTrace, 'fault' | 'status' | 'startedAt' | 'durationMs'>;
  }[],
): Counted[] {
  const byHour = new Map<string, Counted>();
  for (const { accountId, trace } of calls) {
    const hour = `${trace.startedAt.toISOString().slice(0, 13)}:00:00.000Z`;
    const key = `${accountId} ${hour}`;
    const known = byHour.get(key);
    const outcome = outcomeOf(trace);
    const at = trace.startedAt.toISOString();
    const times = [...(known?.times ?? Array.from({ length: CLASSES.length + 1 }, () => 0))];
    const index = classOf(trace.durationMs);
    times[index] = (times[index] ?? 0) + 1;
    byHour.set(key, {
      accountId,
      hour,
      calls: (known?.calls ?? 0) + 1,
      failed: (known?.failed ?? 0) + (outcome === 'failed' ? 1 : 0),
      refused: (known?.refused ?? 0) + (outcome === 'refused' ? 1 : 0),
      times,
      lastOkAt: outcome === 'failed' ? (known?.lastOkAt ?? null) : later(known?.lastOkAt ?? null, at),
    });
  }
  // In order, so that two processes that add to the same rows never wait for each other in a circle.
  return [...byHour.values()].toSorted((a, b) => (`${a.accountId} ${a.hour}` < `${b.accountId} ${b.hour}` ? -1 : 1));
}

const later = (one: string | null, other: string): string => (one !== null && one > other ? one : other);
