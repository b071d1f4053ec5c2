/** Looks again and again for what is due: one round at a time, the next a while after the last has ended. */
import type { Logger } from '../logging/logger.ts';

export interface SweepOptions {
  readonly log: Logger;
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

/** @param round answers 'again' when there is more to do at once */
export function createSweep(options: SweepOptions, round: () => Promise<unknown>): Sweep {
  const { log, everyMs, firstMs = everyMs, failed } = options;
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
    try {
      answer = await round();
    } catch (error) {
      log.error({ err: error }, failed);
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
