import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { bootstrap } from './bootstrap.ts';
import { withClient } from './connection.ts';
import { appliedMigrations, backfill, historyOf, MIGRATIONS_FOLDER, migrate, readMigrations } from './migrator.ts';

let test_: TestDatabase;
let folder: string;

beforeAll(async () => {
  test_ = await createTestDatabase({ empty: true });
  await bootstrap(test_.admin);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-migrations-'));
});
afterAll(async () => {
  await test_.drop();
  fs.rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
const one = async <T>(connection: ClientConfig, statement: string): Promise<T | undefined> =>
  withClient(connection, async (client) => (await client.query<{ value: T }>(statement)).rows[0]?.value);

describe('on an own folder of migrations', () => {
  test('applies in order, once, and again does nothing', async () => {
    write(
      '0001-first.sql',
      'CREATE TABLE things (id int PRIMARY KEY); INSERT INTO things SELECT generate_series(1, 10);',
    );
    write('0002-second.sql', 'ALTER TABLE things ADD COLUMN label text;');
    expect(await migrate(test_.migrator, folder)).toEqual(['0001-first.sql', '0002-second.sql']);
    const before = await withClient(test_.migrator, appliedMigrations);
    expect(await migrate(test_.migrator, folder)).toEqual([]);
    expect(await withClient(test_.migrator, appliedMigrations)).toEqual(before);
  });

  test('five processes at once apply a file once', async () => {
    write('0003-slow.sql', 'SELECT pg_sleep(0.2); CREATE TABLE once (id int);');
    const applied = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(test_.migrator, folder)));
    expect(applied.flat()).toEqual(['0003-slow.sql']);
  });

  test('a file that fails is undone whole and names its line', async () => {
    write('0004-broken.sql', 'CREATE TABLE half (id int);\n\nSELECT nonsense;');
    await expect(migrate(test_.migrator, folder)).rejects.toThrow(
      /0004-broken\.sql, line 3 failed and was undone: column "nonsense"/,
    );
    expect(await one(test_.migrator, `SELECT to_regclass('half')::text AS value`)).toBeNull();
    fs.rmSync(path.join(folder, '0004-broken.sql'));
  });

  test('refuses a changed file, a second of one number, a wrong name', async () => {
    write('0002-second.sql', 'ALTER TABLE things ADD COLUMN label text; -- changed');
    await expect(migrate(test_.migrator, folder)).rejects.toThrow(
      '0002-second.sql was changed after it had been applied',
    );
    write('0002-second.sql', 'ALTER TABLE things ADD COLUMN label text;');
    write('0003-twin.sql', 'SELECT 1;');
    await expect(migrate(test_.migrator, folder)).rejects.toThrow('Two migration files have the number 0003');
    fs.rmSync(path.join(folder, '0003-twin.sql'));
    write('Notes.sql', 'SELECT 1;');
    await expect(migrate(test_.migrator, folder)).rejects.toThrow('must be named like');
    fs.rmSync(path.join(folder, 'Notes.sql'));
  });

  test('a program goes on with a database that a newer one added to, until what it uses is taken away', async () => {
    const older = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-older-'));
    fs.cpSync(folder, older, { recursive: true });
    write('0007-stops-using.sql', 'ALTER TABLE things ADD COLUMN name text;');
    const between = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-between-'));
    await migrate(test_.migrator, folder);
    fs.cpSync(folder, between, { recursive: true });
    expect([await migrate(test_.migrator, older), await historyOf(test_.migrator, older)]).toEqual([
      [],
      { applied: 4, missing: [] },
    ]);
    write(
      '0008-takes-away.sql',
      '-- The release before stopped with 0007.\n-- needs: 0007\nALTER TABLE things ADD COLUMN gone int;',
    );
    await migrate(test_.migrator, folder);
    expect(await migrate(test_.migrator, between)).toEqual([]);
    await expect(migrate(test_.migrator, older)).rejects.toThrow(
      'The database has the migration 0008-takes-away.sql, which took away what this version of the program uses: it is older than the database.',
    );
    for (const copy of [older, between]) fs.rmSync(copy, { recursive: true });
  });

  test('line ends do not count as a change', async () => {
    write('0001-first.sql', fs.readFileSync(path.join(folder, '0001-first.sql'), 'utf8').replaceAll('\n', '\r\n'));
    expect(await migrate(test_.migrator, folder)).toEqual([]);
  });
});

describe('what may not be one transaction', () => {
  let own: string;
  let database: TestDatabase;
  beforeAll(async () => {
    own = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-steps-'));
    database = await createTestDatabase({ empty: true });
    await bootstrap(database.admin);
    fs.writeFileSync(
      path.join(own, '0001-tables.sql'),
      `CREATE TABLE many (id int PRIMARY KEY, twice int); INSERT INTO many SELECT generate_series(1, 25);
       CREATE TABLE parts (id int, kind text) PARTITION BY RANGE (id);
       CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (10);
       CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (10) TO (20);`,
    );
    await migrate(database.migrator, own);
  });
  afterAll(async () => {
    await database.drop();
    fs.rmSync(own, { recursive: true });
  });
  const file = (name: string, text: string) => fs.writeFileSync(path.join(own, name), text);
  const valid = (index: string) =>
    one<boolean>(
      database.migrator,
      `SELECT indisvalid AS value FROM pg_index WHERE indexrelid = to_regclass('${index}')`,
    );

  test('an index is built beside others who write, and five processes that start at once do not stop it', async () => {
    file(
      '0002-index.sql',
      `-- Why.
-- step
DROP INDEX CONCURRENTLY IF EXISTS many_twice;
-- step
CREATE INDEX CONCURRENTLY many_twice ON many (twice);`,
    );
    const applied = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(database.migrator, own)));
    expect(applied.flat()).toEqual(['0002-index.sql']);
    expect(await valid('many_twice')).toBe(true);
  });

  test('of a partitioned table too', async () => {
    file(
      '0003-parts.sql',
      `-- step
CREATE INDEX IF NOT EXISTS parts_kind ON ONLY parts (kind);
-- step: each row is a statement
SELECT format('DROP INDEX CONCURRENTLY IF EXISTS %I', relid || '_kind') FROM pg_partition_tree('parts')
  WHERE isleaf AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(relid || '_kind'));
-- step: each row is a statement
SELECT format('CREATE INDEX CONCURRENTLY IF NOT EXISTS %I ON %s (kind)', relid || '_kind', relid) FROM pg_partition_tree('parts') WHERE isleaf;
-- step: each row is a statement
SELECT format('ALTER INDEX parts_kind ATTACH PARTITION %I', relid || '_kind') FROM pg_partition_tree('parts') WHERE isleaf;`,
    );
    expect(await migrate(database.migrator, own)).toEqual(['0003-parts.sql']);
    expect([await valid('parts_kind'), await valid('parts_2_kind')]).toEqual([true, true]);
  });

  test('rows are changed a part at a time; what was done stays when it stops, and the next start goes on', async () => {
    file(
      '0004-fill.sql',
      `-- step: until nothing is left
UPDATE many SET twice = 2 * id WHERE id IN (SELECT id FROM many WHERE twice IS NULL AND id <> 13 ORDER BY id LIMIT 10);
-- step
SELECT 1 / count(*) FROM many WHERE id = 13 AND twice IS NOT NULL;`,
    );
    await expect(migrate(database.migrator, own)).rejects.toThrow(
      'The migration 0004-fill.sql stopped; what was done before it stays: division by zero',
    );
    expect(await one(database.migrator, `SELECT count(*) AS value FROM many WHERE twice = 2 * id`)).toBe(24);
    expect(
      await one(database.migrator, `SELECT count(DISTINCT xmin::text) AS value FROM many WHERE twice = 2 * id`),
    ).toBe(3);
    await withClient(database.migrator, (client) => client.query('UPDATE many SET twice = 26 WHERE id = 13'));
    expect(await migrate(database.migrator, own)).toEqual(['0004-fill.sql']);
  });

  test('a step that is wrong names its line in the file', async () => {
    file('0005-wrong.sql', `-- step\nSELECT 1;\n-- step\nSELECT\n  nonsense;`);
    await expect(migrate(database.migrator, own)).rejects.toThrow('0005-wrong.sql, line 5 stopped');
    fs.rmSync(path.join(own, '0005-wrong.sql'));
  });

  test('who waits for a table does not keep others from it: the lock is given up and asked for again', async () => {
    file('0006-column.sql', 'ALTER TABLE many ADD COLUMN later int;');
    await withClient(database.migrator, async (reader) => {
      await reader.query('BEGIN; SELECT count(*) FROM many; SELECT count(*) FROM maintenance.migrations');
      const migrating = migrate(database.migrator, own, { lockTimeoutMs: 100 });
      await expect
        .poll(() =>
          one(
            database.migrator,
            `SELECT count(*) AS value FROM pg_locks WHERE NOT granted AND relation = 'many'::regclass`,
          ),
        )
        .toBe(1);
      // Queues up behind the migration, and would stand there until the first reader is done.
      await withClient(database.migrator, (other) =>
        other.query(`SET statement_timeout = '1s'; SELECT count(*) FROM many`),
      );
      await reader.query('COMMIT');
      expect(await migrating).toEqual(['0006-column.sql']);
    });
  });
});

describe('back-fill', () => {
  const forceRls = 'ALTER TABLE things ENABLE ROW LEVEL SECURITY; ALTER TABLE things FORCE ROW LEVEL SECURITY;';

  test('the trap: under forced row security an owner without a policy updates nothing and says nothing', async () => {
    await withClient(test_.migrator, async (client) => {
      await client.query(forceRls);
      expect((await client.query(`UPDATE things SET label = 'x'`)).rowCount).toBe(0);
    });
  });

  test('fails aloud then, from TypeScript and from a migration, and leaves nothing applied', async () => {
    await withClient(test_.migrator, async (client) => {
      await expect(backfill(client, `UPDATE things SET label = 'x'`, { expectAtLeast: 1 })).rejects.toThrow(
        'touched 0 rows where at least 1',
      );
    });
    write(
      '0005-fill.sql',
      `CREATE TABLE beside (id int);\nSELECT maintenance.backfill($$UPDATE things SET label = 'x'$$, 'things');`,
    );
    await withClient(test_.migrator, (client) =>
      client.query(functionFrom('0001-foundation.sql', 'maintenance.backfill')),
    );
    await expect(migrate(test_.migrator, folder)).rejects.toThrow(
      /Back-fill of things touched 0 rows, expected at least 1/,
    );
    expect(await one(test_.migrator, `SELECT to_regclass('beside')::text AS value`)).toBeNull();
  });

  test('passes with the policy every table of ours has', async () => {
    await withClient(test_.migrator, (client) =>
      client.query('CREATE POLICY migrator_rows ON things TO scanship_migrator USING (true) WITH CHECK (true)'),
    );
    expect(await migrate(test_.migrator, folder)).toEqual(['0005-fill.sql']);
    expect(await one(test_.migrator, `SELECT count(*) AS value FROM things WHERE label = 'x'`)).toBe(10);
  });

  test('passes on a table that is really empty (a fresh installation)', async () => {
    write(
      '0006-fill-empty.sql',
      `CREATE TABLE nobody (id int, label text);\nSELECT maintenance.backfill($$UPDATE nobody SET label = 'x'$$, 'nobody');`,
    );
    expect(await migrate(test_.migrator, folder)).toEqual(['0006-fill-empty.sql']);
  });
});

/** The CREATE FUNCTION statement of a real migration, so that the test runs the very same code. */
function functionFrom(file: string, name: string): string {
  const sql = fs.readFileSync(path.join(MIGRATIONS_FOLDER, file), 'utf8');
  const start = sql.indexOf(`CREATE FUNCTION ${name}(`);
  return sql.slice(start, sql.indexOf('END $$;', start) + 'END $$;'.length);
}

describe('the real migrations', () => {
  test('run twice change nothing, and the template the tests are copied from is complete', async () => {
    const fresh = await createTestDatabase();
    try {
      const files = await readMigrations();
      const applied = await withClient(fresh.migrator, appliedMigrations);
      expect(applied).toEqual(
        files.map(({ number, name, checksum, needs = null }) => ({ number, name, checksum, needs })),
      );
      const shape = `SELECT md5(string_agg(c.relname || a.attname || format_type(a.atttypid, a.atttypmod), ',' ORDER BY c.relname, a.attname)) AS value
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relnamespace = 'public'::regnamespace`;
      const before = await one<string>(fresh.migrator, shape);
      expect(await migrate(fresh.migrator)).toEqual([]);
      await bootstrap(fresh.admin);
      expect(await one<string>(fresh.migrator, shape)).toBe(before);
    } finally {
      await fresh.drop();
    }
  });
});

describe('partitions', () => {
  test('a row of a month without a partition is kept, and moved when its month is made', async () => {
    const fresh = await createTestDatabase();
    try {
      await withClient(fresh.migrator, async (client) => {
        await client.query(
          `INSERT INTO inbound_events (month, id, slug, delivery_key, body) VALUES ('2019-05-01', gen_random_uuid(), 'shopify', 'k1', 'x')`,
        );
        const where = 'SELECT tableoid::regclass::text AS value FROM inbound_events';
        expect(await one(fresh.migrator, where)).toBe('inbound_events_default');
        const tables = (await client.query('SELECT 1 FROM maintenance.partitioned_tables')).rowCount;
        expect(await one(fresh.migrator, `SELECT maintenance.ensure_month('2019-05-17') AS value`)).toBe(tables);
        expect(await one(fresh.migrator, where)).toBe('inbound_events_2019_05');
        expect(await one(fresh.migrator, `SELECT maintenance.ensure_month('2019-05-01') AS value`)).toBe(0);
        // The second delivery of the month is still the same delivery.
        await expect(
          client.query(
            `INSERT INTO inbound_events (month, id, slug, delivery_key, body) VALUES ('2019-05-01', gen_random_uuid(), 'shopify', 'k1', 'x')`,
          ),
        ).rejects.toThrow('duplicate key');
      });
    } finally {
      await fresh.drop();
    }
  });

  test('a UUIDv7 row lies in the month of its id, in several workers at once', async () => {
    const fresh = await createTestDatabase();
    try {
      const made = await Promise.all(
        [1, 2, 3].map(() => one<number>(fresh.migrator, 'SELECT maintenance.ensure_partitions(9) AS value')),
      );
      expect(made.filter((each) => (each ?? 0) > 0)).not.toEqual([]);
      const ids = await withClient(fresh.migrator, async (client) => {
        const { rows } = await client.query<{ floor: string }>(
          `SELECT maintenance.uuid7_floor('2026-11-21T00:00:00Z')::text AS floor`,
        );
        return rows[0]?.floor;
      });
      expect(ids).toBe(
        `${Date.parse('2026-11-21T00:00:00Z')
          .toString(16)
          .padStart(12, '0')
          .replace(/^(.{8})/, '$1-')}-0000-0000-000000000000`,
      );
    } finally {
      await fresh.drop();
    }
  });
});
