/** Whether the database may have lost what it had committed: by a failover to a standby that lagged, or by a restore. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * SQL: one row with the moment the database went back (`rewound_at`, null when it did not within a month, now while that is not written
 * down yet) and whether it is still to be written down (`unnoted`).
 */
export const lineage = sql`SELECT b.unnoted, CASE WHEN b.unnoted THEN clock_timestamp()
    WHEN l.rewound_at > clock_timestamp() - interval '30 days' THEN l.rewound_at END AS rewound_at
  FROM maintenance.lineage AS l, LATERAL (SELECT l.branch IS DISTINCT FROM maintenance.current_branch() AS unnoted) AS b`;

/** SQL, beside `lineage`: whether what was to be done since `since` (a timestamp) may have been done and forgotten. */
export const isOlder = (since: RawBuilder<Date>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${since} < rewound_at, false)`;

/** SQL: the same by itself. True for a month after the database went back in time, for what is older than that moment. */
export const mayBeForgotten = (since: RawBuilder<Date>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM (${lineage}) AS lineage WHERE ${isOlder(since)})`;

/** Writes down that the database is on another branch than before. @returns whether it is */
export const noteBranch = (db: Database): Promise<boolean> =>
  db.system(async (tx) => {
    const { numAffectedRows } =
      await sql`UPDATE maintenance.lineage SET branch = maintenance.current_branch(), rewound_at = clock_timestamp()
      WHERE branch IS DISTINCT FROM maintenance.current_branch()`.execute(tx);
    return numAffectedRows === 1n;
  });
