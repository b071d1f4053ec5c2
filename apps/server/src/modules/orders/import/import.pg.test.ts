import {
  checkImport as checkCall,
  commitImport as commitCall,
  type ImportMapping,
  uploadOrders,
} from '@scanship/contracts/orders/order-import';
import { readTable } from '@scanship/documents/tables/table-reader';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFiles } from '../../../../test/file-reading.ts';
import { contextOf, setShipFrom } from '../../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Outcome } from '../../../platform/problem.ts';
import { tabCounts } from '../queries/tab-counts.ts';
import { checkImport, commitImport, type ImportDeps, problemFile, uploadImport } from './import-commands.ts';
import { IMPORT_LIMITS } from './read-import.ts';

let database: TestDatabase;
let db: Database;
let deps: ImportDeps;
let tree: TenantTree;
const NOW = new Date('2026-11-21T17:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  deps = { db, files: testFiles };
  tree = await makeTenantTree(db);
  for (const customer of tree.customers) await setShipFrom(db, customer);
});
afterAll(() => database.drop());

const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok)
    throw new Error(`${outcome.problem.code} ${JSON.stringify(outcome.problem.errors ?? outcome.problem.message)}`);
  return outcome.value;
};
const HEADERS = 'Order number,Date,Name,Address 1,City,Province,Postal code,Country,SKU,Item,Qty,Price,Weight (g)';
const row = (number: string, more: Partial<Record<'name' | 'qty' | 'city', string>> = {}) =>
  `${number},2026-11-20,${more.name ?? 'Avery Martin'},88 Queen St W,${more.city ?? 'Toronto'},ON,M5H 2M5,Canada,MUG,Mug,${more.qty ?? '2'},12.50,350`;
const file = (text: string, fileName = 'orders.csv') => ({
  fileName,
  contentType: 'text/csv',
  bytes: new TextEncoder().encode(text),
});
const countOrders = async (customer: { tenantId: string }) =>
  (await db.tenant(customer, (tx) => sql<{ n: number }>`SELECT count(*) AS n FROM orders`.execute(tx))).rows[0]?.n ?? 0;

async function upload(customer: TenantTree['customers'][number], text: string) {
  const ctx = contextOf(customer);
  const uploaded = uploadOrders.data.parse(value(await uploadImport(deps, ctx, file(text))));
  const check = async (mapping: ImportMapping = uploaded.mapping) =>
    checkCall.data.parse(value(await checkImport(deps, ctx, uploaded.importId, mapping, NOW)));
  const commit = (input: { skipBlocked: boolean; expectedReady: number; mapping?: ImportMapping }) =>
    commitImport(deps, ctx, uploaded.importId, { mapping: uploaded.mapping, ...input }, NOW);
  return { ctx, uploaded, check, commit };
}

describe('cells that cannot be read', () => {
  test('are one line for all their rows, are read as a person says, and are remembered without the file being touched', async () => {
    const [, customer] = tree.customers;
    const text = [
      HEADERS,
      ...[1, 2, 3].map((n) => row(`R${n}`).replace('Canada', 'Kanadaland')),
      row('R4').replace('Canada', ''),
      row('R5', { city: '' }),
      row('R6'),
    ].join('\n');
    const { uploaded, check, commit } = await upload(customer, text);
    const before = await check();
    expect([before.readyCount, before.blockedCount]).toEqual([1, 5]);
    expect(before.groups[0]).toMatchObject({
      field: 'countryCode',
      count: 3,
      rows: [2, 3, 4],
      values: [{ value: 'Kanadaland', count: 3 }],
    });
    const mapping: ImportMapping = {
      ...uploaded.mapping,
      readAs: [
        { field: 'countryCode', from: 'Kanadaland', to: 'CA' },
        { field: 'countryCode', from: '', to: 'CA' },
        { field: 'city', from: '', to: 'Toronto', row: 6 },
      ],
    };
    const after = await check(mapping);
    expect([after.readyCount, after.blockedCount, after.groups]).toEqual([6, 0, []]);
    expect(value(await commit({ skipBlocked: false, expectedReady: 6, mapping })).created).toBe(6);
    const places = await db.tenant(customer, (tx) =>
      sql<{
        city: string;
        country: string;
        import_id: string;
      }>`SELECT DISTINCT d.ship_to ->> 'city' AS city, o.country, o.import_id
        FROM orders o JOIN order_details d ON d.order_id = o.id WHERE o.number LIKE 'R%'`.execute(tx),
    );
    expect(places.rows).toEqual([{ city: 'Toronto', country: 'CA', import_id: uploaded.importId }]);
    // The word is known the next time; what was said of one row or of blank cells is not.
    const next = await upload(customer, [HEADERS, row('S1').replace('Canada', 'Kanadaland')].join('\n'));
    expect(next.uploaded.mapping.readAs).toEqual([{ field: 'countryCode', from: 'Kanadaland', to: 'CA' }]);
  });
});

describe('an import', () => {
  test('uploads, previews without creating, creates, and finds its orders', async () => {
    const [customer] = tree.customers;
    const { uploaded, check, commit } = await upload(
      customer,
      [HEADERS, row('A1'), row('A1').replace('MUG,Mug,2', 'PLATE,Plate,1'), row('A2')].join('\n'),
    );
    expect(uploaded).toMatchObject({ rowCount: 3, remembered: false, fileName: 'orders.csv' });
    const preview = await check();
    expect(preview).toMatchObject({
      orderCount: 2,
      readyCount: 2,
      blockedCount: 0,
      duplicateCount: 0,
      problems: [],
      problemCount: 0,
    });
    expect(preview.preview[0]).toEqual({
      number: 'A1',
      recipient: 'Avery Martin',
      place: 'Toronto, ON, CA',
      itemQuantity: 3,
      total: '37.50 CAD',
      weightGrams: 1050,
      state: 'ready',
      rows: [2, 3],
    });
    expect(await countOrders(customer)).toBe(0);
    const done = value(await commit({ skipBlocked: false, expectedReady: 2 }));
    expect(commitCall.data.parse(done)).toEqual({ created: 2, skipped: 0, importId: uploaded.importId });
    const orders = await db.tenant(customer, (tx) =>
      tx
        .selectFrom('orders')
        .select(['number', 'source', 'item_qty', 'total_minor', 'weight_g', 'placed_at'])
        .orderBy('number')
        .execute(),
    );
    expect(orders).toEqual([
      {
        number: 'A1',
        source: 'file',
        item_qty: 3,
        total_minor: 3750,
        weight_g: 1050,
        placed_at: new Date('2026-11-20T05:00:00Z'),
      },
      {
        number: 'A2',
        source: 'file',
        item_qty: 2,
        total_minor: 2500,
        weight_g: 700,
        placed_at: new Date('2026-11-20T05:00:00Z'),
      },
    ]);
    const again = await commit({ skipBlocked: false, expectedReady: 2 });
    expect(again).toMatchObject({
      ok: false,
      problem: { code: 'import_changed', message: 'The orders of this file were created already.' },
    });
    expect(await countOrders(customer)).toBe(2);
  });

  test('one with errors is refused as a whole, or creates the ready ones when told; nothing else', async () => {
    const [customer] = tree.customers;
    const before = await countOrders(customer);
    const { uploaded, ctx, check, commit } = await upload(
      customer,
      [HEADERS, row('B1'), row('B2', { qty: 'two' }), row('a1'), row('', {}), row('B3', { name: '=cmd()' })].join('\n'),
    );
    const preview = await check();
    expect(preview).toMatchObject({
      orderCount: 4,
      readyCount: 2,
      blockedCount: 1,
      duplicateCount: 1,
      problemCount: 3,
    });
    expect(preview.problems.map((each) => [each.row, each.severity, each.message])).toEqual([
      [3, 'error', '"two" is not a quantity.'],
      [5, 'error', 'The order number is missing.'],
      [4, 'warning', 'Order a1 exists already; it is left out.'],
    ]);
    expect(await commit({ skipBlocked: false, expectedReady: 2 })).toMatchObject({
      ok: false,
      problem: { code: 'import_blocked' },
    });
    expect(await countOrders(customer)).toBe(before);
    expect(value(await commit({ skipBlocked: true, expectedReady: 2 }))).toMatchObject({ created: 2, skipped: 2 });
    expect(await countOrders(customer)).toBe(before + 2);

    const problems = value(await problemFile(deps, ctx, uploaded.importId, NOW));
    expect(problems.fileName).toBe('orders-problems.csv');
    const table = await readTable(problems.bytes, problems.fileName, IMPORT_LIMITS);
    expect(table.headers.slice(0, 4)).toEqual(['Import row', 'Import problem', 'Order number', 'Date']);
    expect(table.rows.map((cells) => cells.slice(0, 3))).toEqual([
      ['3', 'Qty: "two" is not a quantity.', 'B2'],
      ['5', 'Order number: The order number is missing.', ''],
    ]);
    // Mended and uploaded as it is: the mapping is remembered although columns stand in front.
    const mended = await upload(
      customer,
      new TextDecoder()
        .decode(problems.bytes)
        .replace(',two,', ',2,')
        .replace(/^5,.*$/m, ''),
    );
    expect(mended.uploaded.remembered).toBe(true);
    expect(await mended.check()).toMatchObject({ readyCount: 1, problemCount: 0 });
  });

  test('is refused when it would not do what the preview showed', async () => {
    const [customer] = tree.customers;
    const text = [HEADERS, row('C1'), row('C2')].join('\n');
    const first = await upload(customer, text);
    const second = await upload(customer, text);
    expect(await first.commit({ skipBlocked: false, expectedReady: 2 })).toMatchObject({
      ok: false,
      problem: { code: 'import_changed', message: 'This file has not been checked yet.' },
    });
    await first.check();
    await second.check();
    expect(await first.commit({ skipBlocked: false, expectedReady: 1 })).toMatchObject({
      ok: false,
      problem: { code: 'import_changed' },
    });
    const usd = { ...first.uploaded.mapping, defaults: { ...first.uploaded.mapping.defaults, currency: 'USD' } };
    expect(await first.commit({ skipBlocked: false, expectedReady: 2, mapping: usd })).toMatchObject({
      ok: false,
      problem: { code: 'import_changed' },
    });
    value(await second.commit({ skipBlocked: false, expectedReady: 2 }));
    // Meanwhile both numbers exist.
    expect(await first.commit({ skipBlocked: true, expectedReady: 2 })).toMatchObject({
      ok: false,
      problem: { code: 'import_changed' },
    });
    expect(await first.check()).toMatchObject({ duplicateCount: 2, readyCount: 0 });
    expect(await first.commit({ skipBlocked: true, expectedReady: 0 })).toMatchObject({
      ok: false,
      problem: { code: 'import_blocked', message: 'No order of this file can be created.' },
    });
  });

  test('two people creating the same file at once create it once', async () => {
    const [customer] = tree.customers;
    const { check, commit } = await upload(customer, [HEADERS, row('D1'), row('D2')].join('\n'));
    await check();
    const before = await countOrders(customer);
    const outcomes = await Promise.all([1, 2, 3].map(() => commit({ skipBlocked: false, expectedReady: 2 })));
    expect(outcomes.filter((each) => each.ok)).toHaveLength(1);
    expect(await countOrders(customer)).toBe(before + 2);
  });

  test('a file that is no table, and a mapping that misses the address, are refused in words', async () => {
    const [customer] = tree.customers;
    const ctx = contextOf(customer);
    expect(
      await uploadImport(deps, ctx, { ...file(''), bytes: new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 1]) }),
    ).toMatchObject({ ok: false, problem: { code: 'file_unreadable' } });
    const { uploaded } = await upload(customer, 'Order number,Foo\n1,2');
    expect(await checkImport(deps, ctx, uploaded.importId, uploaded.mapping, NOW)).toMatchObject({
      ok: false,
      problem: { code: 'validation' },
    });
  });

  test('of another customer is not found', async () => {
    const [customer, other] = tree.customers;
    const { uploaded } = await upload(customer, [HEADERS, row('E1')].join('\n'));
    const foreign = contextOf(other);
    expect(await checkImport(deps, foreign, uploaded.importId, uploaded.mapping, NOW)).toMatchObject({
      ok: false,
      problem: { code: 'not_found' },
    });
    expect(
      await commitImport(
        deps,
        foreign,
        uploaded.importId,
        { mapping: uploaded.mapping, skipBlocked: true, expectedReady: 1 },
        NOW,
      ),
    ).toMatchObject({ ok: false, problem: { code: 'not_found' } });
    expect(await problemFile(deps, foreign, uploaded.importId, NOW)).toMatchObject({
      ok: false,
      problem: { code: 'not_found' },
    });
  });

  test('of 3,000 orders is created with all its parts, counted and searchable', async () => {
    const [, , customer] = tree.customers;
    const rows = Array.from({ length: 3_000 }, (_, index) => row(`L${index + 1}`, { name: `Buyer ${index}` }));
    const { check, commit } = await upload(
      customer,
      [HEADERS, ...rows, rows[7]?.replace('MUG', 'EXTRA') ?? ''].join('\n'),
    );
    expect(await check()).toMatchObject({ orderCount: 3_000, readyCount: 3_000, problemCount: 0 });
    value(await commit({ skipBlocked: false, expectedReady: 3_000 }));
    await db.tenant(customer, async (tx) => {
      const parts = await sql<{
        orders: number;
        details: number;
        items: number;
        numbers: number;
        history: number;
      }>`SELECT
        (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM order_details) AS details, (SELECT count(*) FROM order_items) AS items,
        (SELECT count(*) FROM order_tokens WHERE field = 'number' AND token ^@ 'l') AS numbers,
        (SELECT count(*) FROM state_changes WHERE subject_kind = 'order' AND to_state = 'created' AND why = 'Imported from orders.csv') AS history`.execute(
        tx,
      );
      expect(parts.rows[0]).toEqual({ orders: 3_000, details: 3_000, items: 3_001, numbers: 3_000, history: 3_000 });
      expect(await tabCounts(tx, { from: null, to: null })).toMatchObject({ all: 3_000, unfulfilled: 3_000 });
    });
  });
});
