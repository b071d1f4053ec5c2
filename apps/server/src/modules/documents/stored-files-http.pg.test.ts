/** What a person sees of files that lie in the bucket, over HTTP and through their own session. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, sessionOf, testServices, type TestUser, type TestWorld } from '../../../test/app-kit.ts';
import { type S3Server, startS3 } from '../../../test/storage/s3-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import { createFileWorker } from '../../platform/blobs/file-worker.ts';
import { type Files, openFiles } from '../../platform/blobs/open-files.ts';
import { createSealer } from '../../platform/crypto/sealer.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import type { Services } from '../../platform/services.ts';
import { storeDocument } from './index.ts';

let database: TestDatabase;
let world: TestWorld;
let s3: S3Server;
let files: Files;
let services: Services;
let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  world = await makeWorld(db);
  s3 = await startS3();
  const log = silentLogger();
  const metrics = createMetrics();
  const times = { connectMs: 1_000, getMs: 1_500, otherMs: 5_000 };
  files = openFiles({ db, log, metrics, sealer: createSealer([randomBytes(32)]) }, s3.settings(), times);
  services = testServices(db, { blobs: files.blobs });
  app = await makeWholeApplication(services).http();
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  files.bucket?.close();
  await s3.stop();
  await database.drop();
});

const ask = async (id: string, who: TestUser): Promise<Response> => {
  const { token } = await sessionOf(services, who);
  return fetch(`${origin}/api/documents/${id}`, { headers: { authorization: `Bearer ${token}`, host: 'first.test' } });
};

test('a label in the bucket is streamed through the session of its owner, and of nobody else', async () => {
  const { admin, basic } = world.people;
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]);
  const id = await database.db.tenant(admin, (tx) =>
    storeDocument(tx, admin.tenantId, { kind: 'label', format: 'pdf', bytes }),
  );
  if (!files.bucket) throw new Error('no bucket');
  const worker = createFileWorker({
    db: database.db,
    log: silentLogger(),
    metrics: createMetrics(),
    bucket: files.bucket,
    storage: s3.settings(),
  });
  await worker.round();
  expect(s3.objects.size).toBe(1);

  const file = await ask(id, admin);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  const asked = s3.asked.length;
  expect((await ask(id, basic)).status).toBe(404);
  expect(s3.asked.length).toBe(asked);

  for (const fault of ['busy', 'silent', 'slow'] as const) {
    s3.fault = fault;
    const away = await ask(id, admin);
    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).toBe('60');
    expect(await away.json()).toMatchObject({
      code: 'files_unavailable',
      advice: expect.stringContaining('Try again'),
    });
  }
  s3.fault = undefined;
  for (const object of s3.objects.values()) object[object.length - 1] = (object.at(-1) ?? 0) ^ 1;
  const damaged = await ask(id, admin);
  expect(damaged.status).toBe(502);
  expect(await damaged.text()).not.toContain('%PDF');
});
