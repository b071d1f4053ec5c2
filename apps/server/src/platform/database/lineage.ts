/** Whether the database may have lost what it had committed: by a failover to a standby that lagged, or by a restore. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * SQL: whether what was to be done since `since` (a timestamp) may have been done and forgotten. True for a month after the
 * database went back in time, for what is older than that moment.
 */
export const mayBeForgotten = (since: RawBuilder<Date>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM maintenance.lineage AS l WHERE l.branch IS DISTINCT FROM maintenance.current_branch()
    OR (l.rewound_at > clock_timestamp() - interval '30 days' AND ${since} < l.rewound_at))`;

/** Writes down that the database is on another branch than before. @returns whether it is */
export const noteBranch = (db: Database): Promise<boolean> =>
  db.system(async (tx) => {
    const { numAffectedRows } =
      await sql`UPDATE maintenance.lineage SET branch = maintenance.current_branch(), rewound_at = clock_timestamp()
      WHERE branch IS DISTINCT FROM maintenance.current_branch()`.execute(tx);
    return numAffectedRows === 1n;
  });
