/** The list queries of the order grid on a seeded table: each reads its page from an index, in order, without a sort. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assertNoSeqScan, planOf, sorts } from '../../../test/query-plan.ts';
import { makeTenantTree, type TestCustomer } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from './connection.ts';
import type { Tx } from './database.ts';

const ORDERS = 12_000;
let test_: TestDatabase;
let customer: TestCustomer;

beforeAll(async () => {
  test_ = await createTestDatabase();
  const tree = await makeTenantTree(test_.db);
  customer = tree.customers[0];
  await withClient(test_.migrator, async (client) => {
    for (const { tenantId, storeId } of tree.customers) {
      const values = [tenantId, storeId];
      await client.query(
        `INSERT INTO orders (tenant_id, id, store_id, platform_code, external_id, number, tab, placed_at, ship_by, country, province, currency)
         SELECT $1::uuid, maintenance.uuid7_floor('2026-01-01'::timestamptz + n * interval '1 minute'), $2::uuid, 'manual', 'x' || n, 'M-' || n,
                CASE n % 10 WHEN 0 THEN 'unfulfilled' WHEN 1 THEN 'cancelled' ELSE 'fulfilled' END,
                '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-03'::timestamptz + n * interval '1 minute',
                CASE n % 20 WHEN 0 THEN 'US' ELSE 'CA' END, CASE n % 7 WHEN 0 THEN 'QC' ELSE 'ON' END, 'CAD'
           FROM generate_series(1, ${ORDERS}) AS n`,
        values,
      );
      await client.query(
        `INSERT INTO order_items (tenant_id, order_id, line, sku, sku_key, qty, placed_at)
         SELECT tenant_id, id, 1, 'SKU-' || n % 500, 'sku-' || n % 500, 1, placed_at FROM (SELECT *, row_number() OVER () AS n FROM orders WHERE tenant_id = $1) o`,
        [tenantId],
      );
      await client.query(
        `INSERT INTO order_tags (tenant_id, order_id, tag, placed_at) SELECT tenant_id, id, 'tag' || right(number, 1), placed_at FROM orders WHERE tenant_id = $1`,
        [tenantId],
      );
      await client.query(
        `INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at) SELECT tenant_id, 'number', lower(number), id, placed_at FROM orders WHERE tenant_id = $1`,
        [tenantId],
      );
    }
    await client.query('ANALYZE orders; ANALYZE order_items; ANALYZE order_tags; ANALYZE order_tokens');
  });
});
afterAll(() => test_.drop());

const page = (tx: Tx) =>
  tx
    .selectFrom('orders')
    .select(['id', 'number', 'placed_at'])
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20);

/** The plan uses the index, sorts nothing, and the query answers rows (a plan for no rows proves little). */
async function expectIndex(index: string, query: (tx: Tx) => ReturnType<typeof page>): Promise<void> {
  await test_.db.tenant(customer, async (tx) => {
    expect(await assertNoSeqScan(tx, query(tx))).toContain(index);
    expect(sorts(await planOf(tx, query(tx)))).toBe(false);
    expect(await query(tx).execute()).toHaveLength(20);
  });
}

describe('a page of orders', () => {
  test('newest first', () => expectIndex('orders_newest', page));
  test('of a tab', () => expectIndex('orders_tab', (tx) => page(tx).where('tab', '=', 'unfulfilled')));
  test('of a store', () =>
    // One store per customer here: the planner may take either order of the same rows.
    test_.db.tenant(customer, async (tx) => {
      const indexes = await assertNoSeqScan(tx, page(tx).where('store_id', '=', customer.storeId));
      expect(['orders_store', 'orders_newest']).toContain(indexes[0]);
    }));
  test('of a country', () => expectIndex('orders_country', (tx) => page(tx).where('country', '=', 'US')));
  test('of a province', () => expectIndex('orders_province', (tx) => page(tx).where('province', '=', 'QC')));
  test('the next page, by key', () =>
    expectIndex('orders_newest', (tx) =>
      page(tx).where(
        sql<boolean>`(placed_at, id) < ('2026-01-05T00:00:00Z', ${'019b7000-0000-7000-8000-000000000000'}::uuid)`,
      ),
    ));
  test('to be shipped first', () =>
    test_.db.tenant(customer, async (tx) => {
      const query = tx
        .selectFrom('orders')
        .select('id')
        .where('tab', '=', 'unfulfilled')
        .orderBy('ship_by')
        .orderBy('id')
        .limit(20);
      expect(await assertNoSeqScan(tx, query)).toContain('orders_ship_by');
    }));
  test('with a SKU', () =>
    test_.db.tenant(customer, async (tx) => {
      const query = tx
        .selectFrom('order_items')
        .innerJoin('orders', (join) =>
          join.onRef('orders.tenant_id', '=', 'order_items.tenant_id').onRef('orders.id', '=', 'order_items.order_id'),
        )
        .select('orders.id')
        .where('order_items.sku_key', '=', 'sku-7')
        .orderBy('order_items.placed_at', 'desc')
        .orderBy('order_items.order_id')
        .limit(20);
      expect(await assertNoSeqScan(tx, query)).toContain('order_items_sku');
      expect(await query.execute()).toHaveLength(20);
    }));
  test('with a tag', () =>
    test_.db.tenant(customer, async (tx) => {
      const query = tx
        .selectFrom('order_tags')
        .select('order_id')
        .where('tag', '=', 'tag3')
        .orderBy('placed_at', 'desc')
        .orderBy('order_id')
        .limit(20);
      expect(await assertNoSeqScan(tx, query)).toContain('order_tags_tag');
      expect(await query.execute()).toHaveLength(20);
    }));
  test('whose number begins with what was typed: ^@ walks a part of the index', () =>
    test_.db.tenant(customer, async (tx) => {
      const query = tx
        .selectFrom('order_tokens')
        .select('order_id')
        .where('field', '=', 'number')
        .where(sql<boolean>`token ^@ ${'m-119'}`);
      expect(await assertNoSeqScan(tx, query)).toContain('order_tokens_pkey');
      const conditions = JSON.stringify(await planOf(tx, query));
      expect(conditions).toMatch(/"Index Cond":"[^"]*token >= 'm-119'/);
      expect(await query.execute()).toHaveLength(111); // m-119, m-1190..m-1199, m-11900..m-11999
    }));
});

describe('the helper itself', () => {
  test('fails on a query that reads every row of the tenant, or of all', async () => {
    await test_.db.tenant(customer, async (tx) => {
      const unindexed = tx.selectFrom('orders').select('id').where('item_summary', '=', 'x');
      await expect(assertNoSeqScan(tx, unindexed)).rejects.toThrow(/entered by the tenant alone: every row of orders/);
      expect(await assertNoSeqScan(tx, unindexed, ['orders'])).not.toEqual([]);
      // LIKE is not leakproof: row security keeps it from the index.
      const like = tx.selectFrom('order_tokens').select('order_id').where('token', 'like', 'm-119%');
      await expect(assertNoSeqScan(tx, like)).rejects.toThrow('every row of order_tokens');
      const counted = tx.selectFrom('orders').select((eb) => eb.fn.countAll().as('n'));
      await expect(assertNoSeqScan(tx, counted)).rejects.toThrow('every row of orders');
      const sorted = tx.selectFrom('orders').select('id').orderBy('total_minor').limit(20);
      await expect(assertNoSeqScan(tx, sorted)).rejects.toThrow('every row of orders');
      await sql`SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_indexonlyscan = off`.execute(
        tx,
      );
      await expect(assertNoSeqScan(tx, page(tx))).rejects.toThrow('sequential scan of orders');
    });
  });

  test('refuses to judge under another role', async () => {
    await test_.db.reference(async (tx) => {
      await expect(assertNoSeqScan(tx, tx.selectFrom('tenants').select('id'))).rejects.toThrow(
        'only telling under app_tenant',
      );
    });
  });
});
