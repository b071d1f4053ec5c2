import type { BulkOutcome } from '@scanship/contracts/orders/order-selection';
import type { DataOf } from '@scanship/contracts/call';
import type { retryOrders } from '@scanship/contracts/orders/order-commands';
import type { getUnreadOrder, OrderDetail } from '@scanship/contracts/orders/orders';
import type { OrderPush } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeStoreWorld, MAPLE, type StoreWorld } from '../../../../test/store-world.ts';

let world: StoreWorld;
let storeId = '';
beforeAll(async () => {
  world = await makeStoreWorld({ journal: { sweepMs: 50, timeScale: 0.02 } });
  storeId = await world.connect(world.people.admin, MAPLE);
  await world.sync();
  await world.application.startJobs();
});
afterEach(() => world.admin.clearFaults('shopify'));
afterAll(() => world.close());

const admin = () => world.people.admin;
const order = async (id: string): Promise<OrderDetail> =>
  (await world.call<OrderDetail>(admin(), 'GET', `/orders/${id}`)).data;
async function until(holds: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); ) {
    if (Date.now() > end) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
const settled = (id: string, ...states: OrderPush['state'][]) =>
  until(async () => {
    const { pushes } = await order(id);
    return pushes.length > 0 && pushes.every(({ state }) => states.includes(state));
  });
const many = (path: string, body: object) => world.call<BulkOutcome>(admin(), 'POST', path, body);

interface Placed {
  readonly id: string;
  readonly externalId: string;
}
/** New orders of the shop, imported: two lines of 3 and 2 units each. */
async function place(n: number): Promise<Placed[]> {
  const externalIds = await world.player.placeOrders(MAPLE, n, 'now');
  const placed: Placed[] = [];
  for (const externalId of externalIds)
    await until(async () => {
      const { rows } = await world.database.db.tenant(admin(), (tx) =>
        sql<{ id: string }>`SELECT id FROM orders WHERE store_id = ${storeId} AND external_id = ${externalId}`.execute(
          tx,
        ),
      );
      const [row] = rows;
      if (row) placed.push({ id: row.id, externalId });
      return row !== undefined;
    });
  return placed;
}
const one = async (): Promise<Placed> => {
  const [placed] = await place(1);
  if (!placed) throw new Error('one was placed');
  return placed;
};
const reports = (placed: Placed) => world.player.reports(MAPLE, placed.externalId);

describe('an order marked by hand', () => {
  test('is reported with carrier and number, stays marked after a sync, and is withdrawn when it is taken back', async () => {
    const placed = await one();
    const marked = await world.call<OrderDetail>(admin(), 'POST', `/orders/mark-fulfill/${placed.id}`, {
      carrier: 'Canada Post',
      number: '7023210123456789',
      notify: false,
    });
    expect(marked.data.fulfillmentStatus).toBe('Manual-Fulfilled');
    await settled(placed.id, 'arrived');
    expect(await reports(placed)).toMatchObject([{ trackingNumbers: ['7023210123456789'] }]);
    expect((await order(placed.id)).pushes).toMatchObject([{ carrierName: 'Canada Post', state: 'arrived' }]);
    await world.call(admin(), 'POST', `/store/sync/${storeId}`);
    await world.sync();
    expect((await order(placed.id)).fulfillmentStatus).toBe('Manual-Fulfilled');
    expect((await many('/orders/unmark-fulfilled', { ids: [placed.id] })).data).toMatchObject({ changed: 1 });
    await settled(placed.id, 'withdrawn');
    expect((await order(placed.id)).fulfillmentStatus).toBe('Unfulfilled');
    // Marked anew, it is reported anew.
    await many('/orders/mark-fulfilled', { ids: [placed.id], number: 'SECOND-1' });
    await until(async () => (await order(placed.id)).pushes.some(({ state }) => state === 'arrived'));
    expect((await order(placed.id)).history.map(({ event }) => event)).toContain('push');
  });

  test('many at once are reported each once; taken back at once, the store does not keep it', async () => {
    const placed = await place(3);
    const ids = placed.map(({ id }) => id);
    expect((await many('/orders/mark-fulfilled', { ids, carrier: 'UPS', number: 'PALLET-7' })).data.changed).toBe(3);
    for (const id of ids) await settled(id, 'arrived');
    for (const each of placed) expect(await reports(each)).toHaveLength(1);
    const late = await one();
    await world.admin.setFaults('shopify', [{ kind: 'latency', effect: 'read', ms: 600 }]);
    await many('/orders/mark-fulfilled', { ids: [late.id] });
    await many('/orders/unmark-fulfilled', { ids: [late.id] });
    await world.admin.clearFaults('shopify');
    await settled(late.id, 'not-sent', 'withdrawn', 'arrived');
    await until(async () => (await order(late.id)).pushes.every(({ state }) => state !== 'arrived'));
    expect((await order(late.id)).fulfillmentStatus).toBe('Unfulfilled');
  });

  test('what the store refuses is tried again by the call for it, which says what went wrong and what to change', async () => {
    const placed = await one();
    const retry = async () =>
      (await world.call<DataOf<typeof retryOrders>>(admin(), 'POST', '/orders/tenant/retry', { ids: [placed.id] }))
        .data;
    expect(await retry()).toMatchObject({ nothing: 1, results: [{ what: 'nothing', problem: null }] });
    await world.player.changeOrder(MAPLE, placed.externalId, 'hold');
    await many('/orders/mark-fulfilled', { ids: [placed.id], carrier: 'UPS', number: 'R-1' });
    await settled(placed.id, 'failed');
    await world.player.changeOrder(MAPLE, placed.externalId, 'release');
    const tried = await retry();
    expect(tried).toMatchObject({ running: 1, results: [{ orderId: placed.id, what: 'report', outcome: 'running' }] });
    expect(tried.results[0]?.problem).toMatch(/hold/i);
    expect(tried.results[0]?.change).toMatch(/Correct the reason/);
    await settled(placed.id, 'arrived');
    expect(await reports(placed)).toHaveLength(1);
  });

  test('taken back after a report failed, nothing is sent any more', async () => {
    const placed = await one();
    await world.player.changeOrder(MAPLE, placed.externalId, 'hold');
    await many('/orders/mark-fulfilled', { ids: [placed.id], number: 'R-2' });
    await settled(placed.id, 'failed');
    await many('/orders/unmark-fulfilled', { ids: [placed.id] });
    const tried = await world.call<DataOf<typeof retryOrders>>(admin(), 'POST', '/orders/tenant/retry', {
      ids: [placed.id],
    });
    expect(tried.data.results[0]).toMatchObject({
      outcome: 'failed',
      problem: 'The mark was taken back, so the store is not told of it.',
    });
    expect(await reports(placed)).toEqual([]);
  });
});

describe('cancelled here', () => {
  test('the seller is told what to do at the store, until the order is open again or the store has cancelled it too', async () => {
    const placed = await one();
    await many('/orders/cancel', { ids: [placed.id], cancelled: true, reason: 'Fraud' });
    const cancelled = await order(placed.id);
    expect(cancelled).toMatchObject({ fulfillmentStatus: 'Cancelled' });
    expect(cancelled.storeNotices).toMatchObject([{ code: 'cancel-at-store' }]);
    expect(cancelled.storeNotices[0]?.nextStep).toContain(`Cancel order ${cancelled.ecomOrderNumber} at`);
    await many('/orders/cancel', { ids: [placed.id], cancelled: false });
    expect((await order(placed.id)).storeNotices).toEqual([]);
  });
});

describe('an order whose import failed', () => {
  test('is asked of its store again: it comes in, or the answer says what to change', async () => {
    const placed = await one();
    await world.database.db.tenant(admin(), async (tx) => {
      await sql`UPDATE orders SET import_state = 'failed', imported_hash = NULL, external_updated_at = NULL
        WHERE id = ${placed.id}`.execute(tx);
      await sql`UPDATE order_details SET imported = '{"problem": "It mixes currencies."}' WHERE order_id = ${placed.id}`.execute(
        tx,
      );
    });
    expect(await order(placed.id)).toMatchObject({ importFailed: true });
    const tried = await world.call<DataOf<typeof retryOrders>>(admin(), 'POST', '/orders/tenant/retry', {
      ids: [placed.id],
    });
    expect(tried.data).toMatchObject({
      done: 1,
      failed: 0,
      results: [{ orderId: placed.id, what: 'import', outcome: 'done', problem: null, change: null }],
    });
    expect(await order(placed.id)).toMatchObject({ importFailed: false });
    expect((await order(placed.id)).history.map(({ event }) => event)).toContain('retried');
    await world.database.db.tenant(admin(), (tx) =>
      sql`UPDATE orders SET import_state = 'failed', external_id = 'gid://shopify/Order/1' WHERE id = ${placed.id}`.execute(
        tx,
      ),
    );
    const gone = await world.call<DataOf<typeof retryOrders>>(admin(), 'POST', '/orders/tenant/retry', {
      ids: [placed.id],
    });
    expect(gone.data).toMatchObject({ failed: 1, results: [{ outcome: 'failed' }] });
    expect(gone.data.results[0]?.problem).toContain('does not show this order any more');
    expect(gone.data.results[0]?.change).toContain('Archive it here');
  });

  test('stands on its page with what the store answered, sealed, and can be tried again until it is read', async () => {
    const retry = async (id: string) =>
      (await world.call<DataOf<typeof retryOrders>>(admin(), 'POST', '/orders/tenant/retry', { ids: [id] })).data;
    const answered = (id: string, person = admin()) =>
      world.call<DataOf<typeof getUnreadOrder>>(person, 'GET', `/orders/${id}/unread`);
    const older = await one();
    expect((await order(older.id)).unread).toBeNull();
    // The platform calls a field by another name from now on: new orders and newer versions of known ones cannot be read.
    const renamed = { kind: 'renamed', member: 'processedAt' } as const;
    await world.admin.setFaults('shopify', [renamed]);
    const broken = await one();
    const found = await order(broken.id);
    expect(found).toMatchObject({ importFailed: true, unread: { kept: true } });
    expect(found.unread?.message).toContain('processedAt is missing');
    const { data } = await answered(broken.id);
    expect(JSON.parse(data.text)).toMatchObject({ id: broken.externalId });
    expect(data).toMatchObject({ shortened: false, seenAt: found.unread?.seenAt });
    const [stored] = await world.database.db.secrets({ tenantId: admin().tenantId }, (tx) =>
      tx.selectFrom('unread_orders').select('sealed').where('order_id', '=', broken.id).execute(),
    );
    expect(stored?.sealed.includes(broken.externalId)).toBe(false);
    expect((await answered(broken.id, world.people.foreign)).status).toBe(404);
    expect(await retry(broken.id)).toMatchObject({ failed: 1, results: [{ what: 'import', outcome: 'failed' }] });
    // One that is here already stays as it was, and says that the store has a newer version.
    expect(await retry(older.id)).toMatchObject({ nothing: 1 });
    await world.player.changeOrder(MAPLE, older.externalId, 'note');
    await until(async () => (await order(older.id)).storeNotices.some(({ code }) => code === 'order-unreadable'));
    expect(await order(older.id)).toMatchObject({ importFailed: false, unread: { kept: true } });
    expect(JSON.parse((await answered(older.id)).data.text)).toMatchObject({ id: older.externalId });
    expect(await retry(older.id)).toMatchObject({ failed: 1, results: [{ what: 'import', outcome: 'failed' }] });
    await world.admin.clearFaults('shopify');
    for (const { id } of [broken, older]) {
      expect(await retry(id)).toMatchObject({ done: 1, results: [{ what: 'import', outcome: 'done' }] });
      expect(await order(id)).toMatchObject({ importFailed: false, unread: null, storeNotices: [] });
      expect((await answered(id)).status).toBe(404);
    }
  });
});
