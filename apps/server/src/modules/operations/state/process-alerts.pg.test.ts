/** Alerts of single processes, raised by what they are there for; and that every alert of the file has a test that raises it. */
import { readdirSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient, makeCoreApp, makeWorld, testServices } from '../../../../test/app-kit.ts';
import { raised, rules } from '../../../../test/alerts/raised-alerts.ts';
import { makeStandbyPair } from '../../../../test/standby/standby-pair.ts';
import { startS3 } from '../../../../test/storage/s3-server.ts';
import { makeTenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { createFileWorker } from '../../../platform/blobs/file-worker.ts';
import { openFiles } from '../../../platform/blobs/open-files.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { createMetrics } from '../../../platform/metrics/metrics.ts';
import { readDocument, storeDocument } from '../../documents/index.ts';
import { createStateModule } from './index.ts';

let test_: TestDatabase;
beforeAll(async () => {
  test_ = await createTestDatabase();
});
afterAll(() => test_.drop());

test('a process that does not answer the scraper', async () => {
  const app = await makeCoreApp(testServices(test_.db));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/metrics`;
  /** As Prometheus says it of each process it scrapes. */
  const up = async (): Promise<string> => {
    const answered = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    );
    return `up{job="scanship",instance="here"} ${answered ? 1 : 0}`;
  };
  expect(raised(await up())).toEqual([]);
  await app.close();
  expect(raised(await up())).toEqual(['InstanceDown: up{job="scanship"} == 0']);
});

test('calls that are answered with failures of ours', async () => {
  const other = await createTestDatabase();
  await makeWorld(other.db);
  const services = testServices(other.db);
  const app = await makeCoreApp(services);
  const client = await makeClient(app);
  const before = await services.metrics.render();
  await other.drop();
  for (let call = 0; call < 40; call += 1)
    expect(
      (
        await client.call('POST', '/api/user/sign-in', {
          host: 'first.test',
          body: { userName: 'somebody', password: 'a password' },
        })
      ).status,
    ).toBeGreaterThanOrEqual(500);
  const after = await services.metrics.render();
  expect(raised(after, before)).toContain(
    'ServerErrors: sum(rate(http_request_duration_seconds_count{status=~"5.."}[5m])) > 0.1',
  );
  expect(raised(after, after)).not.toContain(expect.stringContaining('ServerErrors'));
  await app.close();
});

test('a file that the object storage does not hold as it was stored', async () => {
  const s3 = await startS3();
  const services = testServices(test_.db);
  const { bucket, blobs } = openFiles(services, s3.settings());
  if (!bucket) throw new Error('no bucket');
  const [{ tenantId }] = (await makeTenantTree(test_.db)).customers;
  const id = await test_.db.tenant({ tenantId }, (tx) =>
    storeDocument(tx, tenantId, { kind: 'label', format: 'pdf', bytes: randomBytes(2_000) }),
  );
  await createFileWorker({ ...services, bucket, storage: { ...s3.settings(), moveAfterMinutes: 0 } }).round();
  const before = await services.metrics.render();
  expect(raised(before, before)).toEqual([]);
  s3.objects.clear();
  expect((await readDocument({ db: test_.db, blobs }, tenantId, id)).ok).toBe(false);
  expect(raised(await services.metrics.render(), before)).toEqual([
    'StoredFileDamaged: sum(increase(scanship_stored_file_reads_total{outcome=~"damaged|missing"}[1h])) > 0',
  ]);
  bucket.close();
  await s3.stop();
});

test('a process that computes instead of answering', async () => {
  const metrics = createMetrics(true);
  await metrics.render();
  for (let turn = 0; turn < 3; turn += 1) {
    const until = performance.now() + 400;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(raised(await metrics.render())).toEqual(['EventLoopBlocked: nodejs_eventloop_lag_p99_seconds > 0.25']);
});

test('a standby that is half a minute behind, for who may see it', { timeout: 180_000 }, async () => {
  const pair = await makeStandbyPair();
  const db = openDatabase({ connection: pair.primary.app(), maxConnections: 2 });
  const scrape = (): Promise<string> => {
    const services = testServices(db);
    createStateModule(services, 'test');
    return services.metrics.render();
  };
  try {
    await withClient(pair.primary.admin(), async (client) => {
      await client.query('GRANT pg_read_all_stats TO app_system');
      await expect
        .poll(async () => (await client.query('SELECT FROM pg_stat_replication')).rowCount, { interval: 200 })
        .toBe(1);
      // It says so often how far it is.
      await pair.onStandby(`ALTER SYSTEM SET wal_receiver_status_interval = '1s'`);
      await pair.onStandby('SELECT pg_reload_conf()');
      await pair.onStandby('SELECT pg_wal_replay_pause()');
      await client.query(`SELECT pg_create_restore_point('something is written')`);
    });
    expect(raised(await scrape())).toEqual([]);
    await expect
      .poll(async () => raised(await scrape()), { interval: 1_000, timeout: 110_000 })
      .toEqual(['ReplicaIsBehind: scanship_replica_lag_seconds > 30']);
  } finally {
    await db.close();
    await pair.close();
  }
});

test('every alert of the file is raised by a test', () => {
  const folders = ['.', '../../batches', '../../../platform/jobs'].map((each) => path.join(import.meta.dirname, each));
  const tests = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(path.join(folder, name), 'utf8')),
  );
  const named = new Set(rules().map(({ alert }) => alert));
  expect([...named].filter((alert) => !tests.some((text) => text.includes(`${alert}: `)))).toEqual([]);
});
