import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/database/ids.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import type { BatchRef } from './run/lease.ts';
import { createBatchSignal } from './run/batch-signal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a worker that could not listen at its start listens when it tries again; what nobody of ours says is left alone', async () => {
  const { db } = database;
  let refused = 0;
  const heard: BatchRef[] = [];
  let begun = 0;
  const ears = createBatchSignal(
    {
      ...db,
      // No process listens on the port of TCPMUX.
      ownConnection: () => (refused++ === 0 ? new Client({ host: '127.0.0.1', port: 1 }) : db.ownConnection()),
    },
    silentLogger(),
    { heard: (ref) => heard.push(ref), begun: () => (begun += 1) },
  );
  const web = createBatchSignal(db, silentLogger(), { heard: () => undefined, begun: () => undefined });
  const ref = { tenantId: newId(), id: newId() };
  ears.listen();
  await expect
    .poll(() => {
      ears.listen();
      return begun;
    })
    .toBe(1);
  expect(refused).toBeGreaterThan(1);
  await db.system(async (tx) => {
    for (const said of ['', '/', 'x/y', ref.tenantId, `${ref.tenantId}/'; DROP`])
      await sql`SELECT pg_notify('scanship_batches', ${said})`.execute(tx);
  });
  web.say(ref);
  await expect.poll(() => heard).toEqual([ref]);
  await ears.stop();
  await web.stop();
});
