/**
 * Brings the bytes of documents to the bucket and back. Each step is written down before it has its effect, so that a process may die
 * between any two of them and others may work on the same row meanwhile; nothing is held while the bucket is asked.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { Fetched, SealedBucket } from './sealed-bucket.ts';
import { hashOf } from './store-blob.ts';

export interface BlobId {
  readonly tenantId: string;
  readonly sha256: string;
}

export type MovePoint = 'begun' | 'put' | 'verified' | 'moved';

export interface MoveDeps {
  readonly db: Database;
  readonly bucket: SealedBucket;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Fault tests die here; never a setting. */
  readonly onPoint?: ((point: MovePoint) => void | Promise<void>) | undefined;
}

/** Who has begun is let finish: an upload and its reading back take less. */
const BEGUN_FOR = sql`interval '2 minutes'`;

/** @returns the bytes, where the row is there to be moved and nobody is at it */
const begin = (db: Database, { tenantId, sha256 }: BlobId, key: string): Promise<Buffer | undefined> =>
  db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{ bytes: Buffer }>`SELECT bytes FROM blobs b
      WHERE tenant_id = ${tenantId} AND sha256 = ${sha256} AND place = 'db' AND may_move
        AND NOT EXISTS (SELECT FROM object_removals r WHERE r.tenant_id = b.tenant_id AND r.sha256 = b.sha256 AND r.why = 'begun'
          AND r.since > clock_timestamp() - ${BEGUN_FOR})`.execute(tx);
    const [row] = rows;
    if (!row) return undefined;
    await sql`INSERT INTO object_removals (tenant_id, sha256, object_key, why) VALUES (${tenantId}, ${sha256}, ${key}, 'begun')`.execute(
      tx,
    );
    return row.bytes;
  });

/** The row leads to the object, which is no longer one to be removed; or neither. */
const finish = (db: Database, { tenantId, sha256 }: BlobId, key: string): Promise<boolean> =>
  db.tenant({ tenantId }, async (tx) => {
    const mine =
      await sql`DELETE FROM object_removals WHERE tenant_id = ${tenantId} AND sha256 = ${sha256} AND object_key = ${key}
      AND why = 'begun' AND lease_until IS NULL`.execute(tx);
    // It took so long that the object is being removed.
    if (mine.numAffectedRows !== 1n) return false;
    const moved = await sql`UPDATE blobs SET place = 'object', object_key = ${key}, bytes = NULL
      WHERE tenant_id = ${tenantId} AND sha256 = ${sha256} AND place = 'db' AND may_move`.execute(tx);
    if (moved.numAffectedRows === 1n) return true;
    // Erased, moved by somebody else, or wanted in the database meanwhile.
    await sql`INSERT INTO object_removals (tenant_id, sha256, object_key, why) VALUES (${tenantId}, ${sha256}, ${key}, 'erased')`.execute(
      tx,
    );
    return false;
  });

export type Moved = 'moved' | 'not-mine' | 'damaged';

/**
 * One file to the bucket. `damaged`: what is in the database, or came back from the bucket, is not what the hash says; it stays where it is.
 * Throws `BucketUnavailable`.
 */
export async function toBucket({ db, bucket, log, onPoint }: MoveDeps, blob: BlobId): Promise<Moved> {
  const { tenantId, sha256 } = blob;
  const key = bucket.newKey(tenantId, sha256);
  const bytes = await begin(db, blob, key);
  if (!bytes) return 'not-mine';
  await onPoint?.('begun');
  if (hashOf(bytes) !== sha256) {
    log.error({ tenantId, sha256 }, 'a file in the database is not what its hash says');
    return 'damaged';
  }
  await bucket.put(tenantId, sha256, key, bytes);
  await onPoint?.('put');
  // What it holds is believed when it was read, whatever it says of itself.
  const held = await bucket.get(tenantId, sha256, key);
  if (held.is !== 'there') {
    log.error(
      { tenantId, key, found: held.is },
      'the bucket does not hold what was put there; the file stays in the database',
    );
    return 'damaged';
  }
  await onPoint?.('verified');
  const moved = await finish(db, blob, key);
  await onPoint?.('moved');
  return moved ? 'moved' : 'not-mine';
}

/** One file back into the database; its object is removed days later, when no backup refers to it. Throws `BucketUnavailable`. */
export async function toDatabase(
  { db, bucket }: MoveDeps,
  blob: BlobId & { readonly key: string },
): Promise<Fetched['is']> {
  const { tenantId, sha256, key } = blob;
  const found = await bucket.get(tenantId, sha256, key);
  if (found.is === 'there')
    await db.tenant({ tenantId }, (tx) =>
      sql`UPDATE blobs SET place = 'db', bytes = ${found.bytes}, object_key = NULL
        WHERE tenant_id = ${tenantId} AND sha256 = ${sha256} AND object_key = ${key}`.execute(tx),
    );
  return found.is;
}

/** A few at once; the first failure ends all. */
export async function eachOf<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  let failed = false;
  const takeOn = async (): Promise<void> => {
    for (let next = left.next(); !next.done && !failed; next = left.next())
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, takeOn));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

export interface WaitingBlob extends BlobId {
  /** As PostgreSQL writes it: a Date would lose its last digits. */
  readonly at: string;
}

const PAGE = 200;

/** Everything that waits to be moved and is older, the oldest first, in pages. */
export async function* waitingBlobs(db: Database, olderMinutes: number): AsyncGenerator<readonly WaitingBlob[]> {
  let last: WaitingBlob | undefined;
  // By now() and not clock_timestamp(), which no index is searched with: what is too young is not read.
  for (;;) {
    const after = last
      ? sql`AND (created_at, tenant_id, sha256) > (${last.at}::timestamptz, ${last.tenantId}::uuid, ${last.sha256})`
      : sql``;
    const { rows } = await db.system(
      (tx) =>
        sql<WaitingBlob>`SELECT tenant_id AS "tenantId", sha256, created_at::text AS at FROM blobs
          WHERE may_move AND place = 'db' AND created_at <= now() - ${olderMinutes} * interval '1 minute' ${after}
          ORDER BY created_at, tenant_id, sha256 LIMIT ${sql.lit(PAGE)}`.execute(tx),
      { readOnly: true },
    );
    last = rows.at(-1);
    if (last) yield rows;
    if (rows.length < PAGE) return;
  }
}
