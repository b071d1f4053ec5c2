/**
 * The bytes behind a row of `blobs`. They are in the row, or in the bucket of the installation (decision 0405); whoever reads files selects
 * `BLOB_COLUMNS` in its transaction and opens the row after it: nothing is fetched inside a transaction.
 */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { type AppProblem, type Outcome, problem } from '../problem.ts';

export interface BlobRow {
  readonly sha256: string;
  /** Null: they are in the bucket. */
  readonly bytes: Buffer | null;
  readonly object_key: string | null;
}

/** What `open` needs of `blobs AS b`. */
export const BLOB_COLUMNS = sql`b.sha256, b.bytes, b.object_key`;

export interface Blobs {
  /**
   * Outside a transaction. Problems: `files_unavailable` while the bucket cannot be reached, `file_damaged` when it does not hold what was
   * stored, `not_found` when the file was erased meanwhile.
   */
  open(tenantId: string, row: BlobRow): Promise<Outcome<Buffer>>;
}

/** Where reading stands in the middle of something else (a merge). */
export class BlobNotOpened extends Error {
  override readonly name = 'BlobNotOpened';
  readonly problem: AppProblem;
  constructor(unopened: AppProblem) {
    super(unopened.message ?? unopened.code);
    this.problem = unopened;
  }
}

/** All bytes are in the database. */
export const databaseBlobs: Blobs = {
  open: async (_tenantId, { bytes }) =>
    bytes
      ? ok(bytes)
      : problem('files_unavailable', {
          advice: 'Whoever runs this installation has to set the storage up again (S3_BUCKET).',
        }),
};
