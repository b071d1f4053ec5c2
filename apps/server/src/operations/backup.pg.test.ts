import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ClientConfig, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersInPieces } from '../../test/network/answers-in-pieces.ts';
import { insertRow, makeRow, readCatalog } from '../../test/row-maker.ts';
import { makeTenantTree, type TenantTree } from '../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { withClient } from '../platform/database/connection.ts';
import { readArchive } from './archive.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

/** Larger than a part of the archive, not compressible, with every byte. */
const LARGE_BLOB = randomBytes(6 * 1024 * 1024);
const NOW = new Date('2026-11-21T10:00:00Z');

let source: TestDatabase;
let tree: TenantTree;
let folder: string;
let file: string;

beforeAll(async () => {
  source = await createTestDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-backup-'));
  file = path.join(folder, 'all.backup');
  tree = await makeTenantTree(source.db);
  await withClient(source.migrator, async (client) => {
    const catalog = await readCatalog(client);
    for (const table of catalog.filter((each) => each.home || each.name === 'inbound_events')) {
      for (const tenant of table.home ? tree.franchises : tree.franchises.slice(1)) {
        await insertRow(client, table.name, makeRow(catalog, table, tenant));
      }
    }
    await client.query(
      `INSERT INTO blobs (tenant_id, sha256, size, type, bytes) VALUES ($1, $2, $3, 'application/pdf', $4)`,
      [
        tree.customers[0].tenantId,
        createHash('sha256').update(LARGE_BLOB).digest('hex'),
        LARGE_BLOB.length,
        LARGE_BLOB,
      ],
    );
    await client.query(`INSERT INTO hosts (host, tenant_id) VALUES ('ship.example', $1)`, [tree.franchises[0]]);
    await client.query(`INSERT INTO master_keys (key_id, canary) VALUES ('0123abcd', '\\x00')`);
    await client.query(`INSERT INTO fx_rates VALUES ('2026-11-20', 'CAD', 'USD', 712345678, 'bank')`);
    await client.query(`INSERT INTO kept_since VALUES ('carrier_calls', '2026-02-01')`);
    await client.query(`SELECT maintenance.ensure_month('2026-03-01')`);
  });
  await backup(source.migrator, file, NOW);
});
afterAll(async () => {
  await source.drop();
  fs.rmSync(folder, { recursive: true });
});

/** Every row of every table as PostgreSQL writes it, and where it lies. */
async function contents(connection: ClientConfig): Promise<Record<string, string[]>> {
  return withClient(connection, async (client) => {
    const found: Record<string, string[]> = {};
    for (const { name } of (await readCatalog(client)).filter((table) => table.logged)) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT tableoid::regclass::text || ' ' || t::text AS row FROM ${escapeIdentifier(name)} t ORDER BY t::text COLLATE "C"`,
      );
      found[name] = rows.map((each) => each.row);
    }
    return found;
  });
}

/** Structure that a restore must leave as it was: constraints, policies, forced row security. */
async function structure(connection: ClientConfig): Promise<unknown> {
  return withClient(connection, async (client) => [
    (
      await client.query(`SELECT conrelid::regclass::text AS t, conname, pg_get_constraintdef(oid) AS d FROM pg_constraint
       WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY 1, 2`)
    ).rows,
    (
      await client.query(`SELECT count(*) FILTER (WHERE relrowsecurity AND relforcerowsecurity) AS forced, count(*) AS tables FROM pg_class
       WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition`)
    ).rows,
  ]);
}

async function inFresh(work: (target: TestDatabase) => Promise<void>): Promise<void> {
  const target = await createTestDatabase();
  try {
    await work(target);
  } finally {
    await target.drop();
  }
}

describe('a backup', () => {
  test('restored into an empty database is the same database, row for row and byte for byte', async () => {
    await inFresh(async (target) => {
      const rows = await restore(target.migrator, file);
      const before = await contents(source.migrator);
      expect(
        Object.entries(before)
          .filter(([, list]) => list.length === 0)
          .map(([name]) => name),
      ).toEqual([]);
      expect(await contents(target.migrator)).toEqual(before);
      expect(rows).toEqual(Object.fromEntries(Object.entries(before).map(([name, list]) => [name, list.length])));
      expect(await structure(target.migrator)).toEqual(await structure(source.migrator));
      const [customer] = tree.customers;
      const blob = await target.db.tenant(customer, (tx) =>
        tx.selectFrom('blobs').select('bytes').executeTakeFirstOrThrow(),
      );
      expect(blob.bytes?.equals(LARGE_BLOB)).toBe(true);
      // And it can be backed up again to the same bytes of rows.
      const again = path.join(folder, 'again.backup');
      expect(await backup(target.migrator, again, NOW)).toEqual(
        await backup(source.migrator, path.join(folder, 'twice.backup'), NOW),
      );
    });
  });

  test('sees one moment, while others write', async () => {
    const [customer] = tree.customers;
    const stop = new AbortController();
    const writer = (async () => {
      while (!stop.signal.aborted) {
        // The same in two tables: a backup that mixes moments would differ between them.
        await source.db.tenant(customer, async (tx) => {
          await tx
            .updateTable('locations')
            .set((eb) => ({ version: eb('version', '+', 1) }))
            .execute();
          await tx
            .updateTable('stores')
            .set((eb) => ({ version: eb('version', '+', 1) }))
            .execute();
        });
      }
    })();
    const busy = path.join(folder, 'busy.backup');
    await backup(source.migrator, busy, NOW);
    stop.abort();
    await writer;
    await inFresh(async (target) => {
      await restore(target.migrator, busy);
      const versions = await target.db.tenant(customer, async (tx) => [
        await tx.selectFrom('locations').select('version').executeTakeFirstOrThrow(),
        await tx.selectFrom('stores').select('version').executeTakeFirstOrThrow(),
      ]);
      expect(versions[0]).toEqual(versions[1]);
    });
  });

  test('is readable by its owner only, never half there, and does not overwrite', async () => {
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    await expect(backup(source.migrator, file)).rejects.toThrow('exists already');
    const broken = path.join(folder, 'broken.backup');
    const readOnly = { ...source.app }; // not the migrator: it may not read the tables
    await expect(backup(readOnly, broken)).rejects.toThrow('permission denied');
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
  });

  test('of a database without tables is refused', async () => {
    const empty = await createTestDatabase({ empty: true });
    try {
      const none = path.join(folder, 'none.backup');
      await expect(backup(empty.migrator, none)).rejects.toThrow('There is nothing to back up');
      expect(fs.existsSync(none)).toBe(false);
    } finally {
      await empty.drop();
    }
  });

  test('is a tar that names what it holds', async () => {
    const names: string[] = [];
    for await (const entry of readArchive(file)) names.push(entry.name);
    expect(names[0]).toBe('manifest.json');
    expect(names.at(-1)).toBe('checksums.json');
    expect(names.filter((name) => name.startsWith('tables/blobs/')).length).toBeGreaterThan(1);
  });
});

const refused = async (damaged: Buffer, message: RegExp): Promise<void> => {
  const bad = path.join(folder, `bad-${randomBytes(4).toString('hex')}`);
  fs.writeFileSync(bad, damaged);
  await inFresh(async (target) => {
    const before = await structure(target.migrator);
    await expect(restore(target.migrator, bad)).rejects.toThrow(message);
    const after = await contents(target.migrator);
    expect(Object.values(after).flat()).toEqual([]);
    expect(await structure(target.migrator)).toEqual(before);
  });
};
const whole = () => fs.readFileSync(file);
const tar = () => gunzipSync(whole());
const replaced = (from: string, to: string) => {
  const bytes = tar();
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at);
  return gzipSync(bytes, { level: 1 });
};

test('a backup whose rows arrive before the server says how many they were counts them all the same, and can be restored', async () => {
  const line = await answersInPieces(source.migrator);
  try {
    const slow = path.join(folder, 'in-pieces.backup');
    const { tables } = await backup(line.connection, slow, NOW);
    await inFresh(async (target) => {
      const rows = await restore(target.migrator, slow);
      expect(Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.rows]))).toEqual(rows);
      expect(Math.min(...Object.values(rows))).toBeGreaterThan(0);
    });
  } finally {
    line.close();
  }
});

/** The backup with another number of stores than it holds. */
const withCount = (other: string) => {
  const at = tar().lastIndexOf('"stores": {');
  const [before = '', count = ''] = /^"stores": \{\s+"rows": (\d+)/.exec(tar().toString('latin1', at)) ?? [];
  return { count, bytes: replaced(before, before.slice(0, -count.length) + other.padStart(count.length)) };
};

test('a backup of an older version, which counted no rows where the count came late, is restored: the hash is that of its rows', async () => {
  const { count, bytes } = withCount('0');
  fs.writeFileSync(`${file}.older`, bytes);
  await inFresh(async (target) => {
    expect(await restore(target.migrator, `${file}.older`)).toMatchObject({ stores: Number(count) });
  });
});

describe('a restore refuses, and leaves the database empty', () => {
  test('a database that has rows', async () => {
    await expect(restore(source.migrator, file)).rejects.toThrow(
      /already has rows in \w+; a backup is restored into an empty database only/,
    );
  });
  test('a file cut off', () =>
    refused(whole().subarray(0, Math.floor(whole().length / 2)), /it ends too early.*nothing was restored/));
  test('a file cut off between two entries, its gzip end intact', () =>
    refused(gzipSync(tar().subarray(0, 512 * 200)), /ends too early|not those that were saved|were changed/));
  test('a changed byte of the compressed file', () => {
    const bytes = whole();
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
    return refused(bytes, /nothing was restored/);
  });
  test('a changed letter of a row, though the file is otherwise whole', () =>
    refused(replaced('Manual orders', 'Manual Orders'), /the rows of stores are not those that were saved/));
  test('another number of rows than it holds', () =>
    refused(withCount('9').bytes, /the rows of stores are not those that were saved/));
  test('a row that is no row', () =>
    refused(replaced('Manual orders\t', 'Manual orders '), /the rows of stores were changed/));
  test('a backup of another version of the database', () => {
    const migration = /"checksum": "([0-9a-f]{64})"/.exec(tar().toString('latin1'))?.[1] ?? '';
    return refused(
      replaced(migration, '0'.repeat(64)),
      /made with another version of the database \(last migration \d{4}-[\w-]+\.sql, here/,
    );
  });
  test('a file that is something else', async () => {
    await refused(Buffer.from('hello'), /not a gzip file/);
    await refused(gzipSync(Buffer.alloc(1024, 'x')), /not an archive/);
    await inFresh(async (target) => {
      await expect(restore(target.migrator, path.join(folder, 'absent'))).rejects.toThrow(/there is no file/);
    });
  });
});
