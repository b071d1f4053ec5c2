/** The sync history of a store, newest first. */
import type { SyncRun } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { StoredError } from './store-rows.ts';

interface RunRow {
  readonly id: string;
  readonly stream: SyncRun['stream'];
  readonly cause: SyncRun['cause'];
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly pages: number;
  readonly seen: number;
  readonly created: number;
  readonly changed: number;
  readonly failed: number;
  readonly remote_count: number | null;
  readonly error: StoredError | null;
  readonly items: SyncRun['items'];
  /** It is the pull its stream stands in. */
  readonly current: boolean;
}

export async function storeRuns(
  tx: Tx,
  storeId: string,
  page: { readonly size: number; readonly after?: string | undefined },
): Promise<{ readonly runs: SyncRun[]; readonly nextCursor: string | null }> {
  const { rows } =
    await sql<RunRow>`SELECT r.id, r.stream, r.cause, r.started_at, r.ended_at, r.pages, r.seen, r.created, r.changed,
      r.failed, r.remote_count, r.error, r.items, EXISTS (SELECT 1 FROM sync_streams s WHERE s.store_id = r.store_id
        AND s.stream = r.stream AND s.cursor ->> 'runId' = r.id::text) AS current
    FROM sync_runs r WHERE r.store_id = ${storeId} ${page.after ? sql`AND r.id < ${page.after}` : sql``}
    ORDER BY r.id DESC LIMIT ${page.size + 1}`.execute(tx);
  const shown = rows.slice(0, page.size);
  return {
    runs: shown.map((row) => ({
      id: row.id,
      stream: row.stream,
      cause: row.cause,
      // One that no stream stands in any more was given up.
      state:
        row.ended_at === null
          ? row.error === null && row.current
            ? 'running'
            : 'failed'
          : row.error === null
            ? 'done'
            : 'failed',
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      pages: row.pages,
      seen: row.seen,
      created: row.created,
      changed: row.changed,
      failed: row.failed,
      remoteCount: row.remote_count,
      problem: row.error?.message ?? null,
      items: row.items,
    })),
    nextCursor: rows.length > page.size ? (shown.at(-1)?.id ?? null) : null,
  };
}
