/** Looks again and again for what is due: one round at a time, the next a while after the last has ended. */
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface SweepOptions {
  readonly log: Logger;
  /** Under which a round that does not end is told. Absent: its rows tell how they get on, and a round may take hours. */
  readonly name?: string;
  readonly everyMs: number;
  /** Before the first round; as long as between two when absent. */
  readonly firstMs?: number;
  /** Logged where a round throws; the next comes all the same. */
  readonly failed: string;
}

export interface Sweep {
  /** A long round asks and ends early. */
  stopping(): boolean;
  start(): void;
  /** Begins no further round and waits for one that is running. */
  stop(): Promise<void>;
}

/** When each round began that runs in this process, by `performance.now()`. */
const underWay = new Map<object, { readonly name: string; readonly began: number }>();

/** One that hangs is the last of its kind in this process: no next one begins beside it. */
export const measureRounds = (metrics: Metrics): void => {
  metrics.gauge('scanship_round_seconds', 'How long the round that is under way has lasted', ['round'], (gauge) => {
    gauge.reset();
    for (const { name, began } of underWay.values()) gauge.set({ round: name }, (performance.now() - began) / 1_000);
  });
};

/** @param round answers 'again' when there is more to do at once */
export function createSweep(options: SweepOptions, round: () => Promise<unknown>): Sweep {
  const { log, name, everyMs, firstMs = everyMs, failed } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let halted = false;
  const plan = (ms: number): void => {
    timer = setTimeout(() => {
      running = turn();
    }, ms).unref();
  };
  async function turn(): Promise<void> {
    let answer: unknown;
    const key = {};
    if (name !== undefined) underWay.set(key, { name, began: performance.now() });
    try {
      answer = await round();
    } catch (error) {
      log.error({ err: error }, failed);
    } finally {
      underWay.delete(key);
    }
    if (!halted) plan(answer === 'again' ? 0 : everyMs);
  }
  return {
    stopping: () => halted,
    start() {
      if (timer === undefined && !halted) plan(firstMs);
    },
    async stop() {
      halted = true;
      clearTimeout(timer);
      await running;
    },
  };
}
