import { createHash, randomBytes } from 'node:crypto';
import { pageTexts } from '@scanship/documents/pdf/pdf-raster';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackVendor, startVendor } from '../../../test/loopback-vendor.ts';
import { type S3Server, startS3 } from '../../../test/storage/s3-server.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { createSealer } from '../../platform/crypto/sealer.ts';
import { withClient } from '../../platform/database/connection.ts';
import { createFileWorker, type FileWorker, type FileWorkerDeps } from '../../platform/blobs/file-worker.ts';
import type { MovePoint } from '../../platform/blobs/move-blobs.ts';
import { type Files, openFiles } from '../../platform/blobs/open-files.ts';
import { storeBlob } from '../../platform/blobs/store-blob.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { readContent } from '../printing/commands/lease-job.ts';
import { keepContents } from '../printing/contents.ts';
import { createShipment } from '../shipments/index.ts';
import type { CreateDeps } from '../shipments/commands/create-shipment.ts';
import { eraseDocuments, mergeLabels, readDocument, storeDocument } from './index.ts';

const metrics = createMetrics();
const log = silentLogger();
let world: World;
let vendor: LoopbackVendor;
let deps: CreateDeps;
let s3: S3Server;
let files: Files;
/** Waits for no slow storage. */
let hasty: Files;
let worker: FileWorker;
let tenantId: string;

const workerWith = (more: Partial<FileWorkerDeps> = {}): FileWorker => {
  if (!files.bucket) throw new Error('no bucket');
  return createFileWorker({ db: world.test.db, log, metrics, bucket: files.bucket, storage: s3.settings(), ...more });
};

beforeAll(async () => {
  world = await makeWorld();
  tenantId = world.anna.tenantId;
  vendor = await startVendor({ recovery: 'by-reference', parcelsPerCall: 2, drawn: true, deadlineMs: 2_000 });
  deps = world.process(vendor);
  s3 = await startS3();
  const sealer = createSealer([randomBytes(32)]);
  const parts = { db: world.test.db, log, metrics, sealer };
  files = openFiles(parts, s3.settings());
  hasty = openFiles(parts, s3.settings(), { connectMs: 300, getMs: 300, otherMs: 300 });
  worker = workerWith();
});
afterAll(async () => {
  files.bucket?.close();
  hasty.bucket?.close();
  await s3.stop();
  await world.close();
  await vendor.close();
});
beforeEach(() => {
  s3.fault = undefined;
  s3.refused = undefined;
});
async function bought(): Promise<{ shipmentId: string; documentId: string }> {
  const orderId = await world.newOrder([1]);
  const made = await createShipment(deps, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
  if (!made.ok) throw new Error(made.problem.code);
  expect(await world.settled(deps, made.value.shipmentId)).toBe('bought');
  const { shipmentId } = made.value;
  const { rows } = await world.test.db.tenant(world.anna, (tx) =>
    sql<{ id: string }>`SELECT id FROM documents WHERE shipment_id = ${shipmentId} AND kind = 'label'`.execute(tx),
  );
  return { shipmentId, documentId: rows[0]?.id ?? '' };
}

/** A document with bytes of its own. */
async function stored(bytes = randomBytes(2_000)): Promise<{ id: string; sha256: string; bytes: Buffer }> {
  const id = await world.test.db.tenant({ tenantId }, (tx) =>
    storeDocument(tx, tenantId, { kind: 'label', format: 'pdf', bytes }),
  );
  return { id, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}

const read = (id: string, who = tenantId) =>
  readDocument({ db: world.test.db, blobs: files.blobs }, who, id).then((file) =>
    file.ok ? Buffer.from(file.value.bytes) : file.problem.code,
  );
const owner = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  withClient(world.test.migrator, async (client) => (await client.query(text, values)).rows as T[]);
const placeOf = async (sha256: string): Promise<string | undefined> =>
  (await owner<{ place: string }>('SELECT place FROM blobs WHERE sha256 = $1', [sha256]))[0]?.place;
const later = (interval: string) =>
  owner(`UPDATE object_removals SET since = since - $1::interval, lease_until = NULL`, [interval]);
const objectsOf = (sha256: string) => [...s3.objects.keys()].filter((key) => key.includes(`/${sha256}/`));
const countOf = async (name: string, outcome: string) =>
  Number(new RegExp(`${name}\\{outcome="${outcome}"\\} (\\d+)`).exec(await metrics.render())?.[1]);

describe('a bought label', () => {
  it('goes to the bucket when it is old enough, and is downloaded and merged byte for byte', async () => {
    const [one, two] = [await bought(), await bought()];
    const before = [await read(one.documentId), await read(two.documentId)];
    await workerWith({ storage: s3.settings({ moveAfterMinutes: 10 }) }).round();
    expect(s3.objects.size).toBe(0);
    await worker.round();
    expect(
      await owner(
        `SELECT 1 FROM blobs b JOIN documents d ON d.blob = b.sha256 WHERE d.kind = 'label' AND (place = 'db' OR bytes IS NOT NULL)`,
      ),
    ).toEqual([]);
    expect(s3.objects.size).toBe(2);
    for (const [key, held] of s3.objects) {
      expect(key.split('/')[0]).toBe(tenantId);
      expect(held.subarray(0, 400).includes('%PDF')).toBe(false);
    }
    expect([await read(one.documentId), await read(two.documentId)]).toEqual(before);
    const merged = await mergeLabels({ db: world.test.db, blobs: files.blobs, renderer: world.renderer }, tenantId, [
      two.shipmentId,
      one.shipmentId,
    ]);
    expect(merged.ok && (await pageTexts(merged.value.bytes)).length).toBe(2);
    // Nothing of it is left to be removed, and nobody else reads it.
    expect(await owner('SELECT * FROM object_removals')).toEqual([]);
    const [, neighbour] = world.tree.customers;
    expect(await read(one.documentId, neighbour.tenantId)).toBe('not_found');
  });
  it('is bought, read and merged while the storage is away; older files say so, and are there again with it', async () => {
    const old = await stored();
    await worker.round();
    expect(await placeOf(old.sha256)).toBe('object');
    await s3.stop();
    const fresh = await bought();
    await worker.round();
    expect(await read(fresh.documentId)).toBeInstanceOf(Buffer);
    expect(await readDocument({ db: world.test.db, blobs: files.blobs }, tenantId, old.id)).toMatchObject({
      problem: { code: 'files_unavailable', retryAfterSeconds: 60 },
    });
    await owner('UPDATE documents SET shipment_id = $1 WHERE id = $2', [fresh.shipmentId, old.id]);
    await owner('UPDATE parcels SET label_document_id = $1 WHERE shipment_id = $2', [old.id, fresh.shipmentId]);
    expect(
      await mergeLabels({ db: world.test.db, blobs: files.blobs, renderer: world.renderer }, tenantId, [
        fresh.shipmentId,
      ]),
    ).toMatchObject({ problem: { code: 'files_unavailable' } });
    await s3.start();
    await later('3 minutes');
    await worker.round();
    expect(await read(old.id)).toEqual(old.bytes);
    expect(await owner(`SELECT 1 FROM blobs WHERE may_move AND place = 'db'`)).toEqual([]);
  });
});

describe('the mover', () => {
  it.each(['begun', 'put', 'verified', 'moved'] as const)(
    'dies after "%s", and nothing is lost or left behind',
    async (point) => {
      const file = await stored();
      const dies = workerWith({
        onPoint: (at: MovePoint) => {
          if (at === point) throw new Error('killed');
        },
      });
      await dies.round();
      expect(await read(file.id)).toEqual(file.bytes);
      await worker.round();
      expect(await read(file.id)).toEqual(file.bytes);
      await later('3 minutes');
      await worker.round();
      expect(await placeOf(file.sha256)).toBe('object');
      expect(await read(file.id)).toEqual(file.bytes);
      await later('1 hour');
      await worker.round();
      expect(objectsOf(file.sha256)).toHaveLength(1);
      expect(await read(file.id)).toEqual(file.bytes);
      expect(await owner('SELECT * FROM object_removals')).toEqual([]);
    },
  );
  it('and another one at the same time move each file once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => stored()));
    await Promise.all([workerWith().round(), workerWith().round(), workerWith().round()]);
    await worker.round();
    for (const file of made) {
      expect(await read(file.id)).toEqual(file.bytes);
      expect(objectsOf(file.sha256)).toHaveLength(1);
    }
  });
  it.each(['busy', 'silent', 'slow', 'corrupts', 'forgets'] as const)(
    'keeps the bytes where the storage %s',
    async (fault) => {
      const file = await stored();
      s3.fault = fault;
      await workerWith(hasty.bucket && { bucket: hasty.bucket }).round();
      expect(await placeOf(file.sha256)).toBe('db');
      expect(await read(file.id)).toEqual(file.bytes);
      s3.fault = undefined;
      await later('3 minutes');
      await worker.round();
      expect(await placeOf(file.sha256)).toBe('object');
      await later('1 hour');
      await worker.round();
      expect(objectsOf(file.sha256)).toHaveLength(1);
      expect(await read(file.id)).toEqual(file.bytes);
    },
  );
  it('goes on behind those that the storage always refuses, to be written or to be removed', async () => {
    const [first, second, third] = [await stored(), await stored(), await stored()];
    s3.refused = first.sha256;
    await worker.round();
    expect([await placeOf(first.sha256), await placeOf(second.sha256), await placeOf(third.sha256)]).toEqual([
      'db',
      'object',
      'object',
    ]);
    s3.refused = second.sha256;
    const gone = [second.sha256, third.sha256];
    await owner('DELETE FROM documents WHERE id = ANY ($1)', [[second.id, third.id]]);
    await world.test.db.tenant({ tenantId }, (tx) =>
      sql`DELETE FROM blobs WHERE sha256 = ANY (${gone}::text[])`.execute(tx),
    );
    await later('31 days');
    await worker.round();
    expect(gone.map((hash) => objectsOf(hash).length)).toEqual([1, 0]);
    expect(await placeOf(first.sha256)).toBe('object');
    s3.refused = undefined;
    await later('0 days');
    await worker.round();
    expect(objectsOf(second.sha256)).toEqual([]);
  });
  it('does not wait for each where the storage takes none', async () => {
    const files_ = await Promise.all(Array.from({ length: 20 }, () => stored()));
    s3.refused = '/';
    s3.asked.length = 0;
    await worker.round();
    expect(new Set(s3.asked).size).toBeLessThan(12);
    s3.refused = undefined;
    await later('3 minutes');
    await worker.round();
    for (const { sha256 } of files_) expect(await placeOf(sha256)).toBe('object');
  });
  it('does not undo what happened meanwhile: what was erased while it was on its way is taken out of the bucket again', async () => {
    const { shipmentId } = await bought();
    const { sha256 } = (
      await owner<{ sha256: string }>('SELECT blob AS sha256 FROM documents WHERE shipment_id = $1', [shipmentId])
    )[0] ?? {
      sha256: '',
    };
    const raced = workerWith({
      onPoint: async (at) => {
        if (at === 'verified')
          await world.test.db.tenant({ tenantId }, (tx) =>
            eraseDocuments(tx, tenantId, { shipmentIds: [shipmentId], orderIds: [] }, new Date()),
          );
      },
    });
    await raced.round();
    expect(objectsOf(sha256)).toHaveLength(1);
    expect(await placeOf(sha256)).toBeUndefined();
    await worker.round();
    expect(objectsOf(sha256)).toEqual([]);
  });
});

describe('a file in the bucket', () => {
  it('that is not what was stored is never shown, and counted for the alert', async () => {
    const file = await stored();
    await worker.round();
    const [key = ''] = objectsOf(file.sha256);
    const held = s3.objects.get(key) ?? Buffer.alloc(0);
    held[held.length - 20] = (held[held.length - 20] ?? 0) ^ 1;
    const before = await countOf('scanship_stored_file_reads_total', 'damaged');
    expect(await read(file.id)).toBe('file_damaged');
    expect(await countOf('scanship_stored_file_reads_total', 'damaged')).toBe(before + 1);
    s3.objects.delete(key);
    expect(await read(file.id)).toBe('file_damaged');
    expect(await countOf('scanship_stored_file_reads_total', 'missing')).toBe(1);
  });
  it('goes at once with the person it names', async () => {
    const file = await stored();
    await worker.round();
    const { shipmentId } = await bought();
    await owner('UPDATE documents SET shipment_id = $1 WHERE id = $2', [shipmentId, file.id]);
    await world.test.db.tenant({ tenantId }, (tx) =>
      eraseDocuments(tx, tenantId, { shipmentIds: [shipmentId], orderIds: [] }, new Date()),
    );
    await worker.round();
    expect(objectsOf(file.sha256)).toEqual([]);
  });
  it('stays thirty days after its row went, for backups, and not longer', async () => {
    const file = await stored();
    await worker.round();
    await world.test.db.tenant({ tenantId }, async (tx) => {
      await sql`DELETE FROM documents WHERE id = ${file.id}`.execute(tx);
      await sql`DELETE FROM blobs WHERE sha256 = ${file.sha256}`.execute(tx);
    });
    await later('29 days 23 hours');
    await worker.round();
    expect(objectsOf(file.sha256)).toHaveLength(1);
    await later('2 hours');
    await worker.round();
    expect(objectsOf(file.sha256)).toEqual([]);
  });
  it('comes back to the database with an upload of the very same bytes, which is read there', async () => {
    const file = await stored();
    await worker.round();
    await world.test.db.tenant({ tenantId }, (tx) =>
      storeBlob(tx, tenantId, { bytes: file.bytes, type: 'application/pdf' }),
    );
    await worker.round();
    expect(await owner('SELECT place, bytes FROM blobs WHERE sha256 = $1', [file.sha256])).toEqual([
      { place: 'db', bytes: file.bytes },
    ]);
    expect(await read(file.id)).toEqual(file.bytes);
    await later('30 days');
    await worker.round();
    expect(objectsOf(file.sha256)).toEqual([]);
  });
  it('belongs to its tenant: nobody reads it, whatever their row leads to', async () => {
    const file = await stored();
    await worker.round();
    const [key = ''] = objectsOf(file.sha256);
    const [, neighbour] = world.tree.customers;
    const id = await world.test.db.tenant(neighbour, async (tx) => {
      await sql`INSERT INTO blobs (tenant_id, sha256, size, type, place, object_key)
        VALUES (${neighbour.tenantId}, ${file.sha256}, 1, 'x', 'object', ${key})`.execute(tx);
      return storeDocument(tx, neighbour.tenantId, { kind: 'label', format: 'pdf', bytes: file.bytes });
    });
    expect(await read(id, neighbour.tenantId)).toBe('file_damaged');
    // Also where the object itself was laid under their name.
    const own = key.replace(tenantId, neighbour.tenantId);
    s3.objects.set(own, s3.objects.get(key) ?? Buffer.alloc(0));
    await owner('UPDATE blobs SET object_key = $1 WHERE tenant_id = $2 AND sha256 = $3', [
      own,
      neighbour.tenantId,
      file.sha256,
    ]);
    expect(await read(id, neighbour.tenantId)).toBe('file_damaged');
    s3.objects.delete(own);
  });
  it('is printed from there, when it fits the printer as it is', async () => {
    const file = await stored();
    await world.test.db.tenant({ tenantId }, (tx) =>
      keepContents(tx, tenantId, [{ bytes: file.bytes, sha256: file.sha256 }], `${file.id}/pdf`),
    );
    await worker.round();
    expect(await placeOf(file.sha256)).toBe('object');
    const row = await world.test.db.tenant({ tenantId }, (tx) => readContent(tx, tenantId, file.sha256));
    expect(row && (await files.blobs.open(tenantId, row))).toMatchObject({ ok: true, value: file.bytes });
  });
});
