import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { OrderPush, StoreDetail } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeStoreWorld, MAPLE, type StoreWorld } from '../../../../test/store-world.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import { allocateItems, applyShipped, applyVoided } from '../../orders/index.ts';

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
const ctx = () => ({ tenantId: admin().tenantId, userId: admin().userId });
const order = async (id: string): Promise<OrderDetail> =>
  (await world.call<OrderDetail>(admin(), 'GET', `/orders/${id}`)).data;
const pushes = async (id: string): Promise<OrderPush[]> => (await order(id)).pushes;
async function until(holds: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); ) {
    if (Date.now() > end) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
const settled = (id: string, ...states: OrderPush['state'][]) =>
  until(async () => {
    const known = await pushes(id);
    return known.length > 0 && known.every(({ state }) => states.includes(state));
  });

interface Placed {
  readonly id: string;
  readonly externalId: string;
}
/** A new order of the shop, imported: two lines of 3 and 2 units. */
async function place(): Promise<Placed> {
  const [externalId = ''] = await world.player.placeOrders(MAPLE, 1, 'now');
  return imported(externalId);
}
async function imported(externalId: string): Promise<Placed> {
  let id: string | undefined;
  await until(async () => {
    const { rows } = await world.database.db.tenant(admin(), (tx) =>
      sql<{ id: string }>`SELECT id FROM orders WHERE store_id = ${storeId} AND external_id = ${externalId}`.execute(
        tx,
      ),
    );
    id = rows[0]?.id;
    return id !== undefined;
  });
  return { id: id ?? '', externalId };
}
const reports = (placed: Placed) => world.player.reports(MAPLE, placed.externalId);

type Items = readonly { readonly line: number; readonly quantity: number }[];
let count = 0;
/** Buys a label as the shipments module does: the orders move, and those who follow plan, in one transaction. */
async function buy(
  placed: Placed,
  items: Items,
  more: {
    readonly parcels?: number;
    readonly replacesId?: string;
    readonly test?: boolean;
    readonly takenOver?: boolean;
  } = {},
): Promise<{ shipmentId: string; numbers: string[] }> {
  const shipmentId = newId();
  const numbers = Array.from({ length: more.parcels ?? 1 }, () => `1Z${String((count += 1)).padStart(10, '0')}`);
  await world.database.db.tenant(admin(), async (tx) => {
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
    if (more.takenOver !== true) {
      await allocateItems(ctx(), tx, { orderId: placed.id, items });
      await applyShipped(ctx(), tx, { orderId: placed.id, items, trackingNumbers: numbers, now: new Date() });
    }
    await world.application.stores.follower.onShipmentBought?.(tx, {
      tenantId: admin().tenantId,
      shipmentId,
      orders: [{ orderId: placed.id, items: more.takenOver === true ? [] : items }],
      parcels: numbers.map((trackingNumber, index) => ({
        number: index + 1,
        trackingNumber,
        trackingUrl: `https://track.example/${trackingNumber}`,
      })),
      carrier: { slug: 'ups', name: 'UPS' },
      serviceName: 'Ground',
      test: more.test ?? false,
      replacesId: more.replacesId,
      userId: admin().userId,
    });
  });
  return { shipmentId, numbers };
}
async function voidIt(placed: Placed, bought: { shipmentId: string; numbers: string[] }, items: Items): Promise<void> {
  await world.database.db.tenant(admin(), async (tx) => {
    await sql`UPDATE shipments SET state = 'voided' WHERE id = ${bought.shipmentId}`.execute(tx);
    if (items.length > 0) await applyVoided(ctx(), tx, { orderId: placed.id, items, now: new Date() });
    await world.application.stores.follower.onShipmentVoided?.(tx, {
      tenantId: admin().tenantId,
      shipmentId: bought.shipmentId,
      orders: [{ orderId: placed.id, items }],
      whole: true,
      voidedParcels: bought.numbers.map((trackingNumber, index) => ({ number: index + 1, trackingNumber })),
      userId: admin().userId,
    });
  });
}
const ALL: Items = [
  { line: 1, quantity: 3 },
  { line: 2, quantity: 2 },
];

describe('a label', () => {
  test('is reported with its number, once, and the store then shows the order as shipped', async () => {
    const placed = await place();
    const { numbers } = await buy(placed, ALL);
    await settled(placed.id, 'arrived');
    expect(await pushes(placed.id)).toMatchObject([
      {
        kind: 'fulfilment',
        state: 'arrived',
        storeName: 'Maple Goods',
        trackingNumbers: numbers,
        carrierName: 'UPS',
        problem: null,
        canRetry: false,
      },
    ]);
    expect(await reports(placed)).toMatchObject([{ live: true, trackingNumbers: numbers, units: 5 }]);
    expect((await order(placed.id)).history.find(({ what }) => what === 'Reported to the store')?.why).toBe(
      `The store has ${numbers[0]}`,
    );
    // The store's own word about it comes back, and is not taken for somebody else's parcel.
    await world.player.changeOrder(MAPLE, placed.externalId, 'note');
    await until(async () => (await order(placed.id)).customerNote?.startsWith('Changed') === true);
    expect(await order(placed.id)).toMatchObject({ fulfillmentStatus: 'Fulfilled', storeNotices: [] });
    expect((await order(placed.id)).items.map(({ shippedElsewhere }) => shippedElsewhere)).toEqual([0, 0]);
  });

  test('of some units reports these, the next the rest; several parcels are one report with all numbers', async () => {
    const placed = await place();
    await buy(placed, [{ line: 1, quantity: 2 }]);
    await settled(placed.id, 'arrived');
    expect(await reports(placed)).toMatchObject([{ units: 2 }]);
    expect((await order(placed.id)).fulfillmentStatus).toBe('Partially-Fulfilled');
    const { numbers } = await buy(
      placed,
      [
        { line: 1, quantity: 1 },
        { line: 2, quantity: 2 },
      ],
      { parcels: 3 },
    );
    await settled(placed.id, 'arrived');
    expect(await reports(placed)).toMatchObject([{ units: 2 }, { units: 3, trackingNumbers: numbers }]);
  });

  test('tells the buyer or not, as the store’s setting says', async () => {
    const { data: store } = await world.call<StoreDetail>(admin(), 'GET', `/store/${storeId}`);
    await world.call(admin(), 'PUT', `/store/settings/${storeId}`, { ...store.settings, notifyBuyer: false });
    const placed = await place();
    await buy(placed, ALL);
    await settled(placed.id, 'arrived');
    const quiet = await world.shop<{ fulfilments: { notified: boolean }[] }>(
      MAPLE,
      'GET',
      `/orders/${placed.externalId.split('/').at(-1)}`,
    );
    await world.call(admin(), 'PUT', `/store/settings/${storeId}`, { ...store.settings, notifyBuyer: true });
    const other = await place();
    await buy(other, ALL);
    await settled(other.id, 'arrived');
    const loud = await world.shop<{ fulfilments: { notified: boolean }[] }>(
      MAPLE,
      'GET',
      `/orders/${other.externalId.split('/').at(-1)}`,
    );
    expect([quiet.fulfilments[0]?.notified, loud.fulfilments[0]?.notified]).toEqual([false, true]);
  });

  test('that is voided is taken back at the store, and the order is open again', async () => {
    const placed = await place();
    const bought = await buy(placed, ALL);
    await settled(placed.id, 'arrived');
    await voidIt(placed, bought, ALL);
    await settled(placed.id, 'withdrawn');
    expect(await reports(placed)).toMatchObject([{ live: false }]);
    await world.player.changeOrder(MAPLE, placed.externalId, 'note');
    await until(async () => (await order(placed.id)).customerNote?.startsWith('Changed') === true);
    expect((await order(placed.id)).fulfillmentStatus).toBe('Unfulfilled');
    // Shipped anew, the new number arrives.
    const { numbers } = await buy(placed, ALL);
    await until(async () =>
      (await reports(placed)).some(({ live, trackingNumbers }) => live && trackingNumbers[0] === numbers[0]),
    );
  });

  test('voided before the store was told: it is never told', async () => {
    const placed = await place();
    const shipment = await world.database.db
      .tenant(admin(), async () => undefined)
      .then(() => buyAndVoidAtOnce(placed));
    expect(shipment).toBeDefined();
    await settled(placed.id, 'not-sent');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await reports(placed)).toEqual([]);
  });

  /** Both in one transaction, so that no journal can come between. */
  async function buyAndVoidAtOnce(placed: Placed): Promise<string> {
    const shipmentId = newId();
    const common = { tenantId: admin().tenantId, shipmentId, userId: admin().userId };
    await world.database.db.tenant(admin(), async (tx) => {
      await world.application.stores.follower.onShipmentBought?.(tx, {
        ...common,
        orders: [{ orderId: placed.id, items: ALL }],
        parcels: [{ number: 1, trackingNumber: 'NEVER1', trackingUrl: undefined }],
        carrier: { slug: 'ups', name: 'UPS' },
        serviceName: 'Ground',
        test: false,
        replacesId: undefined,
      });
      await world.application.stores.follower.onShipmentVoided?.(tx, {
        ...common,
        orders: [{ orderId: placed.id, items: ALL }],
        whole: true,
        voidedParcels: [{ number: 1, trackingNumber: 'NEVER1' }],
      });
    });
    return shipmentId;
  }

  test('that replaces another: the old number goes first, then the new one comes', async () => {
    const placed = await place();
    const old = await buy(placed, ALL);
    await settled(placed.id, 'arrived');
    const { numbers } = await buy(placed, ALL, { replacesId: old.shipmentId, takenOver: true });
    await settled(placed.id, 'arrived', 'withdrawn');
    expect(await reports(placed)).toMatchObject([
      { live: false, trackingNumbers: old.numbers },
      { live: true, trackingNumbers: numbers, units: 5 },
    ]);
    await voidIt(placed, old, []);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await reports(placed)).filter(({ live }) => live)).toHaveLength(1);
  });
});

describe('what goes wrong', () => {
  test('an answer that is lost is looked up: one fulfilment, not two', async () => {
    const placed = await place();
    await world.admin.setFaults('shopify', [{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
    const { numbers } = await buy(placed, ALL);
    await settled(placed.id, 'arrived');
    expect(await reports(placed)).toMatchObject([{ live: true, trackingNumbers: numbers }]);
  });

  test('forgotten with the database is asked about: it is neither told nor taken back a second time', async () => {
    const placed = await place();
    const goBack = (kind: string) =>
      withClient(world.database.migrator, async (client) => {
        const ids = `SELECT id FROM effects WHERE subject_id = '${placed.id}' AND kind = '${kind}'`;
        await client.query(`UPDATE maintenance.lineage SET rewound_at = clock_timestamp()`);
        await client.query(`DELETE FROM effect_steps WHERE subject_id IN (${ids})`);
        await client.query(`UPDATE effects SET state = 'planned', sent_at = NULL, vendor_ids = '{}', lease_until = NULL,
          due_at = clock_timestamp() WHERE id IN (${ids})`);
      });
    const sent = async () => {
      const { rows } = await world.database.db.tenant(admin(), (tx) =>
        sql<{ kind: string }>`SELECT kind FROM effects WHERE subject_id = ${placed.id} AND sent_at IS NOT NULL`.execute(
          tx,
        ),
      );
      return rows.map(({ kind }) => kind);
    };
    const one: Items = [{ line: 1, quantity: 1 }];
    const bought = await buy(placed, one);
    await settled(placed.id, 'arrived');
    expect(await sent()).toEqual(['fulfilment_push']);
    await goBack('fulfilment_push');
    await settled(placed.id, 'arrived');
    expect(await sent()).toEqual([]);
    expect(await reports(placed)).toMatchObject([{ live: true, trackingNumbers: bought.numbers, units: 1 }]);
    await voidIt(placed, bought, one);
    await settled(placed.id, 'withdrawn');
    expect(await sent()).toEqual(['fulfilment_cancel']);
    await goBack('fulfilment_cancel');
    await settled(placed.id, 'withdrawn');
    expect(await sent()).toEqual([]);
    expect(await reports(placed)).toMatchObject([{ live: false }]);
  });

  test('void while the report is on its way: the withdrawal waits for it', async () => {
    const placed = await place();
    await world.admin.setFaults('shopify', [{ kind: 'latency', effect: 'effect', ms: 250, times: 1 }]);
    const bought = await buy(placed, ALL);
    await until(async () => (await pushes(placed.id))[0]?.state === 'sending');
    await voidIt(placed, bought, ALL);
    await settled(placed.id, 'withdrawn');
    expect(await reports(placed)).toMatchObject([{ live: false }]);
  });

  test('a refusal is shown with its reason, stands in the inbox, and is sent again when a person asks', async () => {
    const placed = await place();
    await world.player.changeOrder(MAPLE, placed.externalId, 'hold');
    await buy(placed, ALL);
    await settled(placed.id, 'failed');
    const [failed] = await pushes(placed.id);
    expect(failed).toMatchObject({ state: 'failed', canRetry: true });
    expect(failed?.problem).toMatch(/hold/i);
    expect(failed?.nextStep).toMatch(/try again/);
    const inbox = () =>
      world.database.db.tenant(admin(), (tx) =>
        tx
          .selectFrom('exceptions')
          .select(['kind', 'summary'])
          .where('kind', '=', 'push')
          .where('resolved_at', 'is', null)
          .execute(),
      );
    expect((await inbox()).map(({ summary }) => summary).join()).toContain((await order(placed.id)).ecomOrderNumber);
    expect((await world.call<StoreDetail>(admin(), 'GET', `/store/${storeId}`)).data.counts.pushesFailed).toBe(1);
    expect(await world.call(world.people.foreign, 'POST', `/store/push/${failed?.id}/retry`)).toMatchObject({
      status: 404,
    });
    await world.player.changeOrder(MAPLE, placed.externalId, 'release');
    expect(await world.call(admin(), 'POST', `/store/push/${failed?.id}/retry`)).toMatchObject({ status: 200 });
    await settled(placed.id, 'arrived');
    expect(await inbox()).toEqual([]);
    expect(await world.call(admin(), 'POST', `/store/push/${failed?.id}/retry`)).toMatchObject({ status: 403 });
  });

  test('a store that is away for a while is told later, by itself', async () => {
    const placed = await place();
    await world.admin.setFaults('shopify', [{ kind: 'status-before-effect', effect: 'read', status: 503 }]);
    await buy(placed, ALL);
    await until(async () => (await pushes(placed.id))[0]?.state === 'retrying', 30_000);
    await world.admin.clearFaults('shopify');
    await until(async () => {
      // As if the pause were over.
      await world.database.db.tenant(admin(), (tx) =>
        sql`UPDATE effects SET due_at = clock_timestamp() WHERE subject_id = ${placed.id} AND state = 'planned' AND due_at IS NOT NULL`.execute(
          tx,
        ),
      );
      return (await pushes(placed.id))[0]?.state === 'arrived';
    }, 40_000);
  }, 80_000);

  test('cancelled at the store while a label is here: said on the order and in the inbox, until it is settled', async () => {
    const placed = await place();
    const bought = await buy(placed, ALL);
    await settled(placed.id, 'arrived');
    await world.player.changeOrder(MAPLE, placed.externalId, 'cancel');
    await until(async () => (await order(placed.id)).fulfillmentStatus === 'Cancelled');
    const [notice] = (await order(placed.id)).storeNotices;
    expect(notice).toMatchObject({ code: 'cancelled-with-label' });
    expect(notice?.message).toMatch(/cancelled at Maple Goods, but 5 units have a label/);
    expect(await world.call(admin(), 'POST', `/store/notice/${notice?.id}/dismiss`)).toMatchObject({ status: 200 });
    expect((await order(placed.id)).storeNotices).toEqual([]);
    expect(bought.numbers).toHaveLength(1);
  });

  test('the store is told the seller’s tracking page where the seller wants that, and else what it knows of the carrier', async () => {
    const before = await place();
    await buy(before, ALL);
    await settled(before.id, 'arrived');
    expect((await reports(before))[0]?.trackingUrls).toEqual([]);
    const put = (tellStores: boolean, version: number) =>
      world.call<{ version: number }>(admin(), 'PUT', '/buyer-page/settings', { lifeDays: 90, tellStores, version });
    const { data } = await put(true, 0);
    const told = await place();
    await buy(told, ALL, { parcels: 2 });
    await settled(told.id, 'arrived');
    const { buyerPage } = await order(told.id);
    const urls = (await reports(told))[0]?.trackingUrls ?? [];
    expect(new Set(urls).size).toBe(1);
    expect(urls).toEqual([expect.stringMatching(/^https?:\/\//), expect.stringContaining(buyerPage ?? 'none')]);
    await put(false, data.version);
  });

  test('a store that is gone refuses at once; connected again, it is told', async () => {
    const placed = await place();
    await world.call(admin(), 'DELETE', `/store/${storeId}`);
    await buy(placed, ALL);
    await settled(placed.id, 'failed');
    expect((await pushes(placed.id))[0]?.problem).toMatch(/not connected/);
    expect(await world.connect(admin(), MAPLE)).toBe(storeId);
    await settled(placed.id, 'arrived');
  });
});
