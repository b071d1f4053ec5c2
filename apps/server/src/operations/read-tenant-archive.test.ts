/** Who comes with an archive: nobody who would be found by what somebody else signs in with. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/database/ids.ts';
import { createArchive } from './archive.ts';
import { checkTenantArchive } from './read-tenant-archive.ts';
import { contentHash, TENANT_FORMAT, TENANT_FORMAT_VERSION } from './tenant-archive.ts';

const [tenantId, realmId, anna, luc] = [newId(), newId(), newId(), newId()];
let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-people-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

type Row = Readonly<Record<string, unknown>>;
const ANNA = {
  realm_id: realmId,
  id: anna,
  username: 'Anna',
  username_key: 'anna',
  email: 'Anna@Example.com',
  email_key: 'anna@example.com',
  state: 'active',
  left_tenant_id: null,
};
const LUC = {
  ...ANNA,
  id: luc,
  username: 'Luc',
  username_key: `closed ${luc}`,
  email_key: `closed ${luc}`,
  state: 'erased',
  left_tenant_id: tenantId,
};

async function peopleOf(users: readonly Row[], working: readonly string[] = [anna]): Promise<string[]> {
  const tables: Record<string, readonly Row[]> = {
    tenants: [{ id: tenantId }],
    memberships: working.map((id) => ({ realm_id: realmId, user_id: id, tenant_id: tenantId })),
    users,
  };
  const file = path.join(folder, `${newId()}.tar.gz`);
  const archive = await createArchive(file, new Date());
  const hash = contentHash();
  for (const [name, rows] of Object.entries(tables)) {
    const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    hash.add(`tables/${name}.001.jsonl`, bytes);
    await archive.add(`tables/${name}.001.jsonl`, bytes);
  }
  const manifest = {
    format: TENANT_FORMAT,
    formatVersion: TENANT_FORMAT_VERSION,
    tenantId,
    kind: 'customer',
    name: 'Mine',
    seller: { id: realmId, name: 'West' },
    createdAt: new Date().toISOString(),
    migrations: [],
    rows: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length])),
    columns: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, Object.keys(rows[0] ?? {})])),
    files: 0,
    sha256: hash.digest(),
  };
  await archive.add('export.json', Buffer.from(JSON.stringify(manifest)));
  await archive.finish();
  return (await checkTenantArchive(file)).people.map(({ username }) => username);
}

test('people come with the keys that the product makes of their names and addresses', async () => {
  expect(await peopleOf([ANNA, LUC])).toEqual(['anna', `closed ${luc}`]);
});

test('nobody comes by whose name or keys somebody else would be found', async () => {
  const owner = 'owner@west.example.com';
  const wrong: Row[] = [
    { username: owner, username_key: owner },
    { username_key: owner },
    { username_key: 'Anna' },
    { email_key: owner },
    { email: 'nobody', email_key: 'nobody' },
    { state: 'erased' },
    { state: 'erased', username_key: owner, email_key: `closed ${anna}` },
    { username_key: `closed ${anna}`, email_key: `closed ${anna}` },
  ];
  for (const each of wrong)
    await expect(peopleOf([{ ...ANNA, ...each }]), JSON.stringify(each)).rejects.toThrow('that nobody signs in with');
  await expect(peopleOf([{ ...ANNA, username_key: null }])).rejects.toThrow('what it says of people cannot be');
});

test('nobody comes who neither works there nor did', async () => {
  await expect(peopleOf([ANNA, LUC], [])).rejects.toThrow('neither work there nor did');
  for (const elsewhere of [null, newId(), realmId])
    await expect(peopleOf([ANNA, { ...LUC, left_tenant_id: elsewhere }])).rejects.toThrow('neither work there nor did');
  await expect(peopleOf([{ ...ANNA, left_tenant_id: newId() }])).rejects.toThrow('neither work there nor did');
});
