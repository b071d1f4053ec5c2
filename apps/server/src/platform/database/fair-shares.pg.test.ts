/** The connections of the pool are shared between tenants: counted, not timed. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, untilWaiting } from '../../../test/test-database.ts';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { type Database, openDatabase } from './database.ts';

const CONNECTIONS = 4;
const LOCK = 4711;
let database: TestDatabase;
let tree: TenantTree;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
  db = openDatabase({ connection: database.app, maxConnections: CONNECTIONS });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Transactions of one tenant, and how many of them have ended. */
function many(tenant: { readonly tenantId: string }, n: number, statement: ReturnType<typeof sql>, on: Database = db) {
  const ended = { count: 0 };
  const all = Array.from({ length: n }, () =>
    on.tenant(tenant, (tx) => statement.execute(tx)).then(() => (ended.count += 1)),
  );
  return { ended, all: Promise.all(all) };
}

test('a tenant whose work all stands still leaves a connection to others, sessions and the system among them', async () => {
  const [loud, quiet] = tree.customers;
  const holder = new Client(database.migrator);
  await holder.connect();
  try {
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
    const stuck = many(loud, 50, sql`SELECT pg_advisory_xact_lock_shared(${sql.lit(LOCK)})`);
    await expect.poll(() => db.connections().waiting).toBe(50 - (CONNECTIONS - 1));
    for (let n = 0; n < 5; n += 1) {
      expect(await db.tenant(quiet, (tx) => tx.selectFrom('stores').select('id').execute())).toEqual([
        { id: quiet.storeId },
      ]);
      await db.identity({ realmId: tree.franchises[0] }, (tx) => sql`SELECT 1`.execute(tx));
      await db.system((tx) => sql`SELECT 1`.execute(tx));
    }
    expect([stuck.ended.count, db.connections().waiting]).toEqual([0, 47]);
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await stuck.all;
    expect(stuck.ended.count).toBe(50);
  } finally {
    await holder.end();
  }
});

test('of all processes together a tenant holds three quarters of the connections at most, however many it asks', async () => {
  const [loud, quiet] = tree.customers;
  const processes = [0, 1, 2].map(() => openDatabase({ connection: database.app, maxConnections: CONNECTIONS }));
  const holder = new Client(database.migrator);
  await holder.connect();
  try {
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
    const stuck = processes.map((each) =>
      many(loud, 40, sql`SELECT pg_advisory_xact_lock_shared(${sql.lit(LOCK)})`, each),
    );
    for (const each of processes) await expect.poll(() => each.connections().waiting).toBe(40 - (CONNECTIONS - 1));
    await untilWaiting(database, processes.length * CONNECTIONS * 0.75);
    for (const each of processes)
      expect(await each.tenant(quiet, (tx) => tx.selectFrom('stores').select('id').execute())).toHaveLength(1);
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await Promise.all(stuck.map(({ all }) => all));
  } finally {
    await holder.end();
    for (const each of processes) await each.close();
  }
});

test('who comes later with little work is through it long before who came first with much', async () => {
  const [loud, quiet, third] = tree.customers;
  const work = sql`SELECT count(*) FROM generate_series(1, 20000)`;
  const flood = many(loud, 300, work);
  const [little, less] = [many(quiet, 20, work), many(third, 20, work)];
  await Promise.all([little.all, less.all]);
  // Each of the three has had about a third of the connections since all were there.
  expect(flood.ended.count).toBeLessThan(60);
  await flood.all;
});
