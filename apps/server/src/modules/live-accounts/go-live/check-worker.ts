/**
 * Runs checks that wait, some at once, and ends those whose process is gone. A check is taken by lease; one that lapses is never run
 * again, because it may have bought.
 */
import { CheckLost, type CheckDeps, type CheckPoint, endCheck, runCheck } from './run-check.ts';
import { HUNG_MS } from '../../../platform/jobs/leased-rows.ts';
import { lapsedChecks, takeCheck } from './check-rows.ts';

export interface CheckTimes {
  readonly sweepMs?: number | undefined;
  /** Without a step for so long a check is left to be ended as cut. */
  readonly hungMs?: number | undefined;
  /** Fault points, for tests. */
  readonly onPoint?: ((point: CheckPoint) => Promise<void> | void) | undefined;
}

export interface CheckWorker {
  /** Runs what waits and ends what was cut; answers when all of it has ended. */
  look(): Promise<void>;
  /** Looks soon: a check has just been asked for. */
  nudge(): void;
  start(): void;
  stop(): Promise<void>;
}

const SWEEP_MS = 15_000;
const SOON_MS = 50;
const LEASE_MS = 60_000;
/** A check mostly waits for its vendor. */
const MOST_AT_ONCE = 4;

export function createCheckWorker(
  given: Omit<CheckDeps, 'leaseSeconds' | 'hungMs' | 'stopping' | 'onPoint'>,
  times: CheckTimes = {},
): CheckWorker {
  const { db, log } = given.services;
  const state = { started: false, halted: false };
  /** By check. */
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const deps: CheckDeps = {
    ...given,
    leaseSeconds: LEASE_MS / 1000,
    hungMs: times.hungMs ?? HUNG_MS,
    stopping: () => state.halted,
    onPoint: async (point) => {
      await times.onPoint?.(point);
    },
  };

  const run = async (ref: Parameters<typeof runCheck>[1]): Promise<void> => {
    try {
      await runCheck(deps, ref);
    } catch (error) {
      if (error instanceof CheckLost) log.warn({ err: error }, 'a go-live check was taken for lost while it ran');
      // Its lease lapses and the sweep ends it as cut: what was written before the call stands.
      else log.error({ err: error, checkId: ref.id }, 'a go-live check failed');
    }
  };

  async function begin(): Promise<void> {
    for (const ref of await lapsedChecks(db)) {
      // One that runs here is not lost: a machine that stood still for longer than the lease renews it late.
      if (running.has(ref.id)) continue;
      log.warn({ checkId: ref.id }, 'the process of a go-live check is gone');
      await endCheck(deps, ref, { cut: true });
    }
    while (running.size < MOST_AT_ONCE && !state.halted) {
      const ref = await takeCheck(db, deps.leaseSeconds);
      if (!ref) return;
      const ending = run(ref).finally(() => {
        running.delete(ref.id);
        // Another may have waited for its place.
        plan(SOON_MS);
      });
      running.set(ref.id, ending);
    }
  }

  const turn = async (): Promise<void> => {
    try {
      await begin();
    } catch (error) {
      log.error({ err: error }, 'go-live checks could not be looked for');
    }
    plan(times.sweepMs ?? SWEEP_MS);
  };
  function plan(ms: number): void {
    clearTimeout(timer);
    if (state.started && !state.halted) timer = setTimeout(() => void turn(), ms).unref();
  }

  return {
    async look() {
      await begin();
      await Promise.all(running.values());
    },
    nudge: () => plan(SOON_MS),
    start() {
      state.started = true;
      plan(2_000);
    },
    async stop() {
      state.halted = true;
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
