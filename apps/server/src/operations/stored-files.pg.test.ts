/** All files of an installation: to the bucket and back, looked at, in a backup and in an export, over kills and faults. */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type S3Server, startS3 } from '../../test/storage/s3-server.ts';
import { makeTenantTree, type TenantTree } from '../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { storeDocument } from '../modules/documents/index.ts';
import type { MoveDeps, MovePoint } from '../platform/blobs/move-blobs.ts';
import { databaseBlobs } from '../platform/blobs/blobs.ts';
import { hashOf } from '../platform/blobs/store-blob.ts';
import { type Files, openFiles } from '../platform/blobs/open-files.ts';
import { createSealer } from '../platform/crypto/sealer.ts';
import { withClient } from '../platform/database/connection.ts';
import { newId } from '../platform/database/ids.ts';
import { silentLogger } from '../platform/logging/logger.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { readDocument } from '../modules/documents/index.ts';
import { readArchive } from './archive.ts';
import { backup, type FetchFile } from './backup.ts';
import { exportTenant } from './export-tenant.ts';
import { countObjects, restore } from './restore.ts';
import { bytesNow, checkFiles, moveToBucket, moveToDatabase } from './stored-files.ts';

const log = silentLogger();
let test_: TestDatabase;
let tree: TenantTree;
let s3: S3Server;
let files: Files;
let deps: MoveDeps;
let folder: string;
const BANNER = randomBytes(2_000);
const made: { id: string; tenantId: string; bytes: Buffer; sha256: string }[] = [];
const silent = (): void => undefined;
const fetchFile: FetchFile = (tenantId, sha256) => bytesNow(deps, { tenantId, sha256 });

const owner = <T = object>(text: string, values: unknown[] = [], at = test_): Promise<T[]> =>
  withClient(at.migrator, async (client) => (await client.query(text, values)).rows as T[]);
const count = async (where: string): Promise<number> =>
  (await owner<{ n: number }>(`SELECT count(*)::int AS n FROM blobs WHERE ${where}`))[0]?.n ?? 0;
const toBucket = (more: Partial<MoveDeps> = {}) => moveToBucket({ ...deps, ...more, olderMinutes: 0 }, silent);
/** As if the processes of before had been dead for long. */
const later = () => owner(`UPDATE object_removals SET since = since - interval '3 minutes'`);

beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
  s3 = await startS3();
  files = openFiles(
    { db: test_.db, log, metrics: createMetrics(), sealer: createSealer([randomBytes(32)]) },
    s3.settings(),
  );
  if (!files.bucket) throw new Error('no bucket');
  deps = { db: test_.db, bucket: files.bucket, log };
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-files-'));
  for (const { tenantId } of tree.customers)
    for (let n = 0; n < 20; n += 1) {
      const bytes = randomBytes(3_000 + n);
      const id = await test_.db.tenant({ tenantId }, (tx) =>
        storeDocument(tx, tenantId, { kind: 'label', format: 'pdf', bytes }),
      );
      made.push({ id, tenantId, bytes, sha256: createHash('sha256').update(bytes).digest('hex') });
    }
  // A picture of the tracking page that somebody also has as a document.
  const { tenantId } = tree.customers[2];
  await test_.db.tenant({ tenantId }, async (tx) => {
    await storeDocument(tx, tenantId, { kind: 'label', format: 'png', bytes: BANNER });
    await sql`INSERT INTO buyer_page_settings (tenant_id, life_days, banner) VALUES (${tenantId}, 30, ${hashOf(BANNER)})`.execute(
      tx,
    );
  });
  // As the release before stored them; one is an uploaded list too, which is read in the database.
  await owner('UPDATE blobs SET may_move = false');
  await owner(
    `INSERT INTO order_imports (tenant_id, id, file_name, blob, mapping, row_count, created_by) VALUES ($1, $2, 'a', $3, '{}', 1, $2)`,
    [made[0]?.tenantId, newId(), made[0]?.sha256],
  );
});
afterAll(async () => {
  files.bucket?.close();
  await s3.stop();
  await test_.drop();
  fs.rmSync(folder, { recursive: true });
});
afterEach(() => {
  s3.fault = undefined;
});

const expectAll = async (at = test_, blobs = files.blobs): Promise<void> => {
  for (const { id, tenantId, bytes } of made) {
    const file = await readDocument({ db: at.db, blobs }, tenantId, id);
    expect(file.ok && Buffer.from(file.value.bytes).equals(bytes)).toBe(true);
  }
};

test('files of before go to the bucket too, killed and begun again; what something else reads in the database stays', async () => {
  const points: MovePoint[] = ['begun', 'put', 'verified', 'moved'];
  for (const point of points) {
    let left = 2;
    const dies = toBucket({
      onPoint: (at) => {
        if (at === point && (left -= 1) === 0) throw new Error('killed');
      },
    });
    await expect(dies).rejects.toThrow('killed');
    await later();
    await expectAll();
  }
  s3.fault = 'busy';
  await later();
  await expect(toBucket()).rejects.toThrow('did not take an object');
  s3.fault = undefined;
  await later();
  expect(await toBucket()).toMatchObject({ left: 0, wrong: [] });
  expect(await count(`place = 'db' AND sha256 = '${hashOf(BANNER)}'`)).toBe(1);
  expect(await count(`place = 'db'`)).toBe(2);
  expect(await count(`place = 'object'`)).toBe(made.length - 1);
  await expectAll();
  expect(await toBucket()).toEqual({ done: 0, left: 0, wrong: [] });
});

test('each object is looked at: the right, the missing, the damaged and those nobody knows', async () => {
  expect(await checkFiles(deps, silent)).toEqual({ done: made.length - 1, wrong: [], unknown: 0 });
  const [key = '', other = ''] = s3.objects.keys();
  const [kept, damaged] = [s3.objects.get(key), s3.objects.get(other)];
  s3.objects.delete(key);
  s3.objects.set(other, Buffer.from(damaged?.subarray(1) ?? []));
  s3.objects.set(`${newId()}/${'0'.repeat(64)}/x`, Buffer.from('x'));
  s3.objects.set('a file of somebody else', Buffer.from('x'));
  const found = await checkFiles(deps, silent);
  expect(found).toMatchObject({ done: made.length - 3, unknown: 2 });
  expect(found.wrong.toSorted()).toEqual([`${key} (missing)`, `${other} (damaged)`].toSorted());
  if (kept && damaged) s3.objects.set(key, kept).set(other, damaged);
  expect(await checkFiles(deps, silent, { remove: true })).toEqual({ done: made.length - 1, wrong: [], unknown: 2 });
  // What is not of our kind is somebody else's.
  expect(await checkFiles(deps, silent)).toEqual({ done: made.length - 1, wrong: [], unknown: 1 });
  s3.objects.delete('a file of somebody else');
});

test('a backup says how many files it leaves in the bucket, and with files it needs none', async () => {
  const plain = path.join(folder, 'plain.backup');
  expect(await backup(test_.migrator, plain)).toMatchObject({ files: 0, objects: made.length - 1, lost: [] });
  const whole = path.join(folder, 'whole.backup');
  expect(await backup(test_.migrator, whole, new Date(), fetchFile)).toMatchObject({
    files: made.length - 1,
    lost: [],
  });
  expect(fs.readdirSync(folder).toSorted()).toEqual(['plain.backup', 'whole.backup']);

  const asked = s3.asked.length;
  const copy = await createTestDatabase();
  await restore(copy.migrator, whole);
  expect(await countObjects(copy.migrator)).toBe(0);
  await expectAll(copy, databaseBlobs);
  // The bucket may be another installation's: nothing of it was read, and nothing more is to be removed from it.
  expect(s3.asked.length).toBe(asked);
  const removals = 'SELECT object_key, why FROM object_removals ORDER BY 1';
  expect(await owner(removals, [], copy)).toEqual(await owner(removals));
  await copy.drop();

  const bare = await createTestDatabase();
  await restore(bare.migrator, plain);
  expect(await countObjects(bare.migrator)).toBe(made.length - 1);
  const first = made[1];
  expect(first && (await readDocument({ db: bare.db, blobs: databaseBlobs }, first.tenantId, first.id))).toMatchObject({
    problem: { code: 'files_unavailable' },
  });
  await bare.drop();
});

test('a backup with files names those that are lost, and breaks off while the bucket is away', async () => {
  const [key = ''] = s3.objects.keys();
  const kept = s3.objects.get(key);
  s3.objects.delete(key);
  const [tenantId, sha256] = key.split('/');
  const file = path.join(folder, 'lossy.backup');
  expect(await backup(test_.migrator, file, new Date(), fetchFile)).toMatchObject({
    files: made.length - 2,
    lost: [`${tenantId}/${sha256} (missing)`],
  });
  if (kept) s3.objects.set(key, kept);
  s3.fault = 'busy';
  const none = path.join(folder, 'none.backup');
  await expect(backup(test_.migrator, none, new Date(), fetchFile)).rejects.toThrow('did not give an object');
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
});

test('an export of a tenant holds its bytes wherever they lie, and no file of another', async () => {
  const [mine] = tree.customers;
  const file = path.join(folder, 'mine.tar.gz');
  await exportTenant(test_.app, mine.tenantId, file, new Date(), fetchFile);
  const found = new Map<string, Buffer>();
  for await (const { name, bytes } of readArchive(file)) found.set(name, bytes);
  const own = made.filter(({ tenantId }) => tenantId === mine.tenantId);
  expect([...found.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(own.length);
  for (const { sha256, bytes } of own) expect(found.get(`files/${sha256}.pdf`)).toEqual(bytes);
  await expect(exportTenant(test_.app, mine.tenantId, path.join(folder, 'x.tar.gz'))).rejects.toThrow('S3_BUCKET');
});

test('an export is of one moment, whatever moves or goes meanwhile', async () => {
  const [mine] = tree.customers;
  const own = made.filter(({ tenantId }) => tenantId === mine.tenantId);
  const inBucket = own.slice(2);
  const file = path.join(folder, 'moved.tar.gz');
  let asked = 0;
  const fetch: FetchFile = async (tenantId, sha256) => {
    // The first goes home while it is read, and a later one is yet to come.
    if ((asked += 1) === 1) await moveToDatabase(deps, silent);
    return fetchFile(tenantId, sha256);
  };
  const { files: written } = await exportTenant(test_.app, mine.tenantId, file, new Date(), fetch);
  const names: string[] = [];
  for await (const { name } of readArchive(file)) if (name.startsWith('files/')) names.push(name);
  expect(names.toSorted()).toEqual(own.map(({ sha256 }) => `files/${sha256}.pdf`).toSorted());
  expect(written).toBe(own.length);
  await later();
  await toBucket();
  const gone = inBucket[0]?.sha256;
  await expect(
    exportTenant(test_.app, mine.tenantId, path.join(folder, 'gone.tar.gz'), new Date(), async (tenantId, sha256) =>
      sha256 === gone ? undefined : fetchFile(tenantId, sha256),
    ),
  ).rejects.toThrow(`erased while it was exported (${gone})`);
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('gone'))).toEqual([]);
});

test('all of it comes back to the database, also where it was broken off', async () => {
  let left = 4;
  const dying: MoveDeps = {
    ...deps,
    bucket: {
      ...deps.bucket,
      get: (...of) => ((left -= 1) < 0 ? Promise.reject(new Error('killed')) : deps.bucket.get(...of)),
    },
  };
  await expect(moveToDatabase(dying, silent)).rejects.toThrow('killed');
  await expectAll();
  await moveToDatabase(deps, silent);
  expect(await count(`place = 'object'`)).toBe(0);
  await expectAll(test_, databaseBlobs);
  // The objects stay for backups that refer to them.
  expect(s3.objects.size).toBeGreaterThanOrEqual(made.length - 1);
  expect(await checkFiles(deps, silent)).toEqual({ done: 0, wrong: [], unknown: 0 });
});
