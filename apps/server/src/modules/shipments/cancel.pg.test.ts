import type { DataOf } from '@scanship/contracts/call';
import type { listExceptions } from '@scanship/contracts/shipping/exceptions';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import type { cancelMultiple, ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackVendor, startVendor, type VendorOptions } from '../../../test/loopback-vendor.ts';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import { checkBook, readBalances } from '../billing/index.ts';
import { settleRefund } from './commands/settle-refund.ts';
import { cancelShipment, createShipment, decideException, readShipments } from './index.ts';
import type { ShipmentBought, ShipmentVoided } from './index.ts';

describe('cancelling through the calls', () => {
  let world: ParcelWorld;
  beforeAll(async () => {
    world = await makeParcelWorld();
  }, 60_000);
  afterAll(async () => {
    expect(await world.database.db.tenant(world.seller, checkBook)).toEqual([]);
    await world.close();
  });
  beforeEach(async () => {
    await world.after(0);
    await world.admin.clearFaults('testline-express');
  });
  const cancel = (id: string) => world.call<ShipmentSummary>(world.seller, 'DELETE', `/shipment/${id}/cancel`);
  const many = (body: object) =>
    world.call<DataOf<typeof cancelMultiple>>(world.seller, 'POST', '/shipment/cancel/multiple', body);
  const order = async (id: string) => (await world.call<OrderRow>(world.seller, 'GET', `/orders/${id}`)).data;
  const boughtHoursAgo = (id: string, hours: number) =>
    world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE purchases SET sent_at = sent_at - ${hours} * interval '1 hour' WHERE shipment_id = ${id}`.execute(tx),
    );

  it('says the deadline and what comes back before, and what came back after; the order is open again', async () => {
    const { shipment, orderId } = await world.buy('testline-express');
    expect(shipment.cancel).toMatchObject({ allowed: true, reason: null, refund: 'now' });
    const left = Date.parse(shipment.cancel.until ?? '') - Date.now();
    expect(left).toBeGreaterThan(1.9 * 3_600_000);
    expect(left).toBeLessThanOrEqual(2 * 3_600_000);
    expect((await order(orderId)).fulfillmentStatus).toBe('Fulfilled');
    const done = await cancel(shipment.id);
    expect(done).toMatchObject({
      status: 200,
      data: {
        state: 'voided',
        refund: 'received',
        refunds: [{ state: 'received', amount: shipment.price, expectedBy: null }],
        cancel: { allowed: false, reason: 'It is cancelled already.', until: null },
      },
    });
    const books = await world.admin.books('testline-express');
    expect(books.filter((entry) => entry.kind === 'voided')).toHaveLength(1);
    expect(await order(orderId)).toMatchObject({ fulfillmentStatus: 'Unfulfilled', trackingStatus: null });
    // Pressed again, it is still cancelled, and the carrier hears nothing.
    expect(await cancel(shipment.id)).toMatchObject({ status: 200, data: { state: 'voided' } });
    expect(await world.admin.books('testline-express')).toHaveLength(books.length);
  });

  it('is refused after the carrier’s deadline, with the reason beforehand', async () => {
    const { shipment } = await world.buy('testline-express');
    await boughtHoursAgo(shipment.id, 2);
    const why = 'testline-express cancels labels within 2 hours of the purchase, and that time is over.';
    expect((await world.shipment(shipment.id)).cancel).toEqual({
      allowed: false,
      reason: why,
      until: null,
      refund: 'now',
    });
    expect(await cancel(shipment.id)).toMatchObject({ status: 409, code: 'cannot_cancel' });
    expect((await world.shipment(shipment.id)).state).toBe('bought');
  });

  it('is refused where the label came with a customer of another installation: its carrier is spoken to there', async () => {
    const { shipment } = await world.buy('testline-express');
    await withClient(world.database.migrator, (client) =>
      client.query('UPDATE purchases SET sealed = NULL WHERE shipment_id = $1', [shipment.id]),
    );
    const came = (at: string) =>
      withClient(world.database.migrator, (client) =>
        client.query(`UPDATE tenants SET came_at = ${at} WHERE id = (SELECT tenant_id FROM shipments WHERE id = $1)`, [
          shipment.id,
        ]),
      );
    await came('now()');
    expect((await world.shipment(shipment.id)).cancel).toMatchObject({
      allowed: false,
      reason: 'This label was bought in another installation; cancel it there.',
    });
    expect(await cancel(shipment.id)).toMatchObject({
      status: 409,
      code: 'cannot_cancel',
      message: 'This label was bought in another installation; cancel it there.',
    });
    expect((await world.shipment(shipment.id)).state).toBe('bought');
    await came('NULL');
    // What was not told by the archive's day is told by what is missing.
    expect(await cancel(shipment.id)).toMatchObject({ status: 409, code: 'cannot_cancel' });
  });

  it('that the carrier declines leaves the label bought, with the carrier’s words, and can be tried again from the inbox', async () => {
    const { shipment, orderId } = await world.buy('testline-express');
    // Its own clock says that the parcel was picked up; we have not heard of it.
    await world.after(3);
    const declined = await cancel(shipment.id);
    expect(declined).toMatchObject({ status: 409, code: 'cannot_cancel' });
    expect(declined.message).toContain('The shipment was picked up');
    expect(await world.shipment(shipment.id)).toMatchObject({
      state: 'bought',
      refund: 'none',
      cancel: { allowed: true },
    });
    expect((await order(orderId)).fulfillmentStatus).toBe('Fulfilled');
    const inbox = () => world.call<DataOf<typeof listExceptions>>(world.seller, 'GET', '/exceptions?kind=void');
    const row = (await inbox()).data.exceptions.find((each) => each.subject.shipment?.id === shipment.id);
    expect(row).toMatchObject({ reason: 'refused' });
    expect(row?.summary).toContain('The shipment was picked up');
    await world.after(0);
    const again = await world.call(world.seller, 'POST', `/exceptions/${row?.id}/act`, { action: 'cancel-again' });
    expect(again.status).toBe(200);
    await expect.poll(async () => (await world.shipment(shipment.id)).state).toBe('voided');
    expect((await inbox()).data.exceptions.filter((each) => each.id === row?.id)).toEqual([]);
  });

  it('of many goes each for itself: shipments and orders, done, travelled, without a label, unknown', async () => {
    const [one, two, scanned] = [
      await world.buy('testline-express'),
      await world.buy('testline-express'),
      await world.buy('testline-express'),
    ];
    const plain = await world.newOrder();
    await world.after(3);
    await world.poll(scanned.shipment.id);
    await world.after(0);
    const nobody = '0199a000-0000-7000-8000-00000000dead';
    const answer = await many({
      shipmentIds: [one.shipment.id, scanned.shipment.id, nobody],
      orderIds: [two.orderId, plain.id, one.orderId],
    });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ voided: 2, voiding: 0, refused: 3 });
    const of = (id: string) => answer.data.results.find((each) => each.shipmentId === id || each.orderId === id);
    expect(of(one.shipment.id)).toMatchObject({ outcome: 'voided', refund: 'received', message: null });
    expect(of(two.orderId)).toMatchObject({ outcome: 'voided', shipmentId: two.shipment.id });
    expect(of(scanned.shipment.id)).toMatchObject({
      outcome: 'refused',
      message: 'The carrier has scanned the parcel.',
    });
    expect(of(plain.id)).toMatchObject({
      outcome: 'refused',
      shipmentId: null,
      message: `Order ${plain.number} has no label to cancel.`,
    });
    expect(of(nobody)).toMatchObject({ outcome: 'not-found' });
    // Named twice, by itself and by its order, it is one result.
    expect(answer.data.results).toHaveLength(5);
    expect(await many({})).toMatchObject({ status: 400, code: 'validation' });
    const foreign = await world.call<DataOf<typeof cancelMultiple>>(
      world.people.foreign,
      'POST',
      '/shipment/cancel/multiple',
      { shipmentIds: [scanned.shipment.id], orderIds: [scanned.orderId] },
    );
    expect(foreign.data.results.map((each) => each.outcome)).toEqual(['not-found', 'not-found']);
  });
});

describe('cancelling at a carrier that takes one parcel a call', () => {
  let world: World;
  const vendors: LoopbackVendor[] = [];
  const bought: ShipmentBought[] = [];
  const voided: ShipmentVoided[] = [];
  beforeAll(async () => {
    world = await makeWorld();
    world.followers.push({
      onShipmentBought: (_tx, shipment) => Promise.resolve(void bought.push(shipment)),
      onShipmentVoided: (_tx, shipment) => Promise.resolve(void voided.push(shipment)),
    });
  });
  beforeEach(() => {
    bought.length = 0;
    voided.length = 0;
  });
  afterAll(async () => {
    expect(await world.test.db.tenant(world.anna, checkBook)).toEqual([]);
    await world.close();
    await Promise.all(vendors.map((vendor) => vendor.close()));
  });
  async function shop(options: VendorOptions = { recovery: 'by-reference' }) {
    const vendor = await startVendor(options);
    vendors.push(vendor);
    return { vendor, deps: world.process(vendor) };
  }
  const exceptionsOf = (shipmentId: string) =>
    world.test.db.tenant(world.anna, (tx) =>
      sql<{ id: string; kind: string; reason: string; open: boolean; summary: string }>`SELECT id, kind, reason,
          resolved_at IS NULL AS open, summary FROM exceptions WHERE subject -> 'shipment' ->> 'id' = ${shipmentId} ORDER BY id`.execute(
        tx,
      ),
    );

  it('voids what it can: the others stay bought and say why; followers hear of both', async () => {
    const { vendor, deps } = await shop();
    const orderId = await world.newOrder([2]);
    const made = await createShipment(
      deps,
      world.anna,
      { orderId, ...(await world.newRate(orderId, { parcels: 3 })) },
      undefined,
    );
    if (!made.ok) throw new Error(made.problem.code);
    const { shipmentId } = made.value;
    expect(await world.settled(deps, shipmentId)).toBe('bought');
    expect(bought).toHaveLength(1);
    expect(bought[0]).toMatchObject({
      shipmentId,
      orders: [{ orderId, items: [{ line: 1, quantity: 2 }] }],
      parcels: [{ number: 1, trackingNumber: 'LPL11' }, { number: 2 }, { number: 3 }],
      carrier: { slug: 'loopback', name: 'Loopback Post' },
      test: true,
      userId: world.anna.userId,
    });
    vendor.script.set('void', ['refuse']);
    expect((await cancelShipment(deps, world.anna, shipmentId)).ok).toBe(true);
    expect(await world.settled(deps, shipmentId)).toBe('partly_bought');
    expect(vendor.books.filter((label) => label.voided)).toHaveLength(2);
    const [view] = await world.test.db.tenant(world.anna, (tx) =>
      readShipments(tx, world.anna.tenantId, [shipmentId], deps.ports.grants),
    );
    expect(view?.parcels.filter((parcel) => parcel.purchaseState === 'complete')).toHaveLength(1);
    expect(view?.refunds.map((refund) => refund.state)).toEqual(['received', 'received']);
    expect(view?.problems[0]?.code).toBe('void-refused');
    expect(view?.problems[0]?.vendorMessage).toContain('The postal code does not exist.');
    // Two parcels are void, the third still carries the order.
    expect(voided).toHaveLength(1);
    expect(voided[0]).toMatchObject({ shipmentId, whole: false, orders: [{ orderId, items: [] }] });
    expect(voided[0]?.voidedParcels).toHaveLength(2);
    expect((await exceptionsOf(shipmentId)).rows).toMatchObject([{ kind: 'void', reason: 'refused', open: true }]);

    expect((await cancelShipment(deps, world.anna, shipmentId)).ok).toBe(true);
    expect(await world.settled(deps, shipmentId)).toBe('voided');
    expect(voided[1]).toMatchObject({ whole: true, orders: [{ orderId, items: [{ line: 1, quantity: 2 }] }] });
    expect(voided[1]?.voidedParcels).toHaveLength(3);
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'unfulfilled', allocated: 0, shipped: 0 });
    expect((await exceptionsOf(shipmentId)).rows).toMatchObject([{ open: false }]);
    // Repeated, it says the same and does nothing.
    const calls = vendor.calls.length;
    expect(await cancelShipment(deps, world.anna, shipmentId)).toEqual({ ok: true, value: [] });
    expect(vendor.calls).toHaveLength(calls);
  });

  it('of one parcel whose contents are known opens the order again for what was in it', async () => {
    const { vendor, deps } = await shop();
    const orderId = await world.newOrder([3, 1]);
    const contents = [
      [{ line: 1, quantity: 1 }],
      [
        { line: 1, quantity: 2 },
        { line: 2, quantity: 1 },
      ],
    ];
    const buy = async (of: typeof contents) => {
      const rate = await world.newRate(orderId, { contents: of });
      const made = await createShipment(deps, world.anna, { orderId, ...rate }, undefined);
      if (!made.ok) throw new Error(made.problem.code);
      return made.value.shipmentId;
    };
    const shipmentId = await buy(contents);
    expect(await world.settled(deps, shipmentId)).toBe('bought');
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'fulfilled', allocated: 4, shipped: 4 });
    vendor.script.set('void', ['refuse']);
    await cancelShipment(deps, world.anna, shipmentId);
    expect(await world.settled(deps, shipmentId)).toBe('partly_bought');
    const now = await world.orderState(orderId);
    expect(now.fulfillment).toBe('partial');
    // Which of the two the carrier refused is chance; what is open is what was in the other.
    const opened = voided[0]?.orders[0]?.items ?? [];
    expect(contents).toContainEqual(opened);
    expect(4 - now.shipped).toBe(opened.reduce((n, item) => n + item.quantity, 0));
    // It can be shipped anew, and the rest of the first shipment voided; nothing is counted twice.
    const second = await buy([[...opened]]);
    expect(await world.settled(deps, second)).toBe('bought');
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'fulfilled', allocated: 4, shipped: 4 });
    await cancelShipment(deps, world.anna, shipmentId);
    expect(await world.settled(deps, shipmentId)).toBe('voided');
    await cancelShipment(deps, world.anna, second);
    expect(await world.settled(deps, second)).toBe('voided');
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'unfulfilled', allocated: 0, shipped: 0 });
  });

  it('a later refund of a lent account is nobody’s to claim; the carrier’s word credits every level', async () => {
    const { deps } = await shop({ recovery: 'by-reference', refund: 'later' });
    const orderId = await world.newOrder([1]);
    const rate = await world.newRate(orderId, { lent: true });
    const made = await createShipment(deps, world.anna, { orderId, ...rate }, undefined);
    if (!made.ok) throw new Error(made.problem.code);
    const { shipmentId } = made.value;
    await world.settled(deps, shipmentId);
    await cancelShipment(deps, world.anna, shipmentId);
    expect(await world.settled(deps, shipmentId)).toBe('voided');
    const [franchise] = world.tree.franchises;
    const costs = (tenantId: string) =>
      world.test.db.tenant({ tenantId }, async (tx) =>
        (await readBalances(tx))
          .filter((balance) => balance.kind === 'cost')
          .reduce((sum, each) => sum + each.amount.minor, 0),
      );
    const before = [await costs(world.anna.tenantId), await costs(franchise)];
    const settle = (by: Parameters<typeof settleRefund>[2]['by']) =>
      world.test.db.tenant(world.anna, async (tx) => {
        const { id } = await tx
          .selectFrom('voids')
          .innerJoin('purchases', 'purchases.id', 'voids.purchase_id')
          .select('voids.id')
          .where('purchases.shipment_id', '=', shipmentId)
          .executeTakeFirstOrThrow();
        return settleRefund(tx, deps, { tenantId: world.anna.tenantId, voidId: id, by }, 'received');
      });
    const claimed = await settle({ userId: world.anna.userId, sessionId: null });
    expect(claimed).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    expect(await costs(world.anna.tenantId)).toBe(before[0]);
    // As it comes from another installation: nobody here knows by what it would be credited.
    await withClient(world.test.migrator, async (client) => {
      await client.query('CREATE TEMPORARY TABLE kept AS SELECT id, sealed FROM voids');
      await client.query('UPDATE voids SET sealed = NULL');
      expect(await settle(null)).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
      await client.query('UPDATE voids v SET sealed = k.sealed FROM kept k WHERE k.id = v.id');
    });
    expect(await settle(null)).toEqual({ ok: true, value: undefined });
    expect(await settle(null)).toEqual({ ok: true, value: undefined });
    // The customer had paid 10.00, the franchise 8.00; both have it back once.
    expect([await costs(world.anna.tenantId), await costs(franchise)]).toEqual([
      (before[0] ?? 0) - 1_000,
      (before[1] ?? 0) - 800,
    ]);
    expect(await world.test.db.tenant({ tenantId: franchise }, checkBook)).toEqual([]);
  });

  it.each<[string, { readonly told: boolean; readonly failed?: boolean; readonly calls: readonly string[] }]>([
    ['is asked about, though who looks at a void label first declines', { told: true, calls: ['voided'] }],
    [
      'is looked at and sent when the carrier knows nothing of it, also a settle time after the database went back',
      { told: false, calls: ['voided', 'voided', 'voided', 'void'] },
    ],
    ['after a try that failed is asked about before the next', { told: true, failed: true, calls: ['voided'] }],
  ])('forgotten with the database %s', async (_what, { told, failed, calls }) => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', looksBeforeVoid: true });
    const orderId = await world.newOrder([1]);
    const made = await createShipment(deps, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
    if (!made.ok) throw new Error(made.problem.code);
    const { shipmentId } = made.value;
    await world.settled(deps, shipmentId);
    await deps.journal.stop();
    const cancelled = await cancelShipment(deps, world.anna, shipmentId);
    const [ref] = cancelled.ok ? cancelled.value : [];
    if (!ref) throw new Error('nothing was stored');
    // The carrier may have been told after the moment to which the database went back.
    for (const label of vendor.books) label.voided = told;
    await withClient(world.test.migrator, async (client) => {
      if (failed) {
        await client.query(`UPDATE voids SET state = 'sending', sent_at = clock_timestamp() WHERE id = '${ref.id}'`);
        await client.query(`INSERT INTO effect_steps (tenant_id, subject_kind, subject_id, no, name, effect, state)
          SELECT tenant_id, 'void', id, s.* FROM voids, (VALUES (0, 'look', 'read', 'done'), (1, 'void', 'create', 'failed')) AS s
          WHERE id = '${ref.id}'`);
      }
      await client.query('UPDATE maintenance.lineage SET rewound_at = clock_timestamp()');
    });
    const back = world.process(vendor);
    await back.journal.advance(ref);
    expect(await world.settled(back, shipmentId)).toBe('voided');
    expect(vendor.calls.filter((call) => call.startsWith('void'))).toEqual(calls);
  });

  it('a follower that fails undoes the outcome with it, and it is recorded when the follower works again', async () => {
    const { vendor, deps } = await shop();
    const orderId = await world.newOrder([1]);
    let broken = true;
    const follower = {
      onShipmentBought: () =>
        broken ? Promise.reject(new Error('the store module is out of order')) : Promise.resolve(),
    };
    world.followers.push(follower);
    const made = await createShipment(deps, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
    if (!made.ok) throw new Error(made.problem.code);
    expect(await world.settled(deps, made.value.shipmentId, 1_000)).toBe('buying');
    broken = false;
    deps.journal.start();
    expect(await world.settled(deps, made.value.shipmentId)).toBe('bought');
    expect(vendor.books).toHaveLength(1);
    world.followers.splice(world.followers.indexOf(follower), 1);
  });

  it('a purchase nobody can be asked about is in the inbox in the same transaction, and leaves it with the decision', async () => {
    const { vendor, deps } = await shop({ recovery: 'none', settleAfterMs: 200 });
    vendor.script.set('create', ['drop-after']);
    const orderId = await world.newOrder([1]);
    const made = await createShipment(deps, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
    if (!made.ok) throw new Error(made.problem.code);
    const { shipmentId } = made.value;
    await world.settled(deps, shipmentId);
    const [row] = (await exceptionsOf(shipmentId)).rows;
    expect(row).toMatchObject({ kind: 'purchase', reason: 'disputed', open: true });
    expect(row?.summary).toContain('It is not known whether Loopback Post made the label');
    await new Promise((resolve) => setTimeout(resolve, 250));
    // Decided by the exception itself.
    const decided = await decideException(deps, world.anna, row?.id ?? '', {
      decision: 'exists',
      trackingNumbers: ['LPL11'],
    });
    expect(decided).toEqual({ ok: true, value: { shipmentId } });
    expect((await exceptionsOf(shipmentId)).rows).toMatchObject([{ open: false }]);
    expect(bought.at(-1)).toMatchObject({ shipmentId });
  });
});
