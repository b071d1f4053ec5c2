/** A customer goes from one installation to another: equal record by record, at rest, and nothing else of the other one changes. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { escapeIdentifier } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CatalogTable, idOf, insertRow, makeRow, readCatalog } from '../../test/row-maker.ts';
import {
  editRow,
  entriesOf,
  type Forging,
  forgeArchive,
  type Row,
  rowsOf,
} from '../../test/storage/tenant-archives.ts';
import { makeTenantTree, type TenantTree } from '../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase, untilWaiting } from '../../test/test-database.ts';
import { setCustomerState } from '../modules/customers/change-customer.ts';
import { countLabels } from '../modules/subscriptions/usage.ts';
import { addFranchise } from '../modules/tenants/index.ts';
import { trackersOfNumber } from '../modules/tracking/due-trackers.ts';
import type { RequestContext } from '../platform/context.ts';
import { createAuditSealer } from '../modules/audit/sealer.ts';
import { verifyLog } from '../modules/audit/index.ts';
import { withClient } from '../platform/database/connection.ts';
import { newId } from '../platform/database/ids.ts';
import { CHANGED, MADE_ANEW, NOT_TAKEN, OF_SELLERS, OF_THE_LOG } from './arriving-tables.ts';
import { exportTenant } from './export-tenant.ts';
import { importTenant } from './import-tenant.ts';
import { ASK_NOTHING } from './older-archives.ts';

let from: TestDatabase;
let tree: TenantTree;
let catalog: CatalogTable[];
let folder: string;
let file: string;
let sha256: string;
let mine: TenantTree['customers'][number];
const anna = newId();
const left = newId();

let to: TestDatabase;
let there: TenantTree;

const rowsIn = async <R extends object>(database: TestDatabase, text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(database.migrator, async (client) => (await client.query<R>(text, values)).rows);

/** A row in every table that a customer has, whose work has come to its end, and people who worked there. */
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-import-'));
  from = await createTestDatabase({ maxConnections: 2 });
  tree = await makeTenantTree(from.db);
  [mine] = tree.customers;
  await withClient(from.migrator, async (client) => {
    catalog = await readCatalog(client);
    const elsewhere = new Set([...OF_SELLERS, ...MADE_ANEW, 'customer_export_parts']);
    for (const table of catalog.filter(({ home, name }) => home === 'tenant_id' && !elsewhere.has(name)))
      await insertRow(client, table.name, makeRow(catalog, table, mine.tenantId));
    for (const table of ['purchases', 'voids', 'effects'])
      await client.query(`UPDATE ${table} SET state = 'complete', due_at = now()`);
    await client.query(`UPDATE voids SET refund_state = 'pending', refund_due_at = now(), refund_check_at = now()`);
    await client.query(`UPDATE entries SET source_kind = 'adjustment'`);
    await client.query(`UPDATE accounts SET kind = 'revenue', currency = 'CAD'`);
    await client.query(`INSERT INTO adjusted_entries (tenant_id, currency, occurred_at, entry_id, revenue_minor, cost_minor)
      SELECT e.tenant_id, p.currency, e.occurred_at, e.id, -p.amount_minor, 0 FROM entries e
        JOIN postings p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id`);
    await client.query(`INSERT INTO label_months SELECT (jsonb_populate_record(NULL::label_months,
      to_jsonb(d) || jsonb_build_object('month', date_trunc('month', day)::date))).* FROM label_days d`);
    await client.query(`UPDATE batches SET state = 'done', due_at = now()`);
    await client.query(`UPDATE adjustments SET state = 'booked'`);
    await client.query(`UPDATE order_leases SET lease_until = '2026-03-04'`);
    await client.query(`UPDATE stores SET platform_code = 'shopify', state = 'connected' WHERE id = $1`, [
      mine.storeId,
    ]);
    await client.query(`UPDATE stores SET location_id = $1 WHERE tenant_id = $2`, [mine.locationId, mine.tenantId]);
    await client.query(`UPDATE locations SET store_id = $1 WHERE tenant_id = $2`, [mine.storeId, mine.tenantId]);
    await client.query(`UPDATE carrier_accounts SET state = 'active', secret_id = $1`, [idOf(mine.tenantId)]);
    await client.query(`UPDATE price_chain SET from_tenant = $1 WHERE tenant_id = $2`, [mine.realmId, mine.tenantId]);
    await client.query(`UPDATE account_grants SET owner_tenant_id = $1, valid_to = NULL WHERE tenant_id = $2`, [
      tree.platformId,
      mine.tenantId,
    ]);
    await client.query(`UPDATE roles SET base_role = 'ROLE_CUSTOMER_ADMIN', built_in = true`);
    await client.query(`UPDATE buyer_hosts SET state = 'proved'`);
    await client.query(`UPDATE buyer_notices SET state = 'waiting', due_at = now()`);
    await client.query(`UPDATE bill_files SET state = 'done'`);
    await client.query(
      `UPDATE trackers SET due_at = now(), watch_at = now(), stopped = NULL, owner_tenant_id = tenant_id, account_id = $1`,
      [idOf(mine.tenantId)],
    );
    await client.query(`UPDATE orders SET total_minor = 9007199254740991`);
    await client.query(`UPDATE tenants SET locale = 'fr', time_zone = 'America/Vancouver', currency = 'USD'`);
    for (const [id, name, gone] of [
      [anna, 'anna', null],
      [left, 'luc', mine.tenantId],
    ] as const)
      await client.query(
        `INSERT INTO users (realm_id, id, username, username_key, email, email_key, password_hash, verified_at, left_tenant_id)
         VALUES ($1, $2, $3, $3, $3 || '@example.com', $3 || '@example.com', 'argon2', now(), $4)`,
        [mine.realmId, id, name, gone],
      );
    await client.query('INSERT INTO memberships (realm_id, user_id, tenant_id, role_id) VALUES ($1, $2, $3, $4)', [
      mine.realmId,
      anna,
      mine.tenantId,
      idOf(mine.tenantId),
    ]);
    await client.query(`INSERT INTO notice_choices (realm_id, user_id, kind, email) VALUES ($1, $2, 'money', false)`, [
      mine.realmId,
      anna,
    ]);
    for (const table of OF_THE_LOG) await client.query(`DELETE FROM ${table}`);
    await client.query(
      `INSERT INTO audit_pending (tenant_id, event_id) SELECT tenant_id, id FROM audit_events WHERE tenant_id = $1`,
      [mine.tenantId],
    );
  });
  await createAuditSealer({ db: from.db, log: quiet, clock: { now: () => new Date() } }).seal();
  file = path.join(folder, 'mine.tar.gz');
  ({ sha256 } = await exportTenant(from.app, mine.tenantId, file));
}, 60_000);
afterAll(async () => {
  await from.drop();
  fs.rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  to = await createTestDatabase({ maxConnections: 2 });
  there = await makeTenantTree(to.db);
});
afterEach(() => to.drop());

const quiet = { info() {}, warn() {}, error() {}, debug() {} } as never;

const asLines = (rows: readonly Row[], without: readonly string[]): string[] =>
  rows
    .map((row) => JSON.stringify({ ...row, ...Object.fromEntries(without.map((name) => [name, undefined])) }))
    .toSorted();

const NAMED: Readonly<Record<string, readonly string[]>> = {
  tenants: ['parent_id', 'realm_id', 'state', 'version', 'came_at'],
  memberships: ['realm_id'],
  notice_choices: ['realm_id'],
  users: ['realm_id'],
};

test('exported again it is equal, record by record, but for what is named', async () => {
  const done = await importTenant(to.db, file, there.franchises[0], { sha256 });
  const again = path.join(folder, 'again.tar.gz');
  await exportTenant(to.app, mine.tenantId, again);
  const [first, second] = [await entriesOf(file), await entriesOf(again)];
  fs.rmSync(again);
  const tables = [...first.keys()].flatMap((name) => /^tables\/(\w+)\./.exec(name)?.[1] ?? []);
  expect(tables.length).toBeGreaterThan(150);
  for (const table of tables) {
    const without = [...Object.keys(CHANGED[table]?.columns ?? {}), ...(NAMED[table] ?? [])];
    const found = rowsOf(second, table).filter(
      ({ owner_tenant_id: owner, reason }) => owner !== there.franchises[0] && reason !== 'imported',
    );
    if (table in NOT_TAKEN) expect(found, table).toEqual([]);
    else {
      expect(asLines(found, without), table).toEqual(asLines(rowsOf(first, table), without));
      if (!OF_SELLERS.has(table))
        expect(done.tables.find(({ name }) => name === table)?.taken ?? 0, table).toBe(found.length);
    }
  }
  const filesOf = (entries: ReadonlyMap<string, Buffer>) =>
    [...entries].filter(([name]) => name.startsWith('files/')).map(([name, bytes]) => [name, bytes.toString('hex')]);
  expect(filesOf(second)).toEqual(filesOf(first));
  expect(filesOf(second)).not.toEqual([]);
  expect(await verifyLog(to.db, mine.tenantId)).toMatchObject({ problems: [] });
});

test('it arrives suspended, without access to anything, and with nothing that is due', async () => {
  await importTenant(to.db, file, there.franchises[0]);
  const one = async <R extends object>(text: string) => (await rowsIn<R>(to, text, [mine.tenantId]))[0];
  expect(await one(`SELECT state, realm_id, parent_id FROM tenants WHERE id = $1`)).toEqual({
    state: 'suspended',
    realm_id: there.franchises[0],
    parent_id: there.franchises[0],
  });
  expect(await one(`SELECT tenant_id, state FROM franchise_customers WHERE customer_id = $1`)).toEqual({
    tenant_id: there.franchises[0],
    state: 'suspended',
  });
  expect(await one(`SELECT state, secret_id FROM carrier_accounts WHERE tenant_id = $1`)).toEqual({
    state: 'paused',
    secret_id: null,
  });
  expect(
    await rowsIn(to, `SELECT DISTINCT state FROM stores WHERE tenant_id = $1 AND platform_code = 'shopify'`, [
      mine.tenantId,
    ]),
  ).toEqual([{ state: 'disconnected' }]);
  expect(await one(`SELECT state, reason FROM buyer_notices WHERE tenant_id = $1`)).toEqual({
    state: 'suppressed',
    reason: 'switched-off',
  });
  expect(await one(`SELECT stopped, watch_at FROM trackers WHERE tenant_id = $1`)).toEqual({
    stopped: 'no-account',
    watch_at: null,
  });
  // Credited there: here it would be money to come that nobody can bring.
  expect(await one(`SELECT refund_state, refund_due_at, refund_check_at FROM voids WHERE tenant_id = $1`)).toEqual({
    refund_state: 'none',
    refund_due_at: null,
    refund_check_at: null,
  });
  // Nor by a push of the carrier, once the keys of the account are entered again.
  const [tracker] = await rowsIn<{ slug: string; tracking_key: string }>(
    from,
    'SELECT slug, tracking_key FROM trackers',
  );
  const account = { slug: tracker?.slug ?? '', ownerTenantId: mine.tenantId, accountId: idOf(mine.tenantId) };
  expect(await trackersOfNumber(from.db, account, tracker?.tracking_key ?? '')).toHaveLength(1);
  expect(await trackersOfNumber(to.db, account, tracker?.tracking_key ?? '')).toEqual([]);
  expect(await one(`SELECT state FROM buyer_hosts WHERE tenant_id = $1`)).toEqual({ state: 'waiting' });
  expect(
    await rowsIn(
      to,
      `SELECT 1 FROM account_grants WHERE tenant_id = $1 AND owner_tenant_id <> $1 AND valid_to IS NULL`,
      [mine.tenantId],
    ),
  ).toEqual([]);
  expect(
    await rowsIn(to, `SELECT 1 FROM subscriptions UNION ALL SELECT 1 FROM secrets UNION ALL SELECT 1 FROM rollup_due`),
  ).toEqual([]);
  for (const table of catalog.filter(
    ({ home, columns }) => home === 'tenant_id' && columns.some(({ name }) => name === 'due_at'),
  ))
    if (table.name !== 'disputes')
      expect(
        await rowsIn(to, `SELECT due_at FROM ${escapeIdentifier(table.name)} WHERE due_at IS NOT NULL`),
        table.name,
      ).toEqual([]);
  expect(await rowsIn(to, `SELECT told FROM store_spells WHERE store_id = $1`, [mine.storeId])).toEqual([{ told: 0 }]);
  const [user] = await rowsIn(to, `SELECT realm_id, password_hash FROM users WHERE id = $1`, [anna]);
  expect(user).toEqual({ realm_id: there.franchises[0], password_hash: null });
  const sellers = await rowsIn<{ name: string; kind: string; state: string }>(
    to,
    `SELECT name, kind, state FROM tenants WHERE id = ANY ($1)`,
    [[mine.realmId, tree.platformId]],
  );
  expect(sellers.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['group closed', 'group closed']);
  expect(sellers.map(({ name }) => name).toSorted()).toEqual(
    ['Company of another installation', `franchise ${mine.realmId.slice(-4)}`].toSorted(),
  );
});

/** Of everybody but the customer and its new franchise. */
const othersThere = async (): Promise<string> => {
  const others = [there.platformId, there.franchises[1], ...there.customers.map(({ tenantId }) => tenantId)];
  const parts = catalog
    .filter(({ home }) => home !== undefined)
    .map(
      ({ name, home }) =>
        `SELECT '${name}' || t::text AS line FROM ${escapeIdentifier(name)} t WHERE ${home} = ANY ($1)`,
    );
  const [row] = await rowsIn<{ all: string }>(
    to,
    `SELECT string_agg(line, E'\\n' ORDER BY line) AS all FROM (${parts.join(' UNION ALL ')} UNION ALL SELECT t::text FROM tenants t WHERE id = ANY ($1)) x`,
    [others],
  );
  return row?.all ?? '';
};
const nothingThere = async () => {
  expect(
    await rowsIn(to, `SELECT id FROM tenants WHERE id = ANY ($1)`, [[mine.tenantId, mine.realmId, tree.platformId]]),
  ).toEqual([]);
  expect(
    await rowsIn(
      to,
      `SELECT 1 FROM orders UNION ALL SELECT 1 FROM users UNION ALL SELECT 1 FROM franchise_customers UNION ALL SELECT 1 FROM audit_events`,
    ),
  ).toEqual([]);
};

test('nothing of others changes, and it is taken in once', async () => {
  const before = await othersThere();
  await importTenant(to.db, file, there.franchises[0]);
  expect(await othersThere()).toBe(before);
  await expect(importTenant(to.db, file, there.franchises[1])).rejects.toThrow('is in this installation already');
  expect(await othersThere()).toBe(before);
});

test('killed in the middle, nothing of it is there', async () => {
  await withClient(to.migrator, async (blocker) => {
    await blocker.query('BEGIN; LOCK TABLE notice_choices IN ACCESS EXCLUSIVE MODE');
    const importing = importTenant(to.db, file, there.franchises[0]);
    const failed = expect(importing).rejects.toThrow();
    await untilWaiting(to);
    await withClient(to.admin, (admin) =>
      admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    );
    await failed;
    await blocker.query('ROLLBACK');
  });
  await nothingThere();
  await importTenant(to.db, file, there.franchises[0]);
});

test('user names that are taken there are named', async () => {
  await rowsIn(
    to,
    `INSERT INTO users (realm_id, id, username, username_key, email, email_key) VALUES ($1, $2, 'Anna', 'anna', 'a@b.ca', 'a@b.ca')`,
    [there.franchises[0], newId()],
  );
  await expect(importTenant(to.db, file, there.franchises[0])).rejects.toThrow(/are taken at .*: Anna\./);
  await importTenant(to.db, file, there.franchises[1]);
});

test('its plan begins when its franchise gives it access', async () => {
  const host = 'ship.west.example.com';
  const { tenantId: id } = await addFranchise(to.db, { platformId: there.platformId, name: 'West', hosts: [host] });
  await importTenant(to.db, file, host.toUpperCase());
  const ctx = { tenantId: id, realmId: id, userId: anna } as RequestContext;
  for (const state of ['active', 'suspended', 'active'] as const)
    expect(await setCustomerState(to.db, ctx, mine.tenantId, state, null, new Date())).toMatchObject({ ok: true });
  expect(await rowsIn(to, 'SELECT seller_id FROM subscriptions WHERE tenant_id = $1', [mine.tenantId])).toEqual([
    { seller_id: id },
  ]);
  expect(await rowsIn(to, 'SELECT state FROM tenants WHERE id = $1', [mine.tenantId])).toEqual([{ state: 'active' }]);
  // Labels that another sold it count into no plan of this franchise.
  const labelsOf = ({ db }: TestDatabase) =>
    db.tenant(mine, (tx) => countLabels(tx, mine.tenantId, { from: new Date(0), until: null }, true));
  expect([await labelsOf(from), await labelsOf(to)]).toEqual([1, 0]);
});

const forged = (...changes: Forging): Promise<string> => forgeArchive(file, ...changes);

test('one of an older schema is taken: what it does not know is as in a new row', async () => {
  const older = await forged((entries, manifest) => {
    editRow('orders', (row) => delete row['sends_again'])(entries);
    manifest.columns['orders'] = (manifest.columns['orders'] ?? []).filter((name) => name !== 'sends_again');
    manifest['migrations'] = (manifest['migrations'] as { name: string }[]).filter(
      ({ name }) => !ASK_NOTHING.has(name),
    );
  });
  await importTenant(to.db, older, there.franchises[0]);
  expect(await rowsIn(to, 'SELECT id, sends_again FROM orders')).toEqual([
    { id: idOf(mine.tenantId), sends_again: null },
  ]);
});

test('a file that lay in a bucket there is in the database here', async () => {
  const made = await forged(editRow('blobs', (row) => Object.assign(row, { place: 'object', object_key: 'a/b/c' })));
  await importTenant(to.db, made, there.franchises[0]);
  const [blob] = await rowsIn<{ sha256: string; bytes: Buffer }>(
    to,
    'SELECT place, object_key, sha256, bytes FROM blobs',
  );
  expect(blob).toMatchObject({ place: 'db', object_key: null });
  expect(
    createHash('sha256')
      .update(blob?.bytes ?? '')
      .digest('hex'),
  ).toBe(blob?.sha256);
});

test('an archive that is not what it should be is refused as a whole', async () => {
  const other = there.customers[2];
  const cases: [RegExp, Promise<string>][] = [
    [/belongs to another company/, forged(editRow('orders', (row) => (row['tenant_id'] = other.tenantId)))],
    [/belongs to another company/, forged(editRow('memberships', (row) => (row['tenant_id'] = other.tenantId)))],
    [/people of another company/, forged(editRow('users', (row) => (row['realm_id'] = there.franchises[1])))],
    [/people who are not in it/, forged(editRow('notice_choices', (row) => (row['user_id'] = newId())))],
    [/role that no customer has/, forged(editRow('roles', (row) => (row['base_role'] = 'ROLE_SUPER_ADMIN')))],
    [
      /companies of this installation/,
      forged(editRow('price_chain', (row) => (row['from_tenant'] = there.franchises[1]))),
    ],
    [
      /companies of this installation/,
      forged(editRow('account_grants', (row) => (row['owner_tenant_id'] = there.platformId))),
    ],
    [
      /companies of this installation/,
      forged(editRow('bill_shipments', (row) => (row['shipper_tenant_id'] = there.franchises[1]))),
    ],
    [
      /companies of this installation/,
      forged(editRow('invoice_lines', (row) => (row['suggestions'] = [{ tenantId: there.franchises[1] }]))),
    ],
    [
      /companies of this installation/,
      forged(editRow('adjustments', (row) => (row['levels'] = [mine.tenantId, there.franchises[1]]))),
    ],
    [
      /password_hash of users, which is exported never/,
      forged((entries, manifest) => {
        const rows = rowsOf(entries, 'users').map((row) => ({ ...row, password_hash: 'known' }));
        entries.set('tables/users.001.jsonl', Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
        manifest.columns['users']?.push('password_hash');
      }),
    ],
    [
      /not of one kind/,
      forged((entries) =>
        entries.set(
          'tables/orders.001.jsonl',
          Buffer.concat([entries.get('tables/orders.001.jsonl') ?? Buffer.alloc(0), Buffer.from('{"x":1}\n')]),
        ),
      ),
    ],
    [
      /what it holds was changed/,
      forged(
        () => undefined,
        editRow('orders', (row) => (row['number'] = 'X')),
      ),
    ],
    [/rows of orders are missing/, forged((entries) => entries.delete('tables/orders.001.jsonl'))],
    [/which no export does/, forged((entries) => entries.set('../../etc/passwd', Buffer.from('x')))],
    [/which no export does/, forged((entries) => entries.set('tables/../x.001.jsonl', Buffer.from('x')))],
    [
      /something follows/,
      forged(
        () => undefined,
        (entries) => entries.set('README.txt ', Buffer.from('x')),
      ),
    ],
    [/unpacks to more/, forged((entries) => entries.set('tables/orders.002.jsonl', Buffer.alloc(60 * 1024 ** 2, 10)))],
    [
      /is not the one that was exported/,
      forged((entries) => {
        for (const name of entries.keys()) if (name.startsWith('files/')) entries.set(name, Buffer.from('another'));
      }),
    ],
    [
      /files are missing/,
      forged((entries) => {
        for (const name of entries.keys()) if (name.startsWith('files/')) entries.delete(name);
      }),
    ],
    [
      /no row leads to the file/,
      forged((entries) =>
        entries.set(`files/${createHash('sha256').update('more').digest('hex')}.pdf`, Buffer.from('more')),
      ),
    ],
    [
      /is not known here/,
      forged((_, manifest) => (manifest['migrations'] = [{ name: '9999-later.sql', checksum: 'x' }])),
    ],
    [/older version \(0.* upgrade the/, forged((_, manifest) => (manifest['migrations'] as object[]).splice(-40))],
    [
      /adjusted_entries do not follow from its other rows/,
      forged((entries, manifest) => {
        entries.set('tables/adjusted_entries.001.jsonl', Buffer.alloc(0));
        manifest.rows['adjusted_entries'] = 0;
      }),
    ],
    [
      /no table later/,
      forged((entries, manifest) => {
        entries.set('tables/later.001.jsonl', Buffer.from(`{"tenant_id":"${mine.tenantId}"}\n`));
        manifest.rows['later'] = 1;
        manifest.columns['later'] = ['tenant_id'];
      }),
    ],
    [
      /which no customer's archive has/,
      forged((entries, manifest) => {
        entries.set('tables/customer_erasures.001.jsonl', Buffer.from(`{"tenant_id":"${mine.tenantId}"}\n`));
        manifest.rows['customer_erasures'] = 1;
        manifest.columns['customer_erasures'] = ['tenant_id'];
      }),
    ],
    [/was moved to another/, forged(editRow('tenants', (row) => (row['moved_at'] = '2026-01-01T00:00:00Z')))],
    [/is of a franchise:/, forged((_, manifest) => (manifest['kind'] = 'franchise'))],
    [/bills being read/, forged(editRow('bill_files', (row) => (row['state'] = 'auditing')))],
    [/labels being bought/, forged(editRow('purchases', (row) => (row['state'] = 'unknown')))],
    [/not what this database takes/, forged(editRow('orders', (row) => (row['tab'] = 'nowhere')))],
    [/not what this database takes/, forged(editRow('orders', (row) => (row['store_id'] = newId())))],
    [/not made for being imported/, forged((_, manifest) => (manifest['format'] = 'other'))],
  ];
  const before = await othersThere();
  for (const [why, made] of cases)
    expect(
      await importTenant(to.db, await made, there.franchises[0]).then(
        () => 'imported',
        (error: Error) => error.message,
      ),
    ).toMatch(why);
  const cut = path.join(folder, 'cut.tar.gz');
  fs.writeFileSync(cut, fs.readFileSync(file).subarray(0, 4000));
  await expect(importTenant(to.db, cut, there.franchises[0])).rejects.toThrow('ends too early');
  await expect(importTenant(to.db, file, there.franchises[0], { sha256: '0'.repeat(64) })).rejects.toThrow(
    'not what the export named',
  );
  await expect(importTenant(to.db, file, 'nobody.example.com')).rejects.toThrow('There is no franchise');
  expect(await othersThere()).toBe(before);
  await nothingThere();
}, 60_000);
