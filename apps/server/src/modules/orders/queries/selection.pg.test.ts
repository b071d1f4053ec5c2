/** Selections of many orders, and the SKUs and tags that the filters offer. */
import type { OrderFilters, OrderSort } from '@scanship/contracts/orders/order-list';
import type { OrderSelection } from '@scanship/contracts/orders/order-selection';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf } from '../../../../test/order-fixture.ts';
import { assertNoSeqScan } from '../../../../test/query-plan.ts';
import { analyze, seedManyOrders } from '../../../../test/seed-orders.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import type { RequestContext } from '../../../platform/context.ts';
import { newId } from '../../../platform/database/ids.ts';
import { listOrders } from './list-orders.ts';
import { idsSql, selectionOf } from './list-sql.ts';
import { readSkus, readTags, skusSql, tagsSql } from './order-options.ts';
import { readFilters } from './filters.ts';
import { countSelection, resolveSelection } from './selection.ts';
import { NO_PLACES } from './ship-from.ts';
import { sortOf } from './sorts.ts';

const COUNT = 12_000;
const NOW = new Date('2026-11-21T17:00:00Z');
let database: TestDatabase;
let tree: TenantTree;
let ctx: RequestContext;
let foreign: RequestContext;
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
  const [big, , other] = tree.customers;
  ctx = contextOf(big);
  foreign = contextOf(other);
  await seedManyOrders(database.db, big, COUNT, NOW);
  await seedManyOrders(database.db, other, 500, NOW);
  await database.db.tenant(big, (tx) =>
    sql`UPDATE orders SET signs = (external_id::int % 3 = 0)::int, total_minor = external_id::int * 37 % 5003 - 100,
      number = CASE WHEN external_id::int % 7 = 0 THEN '#9' || right(number, 3) ELSE number END,
      ship_by = CASE WHEN external_id::int % 4 > 0 THEN placed_at + make_interval(days => external_id::int % 11) END`.execute(
      tx,
    ),
  );
  await analyze(database);
});
afterAll(() => database.drop());

const resolved = async (given: OrderSelection, who = ctx, most?: number) => {
  const outcome = await resolveSelection(database.db, who, NOW, given, most);
  if (!outcome.ok) throw new Error(`${outcome.problem.code}: ${outcome.problem.message ?? ''}`);
  return outcome.value;
};
const sizeOf = async (given: OrderSelection) => {
  const outcome = await countSelection(database.db, ctx, NOW, given);
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.value;
};
/** The same orders as the list pages through them. */
const listed = async (filters: OrderFilters, sort?: OrderSort): Promise<string[]> => {
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listOrders(database.db, ctx, NOW, { size: 200, sort, after }, filters);
    if (!page.ok) throw new Error(page.problem.code);
    ids.push(...page.value.orders.map(({ id }) => id));
    if (page.value.nextCursor === null) return ids;
    after = page.value.nextCursor;
  }
};

describe('what a command on many orders means', () => {
  test('ids are answered in the order given, each once, known or not', async () => {
    const [a = '', b = '', c = ''] = await listed({ tags: ['rare'] });
    const unknown = newId();
    const selection = await resolved({ ids: [c, a, unknown, c, b] });
    expect(await selection.ids()).toEqual([c, a, unknown, b]);
    expect(await sizeOf({ ids: [c, a, unknown, c, b] })).toEqual({ count: 3, capped: false });
  });

  test.each<[string, OrderFilters]>([
    ['one tab', { fulfillmentStatus: 'unfulfilled' }],
    ['a tag, walked', { tags: ['vip'], countryCode: 'US' }],
    ['two SKUs', { skus: ['sku-007', 'sku-010'] }],
    ['a search', { search: { key: 'recipient', value: 'tremblay' } }],
    ['a sign', { signs: ['note'] }],
  ])('filters: %s, as the list has them, but for those taken out', async (_name, filters) => {
    const all = await listed(filters);
    const out = all.filter((_, at) => at % 50 === 1);
    const selection = await resolved({ filters, excludeIds: [...out, newId()] });
    expect(out.length).toBeGreaterThan(0);
    const wanted = all.filter((id) => !out.includes(id));
    expect(await selection.ids()).toEqual(wanted);
    expect(selection.count).toBe(wanted.length);
    expect(await sizeOf({ filters, excludeIds: out })).toEqual({ count: wanted.length, capped: false });
  });

  test.each<OrderFilters>([
    { tags: ['vip'] },
    { tags: ['vip', 'rare'] },
    { skus: ['sku-007'] },
    { search: { key: 'recipient', value: 'trem' } },
  ])('%j alone: counted by its entries, archived orders left out', async (filters) => {
    const all = await listed(filters);
    const some = all.filter((_, at) => at % 3 === 1);
    const write = (query: RawBuilder<unknown>) => database.db.tenant(ctx, (tx) => query.execute(tx));
    // The tab is kept in the note meanwhile.
    await write(sql`UPDATE orders SET hold_reason = tab, tab = 'archived' WHERE id = ANY (${some}::uuid[])`);
    const left = await listed(filters);
    expect(left.length).toBeLessThan(all.length);
    expect(await sizeOf({ filters })).toEqual({ count: left.length, capped: false });
    await write(sql`UPDATE orders SET tab = hold_reason, hold_reason = NULL WHERE id = ANY (${some}::uuid[])`);
    expect(await sizeOf({ filters })).toEqual({ count: all.length, capped: false });
  });

  test('in the sort of the list, in batches of the size that was asked for', async () => {
    const filters = { countryCode: 'US', skus: ['sku-005'] };
    const selection = await resolved({ filters, sort: '-number' });
    const batches: (readonly string[])[] = [];
    for await (const batch of selection.batches(25)) batches.push(batch);
    expect(batches.flat()).toEqual(await listed(filters, '-number'));
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.slice(0, -1).every((batch) => batch.length === 25)).toBe(true);
  });

  test('everything: few statements of ids alone, and each order once though pages follow one another', async () => {
    const selection = await resolved({ filters: {} });
    let value: readonly string[] = [];
    const statements = await statementsOf(async () => {
      value = await selection.ids();
    });
    expect(new Set(value).size).toBe(selection.count);
    expect(value.length).toBeGreaterThan(11_000);
    expect(statements.filter((text) => /^\s*SELECT o\.id/.test(text)).length).toBe(3);
    expect(statements.some((text) => text.includes('o.*'))).toBe(false);
  });

  test('orders that leave the filters while the batches are read are not met again, nor is one left out', async () => {
    const filters = { fulfillmentStatus: 'cancelled' };
    const all = await listed(filters);
    const selection = await resolved({ filters });
    const met: string[] = [];
    for await (const batch of selection.batches(40)) {
      met.push(...batch);
      await database.db.tenant(ctx, (tx) =>
        tx.updateTable('orders').set({ tab: 'archived' }).where('id', 'in', batch).execute(),
      );
    }
    expect(met).toEqual(all);
    await database.db.tenant(ctx, (tx) =>
      tx.updateTable('orders').set({ tab: 'cancelled' }).where('id', 'in', all).execute(),
    );
  });

  test('more than a command takes is refused in words; nothing chosen too; a wrong filter by its name', async () => {
    const most = await resolveSelection(database.db, ctx, NOW, { filters: {} }, 1_000);
    expect(most).toMatchObject({
      ok: false,
      problem: { code: 'validation', message: 'More than 1,000 orders match; that many at once is not possible.' },
    });
    // Exactly as many as are taken, the rest excluded.
    const tagged = await listed({ tags: ['rare'] });
    expect((await resolved({ filters: { tags: ['rare'] } }, ctx, tagged.length)).count).toBe(tagged.length);
    for (const given of [{}, { ids: [] }, { filters: null }])
      expect(await resolveSelection(database.db, ctx, NOW, given)).toMatchObject({
        ok: false,
        problem: { code: 'validation', message: 'No orders are selected.' },
      });
    expect(await resolveSelection(database.db, ctx, NOW, { filters: { storeIds: ['x'] } })).toMatchObject({
      ok: false,
      problem: { errors: [{ field: 'storeIds' }] },
    });
  });

  test("another customer's orders are never in it", async () => {
    const mine = await listed({ tags: ['rare'] });
    expect(await countSelection(database.db, foreign, NOW, { ids: mine })).toEqual({
      ok: true,
      value: { count: 0, capped: false },
    });
    const theirs = await (await resolved({ filters: {} }, foreign)).ids();
    expect(theirs.length).toBeGreaterThan(400);
    expect(theirs.filter((id) => mine.includes(id))).toEqual([]);
  });
});

describe('sorts', () => {
  const FILTERS: readonly OrderFilters[] = [
    { fulfillmentStatus: 'cancelled' },
    { tags: ['rare'] },
    { tags: ['vip'], countryCode: 'US' },
    { search: { key: 'recipient', value: 'tremblay' } },
  ];
  const ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
    shipBy: sql`ship_by ASC NULLS LAST, id`,
    '-shipBy': sql`ship_by DESC NULLS FIRST, id DESC`,
    number: sql`length(number), number COLLATE "C", id`,
    '-number': sql`length(number) DESC, number COLLATE "C" DESC, id DESC`,
    total: sql`total_minor, id`,
    '-total': sql`total_minor DESC, id DESC`,
    placedAt: sql`placed_at, id`,
  };
  test.each(Object.keys(ORDER) as OrderSort[])(
    '%s: page by page to the end and back, each order once',
    async (sort) => {
      const order = ORDER[sort];
      if (!order) throw new Error(sort);
      for (const filters of FILTERS) {
        const ids = await listed(filters, sort);
        const { rows } = await database.db.tenant(ctx, (tx) =>
          sql<{ id: string }>`SELECT id FROM orders WHERE id = ANY (${ids}::uuid[]) ORDER BY ${order}`.execute(tx),
        );
        expect(ids).toEqual(rows.map(({ id }) => id));
        expect([...ids].toSorted()).toEqual((await listed(filters)).toSorted());
        // Backwards from the last page, and the last page by its number.
        const page = async (query: object) => {
          const answer = await listOrders(database.db, ctx, NOW, { size: 10, sort, ...query }, filters);
          if (!answer.ok) throw new Error(answer.problem.code);
          return answer.value;
        };
        const { totalPage, totalRecords } = await page({});
        expect(totalRecords).toBe(ids.length);
        expect(totalPage).toBeGreaterThan(1);
        let last = await page({ page: totalPage });
        const back = last.orders.map(({ id }) => id);
        for (let n = 0; n < 3 && last.previousCursor !== null; n += 1) {
          last = await page({ before: last.previousCursor });
          back.unshift(...last.orders.map(({ id }) => id));
        }
        expect(back).toEqual(ids.slice(-back.length));
      }
    },
  );

  test("a key of another sort's page, or of no page, is refused", async () => {
    const page = await listOrders(database.db, ctx, NOW, { sort: 'total' }, {});
    const after = page.ok ? (page.value.nextCursor ?? '') : '';
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id = newId();
    for (const [sort, key] of [
      ['number', after],
      ['total', cursor(['total', '12.5', id])],
      ['total', cursor(['total', '99999999999999999999', id])],
      ['-placedAt', cursor(['placedAt', '2026-02-30 25:00:00+00', id])],
      ['shipBy', cursor(['shipBy', "x'); --", id])],
      ['number', cursor(['number', 'a\u0000b', id])],
    ] as const)
      expect(await listOrders(database.db, ctx, NOW, { sort, after: key }, {})).toMatchObject({
        ok: false,
        problem: { code: 'validation', errors: [{ field: 'after' }] },
      });
  });
});

describe('what the filters offer', () => {
  const read = <T>(work: (tx: Parameters<typeof readSkus>[0]) => Promise<T>) => database.db.tenant(ctx, work);

  test('SKUs by their beginning, page by page', async () => {
    const first = await read((tx) => readSkus(tx, { search: ' sku-0', size: 50 }));
    const second = await read((tx) => readSkus(tx, { search: 'SKU-0', size: 50, page: 2 }));
    expect([first.more, second.more]).toEqual([true, false]);
    expect([...first.skus, ...second.skus].map(({ sku }) => sku)).toEqual(
      Array.from({ length: 99 }, (_, i) => `SKU-${String(i + 1).padStart(3, '0')}`),
    );
    expect(await read((tx) => readSkus(tx, { search: 'zebra' }))).toMatchObject({ skus: [], more: false });
    expect((await read((tx) => readSkus(tx, {}))).skus).toHaveLength(20);
    // What begins with a wildcard of LIKE is a text like any other.
    expect((await read((tx) => readSkus(tx, { search: '%' }))).skus).toEqual([]);
  });

  test('tags by any part, without case and accents', async () => {
    const [big] = tree.customers;
    await database.db.tenant(big, async (tx) => {
      const { id, placed_at } = await tx
        .selectFrom('orders')
        .select(['id', 'placed_at'])
        .limit(1)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('order_tags')
        .values(['Été 2026', 'été 2025'].map((tag) => ({ tenant_id: big.tenantId, order_id: id, tag, placed_at })))
        .execute();
    });
    expect((await read((tx) => readTags(tx, { search: 'ETE' }))).tags).toEqual(['été 2025', 'Été 2026']);
    expect(await read((tx) => readTags(tx, { size: 2 }))).toMatchObject({ tags: ['été 2025', 'Été 2026'], more: true });
    expect(await read((tx) => readTags(tx, { size: 2, page: 2 }))).toMatchObject({
      tags: ['rare', 'vip'],
      more: false,
    });
  });
});

test('no statement reads a table from end to end', async () => {
  await database.db.tenant(ctx, async (tx) => {
    const compilable = (query: RawBuilder<unknown>) => ({ compile: () => query.compile(tx) });
    for (const of of ['values', 'general'] as const) {
      expect(await assertNoSeqScan(tx, compilable(skusSql('sku-0', 21, 0)), [], of)).toContain('order_items_sku');
      expect(await assertNoSeqScan(tx, compilable(tagsSql()), [], of)).toContain('order_tags_tag');
    }
    const filters = readFilters({ fulfillmentStatus: 'unfulfilled' }, NOW, 'America/Toronto');
    if (!filters.ok) throw new Error(filters.problem.code);
    const key = { value: '2025-01-01 00:00:00+00', id: '00000000-0000-7000-8000-000000000000' };
    const some = idsSql(selectionOf(filters.value, NO_PLACES), sortOf(undefined), { after: key }, 5_000);
    expect((await assertNoSeqScan(tx, compilable(some))).join()).toContain('orders_');
  });
});
