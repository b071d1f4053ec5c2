/**
 * Tells processes of the release before when own mark-ups are switched on or off by a version whose day has come: they read `used`
 * of the plan. This release asks the versions and needs nothing of it.
 */
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { createSweep } from '../../../platform/jobs/sweep.ts';
import type { Logger } from '../../../platform/logging/logger.ts';

const ROUND_MS = 15_000;

export interface MarkupFollower {
  /** One round; answers how many plans changed. */
  work(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export function createMarkupFollower({ db, log }: { readonly db: Database; readonly log: Logger }): MarkupFollower {
  const work = async (): Promise<number> => {
    const { rows } = await db.system(
      (tx) => sql<{ done: number }>`SELECT maintenance.follow_dated_markups() AS done`.execute(tx),
      { atOnce: true },
    );
    return rows[0]?.done ?? 0;
  };
  const sweep = createSweep(
    {
      log,
      everyMs: ROUND_MS,
      name: 'dated-mark-ups',
      failed: 'mark-ups whose day has come could not be looked for; this is tried again',
    },
    work,
  );
  return { ...sweep, work };
}
