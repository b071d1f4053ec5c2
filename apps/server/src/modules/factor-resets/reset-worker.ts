/** Takes second factors away whose day is over, unless somebody stopped it. */
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { endDue, type ResetDeps } from './resets.ts';

const SWEEP_MS = 60_000;
const AT_ONCE = 100;

export interface ResetWorker {
  /** One round; answers how many it ended. */
  look(): Promise<number>;
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
}

export function createResetWorker(deps: ResetDeps & { readonly log: Logger }): ResetWorker {
  const { db, clock, log } = deps;
  async function look(): Promise<number> {
    const due = await db.system((tx) =>
      tx
        .selectFrom('factor_resets')
        .select(['realm_id', 'id'])
        .where('state', '=', 'waiting')
        .where('due_at', '<=', clock.now())
        .orderBy('due_at')
        .limit(AT_ONCE)
        .execute(),
    );
    let ended = 0;
    for (const { realm_id: realmId, id } of due) {
      try {
        if (await endDue(deps, { realmId, id })) ended += 1;
      } catch (error) {
        log.error(
          { err: error, tenantId: realmId, resetId: id },
          'a second factor could not be reset; it is tried again',
        );
      }
    }
    return ended;
  }

  const sweep = createSweep(
    {
      log,
      everyMs: SWEEP_MS,
      firstMs: 10_000,
      name: 'factor-resets',
      failed: 'resets of second factors could not be looked for',
    },
    look,
  );
  return { ...sweep, look };
}
