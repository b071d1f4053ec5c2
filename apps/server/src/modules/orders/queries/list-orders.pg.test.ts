import type { OrderFilters } from '@scanship/contracts/orders/order-list';
import { listOrders as listOrdersCall } from '@scanship/contracts/orders/order-list';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import type { RequestContext } from '../../../platform/context.ts';
import { createOrders } from '../commands/create-orders.ts';
import { allOrNothing } from '../commands/transaction.ts';
import { BUYER, contextOf, newOrder, setShipFrom } from '../../../../test/order-fixture.ts';
import { newId } from '../../../platform/database/ids.ts';
import { listOrders } from './list-orders.ts';
import { nameRows } from './order-rows.ts';
import { statementsOf, transactionsOf } from '../../../../test/statements.ts';
import { analyze, seedManyOrders } from '../../../../test/seed-orders.ts';
import { tabCounts } from './tab-counts.ts';

const COUNT = 24_000;
const NOW = new Date('2026-11-21T17:00:00Z');
let database: TestDatabase;
let db: Database;
let tree: TenantTree;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  tree = await makeTenantTree(db);
  for (const customer of tree.customers) await setShipFrom(db, customer);
  const [big, other, third] = tree.customers;
  await seedManyOrders(db, big, COUNT, NOW);
  await seedManyOrders(db, third, 6_000, NOW);
  // A few real ones for the customer whose rows are looked at closely.
  const made = await allOrNothing(db, other, (tx) =>
    createOrders(contextOf(other), tx, SMALL(other.storeId), { why: 'test', now: NOW }),
  );
  if (!made.ok) throw new Error(made.problem.code);
  await analyze(database);
});
afterAll(() => database.drop());

const SMALL = (storeId: string) => [
  newOrder(storeId, '#A-1', { placedAt: new Date('2026-11-21T04:30:00Z'), customerNote: 'Ring twice', tags: ['vip'] }),
  newOrder(storeId, '#A-2', {
    placedAt: new Date('2026-11-21T03:00:00Z'),
    shipTo: { ...BUYER, address1: '88 queen st. w' },
  }),
  newOrder(storeId, '#A-3', {
    placedAt: new Date('2026-11-22T04:59:59Z'),
    shipTo: {
      ...BUYER,
      name: 'Zoë Åkesson',
      countryCode: 'US',
      provinceCode: 'NY',
      city: 'New York',
      zipcode: '10001',
    },
    items: [{ sku: 'Ünïque 1', title: 'Unique', quantity: 1, unitMinor: 500 }],
  }),
  newOrder(storeId, '#A-4', { placedAt: new Date('2022-11-20T04:59:00Z') }),
  newOrder(storeId, '#A-5', { placedAt: new Date('2026-11-22T05:00:00Z') }),
];

const list = async (
  customer: { tenantId: string; realmId: string },
  query: object = {},
  body: OrderFilters = {},
  more: Partial<RequestContext> = {},
) => {
  const outcome = await listOrders(db, contextOf(customer, more), NOW, query, body);
  if (!outcome.ok) throw new Error(`${outcome.problem.code}: ${outcome.problem.message ?? ''}`);
  // What is answered must fit the contract.
  listOrdersCall.data.parse({
    ...outcome.value,
    orders: nameRows(outcome.value.orders, new Map(), () => undefined),
  });
  return outcome.value;
};
const numbers = (answer: { orders: readonly { ecomOrderNumber: string }[] }) =>
  answer.orders.map((row) => row.ecomOrderNumber);

describe('dates', () => {
  test('the default range is four years to the end of today, in the time zone of the customer', async () => {
    const [, customer] = tree.customers;
    // A-3 is at 23:59:59 today in Toronto, A-5 a second later tomorrow, A-4 a minute before the range begins.
    expect(numbers(await list(customer))).toEqual(['#A-3', '#A-1', '#A-2']);
  });

  test('days are those of the time zone of the request', async () => {
    const [, customer] = tree.customers;
    // In UTC A-3 is tomorrow.
    expect(numbers(await list(customer, {}, {}, { timeZone: 'UTC' }))).toEqual(['#A-1', '#A-2']);
  });

  test('a toDate at midnight includes its day, another its second; one side may be open', async () => {
    const [, customer] = tree.customers;
    const of = async (body: OrderFilters) => numbers(await list(customer, {}, body));
    expect(await of({ fromDate: '2026-11-20 22:00:00', toDate: '2026-11-20 00:00:00' }).catch(String)).toContain(
      '#A-2',
    );
    expect(await of({ fromDate: '2026-11-20 00:00:00', toDate: '2026-11-20 22:00:00' })).toEqual(['#A-2']);
    expect(await of({ fromDate: '2026-11-21 00:00:00' })).toEqual(['#A-5', '#A-3']);
    expect(await of({ toDate: '2022-12-31 00:00:00' })).toEqual(['#A-4']);
  });

  test('a range by its name moves with the day, in the time zone of the request', async () => {
    const [, customer] = tree.customers;
    const at = async (now: string, body: OrderFilters) => {
      const outcome = await listOrders(db, contextOf(customer), new Date(now), {}, body);
      if (!outcome.ok) throw new Error(outcome.problem.code);
      return numbers(outcome.value);
    };
    const today: OrderFilters = { dateRange: 'today' };
    // 20, 21 and 22 November in Toronto.
    expect(await at('2026-11-21T04:59:00Z', today)).toEqual(['#A-1', '#A-2']);
    expect(await at('2026-11-21T05:01:00Z', today)).toEqual(['#A-3']);
    expect(await at('2026-11-22T05:01:00Z', today)).toEqual(['#A-5']);
    expect(await at('2026-11-26T12:00:00Z', { dateRange: 'byWeek' })).toEqual(['#A-5', '#A-3', '#A-1', '#A-2']);
    expect(await at('2026-11-27T12:00:00Z', { dateRange: 'byWeek' })).toEqual(['#A-5', '#A-3']);
    expect(await at('2026-12-20T12:00:00Z', { dateRange: 'byMonth' })).toEqual(['#A-5', '#A-3']);
    expect(await at('2023-11-18T12:00:00Z', { dateRange: 'byYear' })).toEqual(['#A-4']);
    expect(await at('2023-11-19T12:00:00Z', { dateRange: 'byYear' })).toEqual([]);
    // Dates beside a name count only with "custom".
    const dates = { fromDate: '2022-01-01 00:00:00', toDate: '2022-12-31 00:00:00' };
    expect(await at('2026-11-21T12:00:00Z', { ...today, ...dates })).toEqual(['#A-3']);
    expect(await at('2026-11-21T12:00:00Z', { dateRange: 'custom', ...dates })).toEqual(['#A-4']);
  });

  test.each([
    [{ fromDate: '2026-02-30 00:00:00' }, 'fromDate'],
    [{ assignees: ['somebody'] }, 'assignees'],
    [{ fromDate: '2026-11-21 00:00:00', toDate: '2026-11-19 00:00:00' }, 'toDate'],
    [{ fulfillmentStatus: 'shipped' }, 'fulfillmentStatus'],
    [{ storeIds: ['not-a-store'] }, 'storeIds'],
    [{ platformIds: [7] }, 'platformIds'],
  ])('%j is refused by name', async (body, field) => {
    const [, customer] = tree.customers;
    const outcome = await listOrders(db, contextOf(customer), NOW, {}, body);
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'validation', errors: [{ field }] } });
  });
});

test('orders by who looks after them: somebody, me, nobody', async () => {
  const [, customer] = tree.customers;
  const [me, colleague] = [newId(), newId()];
  await db.tenant(customer, async (tx) => {
    await tx.updateTable('orders').set({ assigned_to: me }).where('number', '=', '#A-1').execute();
    await tx.updateTable('orders').set({ assigned_to: colleague }).where('number', '=', '#A-2').execute();
  });
  const of = async (...assignees: string[]) => numbers(await list(customer, {}, { assignees }, { userId: me }));
  expect(await of('me')).toEqual(['#A-1']);
  expect(await of(colleague)).toEqual(['#A-2']);
  expect(await of('nobody')).toEqual(['#A-3']);
  expect(await of('nobody', 'me')).toEqual(['#A-3', '#A-1']);
  expect((await list(customer)).orders.map(({ assignedTo }) => assignedTo)).toEqual([null, me, colleague]);
  await db.tenant(customer, (tx) => tx.updateTable('orders').set({ assigned_to: null }).execute());
});

describe('rows', () => {
  test('carry signs, places, tags and status words', async () => {
    const [, customer] = tree.customers;
    const rows = (await list(customer)).orders;
    expect(rows[1]).toMatchObject({
      ecomOrderNumber: '#A-1',
      fulfillmentStatus: 'Unfulfilled',
      signs: ['note', 'combinable'],
      tags: ['vip'],
      recipient: 'Éloïse Tremblay',
      city: 'Toronto',
      originAddress: { countryCode: 'CA' },
      destinationAddress: { countryCode: 'CA' },
      weightGrams: 800,
      total: { minor: 2500, currency: 'CAD' },
      platformName: 'Shopify',
      claimedBy: null,
      trackingStatus: null,
    });
    expect(rows[0]).toMatchObject({
      signs: ['international'],
      weightGrams: null,
      destinationAddress: { countryCode: 'US' },
    });
  });

  test.each<[OrderFilters, string[]]>([
    [{ signs: ['note'] }, ['#A-1']],
    [{ signs: ['combinable'] }, ['#A-1', '#A-2']],
    [{ signs: ['international', 'note'] }, ['#A-3', '#A-1']],
    [{ tags: ['vip'] }, ['#A-1']],
    [{ countryCode: 'us' }, ['#A-3']],
    [{ provinceCode: 'NY' }, ['#A-3']],
    [{ skus: ['ünïque 1'] }, ['#A-3']],
    [{ orderSource: ['file'] }, []],
    [{ platformIds: [100002] }, ['#A-3', '#A-1', '#A-2']],
    [{ fulfillmentStatus: 'UNFULFILLED' }, ['#A-3', '#A-1', '#A-2']],
    [{ fulfillmentStatus: 'Manual-Fulfilled' }, []],
    [{ search: { value: 'a-1' } }, ['#A-1']],
    [{ search: { value: '#A-3' } }, ['#A-3']],
    [{ search: { key: 'recipient', value: 'ÅKES zoe' } }, ['#A-3']],
    [{ search: { key: 'recipient', value: 'akesson eloise' } }, []],
    [{ search: { key: 'email', value: 'ELOISE@' } }, ['#A-3', '#A-1', '#A-2']],
    [{ search: { key: 'sku', value: 'unique' } }, ['#A-3']],
    [{ search: { key: 'recipient', value: 'zo' } }, []],
    [{ search: { key: 'recipient', value: '!!!' } }, []],
    [{ search: { value: '   ' } }, ['#A-3', '#A-1', '#A-2']],
    [{ defaultFilter: true, countryCode: 'FR', fulfillmentStatus: 'cancelled' }, ['#A-3', '#A-1', '#A-2']],
  ])('%j finds %j', async (body, expected) => {
    const [, customer] = tree.customers;
    expect(numbers(await list(customer, {}, body))).toEqual(expected);
  });

  test('warehouses: an order without one belongs to the default', async () => {
    const [, customer] = tree.customers;
    expect((await list(customer, {}, { warehouseIds: [customer.locationId] })).orders).toHaveLength(3);
    const [first] = tree.customers;
    expect((await list(customer, {}, { warehouseIds: [first.locationId] })).orders).toHaveLength(0);
  });

  test("named orders are shown wherever they stand, and another tenant's are not", async () => {
    const [, customer, third] = tree.customers;
    const all = await list(customer, {}, {});
    const ids = all.orders.map((order) => order.id);
    const two = ids.slice(0, 2);
    expect((await list(customer, {}, { orderIds: two })).orders.map((order) => order.id)).toEqual(two);
    const before = await db.tenant(customer, (tx) =>
      tx
        .selectFrom('orders')
        .select('tab')
        .where('id', '=', two[0] ?? '')
        .executeTakeFirstOrThrow(),
    );
    await db.tenant(customer, (tx) =>
      sql`UPDATE orders SET archived_at = now(), tab = 'archived', placed_at = '2015-01-01' WHERE id = ${two[0]}::uuid`.execute(
        tx,
      ),
    );
    try {
      const found = await list(customer, {}, { orderIds: two });
      expect(found.orders.map((order) => order.id).toSorted()).toEqual(two.toSorted());
      expect((await list(customer, {}, { orderIds: two, fulfillmentStatus: 'archived' })).orders).toHaveLength(1);
    } finally {
      const placedAt = all.orders[0]?.placedAt;
      await db.tenant(customer, (tx) =>
        sql`UPDATE orders SET archived_at = NULL, tab = ${before.tab}, placed_at = ${placedAt}::timestamptz WHERE id = ${two[0]}::uuid`.execute(
          tx,
        ),
      );
    }
    expect((await list(third, {}, { orderIds: two })).orders).toEqual([]);
  });

  test('another tenant sees none of them', async () => {
    const [first, , third] = tree.customers;
    for (const customer of [first, third]) {
      const found = await list(customer, {}, { search: { value: 'A-1' } });
      expect(found.orders).toEqual([]);
    }
  });
});

describe('an empty list', () => {
  test('names the filters whose removal alone gives rows, the best first', async () => {
    const [, customer] = tree.customers;
    const empty = await list(customer, {}, { countryCode: 'US', tags: ['vip'], fulfillmentStatus: 'unfulfilled' });
    expect(empty.orders).toEqual([]);
    expect(empty.emptiedBy).toEqual([
      { filter: 'countryCode', rows: 1 },
      { filter: 'tags', rows: 1 },
    ]);
    const dated = await list(customer, {}, { fromDate: '2023-01-01 00:00:00', toDate: '2023-01-02 00:00:00' });
    expect(dated.emptiedBy).toEqual([{ filter: 'dates', rows: 3 }]);
    const tab = await list(customer, {}, { fulfillmentStatus: 'archived' });
    expect(tab.emptiedBy).toEqual([{ filter: 'fulfillmentStatus', rows: 3 }]);
  });
});

describe('statements', () => {
  const sent = async (body: OrderFilters, query: object = {}) => {
    const [big] = tree.customers;
    // The end of a reading transaction is not waited for, so this may open a connection, which is asked once who it is.
    return transactionsOf(() => list(big, query, body));
  };

  test.each<[string, OrderFilters, number]>([
    ['default list: counters and page', {}, 4],
    ['tab', { fulfillmentStatus: 'fulfilled' }, 4],
    ['country: its capped count, too', { countryCode: 'US' }, 5],
    ['SKU: counted with its page', { skus: ['sku-007'] }, 4],
  ])('the %s, all in one transaction and one round trip', async (_name, body, count) => {
    const transactions = await sent(body);
    expect(transactions).toHaveLength(1);
    expect(transactions[0]).toHaveLength(count);
  });

  test('a number: its ids alone are planned for their value, and counted; rows and counters have a plan for any', async () => {
    const transactions = await sent({ search: { value: '1007' } });
    expect(transactions).toHaveLength(1);
    const [begin, counters, auto, ids, general, rows, end] = transactions[0] ?? [];
    expect(begin).toContain('force_generic_plan');
    expect(counters).toContain('order_count_months');
    expect(auto).toBe('SET LOCAL plan_cache_mode = auto');
    expect(ids).toMatch(/^WITH hits.* SELECT f\.id/s);
    expect(general).toBe('SET LOCAL plan_cache_mode = force_generic_plan');
    expect(rows).toContain('WHERE id = ANY');
    expect(end).toBe('COMMIT');
  });

  test('the last page is one statement with a plan for any, however many orders are on it', async () => {
    const [big] = tree.customers;
    const size = 50;
    const { totalPage, totalRecords } = await list(big, { size: String(size) });
    const query = { size: String(size), page: String(totalPage) };
    expect((await list(big, query)).orders).toHaveLength(totalRecords % size);
    const [, last] = await sent({}, query);
    expect(last?.[0]).toContain('force_generic_plan');
    expect(last?.[1]).toContain(`LIMIT ${size + 1})`);
  });

  test('a connection that is opened for a list is asked once who it is, outside of its transaction', async () => {
    const [big] = tree.customers;
    const fresh = openDatabase({ connection: database.app });
    const read = () => listOrders(fresh, contextOf(big), NOW, {}, {});
    const statements = await statementsOf(read);
    expect([statements.length, statements[0]]).toEqual([5, 'SELECT pg_backend_pid() AS pid']);
    await fresh.close();
  });
});

describe('totals and paging', () => {
  test('counts of tabs come from counters and equal the rows, cut days included', async () => {
    const [big] = tree.customers;
    const range = { from: new Date('2024-03-05T05:00:00Z'), to: new Date('2025-07-09T04:00:00Z') };
    const { counted, rows } = await db.tenant(big, async (tx) => ({
      counted: await tabCounts(tx, range),
      rows: await sql<{ tab: string; n: number }>`SELECT tab, count(*) AS n FROM orders
        WHERE placed_at >= ${range.from} AND placed_at < ${range.to} GROUP BY tab`.execute(tx),
    }));
    const of = (tab: string) => rows.rows.find((row) => row.tab === tab)?.n ?? 0;
    expect(of('fulfilled')).toBeGreaterThan(1_000);
    expect(counted).toEqual({
      all: of('fulfilled') + of('unfulfilled') + of('cancelled'),
      unfulfilled: of('unfulfilled'),
      'manual-fulfilled': 0,
      fulfilled: of('fulfilled'),
      cancelled: of('cancelled'),
      archived: of('archived'),
    });
    // A range within one day has no whole day to sum.
    const hour = { from: new Date('2025-01-01T10:00:00Z'), to: new Date('2025-01-01T12:00:00Z') };
    const within = await db.tenant(big, async (tx) => ({
      counted: await tabCounts(tx, hour),
      rows: await sql<{
        n: number;
      }>`SELECT count(*) AS n FROM orders WHERE placed_at >= ${hour.from} AND placed_at < ${hour.to} AND tab <> 'archived'`.execute(
        tx,
      ),
    }));
    expect(within.counted.all).toBe(within.rows.rows[0]?.n);
  });

  test('a filtered total is capped at 10,000 and says so', async () => {
    const [big] = tree.customers;
    const many = await list(big, {}, { countryCode: 'CA' });
    expect(many).toMatchObject({ totalRecords: 10_000, totalCapped: true, totalPage: 500 });
    const few = await list(big, {}, { tags: ['rare'] });
    expect(few.totalCapped).toBe(false);
    expect(few.totalRecords).toBe(few.orders.length + Math.max(0, few.totalRecords - 20));
  });

  test.each<OrderFilters>([{ tags: ['vip'] }, { skus: ['mug'] }, { tags: ['vip'], countryCode: 'CA' }])(
    'pages of %j join without a gap, an order with the SKU on two lines once, and the total is what is there',
    async (body) => {
      const [, , customer] = tree.customers;
      const tags = body.tags ?? [];
      await db.tenant(customer, (tx) =>
        sql`INSERT INTO order_items (tenant_id, order_id, line, sku, sku_key, title, qty, unit_minor, placed_at)
          SELECT tenant_id, id, line, 'Mug', 'mug', 'Mug', 1, 100, placed_at FROM (SELECT * FROM orders ORDER BY id LIMIT 150) o, generate_series(8, 9) line
          ON CONFLICT DO NOTHING`.execute(tx),
      );
      const expected = await db.tenant(customer, (tx) =>
        sql<{ id: string }>`SELECT id FROM orders o WHERE tab <> 'archived' AND placed_at >= ${'2022-11-21T05:00:00Z'}
            AND ${tags.length > 0 ? sql`id IN (SELECT order_id FROM order_tags WHERE tag = 'vip')` : sql`id IN (SELECT order_id FROM order_items WHERE sku_key = 'mug')`}
            AND ${body.countryCode ? sql`country = 'CA'` : sql`true`}
          ORDER BY placed_at DESC, id DESC`.execute(tx),
      );
      const wanted = expected.rows.map((row) => row.id);
      expect(wanted.length).toBeGreaterThan(100);
      const seen: string[] = [];
      let after: string | null | undefined;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(
          customer,
          { size: 50, ...(after ? { after } : {}) },
          body,
        );
        expect(page).toMatchObject({ totalRecords: wanted.length, totalCapped: false });
        seen.push(...page.orders.map((row) => row.id));
        after = page.nextCursor;
      } while (after);
      expect(seen).toEqual(wanted);
      // By number, beyond the end and oldest first, too.
      const second = await list(customer, { size: 50, page: 2 }, body);
      expect(second.orders.map((row) => row.id)).toEqual(wanted.slice(50, 100));
      const beyond = await list(customer, { size: 50, page: 99 }, body);
      expect(beyond).toMatchObject({ orders: [], totalRecords: wanted.length });
      const oldest = await list(customer, { size: 50, sort: 'placedAt' }, body);
      expect(oldest.orders.map((row) => row.id)).toEqual(wanted.toReversed().slice(0, 50));
    },
  );

  test.each(['-placedAt', 'placedAt'] as const)('walking with cursors meets every order once (%s)', async (sort) => {
    const [, , customer] = tree.customers;
    const seen: string[] = [];
    let after: string | null | undefined;
    let back: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(customer, {
        size: 200,
        sort,
        ...(after ? { after } : {}),
      });
      seen.push(...page.orders.map((row) => row.placedAt + row.id));
      after = page.nextCursor;
      back = page.previousCursor;
    } while (after);
    const total = (await list(customer)).totalRecords;
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
    const sorted = seen.toSorted();
    expect(seen).toEqual(sort === 'placedAt' ? sorted : sorted.toReversed());
    // And back again from the last page.
    const walked: string[] = [];
    while (back) {
      const page: Awaited<ReturnType<typeof list>> = await list(customer, { size: 200, sort, before: back });
      walked.unshift(...page.orders.map((row) => row.placedAt + row.id));
      back = page.previousCursor;
    }
    expect(walked).toEqual(seen.slice(0, walked.length));
    expect(walked.length).toBe(total - (total % 200 === 0 ? 200 : total % 200));
  });

  test('pages by number near both ends agree with the cursors; far ones are refused in words', async () => {
    const [big] = tree.customers;
    const first = await list(big, { size: 200 });
    const second = await list(big, { size: 200, page: 2 });
    const byCursor = await list(big, { size: 200, after: first.nextCursor ?? '', page: 2 });
    expect(byCursor.orders).toEqual(second.orders);
    expect(byCursor.currentPage).toBe(2);
    const last = await list(big, { size: 200, page: first.totalPage });
    expect(last.currentPageSize).toBe(first.totalRecords - (first.totalPage - 1) * 200);
    expect(last.nextCursor).toBeNull();
    const beforeLast = await list(big, { size: 200, before: last.previousCursor ?? '' });
    expect(beforeLast.orders).toEqual((await list(big, { size: 200, page: first.totalPage - 1 })).orders);
    expect((await list(big, { size: 200, page: first.totalPage + 3 })).orders).toEqual([]);
    const far = await listOrders(db, contextOf(big), NOW, { size: 200, page: 58 }, {});
    expect(far).toMatchObject({ ok: false, problem: { code: 'validation', errors: [{ field: 'page' }] } });
    const nonsense = await listOrders(db, contextOf(big), NOW, { after: 'bm9uc2Vuc2U' }, {});
    expect(nonsense).toMatchObject({ ok: false, problem: { code: 'validation', errors: [{ field: 'after' }] } });
  });
});

test('a list that takes too long ends with a clear sentence', async () => {
  const [big] = tree.customers;
  // Somebody holds the table: the statement waits until its time is over.
  await withClient(database.migrator, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    const outcome = await listOrders(db, contextOf(big), NOW, {}, {});
    expect(outcome).toEqual({ ok: false, problem: { code: 'search_too_slow' } });
    await client.query('ROLLBACK');
  });
});
