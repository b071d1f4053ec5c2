/** Takes objects out of the bucket that no row refers to any more, when their time has come (decision 0405). */
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { eachOf } from './move-blobs.ts';
import type { Refusals } from './refusals.ts';
import type { SealedBucket } from './sealed-bucket.ts';

type Why = 'begun' | 'left' | 'erased';

interface Removal {
  readonly tenantId: string;
  readonly sha256: string;
  readonly key: string;
}

/** Whoever began an upload has ended it or is dead. */
const BEGUN_FOR_DAYS = 1 / 24;
const LEASE = sql`interval '5 minutes'`;
const AT_ONCE = 4;
const PAGE = 200;

/**
 * The objects of files that a person has to be forgotten for: they wait for nothing. Called in the transaction that deletes their rows. An
 * upload of one of them that is under way is found by its own end, or an hour later where its process died.
 */
export async function eraseObjects(tx: Tx, tenantId: string, hashes: readonly string[]): Promise<void> {
  await sql`UPDATE object_removals SET why = 'erased' WHERE tenant_id = ${tenantId} AND sha256 = ANY (${[...hashes]}::text[])
    AND why = 'left'`.execute(tx);
}

/** Some of the files of a tenant that has to be forgotten, whatever leads to them; answers how many. Runs as the tenant. */
export async function eraseFiles(tx: Tx, tenantId: string, most: number): Promise<number> {
  const { rows } = await sql<{ sha256: string }>`DELETE FROM blobs WHERE tenant_id = ${tenantId} AND sha256 IN (
    SELECT sha256 FROM blobs WHERE tenant_id = ${tenantId} LIMIT ${most}) RETURNING sha256`.execute(tx);
  await eraseObjects(
    tx,
    tenantId,
    rows.map(({ sha256 }) => sha256),
  );
  return rows.length;
}

/** By now(), with which an index can be searched: those kept for thirty days may be millions. */
const removalsDue = (db: Database, why: Why, days: number): Promise<Removal[]> =>
  db.system(
    async (tx) =>
      (
        await sql<Removal>`SELECT tenant_id AS "tenantId", sha256, object_key AS key FROM object_removals
          WHERE why = ${why} AND since <= now() - ${days} * interval '1 day'
            AND (lease_until IS NULL OR lease_until <= clock_timestamp())
          ORDER BY since LIMIT ${sql.lit(PAGE)}`.execute(tx)
      ).rows,
    { readOnly: true },
  );

/** @returns whether the bucket was asked */
async function removeOne(db: Database, bucket: SealedBucket, { tenantId, sha256, key }: Removal): Promise<boolean> {
  const row = sql`tenant_id = ${tenantId} AND sha256 = ${sha256} AND object_key = ${key}`;
  const mine = await db.tenant({ tenantId }, async (tx) => {
    const taken = await sql`UPDATE object_removals SET lease_until = clock_timestamp() + ${LEASE}
      WHERE ${row} AND (lease_until IS NULL OR lease_until <= clock_timestamp())`.execute(tx);
    return taken.numAffectedRows === 1n;
  });
  if (!mine) return false;
  const wanted = await db.tenant(
    { tenantId },
    async (tx) => (await sql`SELECT FROM blobs WHERE ${row}`.execute(tx)).rows.length > 0,
    { readOnly: true },
  );
  // Never so by our own hand; a row that leads to an object is worth more than what says it should go.
  if (!wanted) await bucket.remove(key);
  await db.tenant({ tenantId }, (tx) => sql`DELETE FROM object_removals WHERE ${row}`.execute(tx));
  return !wanted;
}

interface RemoveDeps {
  readonly db: Database;
  readonly bucket: SealedBucket;
  readonly refusals: Refusals;
  readonly stopping: () => boolean;
}

/** What the bucket refuses to remove is tried again when its lease lapses. Throws `BucketUnavailable`. */
export async function removeObjects({ db, bucket, refusals, stopping }: RemoveDeps, keepDays: number): Promise<void> {
  const dues: readonly (readonly [Why, number])[] = [
    ['erased', 0],
    ['begun', BEGUN_FOR_DAYS],
    ['left', keepDays],
  ];
  for (const [why, days] of dues)
    while (!stopping()) {
      const found = await removalsDue(db, why, days);
      await eachOf(found, AT_ONCE, (removal) => refusals.past(() => removeOne(db, bucket, removal)));
      if (found.length < PAGE) break;
    }
}
