/** Takes second factors away whose day is over, unless somebody stopped it. */
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
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();
  let halted = false;

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

  async function turn(): Promise<void> {
    try {
      await look();
    } catch (error) {
      log.error({ err: error }, 'resets of second factors could not be looked for');
    }
    if (!halted) timer = setTimeout(begin, SWEEP_MS).unref();
  }
  const begin = (): void => {
    round = turn();
  };

  return {
    look,
    start() {
      timer ??= setTimeout(begin, 10_000).unref();
    },
    async stop() {
      halted = true;
      clearTimeout(timer);
      await round;
    },
  };
}
