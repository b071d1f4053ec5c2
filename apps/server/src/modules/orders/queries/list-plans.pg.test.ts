/** How PostgreSQL reads the order list under row security; what is prepared must do with a plan made for any value. */
import type { OrderFilters, OrderSort } from '@scanship/contracts/orders/order-list';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setShipFrom } from '../../../../test/order-fixture.ts';
import { assertNoSeqScan, planOf, type PlanFor, sorts } from '../../../../test/query-plan.ts';
import { analyze, seedManyOrders, seedShipments } from '../../../../test/seed-orders.ts';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { withClient } from '../../../platform/database/connection.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { countersSuffice, readFilters } from './filters.ts';
import { pageIdsSql, pageRowsSql } from './list-orders.ts';
import {
  countEntriesOfAllSql,
  countIndexedSql,
  countSql,
  pageSql,
  selectionOf,
  type Slice,
  weighs,
} from './list-sql.ts';
import { rowsOfIdsSql } from './order-rows.ts';
import { NO_PLACES, readPlaces } from './ship-from.ts';
import { NEWEST_FIRST, sortOf } from './sorts.ts';
import { tabCountsSql } from './tab-counts.ts';

const NOW = new Date('2026-11-21T17:00:00Z');
let database: TestDatabase;
let db: Database;
let tree: TenantTree;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  tree = await makeTenantTree(db);
  const [big, , other] = tree.customers;
  for (const customer of [big, other]) await setShipFrom(db, customer);
  await seedManyOrders(db, big, 24_000, NOW);
  await seedShipments(db, big);
  await db.tenant(big, (tx) =>
    // The titles of a catalogue of 5,000 products.
    sql`INSERT INTO order_title_words (tenant_id, token, sku_key)
      SELECT ${big.tenantId}, 'word' || w, 'sku-' || i FROM generate_series(1, 5000) AS i, generate_series(i, i + 3) AS w`.execute(
      tx,
    ),
  );
  await seedManyOrders(db, other, 6_000, NOW);
  await analyze(database);
}, 180_000);
afterAll(() => database.drop());

const compilable = (tx: Tx, query: RawBuilder<unknown>) => ({ compile: () => query.compile(tx) });
const filtersOf = (body: OrderFilters) => {
  const read = readFilters(body, NOW, 'America/Toronto');
  if (!read.ok) throw new Error(read.problem.code);
  return read.value;
};

describe('plans under row security', () => {
  const CASES: readonly (readonly [string, OrderFilters, Slice, string])[] = [
    ['default', {}, { fromStart: 0 }, 'orders_newest'],
    ['tab', { fulfillmentStatus: 'unfulfilled' }, { fromStart: 0 }, 'orders_tab'],
    ['country', { countryCode: 'US' }, { fromStart: 0 }, 'orders_country'],
    ['rare sku', { skus: ['sku-007'] }, { fromStart: 0 }, 'order_items_sku'],
    ['rare tag', { tags: ['rare'] }, { fromStart: 0 }, 'order_tags_tag'],
    ['number', { search: { value: '#100777' } }, { fromStart: 0 }, 'order_tokens_pkey'],
    ['recipient', { search: { key: 'recipient', value: 'beauch anna' } }, { fromStart: 0 }, 'order_tokens_pkey'],
    ['all fields', { search: { key: 'anything', value: 'beauch anna' } }, { fromStart: 0 }, 'order_tokens_pkey'],
    [
      'sku, tag and search together',
      { skus: ['sku-007'], tags: ['rare'], search: { value: '1007' } },
      { fromStart: 0 },
      'orders_pkey',
    ],
    [
      'next page',
      {},
      { after: { value: '2025-01-01 00:00:00+00', id: '00000000-0000-7000-8000-000000000000' } },
      'orders_newest',
    ],
    ['last page', {}, { fromEnd: 0 }, 'orders_newest'],
    ['orders on hold', { signs: ['hold'] }, { fromStart: 0 }, 'orders_on_hold'],
    ['failed imports', { signs: ['failed'] }, { fromStart: 0 }, 'orders_import_failed'],
    ['orders shipped in part', { signs: ['partial'] }, { fromStart: 0 }, 'orders_partial'],
    ['orders with a note', { signs: ['note'] }, { fromStart: 0 }, 'orders_with_signs'],
  ];

  /** What a page shows beside its orders; a customer has few of them. */
  const SMALL_TABLES = ['stores', 'locations', 'customer_settings', 'account_grants'];

  test.each(CASES)('%s reads by an index', async (_name, body, slice, index) => {
    const [big] = tree.customers;
    await db.tenant(big, async (tx) => {
      const selection = selectionOf(filtersOf(body), await readPlaces(tx));
      const page = compilable(tx, pageRowsSql(selection, NEWEST_FIRST, slice, 21));
      const count = compilable(tx, countSql(selection));
      // What is prepared may be run with a plan made for any value.
      for (const of of selection.fixed ? (['values', 'general'] as const) : (['values'] as const)) {
        expect((await assertNoSeqScan(tx, page, SMALL_TABLES, of)).join()).toContain(index);
        // Without filters the counters answer and no row is counted.
        if (!countersSuffice(filtersOf(body))) await assertNoSeqScan(tx, count, [], of);
      }
    });
  });

  test('what is not prepared finds the ids of its page; their rows are read by their keys with any plan', async () => {
    const [big] = tree.customers;
    await db.tenant(big, async (tx) => {
      for (const body of [{ search: { value: '#1007' } }, { signs: ['hold' as const] }, { search: { value: '7' } }]) {
        const selection = selectionOf(filtersOf(body), NO_PLACES);
        const whole = await pageRowsSql(selection, NEWEST_FIRST, { fromStart: 0 }, 21).execute(tx);
        const { rows: found } = await pageIdsSql(selection, NEWEST_FIRST, { fromStart: 0 }, 21).execute(tx);
        const byId = rowsOfIdsSql(
          found.map(({ id }) => id),
          NEWEST_FIRST,
        );
        const { rows } = await byId.execute(tx);
        expect(rows.map((row) => ({ ...row, matched: found[0]?.matched }))).toEqual(whole.rows);
      }
      const any = compilable(tx, rowsOfIdsSql(['00000000-0000-7000-8000-000000000000'], NEWEST_FIRST));
      expect(await assertNoSeqScan(tx, any, SMALL_TABLES, 'general')).toContain('orders_pkey');
    });
  });

  test.each<[string, OrderFilters, string]>([
    ['SKU', { skus: ['sku-007'] }, 'order_items_sku'],
    ['tag', { tags: ['vip'] }, 'order_tags_tag'],
    ['tag of one country', { tags: ['vip'], countryCode: 'US', fulfillmentStatus: 'fulfilled' }, 'order_tags_tag'],
  ])('a common %s is walked in the order of the list, and no further than the page', async (_name, body, index) => {
    const [big] = tree.customers;
    await db.tenant(big, async (tx) => {
      const selection = selectionOf(filtersOf(body), await readPlaces(tx));
      const key = { value: '2026-06-01 00:00:00+00', id: '00000000-0000-7000-8000-000000000000' };
      const next = compilable(tx, pageSql(selection, NEWEST_FIRST, { after: key }, 21));
      // A table of so few tags is soonest read whole.
      await sql`SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off`.execute(tx);
      for (const of of ['values', 'general'] as const) {
        const nodes = await planOf(tx, next, of);
        const types = nodes.map((node) => node['Node Type']);
        expect(nodes.map((node) => node['Index Name'])).toContain(index);
        // Only rows of one moment are sorted among themselves; nothing is read whole.
        expect(types.filter((type) => /^(Sort|Hash|HashAggregate|Bitmap Heap Scan)$/.test(type))).toEqual([]);
      }
    });
  });

  test('several SKUs are merged in the order of the list, and no further read than the page', async () => {
    const [big] = tree.customers;
    await db.tenant(big, async (tx) => {
      const selection = selectionOf(filtersOf({ skus: ['sku-007', 'sku-011', 'sku-005'] }), NO_PLACES);
      await sql`SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off`.execute(tx);
      const types = (await planOf(tx, compilable(tx, pageSql(selection, NEWEST_FIRST, { fromStart: 0 }, 21)))).map(
        (node) => node['Node Type'],
      );
      expect(types).toContain('Merge Append');
      expect(types.filter((type) => /^(Sort|Hash|HashAggregate|Bitmap Heap Scan)$/.test(type))).toEqual([]);
    });
  });

  test('the size of a selection by tag looks at no order', async () => {
    const [big] = tree.customers;
    await expect
      .poll(
        async () => {
          await withClient(database.migrator, (client) => client.query('VACUUM (ANALYZE) orders, order_tags'));
          return db.tenant(big, async (tx) => {
            const count = countEntriesOfAllSql(filtersOf({ tags: ['vip'] }), 100_000);
            if (!count) throw new Error('It is not counted by its entries.');
            await sql`SET LOCAL enable_seqscan = off`.execute(tx);
            return (await planOf(tx, compilable(tx, count)))
              .map((node) => node['Node Type'])
              .filter((type) => /Scan/.test(type));
          });
        },
        { interval: 250 },
      )
      .toEqual(['Index Only Scan', 'Index Only Scan']);
    for (const other of [{ tags: ['vip'], countryCode: 'US' }, { tags: ['vip'], fulfillmentStatus: 'archived' }, {}])
      expect(countEntriesOfAllSql(filtersOf(other), 100)).toBeUndefined();
  });

  /** Of every sort: both directions, first page and by key, alone and beside filters that have no index of that order. */
  test.each<[OrderSort, string, string, OrderFilters]>([
    ['shipBy', '2026-01-01 00:00:00+00', 'orders_ship_key', {}],
    ['-shipBy', 'infinity', 'orders_ship_key', {}],
    ['shipBy', '2026-01-01 00:00:00+00', 'orders_open_ship_key', { fulfillmentStatus: 'unfulfilled' }],
    ['-shipBy', 'infinity', 'orders_open_ship_key', { fulfillmentStatus: 'unfulfilled' }],
    ['number', '007#100777', 'orders_number_key', {}],
    ['-number', '007#100777', 'orders_number_key', { countryCode: 'CA' }],
    ['total', '1999', 'orders_total', {}],
    ['-total', '1999', 'orders_total', { provinceCode: 'ON' }],
  ])('sorted by %s (%s): %s, and nothing is sorted', async (name, value, index, body) => {
    const [big] = tree.customers;
    const sort = sortOf(name);
    await db.tenant(big, async (tx) => {
      const selection = selectionOf(filtersOf(body), NO_PLACES);
      const key = { value, id: '00000000-0000-7000-8000-000000000000' };
      for (const slice of [{ fromStart: 0 }, { after: key }, { before: key }, { fromEnd: 0 }]) {
        const nodes = await planOf(tx, compilable(tx, pageSql(selection, sort, slice, 21)));
        expect(nodes.map((node) => node['Index Name'])).toContain(index);
        expect(sorts(nodes)).toBe(false);
        await assertNoSeqScan(tx, compilable(tx, pageRowsSql(selection, sort, slice, 21)), SMALL_TABLES);
      }
    });
  });

  test('orders of one person, and a common SKU in another order than that of placing', async () => {
    const [big] = tree.customers;
    await db.tenant(big, async (tx) => {
      const mine = selectionOf(filtersOf({ assignees: ['00000000-0000-7000-8000-000000000001'] }), NO_PLACES);
      const page = compilable(tx, pageRowsSql(mine, NEWEST_FIRST, { fromStart: 0 }, 21));
      expect(await assertNoSeqScan(tx, page, SMALL_TABLES)).toContain('orders_assigned');
      const total = sortOf('-total');
      const asked = selectionOf(filtersOf({ tags: ['vip'] }), NO_PLACES, 'orders-first');
      const used = await assertNoSeqScan(
        tx,
        compilable(tx, pageRowsSql(asked, total, { fromStart: 0 }, 21)),
        SMALL_TABLES,
      );
      expect(used).toEqual(expect.arrayContaining(['orders_total', 'order_tags_pkey']));
      const looked = selectionOf(filtersOf({ tags: ['rare'] }), NO_PLACES, 'keys-first');
      const found = await assertNoSeqScan(
        tx,
        compilable(tx, pageRowsSql(looked, total, { fromStart: 0 }, 21)),
        SMALL_TABLES,
      );
      expect(found).toEqual(expect.arrayContaining(['order_tags_tag', 'orders_pkey']));
    });
  });

  test('the session-independent statements of the list are prepared, others are not', () => {
    const fixed = (body: OrderFilters) => selectionOf(filtersOf(body), NO_PLACES).fixed;
    expect([{}, { countryCode: 'US' }, { skus: ['a'] }, { tags: ['a'], provinceCode: 'QC' }].map(fixed)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    // `^@` needs its value to use an index; long lists would make a shape for each length.
    expect(
      [
        { search: { value: '100' } },
        { skus: ['a', 'b'] },
        { signs: ['note' as const] },
        { fromDate: '2026-01-01 00:00:00' },
      ].map(fixed),
    ).toEqual([false, false, false, false]);
  });

  test('where other filters leave few orders, these are asked for their SKU, each by its key', async () => {
    const [big] = tree.customers;
    const body: OrderFilters = { skus: ['sku-007'], countryCode: 'JP', fulfillmentStatus: 'fulfilled' };
    expect([
      weighs(filtersOf(body)),
      weighs(filtersOf({ skus: ['sku-007'] })),
      weighs(filtersOf({ countryCode: 'US' })),
    ]).toEqual([true, false, false]);
    await db.tenant(big, async (tx) => {
      const selection = selectionOf(filtersOf(body), NO_PLACES, 'orders-first');
      for (const of of ['values', 'general'] as const) {
        await assertNoSeqScan(tx, compilable(tx, countIndexedSql(filtersOf(body))), [], of);
        const used = await assertNoSeqScan(
          tx,
          compilable(tx, pageRowsSql(selection, NEWEST_FIRST, { fromStart: 0 }, 21)),
          SMALL_TABLES,
          of,
        );
        expect(used).toContain('order_items_pkey');
      }
      // All ways find the same orders.
      let found = 0;
      for (const narrow of [
        { skus: ['sku-005'], countryCode: 'US' },
        { tags: ['vip'], fulfillmentStatus: 'unfulfilled' },
        { tags: ['vip'], skus: ['sku-011'], provinceCode: 'ON' },
        { skus: ['sku-007'], countryCode: 'US' },
        { skus: ['sku-005', 'sku-007', 'sku-011'], countryCode: 'US' },
        { tags: ['vip', 'rare'] },
        { search: { key: 'recipient' as const, value: 'bea' }, countryCode: 'US' },
      ]) {
        const filters = filtersOf(narrow);
        const [walked, asked, looked] = await Promise.all(
          (['walk', 'orders-first', 'keys-first'] as const).map((plan) =>
            pageRowsSql(selectionOf(filters, NO_PLACES, plan), NEWEST_FIRST, { fromStart: 0 }, 200).execute(tx),
          ),
        );
        expect(walked?.rows.map((row) => row.id)).toEqual(asked?.rows.map((row) => row.id));
        expect(walked?.rows.map((row) => row.id)).toEqual(looked?.rows.map((row) => row.id));
        found += walked?.rows.length ?? 0;
      }
      expect(found).toBeGreaterThan(200);
    });
  });

  test('a store with few orders is read by its own index, and the default list without sorting its orders', async () => {
    const [big] = tree.customers;
    await db.tenant(big, async (tx) => {
      const few = selectionOf(filtersOf({ storeIds: ['00000000-0000-7000-8000-000000000001'] }), NO_PLACES);
      for (const of of ['values', 'general'] as const) {
        const page = pageRowsSql(few, NEWEST_FIRST, { fromStart: 0 }, 21);
        expect(await assertNoSeqScan(tx, compilable(tx, page), SMALL_TABLES, of)).toContain('orders_store');
        const standard = pageSql(selectionOf(filtersOf({}), NO_PLACES), NEWEST_FIRST, { fromStart: 0 }, 21);
        expect(sorts(await planOf(tx, compilable(tx, standard), of))).toBe(false);
      }
    });
  });

  test('the capped count of a country or province reads the index alone', async () => {
    const [big] = tree.customers;
    const types = (body: OrderFilters, of: PlanFor) =>
      db.tenant(big, async (tx) => {
        const count = compilable(tx, countSql(selectionOf(filtersOf(body), NO_PLACES)));
        return (await planOf(tx, count, of)).map((node) => node['Node Type']);
      });
    for (const body of [{ countryCode: 'US' }, { provinceCode: 'ON' }])
      for (const of of ['values', 'general'] as const)
        await expect
          .poll(
            async () => {
              // Pages that everybody sees need not be looked at; one that a reader of the moment holds up is next time.
              await withClient(database.migrator, (client) => client.query('VACUUM (ANALYZE) orders'));
              return types(body, of);
            },
            { interval: 250 },
          )
          .toContain('Index Only Scan');
  });

  test('counters are summed by their key', async () => {
    const [, small] = tree.customers;
    await db.tenant(small, async (tx) => {
      for (const of of ['values', 'general'] as const)
        await assertNoSeqScan(tx, compilable(tx, tabCountsSql(filtersOf({}).range)), [], of);
    });
  });
});
