import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyLabel, copiesOf, FORGOTTEN } from '../../../test/storage/copies-of-buyer.ts';
import { makeStoreWorld, MAPLE, type StoreWorld } from '../../../test/store-world.ts';

let world: StoreWorld;
let storeId = '';
beforeAll(async () => {
  world = await makeStoreWorld();
  storeId = await world.connect(world.people.admin, MAPLE);
  await world.sync();
  await world.application.startJobs();
});
afterAll(() => world.close());

const admin = () => world.people.admin;
const detail = async () => (await world.call<StoreDetail>(admin(), 'GET', `/store/${storeId}`)).data;
async function until(holds: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); ) {
    if (Date.now() > end) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const orderIds = async (): Promise<{ id: string; external_id: string; note: string | null }[]> => {
  const { rows } = await world.database.db.tenant(admin(), (tx) =>
    sql<{
      id: string;
      external_id: string;
      note: string | null;
    }>`SELECT o.id, o.external_id, d.notes ->> 'customer' AS note
      FROM orders o JOIN order_details d ON d.order_id = o.id WHERE o.store_id = ${storeId} ORDER BY o.external_id`.execute(
      tx,
    ),
  );
  return rows;
};
const events = () =>
  world.database.db.system((tx) =>
    sql<{
      state: string;
      topic: string;
      problem: { message: string } | null;
    }>`SELECT state, topic, problem FROM inbound_events
      WHERE slug = 'store:shopify' ORDER BY id`.execute(tx),
  );
const quiet = () => until(async () => (await events()).rows.every(({ state }) => state !== 'received'));
const hook = () => `${world.origin}/hooks/stores/shopify`;
interface Signed {
  readonly headers: Record<string, string>;
  readonly body: string;
}
const signed = (topic: string, payload: object, eventId?: string): Promise<Signed> =>
  world.shop<Signed>(MAPLE, 'POST', '/deliveries', {
    topic,
    payload,
    keep: true,
    uri: hook(),
    ...(eventId ? { eventId } : {}),
  });
const post = ({ headers, body }: Signed) => fetch(hook(), { method: 'POST', headers, body });

test('a new order and its changes come in by themselves', async () => {
  const { subscriptions } = await world.shop<{ subscriptions: { uri: string }[] }>(MAPLE, 'GET', '/subscriptions');
  expect(subscriptions.length).toBeGreaterThan(5);
  expect(new Set(subscriptions.map(({ uri }) => uri))).toEqual(new Set([hook()]));
  const before = (await orderIds()).length;
  const [placed] = await world.player.placeOrders(MAPLE, 1, 'now');
  await until(async () => (await orderIds()).length === before + 1);
  await world.player.changeOrder(MAPLE, placed ?? '', 'note');
  await until(
    async () =>
      (await orderIds()).find(({ external_id }) => external_id === placed)?.note?.startsWith('Changed at') === true,
  );
  const { rows } = await world.database.db.tenant(admin(), (tx) =>
    sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM sync_runs WHERE store_id = ${storeId} AND cause = 'webhook'`.execute(tx),
  );
  expect(rows[0]?.n).toBeGreaterThan(1);
});

test('unsigned and half-signed deliveries are refused and leave nothing', async () => {
  const before = (await events()).rows.length;
  const good = await signed('orders/updated', { id: 1 });
  const refuse = async (changed: Signed) => (await post(changed)).status;
  expect(await refuse({ ...good, body: `${good.body} ` })).toBe(401);
  expect(await refuse({ ...good, headers: { ...good.headers, 'x-shopify-hmac-sha256': 'AAAA' } })).toBe(401);
  const { 'x-shopify-hmac-sha256': _hmac, ...bare } = good.headers;
  expect(await refuse({ ...good, headers: bare })).toBe(401);
  expect((await fetch(`${world.origin}/hooks/stores/etsy`, { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await events()).rows.length).toBe(before);
});

test('late, repeated, out of order and malformed: each by itself, none stops the next', async () => {
  await quiet();
  const [first, second] = await orderIds();
  const before = (await events()).rows.length;
  await world.shop(MAPLE, 'PUT', '/deliveries/mode', { mode: 'held' });
  for (const order of [first, second]) await world.player.changeOrder(MAPLE, order?.external_id ?? '', 'note');
  // A body that is no JSON, one without ids, one of a shop nobody connected here.
  const numbers = await signed('orders/updated', { nothing: true });
  expect((await post(numbers)).status).toBe(200);
  await world.shop(MAPLE, 'POST', '/deliveries/release', { order: 'reversed', times: 3 });
  await world.shop(MAPLE, 'PUT', '/deliveries/mode', { mode: 'normal' });
  await quiet();
  const notes = await orderIds();
  for (const order of [first, second]) expect(notes.find(({ id }) => id === order?.id)?.note).toMatch(/^Changed at/);
  const stored = (await events()).rows.slice(before);
  // Two changes and the malformed one: repeats were recognised.
  expect(stored.length).toBe(3);
  expect(stored.map(({ state }) => state).toSorted()).toEqual(['done', 'done', 'failed']);
  expect(stored.find(({ state }) => state === 'failed')?.problem?.message).toMatch(/cannot be read/);
  expect((await detail()).counts.eventsFailed).toBe(1);
  const again = await signed('orders/updated', { id: 10_001 }, 'same-event');
  expect([(await post(again)).status, (await post(again)).status]).toEqual([200, 200]);
  expect((await events()).rows.length).toBe(before + 4);
});

test('a delivery that comes while the platform is away is tried again until it is there', async () => {
  await quiet();
  const [order] = await orderIds();
  await world.shop(MAPLE, 'PUT', '/deliveries/mode', { mode: 'held' });
  await world.player.changeOrder(MAPLE, order?.external_id ?? '', 'cancel');
  await world.admin.setFaults('shopify', [{ kind: 'status-before-effect', effect: 'read', status: 404, times: 1 }]);
  await world.shop(MAPLE, 'POST', '/deliveries/release', {});
  await world.shop(MAPLE, 'PUT', '/deliveries/mode', { mode: 'normal' });
  await until(
    async () =>
      (await world.call<OrderDetail>(admin(), 'GET', `/orders/${order?.id}`)).data.fulfillmentStatus === 'Cancelled',
    20_000,
  );
  await world.admin.clearFaults('shopify');
}, 30_000);

test("a buyer's data is erased on request; a request for data reaches the seller", async () => {
  await quiet();
  const [, , order, labelled] = await orderIds();
  const [number, bought] = [order, labelled].map((each) => Number(each?.external_id.split('/').at(-1)));
  await post(
    await signed('customers/data_request', { shop_domain: MAPLE, orders_requested: [number], customer: { id: 1 } }),
  );
  const copies = await buyLabel(
    world.database.db,
    { ...admin(), storeId, orderId: labelled?.id ?? '' },
    '^XA Tremblay ^XZ',
  );
  await post(
    await signed('customers/redact', { shop_domain: MAPLE, orders_to_redact: [number, bought], customer: { id: 1 } }),
  );
  await until(
    async () => (await world.call<OrderDetail>(admin(), 'GET', `/orders/${order?.id}`)).data.recipient === '',
  );
  const page = (await world.call<OrderDetail>(admin(), 'GET', `/orders/${order?.id}`)).data;
  expect(page.shipTo).toMatchObject({ name: '', address1: '', zipcode: '' });
  expect(page.history.map(({ what }) => what)).toContain("Buyer's data erased");
  await expect.poll(() => copiesOf(world.database.db, admin().tenantId, copies), { timeout: 8_000 }).toEqual(FORGOTTEN);
  await quiet();
  const { rows } = await world.database.db.tenant(admin(), (tx) =>
    sql<{ message: string }>`SELECT message FROM store_notices WHERE code = 'data-request'`.execute(tx),
  );
  expect(rows[0]?.message).toMatch(/A buyer of Maple Goods asks what is kept/);
});

test('the app is removed at the platform: disconnected, keys gone, orders stay', async () => {
  const { counts } = await detail();
  await post(await signed('app/uninstalled', { id: 7_001, domain: MAPLE }));
  await until(async () => (await detail()).state === 'disconnected');
  const store = await detail();
  expect(store.problem).toMatchObject({ code: 'disconnected', action: 'reconnect' });
  expect(store.counts.orders).toBe(counts.orders);
  const { rows } = await world.database.db.tenant(admin(), (tx) =>
    sql<{ secret_id: string | null }>`SELECT secret_id FROM stores WHERE id = ${storeId}`.execute(tx),
  );
  expect(rows[0]?.secret_id).toBeNull();
  expect(await world.call(admin(), 'POST', `/store/sync/${storeId}`)).toMatchObject({ code: 'store_not_connected' });
});
