import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from './connection.ts';
import { actAs, openDatabase, violated } from './database.ts';
import { newId } from './ids.ts';
import { json } from './json-column.ts';

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

describe('faults', () => {
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
