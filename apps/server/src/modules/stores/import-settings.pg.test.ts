/** The settings of what comes in, through the API and the real engine against the simulator. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { type ImportSettings, type StoreDetail, USUAL_IMPORT } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStoreWorld, MAPLE, type StoreWorld } from '../../../test/store-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';

let world: StoreWorld;
let storeId = '';
beforeAll(async () => {
  world = await makeStoreWorld();
  storeId = await world.connect(world.people.admin, MAPLE);
});
afterAll(() => world.close());

const admin = () => world.people.admin;
const detail = async (): Promise<StoreDetail> =>
  (await world.call<StoreDetail>(admin(), 'GET', `/store/${storeId}`)).data;
async function set(change: Partial<ImportSettings>): Promise<StoreDetail> {
  const { settings } = await detail();
  const saved = await world.call<StoreDetail>(admin(), 'PUT', `/store/settings/${storeId}`, {
    ...settings,
    imports: { ...USUAL_IMPORT, ...change },
  });
  if (saved.status !== 200) throw new Error(saved.message);
  return saved.data;
}
const ids = async (): Promise<string[]> => {
  const { rows } = await world.database.db.tenant(admin(), (tx) =>
    sql<{ id: string }>`SELECT external_id AS id FROM orders WHERE store_id = ${storeId} ORDER BY placed_at`.execute(
      tx,
    ),
  );
  return rows.map(({ id }) => id);
};

test('from when, which states, products and weight: first little comes in, then what was left out', async () => {
  // The simulator's orders are some days old.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await set({ from: tomorrow, products: false });
  await world.sync();
  expect(await ids()).toEqual([]);
  expect((await detail()).counts.products).toBe(0);
  expect((await detail()).settings.imports).toMatchObject({ from: tomorrow, products: false });

  await set({ held: { ...USUAL_IMPORT.held, 'payment-pending': 'leave-out' }, products: false, defaultUnitGrams: 123 });
  await world.sync();
  const some = await ids();
  expect(some.length).toBeGreaterThan(5);
  await set({ held: { ...USUAL_IMPORT.held, 'payment-pending': 'open' }, products: false, defaultUnitGrams: 123 });
  await world.sync();
  const all = await ids();
  expect(all.length).toBeGreaterThan(some.length);
  const { rows } = await world.database.db.tenant(admin(), (tx) =>
    sql<{ holds: number; weightless: number; usual: number }>`SELECT
      (SELECT count(*)::int FROM orders WHERE store_id = ${storeId} AND hold_code = 'payment-pending') AS holds,
      (SELECT count(*)::int FROM order_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
        WHERE o.store_id = ${storeId} AND i.weight_g IS NULL) AS weightless,
      (SELECT count(*)::int FROM order_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
        WHERE o.store_id = ${storeId} AND i.weight_g = 123) AS usual`.execute(tx),
  );
  expect(rows[0]).toMatchObject({ holds: 0, weightless: 0 });

  await set({});
  await world.sync();
  expect((await detail()).counts.products).toBeGreaterThan(0);
  expect(await ids()).toEqual(all);
});

test('a store is not told of a label on its own where the seller reports by himself', async () => {
  await set({ autoFulfil: false });
  const { rows } = await world.database.db.tenant(admin(), (tx) =>
    sql<{
      id: string;
    }>`SELECT id FROM orders WHERE store_id = ${storeId} AND tab = 'unfulfilled' ORDER BY id LIMIT 1`.execute(tx),
  );
  const orderId = rows[0]?.id ?? '';
  const buy = () =>
    world.database.db.tenant(admin(), async (tx) => {
      const shipmentId = newId();
      const address = json({ countryCode: 'CA' });
      await tx
        .insertInto('shipments')
        .values({
          tenant_id: admin().tenantId,
          id: shipmentId,
          state: 'bought',
          from_address: address,
          to_address: address,
          slug: 'ups',
        })
        .execute();
      await world.application.stores.follower.onShipmentBought?.(tx, {
        tenantId: admin().tenantId,
        shipmentId,
        orders: [{ orderId, items: [{ line: 1, quantity: 1 }] }],
        parcels: [{ number: 1, trackingNumber: `1Z${shipmentId.slice(-10)}`, trackingUrl: undefined }],
        carrier: { slug: 'ups', name: 'UPS' },
        serviceName: 'Ground',
        test: false,
        replacesId: undefined,
        userId: admin().userId,
      });
    });
  const pushes = async () => (await world.call<OrderDetail>(admin(), 'GET', `/orders/${orderId}`)).data.pushes;
  await buy();
  expect(await pushes()).toEqual([]);
  await set({ autoFulfil: true });
  await buy();
  expect(await pushes()).toHaveLength(1);
});
