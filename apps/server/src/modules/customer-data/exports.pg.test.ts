/** The file with everything of a customer: held against the rows of the database, and out of everybody else's reach. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EXPORT_KEPT_DAYS, type CustomerExport } from '@scanship/contracts/network/customer-data';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { type CatalogTable, idOf, insertRow, makeRow, readCatalog } from '../../../test/row-maker.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { readArchive } from '../../operations/archive.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { newId } from '../../platform/database/ids.ts';
import { createExportWorker } from './export-worker.ts';
import { withClient } from '../../platform/database/connection.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let catalog: CatalogTable[];
let one = '';
let two = '';
let now = new Date();
const tokens = new Map<TestUser, string>();

/** A row in every table for two customers of the franchise and for the franchise itself. */
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  one = world.people.admin.tenantId;
  two = world.people.basic.tenantId;
  await withClient(database.migrator, async (migrator) => {
    catalog = await readCatalog(migrator);
    for (const table of catalog.filter(({ home, name }) => home === 'tenant_id' && !name.startsWith('customer_export')))
      for (const tenantId of [one, two, world.first.id])
        await insertRow(migrator, table.name, makeRow(catalog, table, tenantId)).catch((error: unknown) => {
          // Made with the customer: its roles, plan and settings.
          if (!String(error).includes('duplicate key')) throw error;
        });
  });
  application = makeWholeApplication(testServices(database.db, { clock: { now: () => now } }));
  app = await application.http();
  client = await makeClient(app);
  for (const person of Object.values(world.people))
    tokens.set(person, (await sessionOf(application.services, person)).token);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const ask = (method: 'GET' | 'POST', at: string, person: TestUser = world.people.franchise) =>
  client.call(method, `/api/franchise/customers${at}`, { token: tokens.get(person) ?? '' });
const exportsOf = async (id: string): Promise<CustomerExport[]> => {
  const answer = await ask('GET', `/${id}/exports`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json.data as { exports: CustomerExport[] }).exports;
};
const download = (id: string, exportId: string, person?: TestUser) => ask('GET', `/${id}/exports/${exportId}`, person);
/** As the browser gets it: bytes, which the text of an answer is not. */
const bytesOf = async (id: string, exportId: string): Promise<Buffer> => {
  const answer = await app.inject({
    method: 'GET',
    url: `/api/franchise/customers/${id}/exports/${exportId}`,
    headers: { host: 'first.test', authorization: `Bearer ${tokens.get(world.people.franchise)}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

test('is made in the background and is exactly what the database has of the customer, without secrets or others', async () => {
  expect((await ask('POST', `/${one}/exports`)).status).toBe(200);
  // Asked twice it is one file.
  expect((await ask('POST', `/${one}/exports`)).status).toBe(200);
  const [waiting, ...more] = await exportsOf(one);
  expect(more).toEqual([]);
  expect(waiting).toMatchObject({ state: 'waiting', askedBy: 'fran Test', size: null });
  expect((await download(one, waiting?.id ?? '')).status).toBe(404);
  expect(await application.customerExports.look()).toBe(1);
  const [made] = await exportsOf(one);
  expect(made).toMatchObject({ id: waiting?.id, state: 'ready' });
  const bytes = await bytesOf(one, made?.id ?? '');
  expect(bytes.length).toBe(made?.size);

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-exported-'));
  const file = path.join(folder, 'one.tar.gz');
  fs.writeFileSync(file, bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of readArchive(file)) files.set(entry.name, entry.bytes);
  fs.rmSync(folder, { recursive: true });
  await withClient(database.migrator, async (migrator) => {
    for (const table of catalog.filter(({ home }) => home === 'tenant_id')) {
      if (
        ['secrets', 'idempotency_keys', 'quota_buckets', 'account_facts', 'customer_export_parts'].includes(table.name)
      )
        continue;
      const { rows } = await migrator.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${table.name} WHERE tenant_id = $1`,
        [one],
      );
      const lines = (files.get(`tables/${table.name}.001.jsonl`)?.toString() ?? '').split('\n').filter(Boolean);
      expect(lines.length, table.name).toBe(rows[0]?.n);
      for (const line of lines) expect(JSON.parse(line), table.name).toMatchObject({ tenant_id: one });
    }
  });
  const everything = Buffer.concat([...files.values()]).toString('latin1');
  for (const foreign of [two, idOf(two), idOf(world.first.id), 'basic@example.com', 'fran@example.com'])
    expect(everything).not.toContain(foreign);
  for (const table of catalog)
    for (const column of table.sealed) {
      const secret = createHash('sha256').update(`${one} ${table.name} ${column}`).digest();
      for (const form of ['latin1', 'hex', 'base64'] as const) expect(everything).not.toContain(secret.toString(form));
    }
});

test('is asked for and downloaded by the franchise’s administrators and nobody else, and only of its own customers', async () => {
  const [made] = await exportsOf(one);
  for (const person of [
    world.people.support,
    world.people.agent,
    world.people.admin,
    world.people.basic,
    world.people.foreign,
  ]) {
    expect((await ask('POST', `/${one}/exports`, person)).status, person.userName).toBe(403);
    expect((await download(one, made?.id ?? '', person)).status, person.userName).toBe(403);
  }
  const foreign = world.people.foreign.tenantId;
  expect((await ask('POST', `/${foreign}/exports`)).status).toBe(404);
  // The id of another customer's file opens nothing.
  expect((await download(two, made?.id ?? '')).status).toBe(404);
});

test('asking and downloading stand in the log of acts', async () => {
  const { rows } = await withClient(database.migrator, (migrator) =>
    migrator.query<{ action: string }>(
      `SELECT action FROM audit_events WHERE tenant_id = $1 AND subject_id = $2 ORDER BY id`,
      [world.first.id, one],
    ),
  );
  const actions = rows.map(({ action }) => action);
  expect(actions).toContain('startCustomerExport');
  expect(actions).toContain('downloadCustomerExport');
});

test('a process whose lease was taken over leaves the file of who took it alone', async () => {
  expect((await ask('POST', `/${two}/exports`)).status).toBe(200);
  const [waiting] = await exportsOf(two);
  // Somebody else takes it over, and is ready, while this one reads its papers, of which there are none.
  const papersOf = async function* papersOf(): AsyncGenerator<never> {
    await withClient(database.migrator, async (migrator) => {
      await migrator.query(
        `UPDATE customer_exports SET attempt = attempt + 1, state = 'ready', ready_at = now(), size = 4, parts = 1,
        due_at = now() + interval '7 days', lease_until = NULL WHERE id = $1`,
        [waiting?.id],
      );
      await migrator.query(`INSERT INTO customer_export_parts VALUES ($1, $2, 1, 'good')`, [
        world.first.id,
        waiting?.id,
      ]);
    });
    yield* [];
  };
  const slow = createExportWorker({
    db: database.db,
    bucket: undefined,
    clock: { now: () => now },
    log: silentLogger(),
    papersOf,
  });
  expect(await slow.look()).toBe(0);
  const { rows } = await withClient(database.migrator, (migrator) =>
    migrator.query(`SELECT no, convert_from(bytes, 'UTF8') AS bytes FROM customer_export_parts WHERE export_id = $1`, [
      waiting?.id,
    ]),
  );
  expect(rows).toEqual([{ no: 1, bytes: 'good' }]);
});

test('one that fails is made anew within a minute or two, and left to nobody’s lease meanwhile', async () => {
  expect((await ask('POST', `/${two}/exports`)).status).toBe(200);
  const rowsOf = async (where: string) =>
    (
      await withClient(database.migrator, (migrator) =>
        migrator.query<Record<string, unknown>>(
          `SELECT state, lease_until <= clock_timestamp() AS free, progress_at IS NOT NULL AS begun,
            extract(epoch FROM due_at - $2::timestamptz)::int AS seconds FROM customer_exports WHERE customer_id = $1 AND ${where}`,
          [two, now],
        ),
      )
    ).rows;
  const fails = createExportWorker({
    db: database.db,
    bucket: undefined,
    clock: { now: () => now },
    log: silentLogger(),
    papersOf: () => {
      throw new Error('the renderer is away');
    },
  });
  expect(await fails.look()).toBe(0);
  const waiting = `state = 'waiting'`;
  expect(await rowsOf(waiting)).toEqual([{ state: 'waiting', free: true, begun: true, seconds: 60 }]);
  now = new Date(now.getTime() + 61_000);
  expect(await application.customerExports.look()).toBe(1);
  expect(await rowsOf(waiting)).toEqual([]);
  // Given back in order: whoever takes it later is not held to what was before.
  expect(await rowsOf(`state = 'ready' AND size > 4 AND lease_until IS NULL`)).toMatchObject([{ begun: false }]);
});

test('one that hangs lets go of the database, and is made anew', async () => {
  expect((await ask('POST', `/${two}/exports`)).status).toBe(200);
  let ended = false;
  const hangs = createExportWorker({
    db: {
      ...database.db,
      ownConnection: () => database.db.ownConnection().once('end', () => (ended = true)),
    },
    bucket: undefined,
    clock: { now: () => now },
    log: silentLogger(),
    papersOf: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
    hungMs: 500,
  });
  expect(await hangs.look()).toBe(0);
  await expect.poll(() => ended).toBe(true);
  now = new Date(now.getTime() + 61_000);
  expect(await application.customerExports.look()).toBe(1);
});

test('what a process that was killed left on the disk is taken away when nobody writes it', async () => {
  const folders = ['left', 'written', 'held'].map(() => path.join(os.tmpdir(), `scanship-export-${newId()}-abcdef`));
  const [left = '', written = '', held = ''] = folders;
  for (const folder of folders) {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'customer.tar.gz'), 'everything');
    for (const at of [path.join(folder, 'customer.tar.gz'), folder])
      if (folder !== written) fs.utimesSync(at, new Date(0), new Date(0));
  }
  await withClient(database.migrator, (migrator) =>
    migrator.query(
      `INSERT INTO customer_exports (tenant_id, id, customer_id, asked_by, asked_at, lease_until) VALUES ($1, $2, $3, $2, now(), now() + interval '1 hour')`,
      [world.first.id, path.basename(held).slice(16, 52), one],
    ),
  );
  const again = makeWholeApplication(testServices(database.db, { clock: { now: () => now } }));
  await again.customerExports.look();
  await again.close();
  expect(folders.map((folder) => fs.existsSync(folder))).toEqual([false, true, true]);
  for (const folder of [written, held]) fs.rmSync(folder, { recursive: true });
  expect(left).not.toBe('');
  await withClient(database.migrator, (migrator) =>
    migrator.query(`DELETE FROM customer_exports WHERE due_at IS NULL`),
  );
});

test('goes when its days are over, with its bytes', async () => {
  now = new Date(now.getTime() + (EXPORT_KEPT_DAYS * 24 + 1) * 3_600_000);
  await application.customerExports.look();
  const left = await withClient(database.migrator, (migrator) =>
    migrator.query(`SELECT 1 FROM customer_exports e FULL JOIN customer_export_parts p ON p.export_id = e.id`),
  );
  expect(left.rowCount).toBe(0);
});
