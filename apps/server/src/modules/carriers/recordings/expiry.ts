/** Ends recordings whose time is over, and deletes what has expired with everything that was kept. Runs hourly for all tenants. */
import type { Database } from '../../../platform/database/database.ts';

export const dropExpiredRecordings = (db: Database, now: Date): Promise<void> =>
  db.system(async (tx) => {
    await tx.deleteFrom('traffic_recordings').where('expires_at', '<=', now).execute();
    await tx
      .updateTable('traffic_recordings')
      .set({ stopped_at: now })
      .where('stopped_at', 'is', null)
      .where('until', '<=', now)
      .execute();
  });
