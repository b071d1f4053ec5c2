/** An import into an installation that goes on working: what it waits for, what waits for it, and what it leaves where it is refused. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { entriesOf } from '../../test/storage/tenant-archives.ts';
import { type CatalogTable, insertRow, makeRow, readCatalog } from '../../test/row-maker.ts';
import { makeTenantTree, type TenantTree } from '../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase, untilWaiting } from '../../test/test-database.ts';
import { verifyLog } from '../modules/audit/index.ts';
import { createAuditSealer } from '../modules/audit/sealer.ts';
import { withClient } from '../platform/database/connection.ts';
import { idAt } from '../platform/database/ids.ts';
import { silentLogger } from '../platform/logging/logger.ts';
import { createArchive } from './archive.ts';
import { MADE_ANEW, OF_SELLERS } from './arriving-tables.ts';
import { exportTenant } from './export-tenant.ts';
import { importTenant } from './import-tenant.ts';
import { checkTenantArchive } from './read-tenant-archive.ts';

let folder: string;
let catalog: CatalogTable[];
let mine: string;
/** Of one that is at rest, and of one that buys a label. */
let file: string;
let busy: string;

let to: TestDatabase;
let there: TenantTree;

const rowsIn = async (text: string, values: unknown[] = []): Promise<object[]> =>
  withClient(to.migrator, async (client) => (await client.query<object>(text, values)).rows);
const rowOf = (name: string, tenantId: string) => {
  const table = catalog.find((each) => each.name === name);
  if (!table) throw new Error(`no table ${name}`);
  return makeRow(catalog, table, tenantId);
};

/** Sealed, and gone with its month. */
async function addAgedEvent({ db, migrator }: TestDatabase): Promise<void> {
  await withClient(migrator, async (client) => {
    const event = new Map([...rowOf('audit_events', mine), ['id', idAt(new Date('2025-01-15'))]]);
    await insertRow(client, 'audit_events', event);
    await client.query(
      `INSERT INTO audit_pending (tenant_id, event_id) SELECT tenant_id, id FROM audit_events
      WHERE tenant_id = $1 ON CONFLICT DO NOTHING`,
      [mine],
    );
    await createAuditSealer({ db, log: silentLogger(), clock: { now: () => new Date() } }).seal();
    await client.query('DELETE FROM audit_events WHERE tenant_id = $1', [mine]);
    await client.query(`INSERT INTO kept_since VALUES ('audit_events', '2025-02-01')`);
  });
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-beside-'));
  const from = await createTestDatabase();
  const [first, second] = (await makeTenantTree(from.db)).customers;
  mine = first.tenantId;
  const elsewhere = new Set([...OF_SELLERS, ...MADE_ANEW, 'customer_export_parts']);
  await withClient(from.migrator, async (client) => {
    catalog = await readCatalog(client);
    for (const { name, home } of catalog)
      if (home === 'tenant_id' && !elsewhere.has(name)) await insertRow(client, name, rowOf(name, second.tenantId));
    await client.query(`UPDATE purchases SET state = 'unknown'`);
    await client.query(`UPDATE roles SET base_role = 'ROLE_CUSTOMER_ADMIN', built_in = true`);
  });
  await addAgedEvent(from);
  file = path.join(folder, 'mine.tar.gz');
  busy = path.join(folder, 'busy.tar.gz');
  await exportTenant(from.app, mine, file);
  await exportTenant(from.app, second.tenantId, busy);
  await from.drop();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));
beforeEach(async () => {
  to = await createTestDatabase({ maxConnections: 2 });
  there = await makeTenantTree(to.db);
});
afterEach(() => to.drop());

test('whoever lends accounts waits for no import, and the franchise lends its own at the end', async () => {
  const [franchise] = there.franchises;
  await withClient(to.migrator, async (client) => {
    await insertRow(client, 'account_grants', rowOf('account_grants', franchise));
    await client.query('UPDATE account_grants SET owner_tenant_id = $1, valid_to = NULL', [there.platformId]);
  });
  await withClient(to.migrator, async (blocker) => {
    await blocker.query('BEGIN; LOCK TABLE notice_choices IN ACCESS EXCLUSIVE MODE');
    const importing = importTenant(to.db, file, franchise);
    await untilWaiting(to);
    expect(
      await rowsIn(
        `SELECT pg_try_advisory_xact_lock(maintenance.lendings_lock(id)) AS free FROM unnest($1::uuid[]) AS id`,
        [[franchise, there.platformId]],
      ),
    ).toEqual([{ free: true }, { free: true }]);
    await blocker.query('ROLLBACK');
    await importing;
  });
  expect(
    await rowsIn('SELECT owner_tenant_id FROM account_grants WHERE tenant_id = $1 AND valid_to IS NULL', [mine]),
  ).toEqual([{ owner_tenant_id: there.platformId }]);
});

test('months are made when everything that refuses was asked, and tables in use are told in a sentence', async () => {
  const [franchise] = there.franchises;
  let asked = 0;
  const makeMonths = (): Promise<void> =>
    withClient(to.migrator, async (client) => {
      asked += 1;
      await client.query(`SET lock_timeout = '100ms'`);
      await client.query(`SELECT maintenance.ensure_month('2024-03-01')`);
    });
  await expect(importTenant(to.db, busy, franchise, { makeMonths })).rejects.toThrow('being bought');
  await expect(importTenant(to.db, file, 'nobody.example.com', { makeMonths })).rejects.toThrow('no franchise');
  expect(asked).toBe(0);
  await withClient(to.migrator, async (reader) => {
    await reader.query('BEGIN; LOCK TABLE audit_events_default IN ACCESS SHARE MODE');
    await expect(importTenant(to.db, file, franchise, { makeMonths })).rejects.toThrow(
      /are in use.*nothing was imported/,
    );
  });
  expect(await rowsIn('SELECT 1 FROM tenants WHERE id = $1', [mine])).toEqual([]);
  await importTenant(to.db, file, franchise, { makeMonths });
  expect(await rowsIn(`SELECT to_regclass('audit_events_2024_03') IS NOT NULL AS made`)).toEqual([{ made: true }]);
});

test('an archive of empty entries without end is refused', async () => {
  const made = path.join(folder, 'empty.tar.gz');
  const archive = await createArchive(made, new Date());
  for (let part = 1; part < 10_000; part += 1)
    await archive.add(`tables/orders.${String(part).padStart(6, '0')}.jsonl`, Buffer.alloc(0));
  await archive.finish();
  await expect(checkTenantArchive(made)).rejects.toThrow('unpacks to more');
});

test('events that had had their time there are not told as removed, and what goes later is', async () => {
  await importTenant(to.db, file, there.franchises[0]);
  expect(await verifyLog(to.db, mine)).toMatchObject({ aged: 1, seals: 1, problems: [] });
  const again = path.join(folder, 'again.tar.gz');
  await exportTenant(to.app, mine, again);
  const manifests = [await entriesOf(file), await entriesOf(again)].map((entries) =>
    JSON.parse(entries.get('export.json')?.toString() ?? ''),
  );
  expect(manifests.map(({ eventsSince }) => Date.parse(eventsSince))).toEqual(
    Array.from({ length: 2 }, () => Date.parse('2025-02-01')),
  );
  await rowsIn(`UPDATE tenants SET events_since = '2025-01-01' WHERE id = $1`, [mine]);
  expect((await verifyLog(to.db, mine)).problems).toEqual([expect.stringMatching(/of seal 1 was removed/)]);
});
