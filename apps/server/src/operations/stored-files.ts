/**
 * All files of an installation at once, for the operator: to the bucket, back into the database, or looked at one by one. Each goes on where
 * it was killed, since what is done is written at the files themselves.
 */
import { sql } from 'kysely';
import { eachOf, type MoveDeps, toBucket, toDatabase, waitingBlobs } from '../platform/blobs/move-blobs.ts';
import { BLOB_COLUMNS } from '../platform/blobs/blobs.ts';
import { notReferred } from '../platform/blobs/referrers.ts';
import type { Database } from '../platform/database/database.ts';

/** Their files are opened by `Blobs`, wherever they lie. */
const READ_BY_BLOBS = ['documents', 'print_contents', 'print_jobs'] as const;
const PAGE = 500;
const AT_ONCE = 8;

export interface FilesFound {
  /** Moved, or found right. */
  readonly done: number;
  /** Keys in the bucket, or hashes in the database, that are not what they should be. */
  readonly wrong: readonly string[];
}

export type Progress = (done: number) => void;

const tenantIds = async (db: Database): Promise<readonly string[]> =>
  (await db.reference((tx) => tx.selectFrom('tenants').select('id').orderBy('id').execute())).map(({ id }) => id);

interface StoredObject {
  readonly tenantId: string;
  readonly sha256: string;
  readonly key: string;
}

/** Files of a tenant that lie in the bucket, in pages of transactions of their own. */
async function* objectsOf(db: Database, tenantId: string): AsyncGenerator<readonly StoredObject[]> {
  for (let after = ''; ; ) {
    const from = after;
    const { rows } = await db.tenant(
      { tenantId },
      (tx) =>
        sql<StoredObject>`SELECT tenant_id AS "tenantId", sha256, object_key AS key FROM blobs
          WHERE tenant_id = ${tenantId} AND sha256 > ${from} AND place = 'object' ORDER BY sha256 LIMIT ${sql.lit(PAGE)}`.execute(
          tx,
        ),
      { readOnly: true },
    );
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < PAGE) return;
    after = last.sha256;
  }
}

/** Files of customers from before they were marked when they are stored: of documents, and of nothing that is read in the database. */
async function markOld(db: Database, tenantId: string): Promise<void> {
  for (let after = ''; ; ) {
    const from = after;
    const last = await db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{
        sha256: string;
      }>`SELECT sha256 FROM blobs WHERE tenant_id = ${tenantId} AND sha256 > ${from}
        AND place = 'db' AND NOT may_move AND size > 0 ORDER BY sha256 LIMIT ${sql.lit(PAGE)}`.execute(tx);
      const page = rows.map(({ sha256 }) => sha256);
      await sql`UPDATE blobs b SET may_move = true WHERE b.tenant_id = ${tenantId} AND b.sha256 = ANY (${page}::text[])
        AND EXISTS (SELECT FROM documents x WHERE x.tenant_id = b.tenant_id AND x.blob = b.sha256)
        AND ${notReferred(READ_BY_BLOBS)}`.execute(tx);
      return page.length < PAGE ? undefined : page.at(-1);
    });
    if (last === undefined) return;
    after = last;
  }
}

/**
 * Everything that may go, and is older. What an earlier run was at when it was killed is left to the worker, or to a run two minutes later.
 * Throws `BucketUnavailable`.
 */
export async function moveToBucket(
  deps: MoveDeps & { readonly olderMinutes: number },
  progress: Progress,
): Promise<FilesFound & { readonly left: number }> {
  const { db } = deps;
  const customers = await db.reference((tx) =>
    tx.selectFrom('tenants').select('id').where('kind', '=', 'customer').execute(),
  );
  for (const { id } of customers) await markOld(db, id);
  const wrong: string[] = [];
  let done = 0;
  let left = 0;
  for await (const page of waitingBlobs(db, deps.olderMinutes)) {
    await eachOf(page, AT_ONCE, async (blob) => {
      const outcome = await toBucket(deps, blob);
      if (outcome === 'damaged') wrong.push(`${blob.tenantId}/${blob.sha256}`);
      else if (outcome === 'moved') done += 1;
      else left += 1;
    });
    progress(done);
  }
  return { done, left, wrong };
}

/** Throws `BucketUnavailable`. */
export async function moveToDatabase(deps: MoveDeps, progress: Progress): Promise<FilesFound> {
  const wrong: string[] = [];
  let done = 0;
  for (const tenantId of await tenantIds(deps.db))
    for await (const page of objectsOf(deps.db, tenantId)) {
      await eachOf(page, AT_ONCE, async (object) => {
        if ((await toDatabase(deps, object)) === 'there') done += 1;
        else wrong.push(object.key);
      });
      progress(done);
    }
  return { done, wrong };
}

/**
 * Reads every object that a row leads to, and counts those that nothing here knows. An upload under way is known before it begins and keys are
 * used once, so that what is unknown stays so.
 * @param remove takes the unknown away: a restore of before they were made leaves them, of people too who were forgotten since
 * Throws `BucketUnavailable`.
 */
export async function checkFiles(
  { db, bucket }: Pick<MoveDeps, 'db' | 'bucket'>,
  progress: Progress,
  { remove = false }: { readonly remove?: boolean } = {},
): Promise<FilesFound & { readonly unknown: number }> {
  const wrong: string[] = [];
  let done = 0;
  for (const tenantId of await tenantIds(db))
    for await (const page of objectsOf(db, tenantId)) {
      await eachOf(page, AT_ONCE, async ({ sha256, key }) => {
        const found = await bucket.get(tenantId, sha256, key);
        if (found.is === 'there') done += 1;
        else if (await leadsTo(db, tenantId, key)) wrong.push(`${key} (${found.is})`);
      });
      progress(done);
    }
  let unknown = 0;
  for await (const keys of bucket.keys()) {
    const strange = await unknownOf(db, keys);
    unknown += strange.length;
    // Of another form: somebody else's, who shares the bucket.
    if (remove)
      await eachOf(
        strange.filter((key) => KEY.test(key)),
        AT_ONCE,
        (key) => bucket.remove(key),
      );
  }
  return { done, wrong, unknown };
}

/** It may have gone, or come back, since its page was read. */
async function leadsTo(db: Database, tenantId: string, key: string): Promise<boolean> {
  const [, sha256 = ''] = key.split('/');
  const { rows } = await db.tenant(
    { tenantId },
    (tx) =>
      sql`SELECT FROM blobs WHERE tenant_id = ${tenantId} AND sha256 = ${sha256} AND object_key = ${key}`.execute(tx),
    { readOnly: true },
  );
  return rows.length > 0;
}

const KEY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{64})\//;

async function unknownOf(db: Database, keys: readonly string[]): Promise<readonly string[]> {
  const byTenant = new Map<string, string[]>();
  for (const key of keys) {
    const tenantId = KEY.exec(key)?.[1] ?? '';
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), key]);
  }
  const known = new Set<string>();
  for (const [tenantId, own] of byTenant) {
    if (tenantId === '') continue;
    const hashes = own.map((key) => KEY.exec(key)?.[2] ?? '');
    const { rows } = await db.tenant(
      { tenantId },
      (tx) =>
        sql<{
          key: string | null;
        }>`SELECT object_key AS key FROM blobs WHERE tenant_id = ${tenantId} AND sha256 = ANY (${hashes}::text[])
          UNION SELECT object_key FROM object_removals WHERE tenant_id = ${tenantId} AND sha256 = ANY (${hashes}::text[])`.execute(
          tx,
        ),
      { readOnly: true },
    );
    for (const { key } of rows) if (key !== null) known.add(key);
  }
  return keys.filter((key) => !known.has(key));
}

export interface ObjectRow {
  readonly tenantId: string;
  readonly sha256: string;
}

/** The bytes of a file wherever it is now, for a backup or an export; undefined where it was erased meanwhile. */
export async function bytesNow(
  { db, bucket }: Pick<MoveDeps, 'db' | 'bucket'>,
  { tenantId, sha256 }: ObjectRow,
): Promise<Buffer | 'missing' | 'damaged' | undefined> {
  const row = async () =>
    (
      await db.tenant(
        { tenantId },
        (tx) =>
          sql<{ sha256: string; bytes: Buffer | null; object_key: string | null }>`SELECT ${BLOB_COLUMNS} FROM blobs b
            WHERE b.tenant_id = ${tenantId} AND b.sha256 = ${sha256}`.execute(tx),
        { readOnly: true },
      )
    ).rows[0];
  const first = await row();
  if (!first) return undefined;
  if (first.bytes) return first.bytes;
  const found = await bucket.get(tenantId, sha256, first.object_key ?? '');
  if (found.is === 'there') return found.bytes;
  const now = await row();
  if (!now) return undefined;
  return now.bytes ?? found.is;
}
