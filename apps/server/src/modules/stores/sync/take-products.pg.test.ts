import { money } from '@scanship/domain/money/money';
import type { StoreOrder, StoreProduct } from '@scanship/domain/stores/store-order';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOrder, setShipFrom } from '../../../../test/order-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createOrders } from '../../orders/index.ts';
import { readStore, type StoreRow } from '../store-rows.ts';
import { takeOrders } from './take-orders.ts';
import { takeProducts } from './take-products.ts';

const NOW = new Date('2026-11-21T17:00:00Z');
let database: TestDatabase;
let seller: TenantTree['customers'][number];
let store: StoreRow;
beforeAll(async () => {
  database = await createTestDatabase();
  [seller] = (await makeTenantTree(database.db)).customers;
  await setShipFrom(database.db, seller);
  store = await database.db.tenant(seller, async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`INSERT INTO stores (tenant_id, id, platform_code, external_account, mode, name, state)
      VALUES (${seller.tenantId}, gen_random_uuid(), 'ebay', 'someone', 'simulator', 'A new store', 'connected') RETURNING id`.execute(
      tx,
    );
    const found = await readStore(tx, seller.tenantId, rows[0]?.id ?? '');
    if (!found) throw new Error('no store');
    return found;
  });
});
afterAll(() => database.drop());

const product = (sku: string): StoreProduct => ({
  externalId: `item-${sku}`,
  sku,
  title: sku,
  unitGrams: 350,
  hsCode: '691200',
  originCountry: 'PT',
  updatedAt: NOW.toISOString(),
});
const order = (sku: string): StoreOrder => ({
  externalId: `order-${sku}`,
  number: `N-${sku}`,
  placedAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  shipTo: {
    name: 'Ann',
    address1: '88 Queen St W',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5H 2M5',
    countryCode: 'CA',
  },
  gift: false,
  tags: [],
  total: money(1_000, 'CAD'),
  externalBuyerIds: [],
  lines: [
    {
      externalLineId: '1',
      externalProductId: `item-${sku}`,
      sku,
      title: sku,
      quantity: 1,
      cancelled: 0,
      shipped: 0,
      unitPrice: money(1_000, 'CAD'),
      needsShipping: true,
    },
  ],
});
const weightOf = async (number: string): Promise<number | undefined> =>
  (
    await database.db.tenant(seller, (tx) =>
      sql<{ weight: number }>`SELECT weight_g AS weight FROM orders WHERE number = ${number}`.execute(tx),
    )
  ).rows[0]?.weight;
const products = (sku: string) => ({ items: [product(sku)], problems: [] });

test('an order and its product that come in at the same moment find each other', async () => {
  let taken: () => void = () => undefined;
  let commit: () => void = () => undefined;
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const first = database.db.tenant(seller, async (tx) => {
    await takeProducts(tx, store, products('RACE'), NOW);
    taken();
    await mayCommit;
  });
  await isTaken;
  const state = { ended: false };
  const second = database.db
    .tenant(seller, (tx) => takeOrders(tx, store, { items: [order('RACE')], problems: [] }, NOW))
    .finally(() => {
      state.ended = true;
    });
  // Until the page of orders waits for the page of products, or has not waited at all.
  for (let waits = 0; waits === 0 && !state.ended; ) {
    const { rows } = await database.db.system((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`.execute(
        tx,
      ),
    );
    waits = rows[0]?.n ?? 0;
  }
  commit();
  await Promise.all([first, second]);
  expect(await weightOf('N-RACE')).toBe(350);
});

test('what a store knows fills orders that wait, of other stores and by hand as well', async () => {
  await database.db.tenant(seller, (tx) =>
    createOrders(
      seller,
      tx,
      [
        newOrder(seller.storeId, 'by-hand', {
          source: 'manual',
          platformCode: 'manual',
          items: [{ sku: 'cup', title: 'Cup', quantity: 2, unitMinor: 500 }],
        }),
      ],
      { why: 'test', now: NOW },
    ),
  );
  await database.db.tenant(seller, (tx) => takeOrders(tx, store, { items: [order('CUP')], problems: [] }, NOW));
  expect([await weightOf('by-hand'), await weightOf('N-CUP')]).toEqual([0, 0]);
  await database.db.tenant(seller, (tx) => takeProducts(tx, store, products('CUP'), NOW));
  expect([await weightOf('by-hand'), await weightOf('N-CUP')]).toEqual([700, 350]);
});
