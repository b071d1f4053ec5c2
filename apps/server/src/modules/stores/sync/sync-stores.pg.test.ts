import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { StoreDetail, SyncRun } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BIRCH, makeStoreWorld, MAPLE, type StoreWorld } from '../../../../test/store-world.ts';
import { createApplication } from '../../../application.ts';
import { openDatabase } from '../../../platform/database/database.ts';

let world: StoreWorld;
let maple = '';
beforeAll(async () => {
  world = await makeStoreWorld();
  maple = await world.connect(world.people.admin, MAPLE);
});
afterEach(() => world.admin.clearFaults('shopify'));
afterAll(() => world.close());

const admin = () => world.people.admin;
const detail = async (id: string): Promise<StoreDetail> =>
  (await world.call<StoreDetail>(admin(), 'GET', `/store/${id}`)).data;
const runs = async (id: string): Promise<SyncRun[]> =>
  (await world.call<{ runs: SyncRun[] }>(admin(), 'GET', `/store/${id}/runs?size=100`)).data.runs;
const syncNow = async (id: string): Promise<void> => {
  const asked = await world.call(admin(), 'POST', `/store/sync/${id}`);
  if (asked.status !== 200) throw new Error(`${asked.code}: ${asked.message}`);
  await world.sync();
};

interface Row {
  readonly id: string;
  readonly external_id: string;
  readonly number: string;
  readonly note: string | null;
  readonly cancelled: boolean;
  readonly updated: Date;
  readonly qty: number;
  readonly import_state: string;
}
const orders = async (storeId: string): Promise<Row[]> => {
  const { rows } = await world.database.db.tenant(admin(), (tx) =>
    sql<Row>`SELECT o.id, o.external_id, o.number, d.notes ->> 'customer' AS note, o.cancelled_at IS NOT NULL AS cancelled,
        o.external_updated_at AS updated, o.item_qty AS qty, o.import_state FROM orders o JOIN order_details d ON d.order_id = o.id
      WHERE o.store_id = ${storeId} ORDER BY o.external_id`.execute(tx),
  );
  return rows;
};
interface SimOrder {
  readonly name: string;
  readonly note?: string;
  readonly updatedAt: string;
  readonly cancelledAt?: string;
}
const theirs = (shop: string, externalId: string): Promise<SimOrder> =>
  world.shop<SimOrder>(shop, 'GET', `/orders/${externalId.split('/').at(-1)}`);

/** Every order of the shop is here once, as the shop has it. */
async function expectEqual(shop: string, storeId: string, count: number): Promise<void> {
  const here = await orders(storeId);
  expect(here.length).toBe(count);
  expect(new Set(here.map(({ external_id }) => external_id)).size).toBe(count);
  for (const order of here) {
    const there = await theirs(shop, order.external_id);
    expect([order.number, order.note ?? '', order.cancelled, order.updated.toISOString(), order.import_state]).toEqual([
      there.name,
      there.note ?? '',
      there.cancelledAt !== undefined,
      new Date(there.updatedAt).toISOString(),
      'ok',
    ]);
  }
}

describe('the first sync', () => {
  test('brings in every order once, with products, places, weights and holds', async () => {
    await world.sync();
    await expectEqual(MAPLE, maple, 12);
    const store = await detail(maple);
    expect(store).toMatchObject({
      state: 'connected',
      problem: null,
      counts: { orders: 12, products: 12, importFailed: 0 },
    });
    expect(store.lastOkAt).not.toBeNull();
    expect(store.locations.map(({ name }) => name)).toEqual(['Toronto warehouse', 'Vancouver shop']);
    const first = (await runs(maple)).filter(({ stream }) => stream === 'orders');
    expect(first).toMatchObject([{ state: 'done', cause: 'manual', seen: 12, created: 12, failed: 0, pages: 1 }]);
    const held = (await orders(maple)).find(({ note }) => note === 'Paying by e-transfer.');
    const page = (await world.call<OrderDetail>(admin(), 'GET', `/orders/${held?.id}`)).data;
    expect(page).toMatchObject({
      hold: 'payment-pending',
      platformName: 'Shopify',
      source: 'store',
      pushes: [],
      storeNotices: [],
    });
    expect(page.items[0]).toMatchObject({ hsCode: '340600', originCountry: 'CA', weightGrams: 220 });
    // A gift card needs no parcel; the order ships what is left of it.
    const gift = (await orders(maple)).find(({ number }) => number === '#1010');
    expect(
      (await world.call<OrderDetail>(admin(), 'GET', `/orders/${gift?.id}`)).data.items.map(({ title }) => title),
    ).toEqual(['Trail map, Algonquin']);
  });

  test('the next asks only for what changed, changes only that, and leaves corrections alone', async () => {
    const [one, two] = await orders(maple);
    const before = (await world.call<OrderDetail>(admin(), 'GET', `/orders/${one?.id}`)).data;
    await world.call(admin(), 'PUT', '/orders/address', {
      orderId: one?.id,
      party: 'shipTo',
      version: before.version,
      address: { ...before.shipTo, name: 'Corrected Name' },
    });
    await world.player.changeOrder(MAPLE, one?.external_id ?? '', 'note');
    await world.player.changeOrder(MAPLE, two?.external_id ?? '', 'cancel');
    await world.player.placeOrders(MAPLE, 2, 'now');
    await syncNow(maple);
    await expectEqual(MAPLE, maple, 14);
    const [last] = (await runs(maple)).filter(({ stream }) => stream === 'orders');
    expect(last).toMatchObject({ cause: 'manual', created: 2, changed: 2 });
    const after = (await world.call<OrderDetail>(admin(), 'GET', `/orders/${one?.id}`)).data;
    expect(after.shipTo.name).toBe('Corrected Name');
    expect(after.history[0]).toMatchObject({
      what: 'Changed at the store',
      why: 'Changed at Maple Goods: note',
      who: 'System',
    });
    expect((await world.call<OrderDetail>(admin(), 'GET', `/orders/${two?.id}`)).data.fulfillmentStatus).toBe(
      'Cancelled',
    );
  });
});

test('a store’s own choice of documents wins over the customer’s, on its orders only', async () => {
  const { settings } = await detail(maple);
  const own = { SHIPPING_LABEL: false, PACKAGING_SLIPS: true, CUSTOM_INVOICE: false };
  await world.call(admin(), 'PUT', `/store/settings/${maple}`, { ...settings, autoPopupTag: own });
  const [order] = await orders(maple);
  expect((await world.call<OrderDetail>(admin(), 'GET', `/orders/${order?.id}`)).data.autoPopupTag).toEqual(own);
  await world.call(admin(), 'PUT', `/store/settings/${maple}`, settings);
  const usual = { SHIPPING_LABEL: true, PACKAGING_SLIPS: false, CUSTOM_INVOICE: true };
  expect((await world.call<OrderDetail>(admin(), 'GET', `/orders/${order?.id}`)).data.autoPopupTag).toEqual(usual);
});

describe('faults', () => {
  test('a process that dies between two pages leaves its cursor behind; another goes on there', async () => {
    await world.player.placeOrders(MAPLE, 40, 'now');
    let died = 0;
    const db = openDatabase({ connection: world.database.app, maxConnections: 4 });
    const doomed = createApplication(
      { ...world.services, db },
      {
        version: 'test',
        simulators: {
          addressOf: (slug) => Promise.resolve(world.host.addressOf(slug)),
          owns: (at) => world.host.owns(at),
        },
        sync: {
          leaseMs: 700,
          onPage: (pages) => {
            died = pages;
            // From here on this process can write nothing any more.
            if (pages === 2) void db.close();
          },
        },
      },
    );
    await world.call(admin(), 'POST', `/store/sync/${maple}`);
    await doomed.stores.engine.run({ tenantId: admin().tenantId, storeId: maple, stream: 'orders' });
    expect(died).toBeGreaterThanOrEqual(2);
    const between = await orders(maple);
    expect(between.length).toBeGreaterThan(14);
    expect(between.length).toBeLessThan(54);
    // Meanwhile an order that was read already changes, and one that was not is cancelled.
    await world.player.changeOrder(MAPLE, between.at(-1)?.external_id ?? '', 'note');
    await new Promise((resolve) => setTimeout(resolve, 800));
    await world.sync();
    await syncNow(maple);
    await expectEqual(MAPLE, maple, 54);
    const pulls = (await runs(maple)).filter(({ stream, cause }) => stream === 'orders' && cause === 'manual');
    expect(pulls.every(({ state }) => state === 'done')).toBe(true);
    await doomed.stores.close().catch(() => undefined);
  });

  test('whatever the line does, and whatever the seller does meanwhile, no order is lost or doubled', {
    timeout: 60_000,
  }, async () => {
    const id = await world.connect(admin(), BIRCH);
    const { ecommerceStoreAddress: address } = await detail(maple);
    await world.call(admin(), 'PUT', `/store/address/${id}`, address);
    await world.sync();
    const start = (await orders(id)).length;
    await world.admin.setFaults('shopify', [
      { kind: 'drop-before-effect', effect: 'read', probability: 0.04, seed: 3 },
      { kind: 'drop-after-effect', effect: 'read', probability: 0.04, seed: 5 },
      { kind: 'status-before-effect', effect: 'read', status: 502, probability: 0.04, seed: 7 },
      { kind: 'garbage', effect: 'read', probability: 0.04, seed: 11 },
      { kind: 'truncate', effect: 'read', probability: 0.04, seed: 13 },
    ]);
    let placed = 0;
    for (let round = 0; round < 5; round += 1) {
      await world.player.placeOrders(BIRCH, 15, 'now');
      placed += 15;
      await world.call(admin(), 'POST', `/store/sync/${id}`);
      const syncing = world.sync();
      const known = await orders(id);
      for (const order of known.slice(round * 3, round * 3 + 3))
        await world.player.changeOrder(BIRCH, order.external_id, round === 3 ? 'cancel' : 'note');
      await syncing;
    }
    await world.admin.clearFaults('shopify');
    for (let tries = 0; tries < 20 && (await detail(id)).streams.some(({ failures }) => failures > 0); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await syncNow(id);
    }
    await syncNow(id);
    await expectEqual(BIRCH, id, start + placed);
    expect((await detail(id)).counts.importFailed).toBe(0);
  });

  /** As if the pause were over; notifications that fail as often are a cause of their own. */
  const dueNow = (): Promise<unknown> =>
    world.database.db.tenant(admin(), (tx) =>
      sql`UPDATE sync_streams SET due_at = clock_timestamp()
          WHERE store_id = ${maple} AND stream = 'orders' AND due_at IS NOT NULL`.execute(tx),
    );

  test('a store that keeps failing turns stale, says why, is in the inbox, and is well by itself again', async () => {
    await world.admin.setFaults('shopify', [{ kind: 'status-before-effect', effect: 'read', status: 404 }]);
    await world.call(admin(), 'POST', `/store/sync/${maple}`);
    for (let tries = 0; tries < 10 && (await detail(maple)).state !== 'stale'; tries += 1) {
      await dueNow();
      await world.sync();
    }
    const stale = await detail(maple);
    expect(stale).toMatchObject({ state: 'stale', problem: { code: 'stale', action: 'sync' } });
    expect(stale.streams.find(({ stream }) => stream === 'orders')).toMatchObject({ state: 'failing' });
    const open = await world.database.db.tenant(admin(), (tx) =>
      tx
        .selectFrom('exceptions')
        .select(['kind', 'reason', 'resolved_at'])
        .where('key', '=', `store:${maple}`)
        .execute(),
    );
    expect(open).toEqual([{ kind: 'store', reason: 'stale', resolved_at: null }]);
    // The other store was not kept waiting by it, and what is here stays.
    await world.admin.clearFaults('shopify');
    for (let tries = 0; tries < 100 && (await detail(maple)).state !== 'connected'; tries += 1) {
      await dueNow();
      await world.sync();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await detail(maple)).toMatchObject({ state: 'connected', problem: null });
    const closed = await world.database.db.tenant(admin(), (tx) =>
      tx.selectFrom('exceptions').select('resolved_how').where('key', '=', `store:${maple}`).execute(),
    );
    expect(closed).toEqual([{ resolved_how: 'cause-gone' }]);
  });

  test('a store that hangs holds up no other', async () => {
    const other = (
      await world.call<{ stores: { id: string; externalAccount: string }[] }>(admin(), 'GET', '/store/customer')
    ).data.stores.find(({ externalAccount }) => externalAccount === BIRCH);
    await world.shop(BIRCH, 'PUT', '/budget', { maximum: 1_000, restoreRate: 0.1, level: 0 });
    await world.player.placeOrders(MAPLE, 1, 'now');
    await world.call(admin(), 'POST', `/store/sync/${other?.id}`);
    await world.call(admin(), 'POST', `/store/sync/${maple}`);
    const before = (await orders(maple)).length;
    const swept = async (): Promise<number> => {
      void world.application.stores.engine.sweep();
      return (await orders(maple)).length;
    };
    await expect.poll(swept).toBe(before + 1);
    await world.shop(BIRCH, 'PUT', '/budget', { maximum: 1_000_000, restoreRate: 1_000_000 });
    await world.application.stores.engine.idle();
    // The platform asked us to slow down: that is no failure of the store.
    expect((await detail(other?.id ?? '')).state).toBe('connected');
  });

  test('a night compares three days, whatever the last sync believed', async () => {
    // Something went wrong with what was seen: an order is missing here, and the stream believes it is past it.
    const [lost] = (await orders(maple)).slice(-1);
    await world.database.db.tenant(admin(), async (tx) => {
      await sql`DELETE FROM orders WHERE id = ${lost?.id}`.execute(tx);
      await sql`UPDATE sync_streams SET due_at = clock_timestamp() WHERE store_id = ${maple} AND stream = 'reconcile'`.execute(
        tx,
      );
    });
    await world.sync();
    expect((await orders(maple)).some(({ external_id }) => external_id === lost?.external_id)).toBe(true);
    const [night] = (await runs(maple)).filter(({ stream }) => stream === 'reconcile');
    expect(night).toMatchObject({ cause: 'nightly', state: 'done', created: 1 });
    expect((await detail(maple)).streams.find(({ stream }) => stream === 'reconcile')?.nextAt).not.toBeNull();
  });

  test('a night finds an order that is missing though another is too many and the counts agree', async () => {
    const before = await orders(maple);
    const { rows: recent } = await world.database.db.tenant(admin(), (tx) =>
      sql<{ id: string; external_id: string; number: string }>`SELECT id, external_id, number FROM orders
        WHERE store_id = ${maple} AND external_updated_at >= now() - interval '3 days' ORDER BY external_updated_at, id`.execute(
        tx,
      ),
    );
    const swapped = recent.at(-1);
    const nowhere = 'gid://shopify/Order/999999999';
    await world.database.db.tenant(admin(), async (tx) => {
      await sql`UPDATE orders SET external_id = ${nowhere} WHERE id = ${swapped?.id}`.execute(tx);
      await sql`UPDATE sync_streams SET due_at = clock_timestamp() WHERE store_id = ${maple} AND stream = 'reconcile'`.execute(
        tx,
      );
    });
    await world.sync();
    const after = await orders(maple);
    expect(after.length).toBe(before.length + 1);
    expect(after.filter(({ external_id }) => external_id === swapped?.external_id)).toHaveLength(1);
    const [night] = (await runs(maple)).filter(({ stream }) => stream === 'reconcile');
    expect(night).toMatchObject({
      cause: 'nightly',
      state: 'done',
      created: 1,
      items: [
        {
          externalId: nowhere,
          message: `Order ${swapped?.number} is here, but Maple Goods does not show it any more.`,
        },
      ],
    });
    // The first page alone did not hold it.
    expect(night?.pages).toBeGreaterThan(1);
    // What is here stays: whether the order is to go is for a person to say.
    expect(after.some(({ external_id }) => external_id === nowhere)).toBe(true);
  });
});
