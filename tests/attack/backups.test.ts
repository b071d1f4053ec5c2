/** Backups that somebody made up: none restores anything, and each is refused with a sentence. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createArchive } from '@scanship/server/operations/archive';
import { BACKUP_FORMAT, BACKUP_FORMAT_VERSION, readTables } from '@scanship/server/operations/backup';
import { restore, RestoreError } from '@scanship/server/operations/restore';
import { withClient } from '@scanship/server/platform/database/connection';
import { appliedMigrations } from '@scanship/server/platform/database/migrator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/test-database.ts';

let database: TestDatabase;
let manifest: Record<string, unknown>;
const folder = mkdtempSync(path.join(tmpdir(), 'hostile-backup-'));
beforeAll(async () => {
  database = await createTestDatabase();
  manifest = await withClient(database.migrator, async (client) => ({
    format: BACKUP_FORMAT,
    formatVersion: BACKUP_FORMAT_VERSION,
    migrations: await appliedMigrations(client),
    tables: await readTables(client),
    months: [],
  }));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const PROGRAM = "\\.\nCOPY (SELECT 1) TO PROGRAM 'touch /tmp/owned';\n";

/** What stands in place of a true member of the manifest, and what follows it. */
const HOSTILE: readonly (readonly [string, Record<string, unknown>, readonly (readonly [string, string])[]])[] = [
  ['no tables', { tables: undefined }, []],
  ['no migrations', { migrations: undefined }, []],
  ['no months', { months: undefined }, []],
  ['words for lists', { migrations: 'x', tables: 'x', months: 'x' }, []],
  ['a table of the system', { tables: [{ name: 'pg_authid', columns: ['rolname'] }] }, []],
  ['a table named like a statement', { tables: [{ name: 'x"; DROP TABLE tenants; --', columns: [] }] }, []],
  ['a month named like a statement', { months: ["2026-11-01'); DROP TABLE tenants; --"] }, []],
  ['a file outside', {}, [['../../etc/passwd', 'x']]],
  ['a table that is none', {}, [['tables/pg_authid/000001.copy', 'x']]],
  ['a program in the rows', {}, [['tables/tenants/000001.copy', PROGRAM]]],
  [
    'rows twice',
    {},
    [
      ['tables/tenants/000001.copy', ''],
      ['tables/users/000001.copy', ''],
      ['tables/tenants/000002.copy', ''],
    ],
  ],
  ['checksums of nothing', {}, [['checksums.json', '{}']]],
  ['checksums that are none', {}, [['checksums.json', 'null']]],
];

test.each(HOSTILE)('%s', async (name, changed, entries) => {
  const file = path.join(folder, name.replaceAll(' ', '-'));
  const archive = await createArchive(file, new Date());
  await archive.add('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...changed })));
  for (const [entry, text] of entries) await archive.add(entry, Buffer.from(text));
  await archive.finish();
  const refused = await restore(database.migrator, file).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(RestoreError);
  await withClient(database.migrator, async (client) => {
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM tenants');
    expect(rows[0]?.n).toBe(0);
  });
});
