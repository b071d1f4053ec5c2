import net from 'node:net';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from './connection.ts';
import { actAs, openDatabase, type Tx, violated } from './database.ts';
import { newId } from './ids.ts';
import { json } from './json-column.ts';
import { together } from './together.ts';
import { executeFixed } from './transaction.ts';

let test_: TestDatabase;
let tree: TenantTree;
beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
});
afterAll(() => test_.drop());

describe('who a transaction is', () => {
  test('tenant work is app_tenant, sees its own rows only, and leaves nothing behind on the connection', async () => {
    const one = openDatabase({ connection: test_.app, maxConnections: 1 });
    const [a, b] = tree.customers;
    const seen = await one.tenant(a, async (tx) => {
      const role = await sql<{ role: string }>`SELECT current_user AS role`.execute(tx);
      return { role: role.rows[0]?.role, stores: await tx.selectFrom('stores').select('id').execute() };
    });
    expect(seen).toEqual({ role: 'app_tenant', stores: [{ id: a.storeId }] });
    // The same connection, next as nobody in particular: no role, no tenant.
    expect(await one.tenant(b, (tx) => tx.selectFrom('stores').select('id').execute())).toEqual([{ id: b.storeId }]);
    expect(await one.secrets(a, (tx) => sql`SELECT current_setting('app.tenant') AS t`.execute(tx))).toMatchObject({
      rows: [{ t: a.tenantId }],
    });
    expect(await one.reference((tx) => sql`SELECT current_setting('app.tenant') AS t`.execute(tx))).toMatchObject({
      rows: [{ t: '' }],
    });
    await one.close();
  });

  test('outside a transaction the application has no rights at all', async () => {
    await expect(withClient(test_.app, (client) => client.query('SELECT 1 FROM orders'))).rejects.toThrow(
      /permission denied/,
    );
  });

  test('an id that is not a UUID is refused before it reaches the database', async () => {
    await expect(test_.db.tenant({ tenantId: "' OR true" }, async () => 1)).rejects.toThrow('Not the id of a tenant');
  });

  test('reference reads all tenants, writes none', async () => {
    const count = await test_.db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    );
    expect(count.n).toBe(6);
    await expect(
      test_.db.reference((tx) => tx.insertInto('hosts').values({ host: 'x', tenant_id: tree.platformId }).execute()),
    ).rejects.toThrow(/read-only|permission denied/);
  });

  test('a tenant reads its own row of tenants and no other', async () => {
    const [a] = tree.customers;
    const rows = await test_.db.tenant(a, (tx) => tx.selectFrom('tenants').select('id').execute());
    expect(rows).toEqual([{ id: a.tenantId }]);
  });

  test('actAs changes the role inside one transaction and a later failure undoes all of it', async () => {
    const [a] = tree.customers;
    const host = 'undone.example';
    await expect(
      test_.db.system(async (tx) => {
        await tx.insertInto('hosts').values({ host, tenant_id: a.tenantId }).execute();
        await actAs(tx, { role: 'app_tenant', tenantId: a.tenantId });
        await tx
          .insertInto('rules')
          .values({ tenant_id: a.tenantId, id: newId(), position: 1, conditions: json([]), actions: json([]) })
          .execute();
        throw new Error('after both');
      }),
    ).rejects.toThrow('after both');
    const hosts = await test_.db.reference((tx) =>
      tx.selectFrom('hosts').where('host', '=', host).selectAll().execute(),
    );
    const rules = await test_.db.tenant(a, (tx) => tx.selectFrom('rules').selectAll().execute());
    expect([hosts, rules]).toEqual([[], []]);
  });
});

describe('values', () => {
  test('int8 is a number, refused beyond 2^53 - 1; a date is its text; jsonb round-trips', async () => {
    const [a] = tree.customers;
    await test_.db.tenant(a, async (tx) => {
      const read = await sql<{ big: number; day: string; doc: unknown; sum: number }>`
        SELECT 9007199254740991::int8 AS big, DATE '2026-03-29' AS day, ${json({ a: [1, 'é'] })} AS doc,
               (SELECT count(*) FROM stores) AS sum`.execute(tx);
      expect(read.rows[0]).toEqual({ big: 9007199254740991, day: '2026-03-29', doc: { a: [1, 'é'] }, sum: 1 });
    });
    await expect(test_.db.tenant(a, (tx) => sql`SELECT 9007199254740993::int8 AS big`.execute(tx))).rejects.toThrow(
      'beyond 2^53 - 1',
    );
  });

  test('violated names the constraint', async () => {
    const [a] = tree.customers;
    const again = test_.db.tenant(a, (tx) =>
      tx
        .insertInto('stores')
        .values({ tenant_id: a.tenantId, id: newId(), platform_code: 'manual', external_account: 'manual', name: 'x' })
        .execute(),
    );
    expect(violated(await again.catch((error: unknown) => error))).toBe('stores_account');
  });
});

describe('round trips', () => {
  /** What a connection was sent, in order. */
  async function sent(work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>): Promise<string[]> {
    const db = openDatabase({ connection: test_.app, maxConnections: 1 });
    await db.ping();
    const original: (...args: unknown[]) => unknown = Reflect.get(Client.prototype, 'query');
    const seen: string[] = [];
    Reflect.set(Client.prototype, 'query', function counted(this: unknown, ...args: unknown[]) {
      const [first] = args;
      seen.push(typeof first === 'string' ? first : (first as { text: string }).text);
      return original.apply(this, args);
    });
    try {
      await work(db);
    } finally {
      Reflect.set(Client.prototype, 'query', original);
      await db.close();
    }
    return seen;
  }

  test('a transaction is opened by one message in front of its first statement, and not at all without one', async () => {
    const [a] = tree.customers;
    const seen = await sent(async (db) => {
      await db.tenant(a, async () => 1);
      await db.tenant(a, (tx) => sql`SELECT 7 AS n`.execute(tx), { readOnly: true, statementTimeoutMs: 900 });
    });
    // The first one asks whether a pooler lies between.
    expect(seen).toEqual([
      'SELECT pg_backend_pid() AS pid',
      expect.stringMatching(
        new RegExp(
          `^BEGIN READ ONLY; SET LOCAL ROLE app_tenant; SET LOCAL app.tenant = '${a.tenantId}'; SET LOCAL app.realm = ''; SET LOCAL statement_timeout = 900; SET LOCAL idle_in_transaction_session_timeout = 60000$`,
        ),
      ),
      'SELECT 7 AS n',
      'COMMIT',
    ]);
  });

  test('statements sent at once travel with their end; a later one is refused, a failing one fails alone', async () => {
    const [a] = tree.customers;
    const once = { readOnly: true, atOnce: true } as const;
    const seen = await sent(async (db) => {
      const both = await db.tenant(
        a,
        (tx) => Promise.all([sql`SELECT 1 AS n`.execute(tx), sql`SELECT 2 AS n`.execute(tx)]),
        once,
      );
      expect(both.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    });
    expect(seen.slice(1)).toEqual([
      expect.stringMatching(/^BEGIN READ ONLY;/),
      'SELECT 1 AS n',
      'SELECT 2 AS n',
      'COMMIT',
    ]);
    const late = test_.db.tenant(
      a,
      async (tx) => {
        await sql`SELECT 1`.execute(tx);
        await sql`SELECT 2`.execute(tx);
      },
      once,
    );
    await expect(late).rejects.toThrow('after its transaction had ended');
    await expect(test_.db.tenant(a, (tx) => sql`SELECT 1 / 0`.execute(tx), once)).rejects.toThrow('division by zero');
    const stores = await test_.db.tenant(a, (tx) => tx.selectFrom('stores').select('id').execute(), once);
    expect(stores).toEqual([{ id: a.storeId }]);
  });

  test('what is sent in one turn leaves in one write', async () => {
    const [a] = tree.customers;
    const db = openDatabase({ connection: test_.app, maxConnections: 1 });
    await db.tenant(a, (tx) => sql`SELECT 1`.execute(tx));
    await db.ping();
    let writes = 0;
    const { prototype } = net.Socket;
    const names = ['_write', '_writev'] as const;
    const originals = names.map((name): ((...args: unknown[]) => void) => Reflect.get(prototype, name) as () => void);
    names.forEach((name, index) =>
      Reflect.set(prototype, name, function counted(this: unknown, ...args: unknown[]) {
        writes += 1;
        originals[index]?.apply(this, args);
      }),
    );
    try {
      await db.tenant(a, (tx) => Promise.all([1, 2, 3].map((n) => sql`SELECT ${n}::int`.execute(tx))), {
        readOnly: true,
        atOnce: true,
      });
    } finally {
      names.forEach((name, index) => Reflect.set(prototype, name, originals[index]));
    }
    expect(writes).toBe(1);
    await db.close();
  });

  test('a failed statement whose error was dropped does not pass for stored', async () => {
    const [a] = tree.customers;
    const work = test_.db.tenant(a, (tx) => sql`SELECT 1 / 0`.execute(tx).catch(() => undefined));
    await expect(work).rejects.toThrow('one of its statements had failed');
  });

  test('a statement sent after the end is refused', async () => {
    const [a] = tree.customers;
    let kept: Tx | undefined;
    await test_.db.tenant(a, async (tx) => {
      kept = tx;
    });
    await expect(kept?.selectFrom('stores').select('id').execute()).rejects.toThrow('after its transaction had ended');
  });

  test('statements sent at once are answered each its own, and the first failure ends all', async () => {
    const [a] = tree.customers;
    const numbers = await test_.db.tenant(a, (tx) =>
      Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`SELECT ${n}::int AS n`.execute(tx))),
    );
    expect(numbers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
    const failing = test_.db.tenant(a, (tx) =>
      Promise.all([sql`SELECT 1 / 0`.execute(tx), sql`SELECT count(*) FROM stores`.execute(tx)]),
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(await test_.db.tenant(a, (tx) => tx.selectFrom('stores').select('id').execute())).toHaveLength(1);
  });
});

test('of statements sent together the first that failed says why, however late its caller hears of it', async () => {
  const late = async (tx: Tx) => {
    await sql`SELECT 1 / 0`.execute(tx);
  };
  const failing = test_.db.tenant(tree.customers[0], (tx) => together([late(tx), sql`SELECT 1`.execute(tx)]));
  await expect(failing).rejects.toThrow('division by zero');
});

describe('prepared statements', () => {
  const fixed = (tx: Tx, n: number) => executeFixed(tx, 'test-sum', sql<{ sum: number }>`SELECT ${n}::int + 1 AS sum`);
  const prepared = (tx: Tx) =>
    sql<{ name: string }>`SELECT name FROM pg_prepared_statements ORDER BY name`
      .execute(tx)
      .then(({ rows }) => rows.map((row) => row.name));
  const [a, b] = [0, 1] as const;

  test('are prepared once a connection and answer for whoever works, not for who was first', async () => {
    const db = openDatabase({ connection: test_.app, maxConnections: 1 });
    const stores = (n: 0 | 1) =>
      db.tenant(tree.customers[n], (tx) => executeFixed(tx, 'test-stores', sql<{ id: string }>`SELECT id FROM stores`));
    await db.tenant(tree.customers[a], prepared);
    // More often than PostgreSQL plans anew.
    for (let n = 0; n < 8; n += 1) {
      expect((await stores(a)).rows).toEqual([{ id: tree.customers[a].storeId }]);
      expect((await stores(b)).rows).toEqual([{ id: tree.customers[b].storeId }]);
    }
    expect(await db.tenant(tree.customers[a], prepared)).toEqual(['test-stores']);
    await db.close();
  });

  test('are bounded: what has many shapes stops being prepared', async () => {
    const db = openDatabase({ connection: test_.app, maxConnections: 1 });
    await db.tenant(tree.customers[a], prepared);
    for (let n = 0; n < 40; n += 1)
      await db.tenant(tree.customers[a], (tx) =>
        executeFixed(
          tx,
          'test-shapes',
          sql`SELECT ${sql.join(Array.from({ length: n + 1 }, () => sql`${'x'}::text`))}`,
        ),
      );
    expect(await db.tenant(tree.customers[a], prepared)).toHaveLength(24);
    await db.close();
  });

  test('that a pooler has lost are made again, and from then on no more', async () => {
    const db = openDatabase({ connection: test_.app, maxConnections: 1 });
    await db.tenant(tree.customers[a], prepared);
    await db.tenant(tree.customers[a], (tx) => fixed(tx, 1));
    await db.tenant(tree.customers[a], (tx) => sql`DEALLOCATE ALL`.execute(tx));
    expect((await db.tenant(tree.customers[a], (tx) => fixed(tx, 2))).rows).toEqual([{ sum: 3 }]);
    expect(await db.tenant(tree.customers[a], prepared)).toEqual([]);
    await db.close();
  });

  test('whose answer a migration changed are made again', async () => {
    const db = openDatabase({ connection: test_.app, maxConnections: 1 });
    const table = (statements: string) => withClient(test_.migrator, (client) => client.query(statements));
    await table(
      'CREATE TABLE migrated (n int); INSERT INTO migrated VALUES (1); GRANT SELECT ON migrated TO app_tenant',
    );
    const read = () =>
      db.tenant(tree.customers[a], (tx) => executeFixed(tx, 'test-migrated', sql`SELECT * FROM migrated`));
    await db.tenant(tree.customers[a], prepared);
    expect((await read()).rows).toEqual([{ n: 1 }]);
    await table(`ALTER TABLE migrated ADD COLUMN word text DEFAULT 'new'`);
    expect((await read()).rows).toEqual([{ n: 1, word: 'new' }]);
    await table('DROP TABLE migrated');
    await db.close();
  });

  test('are not used behind a pooler, which is known by the process ids it makes up', async () => {
    const pooler = await fakePooler(test_.app);
    const db = openDatabase({ connection: { ...test_.app, ...pooler.address }, maxConnections: 1 });
    try {
      for (let n = 0; n < 4; n += 1)
        expect((await db.tenant(tree.customers[a], (tx) => fixed(tx, n))).rows).toEqual([{ sum: n + 1 }]);
      expect(await db.tenant(tree.customers[a], prepared)).toEqual([]);
    } finally {
      await db.close();
      await pooler.close();
    }
  });
});

describe('faults', () => {
  test('a connection that breaks between two statements fails the second, and the process lives', async () => {
    const [a] = tree.customers;
    const db = openDatabase({ connection: test_.app, maxConnections: 1 });
    const broken = db.tenant(a, async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      await withClient(test_.admin, (client) => client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`SELECT 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow(/terminat|not queryable/);
    expect(await db.tenant(a, (tx) => tx.selectFrom('stores').select('id').execute())).toHaveLength(1);
    await db.close();
  });

  test('a serialization failure is tried again and both writes count', async () => {
    const [a] = tree.customers;
    const id = newId();
    await test_.db.tenant(a, (tx) =>
      tx
        .insertInto('rules')
        .values({ tenant_id: a.tenantId, id, position: 0, conditions: json([]), actions: json([]) })
        .execute(),
    );
    let runs = 0;
    let reads = 0;
    let allHaveRead: () => void = () => undefined;
    const barrier = new Promise<void>((resolve) => (allHaveRead = resolve));
    const add = () =>
      test_.db.tenant(
        a,
        async (tx) => {
          runs += 1;
          const { position } = await tx
            .selectFrom('rules')
            .where('id', '=', id)
            .select('position')
            .executeTakeFirstOrThrow();
          // All three have read the same value before the first of them writes.
          reads += 1;
          if (reads === 3) allHaveRead();
          await barrier;
          await tx
            .updateTable('rules')
            .set({ position: position + 1 })
            .where('id', '=', id)
            .execute();
        },
        { isolation: 'repeatable read' },
      );
    await Promise.all([add(), add(), add()]);
    const rule = await test_.db.tenant(a, (tx) =>
      tx.selectFrom('rules').where('id', '=', id).select('position').executeTakeFirstOrThrow(),
    );
    expect(rule.position).toBe(3);
    expect(runs).toBeGreaterThan(3);
  });

  test('a failure that will not pass is tried 5 times and then thrown', async () => {
    const [a] = tree.customers;
    let runs = 0;
    const never = test_.db.tenant(a, async (tx) => {
      runs += 1;
      await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`.execute(tx);
    });
    await expect(never).rejects.toThrow('again');
    expect(runs).toBe(5);
  });

  test('a statement over its time is ended', async () => {
    const [a] = tree.customers;
    const slow = test_.db.tenant(a, (tx) => sql`SELECT pg_sleep(5)`.execute(tx), { statementTimeoutMs: 50 });
    await expect(slow).rejects.toThrow('statement timeout');
    // The limit ended with its transaction.
    await test_.db.tenant(a, (tx) => sql`SELECT pg_sleep(0.1)`.execute(tx));
  });

  test('a database that takes no writes is not ready, and reading from it goes on', async () => {
    const other = await createTestDatabase();
    await withClient(other.admin, (client) =>
      client.query(`ALTER DATABASE ${other.name} SET default_transaction_read_only = on`),
    );
    const db = openDatabase({ connection: other.app, maxConnections: 2 });
    await expect(db.ping()).rejects.toThrow('The database is read only');
    await db.reference((tx) => sql`SELECT 1`.execute(tx));
    await expect(db.system((tx) => sql`DELETE FROM budget_counters`.execute(tx))).rejects.toMatchObject({
      code: '25006',
    });
    await db.close();
    await other.drop();
  });

  test('readiness is answered by one connection that is kept, however busy the pool is, and in time when nothing answers', async () => {
    const db = openDatabase({ connection: { ...test_.app, application_name: 'probed' }, maxConnections: 1 });
    const connections = () =>
      withClient(test_.admin, async (client) => {
        const { rows } = await client.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE application_name = 'probed' AND datname = current_database()`,
        );
        return rows.map(({ pid }) => pid);
      });
    await db.ping();
    const before = await connections();
    expect(before).toHaveLength(1);
    const [a] = tree.customers;
    await db.tenant(a, async (tx) => {
      await sql`SELECT 1`.execute(tx);
      await Promise.all(Array.from({ length: 10 }, () => db.ping()));
      expect(await db.probe('SELECT current_user::text AS role')).toEqual([{ role: 'app_system' }]);
    });
    expect(await connections()).toEqual(expect.arrayContaining(before));
    expect(await connections()).toHaveLength(2);
    await expect(db.probe('SELECT pg_sleep(60)')).rejects.toThrow(/did not answer within 2 s|statement timeout/);
    await db.ping();
    await db.close();
  });

  test('connections ended by the server are reported and replaced', async () => {
    const errors: string[] = [];
    const db = openDatabase({
      connection: test_.app,
      maxConnections: 2,
      onError: (error) => errors.push(error.message),
    });
    await db.ping();
    await withClient(test_.admin, (client) =>
      client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      ),
    );
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await db.ping();
    expect(errors[0]).toMatch(/terminating connection|terminated/);
    await db.close();
  });
});

/** Hands everything on, but tells clients another process id, as poolers do. */
async function fakePooler(target: ClientConfig) {
  const socketPath = `${target.host}/.s.PGSQL.${target.port}`;
  const server = net.createServer((client) => {
    const upstream = net.connect(socketPath);
    let head = Buffer.alloc(0);
    let told = false;
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      if (told) return void client.write(chunk);
      head = Buffer.concat([head, chunk]);
      // BackendKeyData: 'K', length 12, process id, secret.
      const at = head.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at < 0 || head.length < at + 13) return;
      head.writeInt32BE(head.readInt32BE(at + 5) + 1, at + 5);
      told = true;
      client.write(head);
    });
    upstream.on('end', () => client.end());
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: { host: '127.0.0.1', port: address.port },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
