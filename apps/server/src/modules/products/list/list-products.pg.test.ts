/** The list over many products: filters, paging by key, and how PostgreSQL reads it under row security. */
import {
  listProducts,
  PRODUCT_SORTS,
  type ProductFilters,
  type ProductSort,
} from '@scanship/contracts/products/products';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeProductKit, type ProductKit } from '../../../../test/product-kit.ts';
import { assertNoSeqScan } from '../../../../test/query-plan.ts';
import { seedProducts } from '../../../../test/seed-products.ts';
import { withClient } from '../../../platform/database/connection.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readFilters } from './filters.ts';
import { conditionsOf, countSql, orderOf, pageSql, type Slice } from './list-sql.ts';
import { rowsSql } from './product-rows.ts';

const MANY = 4_000;
let kit: ProductKit;
beforeAll(async () => {
  kit = await makeProductKit();
  const { database, tree } = kit;
  await seedProducts(database.db, tree.customers[0], MANY);
  await seedProducts(database.db, tree.customers[2], 1_000);
  await withClient(database.migrator, (client) =>
    client.query('ANALYZE products, product_tokens, product_aliases, product_parts'),
  );
});
afterAll(() => kit.close());

const list = (
  query: { size?: number; sort?: ProductSort; after?: string; before?: string; page?: number },
  body: ProductFilters = {},
) => kit.ask(listProducts, { query, body });

describe('plans under row security', () => {
  const SMALL = ['stores'];
  const start: Slice = { skip: 0 };
  const KEY = { at: 'p-00100', id: '00000000-0000-7000-8000-000000000000' };
  const CASES: readonly (readonly [string, ProductFilters, ProductSort, Slice, string])[] = [
    ['default', {}, '-createdAt', start, 'products_newest'],
    ['archived', { archived: true }, '-createdAt', start, 'products_newest'],
    ['by change', {}, '-updatedAt', start, 'products_changed'],
    ['by SKU', {}, 'sku', start, 'products_by_sku'],
    ['by title, next page', {}, 'title', { after: KEY }, 'products_by_title'],
    ['by SKU, page before', {}, 'sku', { before: KEY }, 'products_by_sku'],
    ['no weight', { missing: ['weight'] }, '-createdAt', start, 'products_no_weight'],
    ['no HS code', { missing: ['hsCode'] }, '-createdAt', start, 'products_no_hs_code'],
    ['a word', { search: { value: 'kettle 00017' } }, '-createdAt', start, 'product_tokens_pkey'],
    ['a SKU', { search: { value: 'P-00123' } }, 'sku', start, 'product_tokens_pkey'],
  ];
  const compilable = (tx: Tx, query: RawBuilder<unknown>) => ({ compile: () => query.compile(tx) });

  test.each(CASES)('%s reads by an index', async (_name, body, sort, slice, index) => {
    const read = readFilters(body, 'America/Toronto');
    if (!read.ok) throw new Error(read.problem.code);
    const conditions = conditionsOf(read.value);
    const order = orderOf(sort);
    await kit.database.db.tenant(kit.ctx, async (tx) => {
      const page = rowsSql(pageSql(conditions, order, slice, 21), order);
      expect((await assertNoSeqScan(tx, compilable(tx, page), SMALL)).join()).toContain(index);
      const count = await countSql(conditions).execute(tx);
      expect(count.rows[0]?.n).toBeGreaterThan(0);
    });
  });

  test.each([
    // A store with few listings: its products are read as ids.
    [true, '00000000-0000-7000-8000-00000000dead', 'product_aliases_store', 0],
    [false, undefined, 'products_newest', MANY],
  ])('products of one store, few listings: %s', async (few, store, index, many) => {
    const read = readFilters({ storeIds: [store ?? kit.storeId] }, 'America/Toronto');
    if (!read.ok) throw new Error(read.problem.code);
    const conditions = conditionsOf(read.value, few);
    await kit.database.db.tenant(kit.ctx, async (tx) => {
      const page = pageSql(conditions, orderOf('-createdAt'), { skip: 0 }, 21);
      expect((await assertNoSeqScan(tx, compilable(tx, page), SMALL)).join()).toContain(index);
      const { rows } = await countSql(conditions).execute(tx);
      expect(rows[0]?.n).toBe(many);
    });
  });

  test.each(['scarf', 'p-0', 'oak 01 s'])(
    '"%s": read as ids or asked one by one, the same are found',
    async (value) => {
      const read = readFilters({ search: { value } }, 'America/Toronto');
      if (!read.ok) throw new Error(read.problem.code);
      await kit.database.db.tenant(kit.ctx, async (tx) => {
        const counts: (number | undefined)[] = [];
        for (const few of [true, false]) {
          const conditions = conditionsOf(read.value, true, few);
          const page = pageSql(conditions, orderOf('-createdAt'), { skip: 0 }, 21);
          expect((await assertNoSeqScan(tx, compilable(tx, page), SMALL)).join()).toContain(
            few ? 'product_tokens_pkey' : 'products_newest',
          );
          counts.push((await countSql(conditions).execute(tx)).rows[0]?.n);
        }
        expect(counts[0]).toBe(counts[1]);
      });
    },
  );
});

describe('paging', () => {
  test.each(PRODUCT_SORTS)('by %s: all pages forwards and back are the same rows, each once', async (sort) => {
    const pages: string[][] = [];
    let after: string | undefined;
    let last: string | null = null;
    for (let n = 0; n < 4; n += 1) {
      const page = await list({ size: 50, sort, ...(after ? { after } : {}) });
      pages.push(page.products.map(({ id }) => id));
      after = page.nextCursor ?? undefined;
      last = page.previousCursor;
    }
    expect(new Set(pages.flat()).size).toBe(200);
    const whole = await list({ size: 200, sort });
    expect(pages.flat()).toEqual(whole.products.map(({ id }) => id));
    const back = await list({ size: 50, sort, before: last ?? '' });
    expect(back.products.map(({ id }) => id)).toEqual(pages[2]);
    expect(back.nextCursor).not.toBeNull();
  });

  test('sizes 10 to 200, 20 when none is asked for; a number beyond the reach is refused in a sentence', async () => {
    expect(await list({})).toMatchObject({ size: 20, currentPageSize: 20, currentPage: 1, totalRecords: MANY });
    expect((await list({ size: 200 })).products).toHaveLength(200);
    expect((await list({ page: 200 })).products).toHaveLength(20);
    expect((await list({ page: 201 })).products).toHaveLength(0);
    expect((await kit.refused(listProducts, { query: { page: 600 }, body: {} })).errors?.[0]?.field).toBe('page');
    expect((await kit.refused(listProducts, { query: { after: 'xx' }, body: {} })).errors?.[0]?.field).toBe('after');
  });
});

describe('filters', () => {
  const skus = async (body: ProductFilters) =>
    (await list({ size: 200, sort: 'sku' }, body)).products.map(({ sku }) => sku);

  test('name or SKU, by the beginning of words, without case and accents', async () => {
    expect(await skus({ search: { value: 'p-00123' } })).toEqual(['P-00123']);
    expect(await skus({ search: { key: 'orderNumber', value: 'KETTLE émaillé 00017' } })).toEqual(['P-00017']);
    expect(await skus({ search: { value: 'nothing like it' } })).toEqual([]);
  });
  test('dates are days of the customer’s zone, the last one whole', async () => {
    const day = '2026-03-02';
    const rows = await list({ size: 200 }, { fromDate: `${day} 00:00:00`, toDate: `${day} 00:00:00` });
    expect(rows.totalRecords).toBeGreaterThan(10);
    for (const { createdAt } of rows.products)
      expect(new Date(createdAt).toLocaleDateString('en-CA', { timeZone: 'America/Toronto' })).toBe(day);
  });
  test('what is missing, and both at once', async () => {
    const count = async (body: ProductFilters) => (await list({}, body)).totalRecords;
    const [weight, hs] = [await count({ missing: ['weight'] }), await count({ missing: ['hsCode'] })];
    expect([weight, hs]).toEqual([MANY / 100, MANY / 50]);
    const either = await list({ size: 200 }, { missing: ['weight', 'hsCode'] });
    for (const row of either.products) expect([row.weightGrams, row.hsCode]).toContain(null);
  });
  test('an empty list says which filter empties it', async () => {
    const body = { search: { value: 'kettle' }, storeIds: ['00000000-0000-7000-8000-00000000dead'] };
    const { emptiedBy, totalRecords } = await list({}, body);
    expect(totalRecords).toBe(0);
    expect(emptiedBy).toEqual([{ filter: 'storeIds', rows: expect.any(Number) }]);
    expect((await kit.refused(listProducts, { body: { storeIds: ['x'] } })).errors?.[0]?.field).toBe('storeIds');
  });
});
