import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { systemClock } from '../../../platform/clock.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { idAt, newId } from '../../../platform/database/ids.ts';
import { createLogger, silentLogger } from '../../../platform/logging/logger.ts';
import { KEPT, KEPT_NAMES } from '../../../platform/retention/retention-table.ts';
import { recordEvent, verifyLog } from '../../audit/index.ts';
import { createAuditSealer } from '../../audit/sealer.ts';
import { letMonthsGo, letRowsGo } from './let-go.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
let database: TestDatabase;
let tree: TenantTree;
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
});
afterAll(() => database.drop());

const owner = <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  withClient(database.migrator, async (client) => (await client.query<T>(text, values)).rows);
const makeMonth = (day: Date) => owner(`SELECT maintenance.ensure_month($1)`, [day.toISOString().slice(0, 10)]);
const monthsOf = async (table: string): Promise<string[]> => {
  const rows = await owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ $1 ORDER BY 1`,
    [`^${table}_\\d{4}_\\d\\d$`],
  );
  return rows.map(({ name }) => name);
};
const partOf = (table: string, day: Date) => `${table}_${day.toISOString().slice(0, 7).replace('-', '_')}`;
const deps = () => ({ db: database.db, log: silentLogger(), retention: {} });
const traced = (id: string) =>
  owner(
    `INSERT INTO carrier_calls (tenant_id, id, reference, slug, operation, outcome) VALUES ($1, $2, 'r', 'ups', 'rate', 'ok')`,
    [tree.customers[0].tenantId, id],
  );
const calls = async () => (await owner<{ id: string }>('SELECT id FROM carrier_calls ORDER BY id')).map(({ id }) => id);

test('every table that is partitioned by month has a time, and no other', async () => {
  const rows = await owner<{ name: string }>(
    'SELECT table_name AS name FROM maintenance.partitioned_tables ORDER BY 1',
  );
  expect(KEPT_NAMES.flatMap((name) => KEPT[name].months ?? []).toSorted()).toEqual(rows.map(({ name }) => name));
});

test('months go whole when all of them is older; what lies in no month goes by itself; the rest stays', async () => {
  const [old, young] = [ago(300), ago(20)];
  await makeMonth(old);
  await makeMonth(young);
  const strays = Array.from({ length: 3 }, () => idAt(ago(500)));
  for (const id of [idAt(old), ...strays]) await traced(id);
  const kept = idAt(young);
  await traced(kept);
  await letMonthsGo({ ...deps(), retention: { 'carrier-calls': 0 } }, now);
  expect(await calls()).toHaveLength(5);
  await letMonthsGo(deps(), now);
  expect(await calls()).toEqual([kept]);
  expect(await monthsOf('carrier_calls')).not.toContain(partOf('carrier_calls', old));
  expect(await monthsOf('carrier_calls')).toContain(partOf('carrier_calls', young));
  const [since] = await owner<{ since: Date }>(`SELECT since FROM kept_since WHERE table_name = 'carrier_calls'`);
  expect(since?.since.getTime()).toBeLessThanOrEqual(ago(180).getTime());
  // The running month is kept whatever is asked for.
  await database.db.system((tx) => sql`SELECT maintenance.let_go('carrier_calls', '2100-01-01')`.execute(tx));
  expect(await monthsOf('carrier_calls')).toContain(partOf('carrier_calls', now));
});

test('nobody waits behind a table that is read for long: the month goes with the next round', async () => {
  const old = ago(400);
  await makeMonth(old);
  await traced(idAt(old));
  const reader = new Client(database.migrator);
  await reader.connect();
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line: string) => lines.push(line) });
  try {
    await reader.query('BEGIN; SELECT count(*) FROM carrier_calls');
    await letMonthsGo({ ...deps(), log }, now);
    expect(lines.join()).toContain('goes with the next round');
    expect(await monthsOf('carrier_calls')).toContain(partOf('carrier_calls', old));
    await reader.query('COMMIT');
  } finally {
    await reader.end();
  }
  await letMonthsGo(deps(), now);
  expect(await monthsOf('carrier_calls')).not.toContain(partOf('carrier_calls', old));
});

test('a delivery that nobody worked off keeps its month', async () => {
  const old = ago(200);
  await makeMonth(old);
  const month = `${old.toISOString().slice(0, 7)}-01`;
  await owner(
    `INSERT INTO inbound_events (month, id, slug, delivery_key, body, state) VALUES ($1, $2, 'shopify', 'k', '', 'failed')`,
    [month, newId()],
  );
  await letMonthsGo(deps(), now);
  expect(await monthsOf('inbound_events')).toContain(partOf('inbound_events', old));
  await owner('DELETE FROM inbound_events');
  await letMonthsGo(deps(), now);
  expect(await monthsOf('inbound_events')).not.toContain(partOf('inbound_events', old));
});

test('acts of past years go and their hashes stay: the log is whole, and a later one that is missing still shows', async () => {
  const [customer] = tree.customers;
  const sealer = createAuditSealer({ db: database.db, log: silentLogger(), clock: systemClock });
  const old = ago(3_000);
  await makeMonth(old);
  await database.db.tenant(customer, (tx) =>
    sql`INSERT INTO audit_events (tenant_id, id, actors, action, at)
      VALUES (${customer.tenantId}, ${idAt(old)}, '[]', 'long ago', ${old.toISOString()}::timestamptz)`.execute(tx),
  );
  const recent = await database.db.tenant(customer, (tx) =>
    recordEvent(tx, { tenantId: customer.tenantId, actors: [], action: 'now', details: {} }),
  );
  await sealer.seal();
  expect(await verifyLog(database.db, customer.tenantId)).toMatchObject({ problems: [], events: 2, aged: 0 });
  await letMonthsGo(deps(), now);
  expect(await verifyLog(database.db, customer.tenantId)).toMatchObject({ intact: true, events: 1, aged: 1, seals: 1 });
  await owner('DELETE FROM audit_events WHERE id = $1', [recent]);
  const verdict = await verifyLog(database.db, customer.tenantId);
  expect([verdict.intact, verdict.aged, verdict.problems.join()]).toEqual([
    false,
    1,
    expect.stringContaining('was removed'),
  ]);
});

test('old photos of returns go, young ones stay', async () => {
  const [{ tenantId, storeId }] = tree.customers;
  const [order, shipment, one] = [newId(), newId(), newId()];
  await owner(
    `INSERT INTO orders (tenant_id, id, store_id, platform_code, external_id, source, number, placed_at, currency)
     VALUES ($1, $2, $3, 'scanship', 'r', 'manual', 'r', now(), 'CAD')`,
    [tenantId, order, storeId],
  );
  await owner(
    `INSERT INTO shipments (tenant_id, id, state, from_address, to_address, slug) VALUES ($1, $2, 'bought', '{}', '{}', 'ups')`,
    [tenantId, shipment],
  );
  await owner(
    `INSERT INTO returns (tenant_id, id, order_id, no, return_of, state, reason, reason_words, payer, wish, number_key)
     VALUES ($1, $2, $3, 1, $4, 'done', 'damaged', 'Damaged', 'seller', 'money', 'r')`,
    [tenantId, one, order, shipment],
  );
  const [old, young] = [idAt(ago(541)), idAt(ago(539))];
  const claim = newId();
  await owner(
    `INSERT INTO claims (tenant_id, id, shipment_id, order_id, kind, amount_minor, currency) VALUES ($1, $2, $3, $4, 'loss', 1, 'CAD')`,
    [tenantId, claim, shipment, order],
  );
  for (const id of [old, young])
    await owner(
      `INSERT INTO claim_photos (tenant_id, id, claim_id, width, height, png) VALUES ($1, $2, $3, 1, 1, 'x')`,
      [tenantId, id, claim],
    );
  await owner(
    `INSERT INTO claim_photos (tenant_id, id, claim_id, width, height, png, of_return) VALUES ($1, $2, $3, 1, 1, 'x', $4)`,
    [tenantId, newId(), claim, old],
  );
  for (const id of [old, young])
    await owner(
      `INSERT INTO return_photos (tenant_id, id, return_id, source, width, height, png) VALUES ($1, $2, $3, 'table', 1, 1, 'x')`,
      [tenantId, id, one],
    );
  await letRowsGo(deps(), tenantId, now);
  for (const table of ['return_photos', 'claim_photos'])
    expect(await owner(`SELECT id FROM ${table}`)).toEqual([{ id: young }]);
});

test('old edits of many orders go in steps with their lines, old answers of stores go, old files leave their bytes, and young ones keep all', async () => {
  const [customer, other] = tree.customers;
  const { tenantId, storeId } = customer;
  const [old, young] = [idAt(ago(91)), idAt(ago(89))];
  const order = newId();
  await owner(
    `INSERT INTO orders (tenant_id, id, store_id, platform_code, external_id, source, number, placed_at, currency)
     VALUES ($1, $2, $3, 'scanship', '1', 'manual', '1', now(), 'CAD')`,
    [tenantId, order, storeId],
  );
  for (const id of [old, young]) {
    await owner('INSERT INTO order_edits (tenant_id, id) VALUES ($1, $2)', [tenantId, id]);
    await owner(
      `INSERT INTO order_edit_lines (tenant_id, edit_id, order_id, line, before, after) SELECT $1, $2, $3, n, '{}', '{}' FROM generate_series(1, 2500) n`,
      [tenantId, id, order],
    );
  }
  const answers = [newId(), newId()];
  for (const [n, id] of answers.entries()) {
    await owner(
      `INSERT INTO orders (tenant_id, id, store_id, platform_code, external_id, source, number, placed_at, currency, import_state)
       VALUES ($1, $2::uuid, $3, 'shopify', $2::text, 'store', 'unread', now(), 'CAD', 'failed')`,
      [tenantId, id, storeId],
    );
    await owner(
      `INSERT INTO unread_orders (tenant_id, order_id, message, shortened, seen_at, sealed)
       VALUES ($1, $2, 'No time.', false, now() - $3 * interval '1 day', '')`,
      [tenantId, id, n === 0 ? 31 : 29],
    );
  }
  const [shared, own] = ['a,b', 'c,d'].map((text) => createHash('sha256').update(text).digest('hex'));
  await owner(
    `INSERT INTO blobs (tenant_id, sha256, size, type, bytes) VALUES ($1, $2, 3, 'text/csv', 'a,b'), ($1, $3, 3, 'text/csv', 'c,d')`,
    [tenantId, shared, own],
  );
  await owner(
    `INSERT INTO order_imports (tenant_id, id, file_name, blob, created_at) VALUES
      ($1, gen_random_uuid(), 'old.csv', $2, now() - interval '91 days'), ($1, gen_random_uuid(), 'old too.csv', $3, now() - interval '91 days'),
      ($1, gen_random_uuid(), 'young.csv', $2, now() - interval '89 days')`,
    [tenantId, shared, own],
  );
  await letRowsGo(deps(), other.tenantId, now);
  expect(await owner('SELECT id FROM order_edits')).toHaveLength(2);
  await letRowsGo(deps(), tenantId, now);
  expect(await owner('SELECT id FROM order_edits')).toEqual([{ id: young }]);
  expect(await owner('SELECT DISTINCT edit_id AS id, count(*)::int AS n FROM order_edit_lines GROUP BY 1')).toEqual([
    { id: young, n: 2_500 },
  ]);
  expect(await owner('SELECT order_id AS id FROM unread_orders')).toEqual([{ id: answers[1] }]);
  // The young file has the very bytes of one of the old ones.
  expect(await owner(`SELECT sha256 FROM blobs WHERE size > 0`)).toEqual([{ sha256: shared }]);
  expect(
    await owner(
      `SELECT i.file_name AS name, b.size FROM order_imports i JOIN blobs b ON b.tenant_id = i.tenant_id AND b.sha256 = i.blob ORDER BY 1`,
    ),
  ).toEqual([
    { name: 'old too.csv', size: 0 },
    { name: 'old.csv', size: 0 },
    { name: 'young.csv', size: 3 },
  ]);
  await letRowsGo(deps(), tenantId, now);
  const left = await database.db.tenant(customer, (tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM order_imports`.execute(tx),
  );
  expect(left.rows).toEqual([{ n: 3 }]);
});
