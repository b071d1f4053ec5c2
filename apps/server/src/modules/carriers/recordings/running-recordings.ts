/** Which accounts' exact traffic is kept now. Every call asks, so the few rows are read once in a few seconds for all. */
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Another process hears of a beginning and an end this late. */
const FRESH_MS = 3_000;

export interface RunningRecordings {
  /** The recording of an account, if there is one. Whether it still runs is decided when a call is kept. */
  of(ownerTenantId: string, accountId: string): Promise<string | undefined>;
  /** In this process, at once. */
  forget(): void;
}

const ofDatabase = new WeakMap<Database, RunningRecordings>();

export function runningRecordings(db: Database): RunningRecordings {
  const known = ofDatabase.get(db);
  if (known) return known;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await db.system((tx) =>
      sql<{
        tenant_id: string;
        account_id: string;
        id: string;
      }>`SELECT tenant_id, account_id, id FROM traffic_recordings
        WHERE stopped_at IS NULL`.execute(tx),
    );
    return new Map(rows.rows.map((row) => [`${row.tenant_id} ${row.account_id}`, row.id]));
  };
  const made: RunningRecordings = {
    async of(ownerTenantId, accountId) {
      if (performance.now() - readAt > FRESH_MS) {
        readAt = performance.now();
        reading = read();
        reading.catch(() => made.forget());
      }
      return (await reading).get(`${ownerTenantId} ${accountId}`);
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
  ofDatabase.set(db, made);
  return made;
}
