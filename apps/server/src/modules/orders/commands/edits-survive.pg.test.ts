/** What people set on an order of a store stays when the store speaks again, and can be taken back to what the store says. */
import { money } from '@scanship/domain/money/money';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrderCalls, NOW, type OrderCalls } from '../../../../test/order-calls.ts';
import { type OutsideHost, startOutsideHost } from '../../../../test/outside-host.ts';
import { BUYER, contextOf } from '../../../../test/order-fixture.ts';
import { newId } from '../../../platform/database/ids.ts';
import { toAddressDto } from '../address-shapes.ts';
import { upsertStoreOrders } from './upsert-store-orders.ts';

let world: OrderCalls;
let outside: OutsideHost;
const places = { store: newId(), own: newId() };
beforeAll(async () => {
  outside = await startOutsideHost();
  world = await makeOrderCalls(outside.dispatcher);
  const [customer] = world.tree.customers;
  for (const [name, id] of Object.entries(places))
    await world.database.db.tenant(customer, (tx) =>
      sql`INSERT INTO locations (tenant_id, id, name, address, time_zone)
        SELECT tenant_id, ${id}, ${name}, address, time_zone FROM locations WHERE id = ${customer.locationId}`.execute(
        tx,
      ),
    );
});
afterAll(async () => {
  await world.database.drop();
  await outside.close();
});

const line = (more: Partial<StoreOrderLine> = {}): StoreOrderLine => ({
  externalLineId: 'a',
  sku: 'SKU-A',
  title: 'Thing',
  quantity: 2,
  cancelled: 0,
  shipped: 0,
  unitPrice: money(1250, 'CAD'),
  unitGrams: 400,
  hsCode: '691200',
  imageUrl: 'https://pictures.example/thing.gif',
  needsShipping: true,
  ...more,
});
let minute = 0;
const order = (id: string, more: Partial<StoreOrder> = {}): StoreOrder => ({
  externalId: id,
  number: `#${id}`,
  placedAt: '2026-11-20T15:00:00Z',
  updatedAt: new Date(Date.parse('2026-11-20T15:00:00Z') + (minute += 1) * 60_000).toISOString(),
  shipTo: BUYER,
  gift: false,
  tags: ['web'],
  total: money(2500, 'CAD'),
  externalLocationId: 'L1',
  lines: [line()],
  ...more,
});
async function take(given: StoreOrder): Promise<string> {
  const [customer] = world.tree.customers;
  return world.database.db.tenant(customer, async (tx) => {
    await upsertStoreOrders({ tenantId: customer.tenantId }, tx, {
      store: {
        storeId: customer.storeId,
        platformCode: 'shopify',
        name: 'Maple Goods',
        currency: 'CAD',
        locations: new Map([['L1', places.store]]),
      },
      orders: [given],
      now: NOW,
    });
    const { rows } = await sql<{ id: string }>`SELECT id FROM orders WHERE external_id = ${given.externalId}`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  });
}
const put = async (call: string, id: string, body: object) =>
  world.ask(call, { orderId: id, version: (await world.detail(id)).version, ...body });

test('facts of items: the correction stays, what the store says now is what one goes back to', async () => {
  const id = await take(order('1'));
  // The page is given an address of ours, and only the order's own company the picture.
  expect((await world.detail(id)).items[0]?.imageUrl).toMatch(`/api/orders/${id}/items/1/picture?v=`);
  const picture = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1');
  outside.answers.set('/thing.gif', picture);
  expect((await world.ask('getItemPicture', {}, { id, line: 1 })).data).toEqual(picture);
  const stranger = contextOf(world.tree.customers[1]);
  expect((await world.ask('getItemPicture', {}, { id, line: 1 }, stranger)).problem?.code).toBe('not_found');
  await put('putOrderItems', id, {
    items: [{ line: 1, weightGrams: 555, originCountry: 'CA', customsDescription: 'Mug' }],
  });
  await take(order('1', { lines: [line({ quantity: 3, unitGrams: 450, hsCode: '691310' })] }));
  const after = await world.detail(id);
  expect(after.items[0]).toMatchObject({
    quantity: 3,
    weightGrams: 555,
    originCountry: 'CA',
    hsCode: '691310',
    customsDescription: 'Mug',
    edited: [
      { field: 'weightGrams', before: 450 },
      { field: 'originCountry', before: null },
      { field: 'customsDescription', before: null },
    ],
  });
  expect(after.weightGrams).toBe(3 * 555);
  // The same content again is no change, so that nothing is written and nothing told.
  const told = after.history.length;
  await take(order('1', { lines: [line({ quantity: 3, unitGrams: 450, hsCode: '691310' })] }));
  expect((await world.detail(id)).history).toHaveLength(told);
  await put('putOrderItems', id, { items: [{ line: 1, weightGrams: null }] });
  expect(await world.detail(id)).toMatchObject({ weightGrams: 3 * 450, items: [{ weightGrams: 450 }] });
});

test('the place: a chosen one stays, and going back is to the store’s', async () => {
  const id = await take(order('2'));
  expect((await world.detail(id)).shipFrom?.locationId).toBe(places.store);
  await world.bulk('setOrdersShipFrom', { ids: [id], locationId: places.own });
  await take(order('2', { total: money(2600, 'CAD') }));
  expect((await world.detail(id)).shipFrom?.locationId).toBe(places.own);
  const version = (await world.detail(id)).version;
  await world.ask('putOrderAddress', { orderId: id, party: 'shipFrom', revert: true, version });
  expect((await world.detail(id)).shipFrom?.locationId).toBe(places.store);
});

test('addresses: a corrected ship-to and a one-off ship-from stay; going back is to what the store says now', async () => {
  const id = await take(order('3'));
  await put('putOrderAddress', id, { party: 'shipTo', address: toAddressDto({ ...BUYER, city: 'Ottawa' }) });
  await put('putOrderAddress', id, {
    party: 'shipFrom',
    address: toAddressDto({ ...BUYER, companyName: 'Pop-up', city: 'Toronto' }),
  });
  await take(order('3', { shipTo: { ...BUYER, address1: '99 Queen St W' } }));
  expect(await world.detail(id)).toMatchObject({ city: 'Ottawa', shipFrom: { name: 'Pop-up', locationId: null } });
  await put('putOrderAddress', id, { party: 'shipTo', revert: true });
  expect((await world.detail(id)).shipTo).toMatchObject({ city: 'Toronto', address1: '99 Queen St W' });
});

test('holds and notes: a person’s stay, the store’s follow the store, a released one does not come back', async () => {
  const id = await take(order('4', { hold: { code: 'payment-pending', reason: 'unpaid' }, buyerNote: 'Ring' }));
  await world.bulk('holdOrders', { ids: [id], held: false });
  await take(order('4', { hold: { code: 'payment-pending', reason: 'unpaid' }, buyerNote: 'Ring twice' }));
  expect(await world.detail(id)).toMatchObject({ hold: null, customerNote: 'Ring twice' });
  await world.bulk('noteOrders', { ids: [id], customerNote: 'Ours' });
  await take(order('4', { hold: { code: 'fraud-review', reason: 'looks odd' }, buyerNote: 'Ring thrice' }));
  expect(await world.detail(id)).toMatchObject({ hold: 'fraud-review', customerNote: 'Ours' });
  await world.bulk('holdOrders', { ids: [id], held: true, reason: 'Call first' });
  await take(order('4', { buyerNote: 'Ring again' }));
  expect(await world.detail(id)).toMatchObject({ hold: 'manual', holdReason: 'Call first' });
});

test('in mode automatic a sync takes the suggestion each time, and keeps what came', async () => {
  await world.database.db.tenant(world.ctx, (tx) =>
    sql`INSERT INTO customer_settings (tenant_id, more) VALUES (${world.ctx.tenantId}, '{"addressCheck": "automatic"}')`.execute(
      tx,
    ),
  );
  const slip = { ...BUYER, city: 'TORONTO', zipcode: 'M5H 2MS' };
  const id = await take(order('5', { shipTo: slip }));
  expect(await world.detail(id)).toMatchObject({
    shipTo: { city: 'Toronto', zipcode: 'M5H 2M5' },
    shipToImported: { city: 'TORONTO', zipcode: 'M5H 2MS' },
    shipToProblems: [],
    shipToEdited: false,
  });
  await take(order('5', { shipTo: slip, total: money(2700, 'CAD') }));
  expect((await world.detail(id)).shipTo).toMatchObject({ city: 'Toronto', zipcode: 'M5H 2M5' });
});
