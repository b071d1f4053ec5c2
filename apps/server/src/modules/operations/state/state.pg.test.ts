/** Each check is raised by what it is there for, on the page and as its alert; without it neither is. */
import { readFileSync } from 'node:fs';
import { QUEUES, STATE_CHECKS } from '@scanship/contracts/network/system-state';
import { sql } from 'kysely';
import { escapeIdentifier } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALERT_RULES, alertsYaml, runbookOf } from '../../../../../../scripts/alerts/alert-rules.ts';
import { dashboardJson, expressions } from '../../../../../../scripts/alerts/dashboard.ts';
import { testServices } from '../../../../test/app-kit.ts';
import { makeWholeApplication } from '../../../../test/whole-app.ts';
import type { Config } from '../../../config/config.ts';
import { createMetrics } from '../../../platform/metrics/metrics.ts';
import { registerOperations } from '../index.ts';
import { fastify } from 'fastify';
import { insertRow, makeRow, readCatalog } from '../../../../test/row-maker.ts';
import { raised } from '../../../../test/alerts/raised-alerts.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { makeTenantTree } from '../../../../test/tenant-tree.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { idAt } from '../../../platform/database/ids.ts';
import { createStateModule } from './index.ts';
import { JOB_RULES, JOBS, QUEUE_RULES, STATE_RULES } from './state-rules.ts';

const BUCKET = {
  bucket: 'labels',
  endpoint: undefined,
  region: 'ca-central-1',
  credentials: undefined,
  prefix: '',
  encryption: undefined,
  moveAfterMinutes: 10,
  keepDays: 30,
};
let test_: TestDatabase;
const asMigrator = <T>(work: Parameters<typeof withClient<T>>[1]): Promise<T> => withClient(test_.migrator, work);

beforeAll(async () => {
  test_ = await createTestDatabase({ maxConnections: 4 });
  const tree = await makeTenantTree(test_.db);
  await asMigrator(async (client) => {
    const catalog = await readCatalog(client);
    for (const table of catalog.filter((each) => each.home || each.name === 'inbound_events'))
      await insertRow(client, table.name, makeRow(catalog, table, tree.franchises[0]));
  });
});
afterAll(() => test_.drop());

/** Nothing is due. */
beforeEach(() =>
  asMigrator(async (client) => {
    for (const { table } of Object.values(QUEUE_RULES))
      await client.query(`UPDATE ${escapeIdentifier(table)} SET due_at = NULL, lease_until = NULL`);
    await client.query('UPDATE customer_exports SET due_at = NULL, lease_until = NULL');
    await client.query('UPDATE batch_workers SET progress_at = NULL');
    await client.query('UPDATE quota_buckets SET short_since = NULL');
  }),
);

const due = (table: string, seconds: number, more = '') =>
  asMigrator((client) =>
    client.query(
      `UPDATE ${escapeIdentifier(table)} SET due_at = clock_timestamp() - ${seconds} * interval '1 second' ${more}`,
    ),
  );

const world = (db = test_.db, config: Partial<Config> = {}) => {
  const services = { ...testServices(db, { config }), db };
  const state = createStateModule(services, 'test');
  services.metrics.gauge('db_connections', 'as registered by the operations module', ['state'], (gauge) =>
    gauge.set({ state: 'waiting' }, db.connections().waiting),
  );
  return {
    late: async () => (await state.checks()).filter((check) => check.state === 'late').map(({ id }) => id),
    /** Rows made from the catalog stand outside any month. */
    lateWork: async () =>
      (await state.checks()).filter((check) => check.state === 'late' && check.id !== 'partitions').map(({ id }) => id),
    checks: () => state.checks(),
    metrics: () => services.metrics.render(),
  };
};

const raisedByWork = (metrics: string): readonly string[] =>
  raised(metrics).filter((alert) => !alert.startsWith('RowsWithoutAPartition'));

test('nothing is late in an installation that rests', async () => {
  const { lateWork, metrics, checks } = world();
  expect(await lateWork()).toEqual([]);
  expect((await checks()).map(({ id }) => id)).toEqual([...STATE_CHECKS]);
  expect(raisedByWork(await metrics())).toEqual([]);
});

test.each(QUEUES)(
  '%s that waits beyond its limit is late; work that is in hand, or not yet due for long, is not',
  async (queue) => {
    const { table, limit } = QUEUE_RULES[queue];
    await due(table, limit - 30);
    expect(await world().lateWork()).toEqual([]);
    await due(table, limit + 60, `, lease_until = clock_timestamp() + interval '1 minute'`);
    expect(await world().lateWork()).toEqual([]);
    await due(table, limit + 60, ', lease_until = NULL');
    const { lateWork, checks, metrics } = world();
    expect(await lateWork()).toEqual([queue]);
    const check = (await checks()).find(({ id }) => id === queue);
    expect(check?.waiting).toBeGreaterThan(0);
    expect(check?.value).toBeGreaterThanOrEqual(limit + 60);
    expect(raisedByWork(await metrics())).toEqual([
      `WorkIsLate: scanship_queue_oldest_seconds{queue="${queue}"} > ${limit}`,
    ]);
  },
);

test.each(JOBS)(
  '%s in hand that gets no further is told; in hand and getting on, or given back, it is not',
  async (job) => {
    const set = (table: string, last: string, lease: string) =>
      asMigrator((client) =>
        client.query(`UPDATE ${escapeIdentifier(table)} SET due_at = clock_timestamp(), lease_until = ${lease},
        progress_at = clock_timestamp() - interval '${last}'`),
      );
    const { table } = JOB_RULES[job];
    await set(table, '3 minutes', `clock_timestamp() + interval '1 minute'`);
    expect(await world().lateWork()).toEqual([]);
    await set(table, '1 day', 'NULL');
    expect(await world().lateWork()).toEqual([]);
    // Nobody has it at this moment: whoever had it died, hung or failed at it.
    for (const lease of [`clock_timestamp() + interval '1 minute'`, `clock_timestamp() - interval '1 second'`]) {
      await set(table, '6 minutes', lease);
      const { lateWork, checks, metrics } = world();
      expect(await lateWork()).toEqual(['progress']);
      expect((await checks()).find(({ id }) => id === 'progress')).toMatchObject({
        waiting: 1,
        value: expect.closeTo(360, -2),
      });
      const scraped = await metrics();
      expect(raisedByWork(scraped)).toEqual(['JobMakesNoProgress: scanship_job_without_progress_seconds > 240']);
      expect(scraped).toMatch(new RegExp(`^scanship_job_without_progress_seconds\\{job="${job}"\\} 36\\d`, 'm'));
    }
  },
);

test('a process beside the one that leads a batch, and gets no further with its share', async () => {
  await asMigrator((client) =>
    client.query(`UPDATE batch_workers SET progress_at = clock_timestamp() - interval '6 minutes'`),
  );
  expect(await world().lateWork()).toEqual(['progress']);
});

test('a purchase of which nobody knows for hours whether it was made', async () => {
  await asMigrator((client) =>
    client.query(`UPDATE purchases SET state = 'unknown', due_at = clock_timestamp() + interval '1 minute',
      sent_at = clock_timestamp() - interval '2 hours'`),
  );
  const { lateWork, metrics } = world();
  expect(await lateWork()).toEqual(['purchases-unknown']);
  expect(raisedByWork(await metrics())).toEqual(['PurchasesUnknown: scanship_purchases_unknown_oldest_seconds > 3600']);
  await asMigrator((client) => client.query(`UPDATE purchases SET state = 'planned', due_at = NULL`));
});

test('carrier accounts on hold after a restore', async () => {
  await asMigrator((client) =>
    client.query(`INSERT INTO maintenance.unasked_accounts (account_id, tenant_id, since)
      SELECT id, tenant_id, now() FROM carrier_accounts LIMIT 1`),
  );
  const { lateWork, metrics } = world();
  expect(await lateWork()).toEqual(['unasked-accounts']);
  expect(raisedByWork(await metrics())).toEqual(['AfterARestore: scanship_unasked_accounts > 0']);
  await asMigrator((client) => client.query('DELETE FROM maintenance.unasked_accounts'));
});

test('accounts that have had no calls left for long, while somebody asks for them', async () => {
  const short = (since: string, asked: string) =>
    asMigrator((client) =>
      client.query(`UPDATE quota_buckets SET short_since = clock_timestamp() - interval '${since}',
        refilled_at = clock_timestamp() - interval '${asked}'`),
    );
  await short('50 minutes', '1 second');
  expect(await world().lateWork()).toEqual([]);
  await short('2 days', '1 hour');
  expect(await world().lateWork()).toEqual([]);
  await short('2 hours', '1 minute');
  const { lateWork, checks, metrics } = world();
  expect(await lateWork()).toEqual(['quota']);
  expect((await checks()).find(({ id }) => id === 'quota')).toMatchObject({ waiting: 1 });
  expect(raisedByWork(await metrics())).toEqual(['QuotaIsUsedUp: scanship_quota_short_oldest_seconds > 3600']);
  await asMigrator((client) => client.query('UPDATE quota_buckets SET short_since = NULL'));
});

test('files that wait for the bucket, where there is one, and those that have to be erased from it', async () => {
  const bucket = { objectStorage: { ...BUCKET, moving: true } };
  await asMigrator((client) =>
    client.query(
      `UPDATE blobs SET may_move = true, created_at = clock_timestamp() - interval '3 hours' WHERE place = 'db'`,
    ),
  );
  expect(await world().lateWork()).toEqual([]);
  expect(await world(test_.db, { objectStorage: { ...BUCKET, moving: false } }).lateWork()).toEqual([]);
  const { lateWork, metrics } = world(test_.db, bucket);
  expect(await lateWork()).toEqual(['stored-files']);
  expect(raisedByWork(await metrics())).toEqual(['FilesWait: scanship_files_waiting_oldest_seconds > 7200']);
  await asMigrator((client) => client.query('UPDATE blobs SET may_move = false'));
  expect(await world(test_.db, bucket).lateWork()).toEqual([]);
  await asMigrator((client) =>
    client.query(`UPDATE object_removals SET why = 'erased', since = clock_timestamp() - interval '3 hours'`),
  );
  expect(await world().lateWork()).toEqual(['stored-files']);
  await asMigrator((client) => client.query('DELETE FROM object_removals'));
});

test('the audit log without its seals, and figures that are behind', async () => {
  await asMigrator((client) =>
    client.query(`INSERT INTO audit_pending (tenant_id, event_id) SELECT tenant_id, gen_random_uuid()
      FROM audit_pending CROSS JOIN generate_series(1, 1001) LIMIT 1001`),
  );
  await asMigrator((client) => client.query(`INSERT INTO rollup_due (tenant_id, at) SELECT id, now() FROM tenants`));
  const { lateWork, checks, metrics } = world();
  expect(await lateWork()).toEqual(['audit']);
  expect((await checks()).find(({ id }) => id === 'figures')?.waiting).toBeGreaterThan(1);
  expect(raisedByWork(await metrics())).toEqual(['LogIsNotSealed: scanship_audit_pending > 1000']);
  await asMigrator((client) => client.query('DELETE FROM audit_pending'));
});

test('figures of hundreds of customers that are behind, and a database that takes seconds', async () => {
  const other = await createTestDatabase();
  await makeTenantTree(other.db);
  await withClient(other.migrator, (client) =>
    client.query(`WITH made AS (
        INSERT INTO tenants SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
        FROM tenants t CROSS JOIN generate_series(1, 201) WHERE t.id = (SELECT id FROM tenants WHERE kind = 'customer' LIMIT 1)
        RETURNING id)
      INSERT INTO rollup_due (tenant_id, at) SELECT id, now() FROM made`),
  );
  expect(raised(await world(other.db).metrics())).toEqual(['FiguresAreBehind: scanship_figures_behind > 200']);
  await withClient(other.migrator, (client) => client.query('DELETE FROM rollup_due'));
  const slow = world(other.db);
  await withClient(other.migrator, async (client) => {
    // Whoever reads a table of work waits as long.
    await client.query('BEGIN');
    await client.query('LOCK TABLE month_closes IN ACCESS EXCLUSIVE MODE');
    const asked = slow.metrics();
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await client.query('ROLLBACK');
    expect(raised(await asked)).toEqual(['DatabaseIsSlow: scanship_state_read_milliseconds > 2000']);
  });
  await other.drop();
});

test('every table of work is watched', async () => {
  const { rows } = await asMigrator((client) =>
    client.query<{ name: string }>(`SELECT tablename AS name FROM pg_indexes WHERE schemaname = 'public'
      AND indexdef LIKE '% (due_at) WHERE %due_at IS NOT NULL%' AND tablename NOT LIKE '%\\_default' AND tablename !~ '_p?[0-9]{4}'`),
  );
  const watched = Object.values(QUEUE_RULES).map(({ table }) => table);
  // When an unsent print job expires, and when an adjustment is to be decided by a person: nobody works on them at that time.
  // Of a saved report that does not go out its owner is told.
  const ofPeople = ['print_jobs', 'adjustments', 'saved_reports'];
  expect([...new Set(rows.map(({ name }) => name))].toSorted()).toEqual([...watched, ...ofPeople].toSorted());
});

test('calls that wait for a connection', async () => {
  const { metrics } = world();
  const busy = Array.from({ length: 40 }, () => test_.db.system((tx) => sql`SELECT pg_sleep(0.2)`.execute(tx)));
  const seen = await metrics();
  await Promise.all(busy);
  expect(raised(seen)).toContain('WaitingForConnections: db_connections{state="waiting"} > 20');
});

test('a state that cannot be read is told as such, and nothing else is made up', async () => {
  const other = await createTestDatabase();
  const { metrics } = world(other.db);
  await other.drop();
  const seen = await metrics();
  expect(raised(seen)).toEqual(['StateUnreadable: scanship_state_readable == 0']);
  expect(seen).not.toMatch(/^scanship_queue_oldest_seconds\{/m);
});

test('rows outside their month', async () => {
  const other = await createTestDatabase();
  const [customer] = (await makeTenantTree(other.db)).customers;
  const before = world(other.db);
  expect(await before.late()).toEqual([]);
  expect(raised(await before.metrics())).toEqual([]);
  await withClient(other.migrator, (client) =>
    client.query(
      `INSERT INTO quotes (tenant_id, id, request, request_hash, ship_date, expires_at)
        VALUES ($1, $2, '{}', 'x', '2041-05-01', '2041-05-02')`,
      [customer.tenantId, idAt(new Date('2041-05-01T00:00:00Z'))],
    ),
  );
  const after = world(other.db);
  expect(await after.late()).toEqual(['partitions']);
  expect((await after.checks()).find(({ id }) => id === 'partitions')).toMatchObject({ value: 1, waiting: 1 });
  expect(raised(await after.metrics())).toEqual(['RowsWithoutAPartition: scanship_default_partition_rows > 0']);
  // As the runbook has it: the file of the DEFAULT partition is no smaller then, and nobody waits for a vacuum.
  await withClient(other.migrator, (client) => client.query(`SELECT maintenance.ensure_month('2041-05-01')`));
  expect(await world(other.db).late()).toEqual([]);
  await other.drop();
});

test('alerts and the dashboard speak of metrics that there are, and every alert has its page', async () => {
  const services = { ...testServices(test_.db), metrics: createMetrics(true) };
  makeWholeApplication(services);
  await registerOperations(fastify(), services, { version: 'test', calls: [], checks: [], stopping: () => false });
  const known = new Set([...(await services.metrics.render()).matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name));
  // Of an installation with a bucket, and of the server's HTTP layer.
  known.add('scanship_stored_file_reads_total');
  known.add('http_request_duration_seconds');
  const said = [...ALERT_RULES.map(({ expr }) => expr), ...expressions()].join('\n');
  const names = said.match(/\b(?:scanship|db|http|nodejs|process)_\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(known).toContain(name.replace(/(?<=duration_seconds)_(?:count|bucket|sum)$/, ''));
  for (const { alert, tells } of ALERT_RULES) {
    expect(tells).not.toBe(alert);
    expect(readFileSync(`docs/runbooks/${runbookOf(alert)}`, 'utf8')).toContain(`# ${alert}\n`);
  }
  expect(readFileSync('deploy/grafana/scanship.json', 'utf8')).toBe(dashboardJson());
});

test('every check has its alert', () => {
  expect(alertsYaml(ALERT_RULES)).toBe(readFileSync('deploy/prometheus/alerts.yaml', 'utf8'));
  for (const { alert } of Object.values(STATE_RULES)) expect(ALERT_RULES.map((rule) => rule.alert)).toContain(alert);
});

afterEach(() => asMigrator((client) => client.query(`UPDATE purchases SET state = 'planned', due_at = NULL`)));
