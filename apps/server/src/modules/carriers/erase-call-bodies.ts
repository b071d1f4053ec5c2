/** Emptying what recorded calls said, where it names people who have to be forgotten. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Calls under these subjects (purchases), whoever owns the account they were made with; or those of one store or account from
 * before a moment. That they were made, when and with what outcome stays.
 * @param which.beforeId the first id of the moment, since ids carry their time
 */
export async function eraseCallBodies(
  db: Database,
  which: { readonly subjectIds: readonly string[] } | { readonly accountId: string; readonly beforeId: string },
): Promise<number> {
  const chosen =
    'subjectIds' in which
      ? sql`subject_id = ANY (${[...which.subjectIds]}::uuid[])`
      : sql`account_id = ${which.accountId} AND id < ${which.beforeId}`;
  // What was kept exactly names the same people; nothing of it is worth keeping without them.
  const exact =
    'subjectIds' in which
      ? sql`DELETE FROM recorded_calls WHERE subject_id = ANY (${[...which.subjectIds]}::uuid[])`
      : sql`DELETE FROM recorded_calls AS c USING traffic_recordings AS r
          WHERE r.tenant_id = c.tenant_id AND r.id = c.recording_id AND r.account_id = ${which.accountId}
            AND c.id < ${which.beforeId}`;
  await db.system((tx) => exact.execute(tx));
  const done = await db.system((tx) =>
    sql`UPDATE carrier_calls SET request = NULL, response = NULL WHERE ${chosen}`.execute(tx),
  );
  return Number(done.numAffectedRows ?? 0n);
}
