/** `Blobs` with a bucket: the row first, then the object, outside any transaction. */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Outcome, problem } from '../problem.ts';
import { BLOB_COLUMNS, type BlobRow, type Blobs } from './blobs.ts';
import { BucketUnavailable } from './bucket.ts';
import type { SealedBucket } from './sealed-bucket.ts';

export interface OpenBlobsDeps {
  readonly db: Database;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly metrics: Metrics;
}

const OUTCOMES = ['fetched', 'away', 'missing', 'damaged'] as const;
const RETRY_AFTER_SECONDS = 60;

export function openBlobs({ db, log, metrics }: OpenBlobsDeps, bucket: SealedBucket): Blobs {
  const reads = metrics.counter('scanship_stored_file_reads_total', 'Files asked of the bucket, by outcome', [
    'outcome',
  ]);
  // Alerts ask for growth, which a series that begins with its first fault does not show.
  for (const outcome of OUTCOMES) reads.inc({ outcome }, 0);

  const rowNow = (tenantId: string, sha256: string): Promise<BlobRow | undefined> =>
    db.tenant(
      { tenantId },
      async (tx) =>
        (
          await sql<BlobRow>`SELECT ${BLOB_COLUMNS} FROM blobs b
            WHERE b.tenant_id = ${tenantId} AND b.sha256 = ${sha256}`.execute(tx)
        ).rows[0],
      { readOnly: true },
    );

  async function open(tenantId: string, row: BlobRow, again: boolean): Promise<Outcome<Buffer>> {
    const { sha256, bytes, object_key: key } = row;
    if (bytes) return ok(bytes);
    if (key === null) throw new Error(`file ${sha256} is nowhere`);
    try {
      const found = await bucket.get(tenantId, sha256, key);
      if (found.is === 'there') {
        reads.inc({ outcome: 'fetched' });
        return ok(found.bytes);
      }
      if (found.is === 'missing' && !again) {
        // It may have come back to the database, or been erased, since the row was read.
        const now = await rowNow(tenantId, sha256);
        return now ? await open(tenantId, now, true) : problem('not_found');
      }
      reads.inc({ outcome: found.is });
      log.error(
        { tenantId, key, found: found.is, fault: found.is === 'damaged' ? found.fault : undefined },
        'a stored file cannot be shown',
      );
      return problem('file_damaged', found.is === 'missing' ? { message: 'This file is missing in the storage.' } : {});
    } catch (error) {
      if (!(error instanceof BucketUnavailable)) throw error;
      reads.inc({ outcome: 'away' });
      log.warn({ err: error }, 'a stored file cannot be fetched');
      return problem('files_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }
  return { open: (tenantId, row) => open(tenantId, row, false) };
}
