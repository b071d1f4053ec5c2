import { createHash } from 'node:crypto';
import type { OrderFilters } from '@scanship/contracts/orders/order-list';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUYER, contextOf, newOrder, setShipFrom } from '../../../../test/order-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { newId } from '../../../platform/database/ids.ts';
import { createOrders } from '../commands/create-orders.ts';
import { allOrNothing } from '../commands/transaction.ts';
import { listOrders } from './list-orders.ts';

const NOW = new Date('2026-11-21T17:00:00Z');
let database: TestDatabase;
let tree: TenantTree;
const ids = new Map<string, string>();
const importId = newId();
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
  for (const customer of tree.customers) await setShipFrom(database.db, customer);
  const [seller] = tree.customers;
  const placedAt = new Date('2026-11-20T12:00:00Z');
  const abroad = { ...BUYER, countryCode: 'US', provinceCode: 'NY', city: 'New York', zipcode: '10001' };
  const whole = { sku: 'W', title: 'Whole', quantity: 1, unitMinor: 500, weightGrams: 100 };
  const order = (number: string, more: object) => newOrder(seller.storeId, number, { placedAt, ...more });
  const made = await allOrNothing(database.db, seller, (tx) =>
    createOrders(
      contextOf(seller),
      tx,
      [
        order('whole', { items: [{ ...whole, hsCode: '691200', originCountry: 'PT' }], shipTo: abroad }),
        order('at home', { items: [whole] }),
        order('light', { items: [{ ...whole, weightGrams: null }] }),
        order('no code', { items: [whole], shipTo: abroad, importId }),
        // Four years ago: a named import is shown all the same.
        order('old', { items: [whole], placedAt: new Date('2021-01-01T12:00:00Z'), importId }),
      ],
      { why: 'test', now: NOW },
    ),
  );
  if (!made.ok) throw new Error(made.problem.code);
  for (const { id, number } of made.value) ids.set(number, id);
});
afterAll(() => database.drop());

async function numbers(filters: OrderFilters, customer: TenantTree['customers'][number] = tree.customers[0]) {
  const listed = await listOrders(database.db, contextOf(customer), NOW, {}, filters);
  if (!listed.ok) throw new Error(listed.problem.code);
  expect(listed.value.totalRecords).toBe(listed.value.orders.length);
  return listed.value.orders.map((each) => each.ecomOrderNumber).toSorted();
}

test('orders are found by what keeps them from shipping', async () => {
  expect(await numbers({ lacks: ['weight'] })).toEqual(['light']);
  expect(await numbers({ lacks: ['customs'] })).toEqual(['no code']);
  expect(await numbers({ lacks: ['weight', 'customs'] })).toEqual(['light', 'no code']);
});

test('orders of an import are found together, whenever they were placed, and by nobody else', async () => {
  expect(await numbers({ importIds: [importId] })).toEqual(['no code', 'old']);
  expect(await numbers({ importIds: [importId], dateRange: 'byWeek' })).toEqual(['no code']);
  expect(await numbers({ importIds: [importId] }, tree.customers[1])).toEqual([]);
});

test('a label that nobody printed is found; one printed in another format, or void, is not', async () => {
  const [seller] = tree.customers;
  const label = async (number: string, state: string, copies: readonly number[]) => {
    const shipment = newId();
    const sha = createHash('sha256').update(shipment).digest('hex');
    await database.db.tenant(seller, async (tx) => {
      await sql`INSERT INTO shipments (tenant_id, id, state, slug, from_address, to_address, price_minor, currency)
        VALUES (${seller.tenantId}, ${shipment}, ${state}, 'ups', '{}', '{}', 950, 'CAD')`.execute(tx);
      await sql`INSERT INTO shipment_items (tenant_id, shipment_id, order_id, line, qty)
        VALUES (${seller.tenantId}, ${shipment}, ${ids.get(number)}, 1, 1)`.execute(tx);
      await sql`INSERT INTO blobs (tenant_id, sha256, size, type, bytes) VALUES (${seller.tenantId}, ${sha}, 1, 'application/pdf', 'x')`.execute(
        tx,
      );
      for (const [index, printed] of copies.entries())
        await sql`INSERT INTO documents (tenant_id, id, kind, format, blob, shipment_id, parcel_no, copies_printed)
          VALUES (${seller.tenantId}, ${newId()}, 'label', ${index === 0 ? 'zpl' : 'pdf'}, ${sha}, ${shipment}, 1, ${printed})`.execute(
          tx,
        );
    });
  };
  await label('whole', 'bought', [0]);
  await label('at home', 'bought', [0, 1]);
  await label('light', 'voided', [0]);
  expect(await numbers({ lacks: ['print'] })).toEqual(['whole']);
});
