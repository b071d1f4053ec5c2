import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogTable, idOf, insertRow, makeRow, readCatalog } from '../../test/row-maker.ts';
import { makeTenantTree, type TenantTree } from '../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { withClient } from '../platform/database/connection.ts';
import { newId } from '../platform/database/ids.ts';
import { readArchive } from './archive.ts';
import { exportTenant } from './export-tenant.ts';

let test_: TestDatabase;
let tree: TenantTree;
let catalog: CatalogTable[];
let folder: string;
const files = new Map<string, Buffer>();
const colleague = newId();

/** A customer of the franchise, with a row in every table; its colleague in the same realm belongs to another customer. */
beforeAll(async () => {
  test_ = await createTestDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-export-'));
  tree = await makeTenantTree(test_.db);
  const [mine, other] = tree.customers;
  await withClient(test_.migrator, async (client) => {
    catalog = await readCatalog(client);
    for (const table of catalog.filter((each) => each.home === 'tenant_id')) {
      for (const { tenantId } of [mine, other]) await insertRow(client, table.name, makeRow(catalog, table, tenantId));
    }
    const addUser = async (id: string, name: string, tenantId: string) => {
      await client.query(
        `INSERT INTO users (realm_id, id, username, username_key, email, email_key, password_hash)
         VALUES ($1, $2, $3, $3, $3 || '@example.com', $3 || '@example.com', 'argon2-of-' || $3)`,
        [mine.realmId, id, name],
      );
      await client.query('INSERT INTO memberships (realm_id, user_id, tenant_id, role_id) VALUES ($1, $2, $3, $4)', [
        mine.realmId,
        id,
        tenantId,
        newId(),
      ]);
    };
    await addUser(newId(), 'anna', mine.tenantId);
    await addUser(colleague, 'bob', other.tenantId);
  });
  const file = path.join(folder, 'mine.tar.gz');
  await exportTenant(test_.app, mine.tenantId, file, new Date('2026-11-21T10:00:00Z'));
  for await (const { name, bytes } of readArchive(file)) files.set(name, bytes);
});
afterAll(async () => {
  await test_.drop();
  fs.rmSync(folder, { recursive: true });
});

const lines = (table: string): Record<string, unknown>[] =>
  (files.get(`tables/${table}.001.jsonl`)?.toString('utf8') ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('holds the rows of every table of the tenant, with every column that is no secret', () => {
  const [mine] = tree.customers;
  for (const table of catalog.filter((each) => each.home === 'tenant_id')) {
    if (
      ['secrets', 'idempotency_keys', 'quota_buckets', 'account_facts', 'customer_export_parts'].includes(table.name)
    ) {
      expect(files.has(`tables/${table.name}.001.jsonl`)).toBe(false);
      continue;
    }
    const rows = lines(table.name);
    expect(rows.length, table.name).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row['tenant_id'])), table.name).toEqual(new Set([mine.tenantId]));
    const columns = table.columns
      .map((column) => column.name)
      .filter((name) => !table.sealed.includes(name) && !['bytes', 'token_hash', 'code_hash'].includes(name));
    expect(Object.keys(rows[0] ?? {}), table.name).toEqual(columns);
  }
  expect(lines('orders')[0]).toMatchObject({
    id: idOf(mine.tenantId),
    total_minor: 0,
    placed_at: '2026-03-04T05:06:07.891+00:00',
  });
});

test('holds its files, equal to their sha256', () => {
  const pictures = [...files].filter(([name]) => name.startsWith('files/'));
  expect(pictures).toHaveLength(1);
  for (const [name, bytes] of pictures) expect(name).toContain(createHash('sha256').update(bytes).digest('hex'));
  expect(lines('documents')[0]?.['blob']).toBe(path.parse(pictures[0]?.[0] ?? '').name);
});

test('holds its people, and not those of another customer of the same franchise', () => {
  expect(lines('users').map((row) => row['username'])).toEqual(['anna']);
  expect(lines('memberships')).toHaveLength(1);
});

test('holds nothing of another tenant and no secret, in no form', () => {
  const everything = Buffer.concat([...files.values()]).toString('latin1');
  const [mine, other] = tree.customers;
  expect(everything).toContain(idOf(mine.tenantId));
  for (const foreign of [other.tenantId, other.storeId, idOf(other.tenantId), colleague, 'bob', 'argon2-of'])
    expect(everything).not.toContain(foreign);
  for (const table of catalog) {
    for (const column of [...table.sealed, 'token_hash', 'code_hash']) {
      const secret = createHash('sha256').update(`${mine.tenantId} ${table.name} ${column}`).digest();
      for (const form of ['latin1', 'hex', 'base64'] as const)
        expect(everything, `${table.name}.${column}`).not.toContain(secret.toString(form));
    }
  }
});

test('says what it is', () => {
  const [mine] = tree.customers;
  expect(JSON.parse(files.get('export.json')?.toString() ?? '')).toMatchObject({
    tenantId: mine.tenantId,
    files: 1,
    createdAt: '2026-11-21T10:00:00.000Z',
  });
  expect(files.get('README.txt')?.toString()).toMatch(/one JSON object per row/);
});

test('refuses a tenant that does not exist', async () => {
  await expect(exportTenant(test_.app, newId(), path.join(folder, 'none'))).rejects.toThrow('There is no tenant');
  await expect(exportTenant(test_.app, 'x', path.join(folder, 'none'))).rejects.toThrow('is not the id of a tenant');
  expect(fs.readdirSync(folder)).toEqual(['mine.tar.gz']);
});
