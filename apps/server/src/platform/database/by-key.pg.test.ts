/** Work that goes by keys: what is sent often is prepared, and no table is read from end to end because it is small today. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openDatabase, type Tx } from './database.ts';

let test_: TestDatabase;
let tree: TenantTree;
beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
});
afterAll(() => test_.drop());

it('prepares texts that come often, and plans them for any values over an index', async () => {
  const [customer] = tree.customers;
  const { tenantId, storeId } = customer;
  const db = openDatabase({ connection: test_.app, maxConnections: 1 });
  const store = sql<{ id: string }>`SELECT id FROM stores WHERE tenant_id = ${tenantId} AND id = ${storeId}`;
  const byKey = <T>(work: (tx: Tx) => Promise<T>) => db.tenant(customer, work, { byKey: true });
  const prepared = async (): Promise<string[]> => {
    const { rows } = await db.tenant(customer, (tx) =>
      sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(tx),
    );
    return rows.map(({ name }) => name);
  };
  // The first work of a connection finds out whether it may prepare at all.
  await prepared();
  for (let n = 0; n < 3; n += 1) await byKey((tx) => store.execute(tx));
  expect(await prepared()).toEqual([]);
  for (let n = 0; n < 2; n += 1) expect((await byKey((tx) => store.execute(tx))).rows).toEqual([{ id: storeId }]);
  expect(await prepared()).toEqual([expect.stringMatching(/^by-key:\d+$/)]);
  const plan = await byKey((tx) => sql`EXPLAIN ${store}`.execute(tx));
  expect(JSON.stringify(plan.rows)).toContain('Index');
  // Other work of the same connection is planned as ever.
  const { rows } = await db.tenant(customer, (tx) => sql`SHOW enable_seqscan`.execute(tx));
  expect(rows).toEqual([{ enable_seqscan: 'on' }]);
  await db.close();
});
