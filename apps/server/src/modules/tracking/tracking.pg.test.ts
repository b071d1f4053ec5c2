import type { CarrierTrackingEvent, TrackedParcel } from '@scanship/connector-kit/carrier/carrier';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import type { ShipmentTracking } from '@scanship/contracts/shipping/tracking';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createCarriersModule } from '../carriers/index.ts';
import { followParcelsOf } from '../shipments/index.ts';
import { createTenantsModule } from '../tenants/index.ts';
import { applyReport } from './apply-report.ts';
import { createPoller, type PollerOptions } from './poller.ts';

let world: ParcelWorld;
beforeAll(async () => {
  world = await makeParcelWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.after(0);
  for (const slug of ['testline-express', 'testline-ground', 'testline-freight']) await world.admin.clearFaults(slug);
});

const one = (tracking: ShipmentTracking) => {
  const [parcel] = tracking.parcels;
  if (!parcel) throw new Error('there is no parcel');
  return parcel;
};
const orderRow = async (orderId: string): Promise<OrderRow> =>
  (await world.call<OrderRow>(world.seller, 'GET', `/orders/${orderId}`)).data;
const trackersOf = (shipmentId: string) =>
  world.database.db.tenant(world.seller, (tx) =>
    tx
      .selectFrom('trackers')
      .select([
        'id',
        'parcel_no',
        'status',
        'status_at',
        'scanned_at',
        'last_event_at',
        'failures',
        'due_at',
        'stopped',
        'attempt',
      ])
      .where('shipment_id', '=', shipmentId)
      .orderBy('parcel_no')
      .execute(),
  );
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a bought parcel', () => {
  it('is followed from the purchase to the door: state, order, cancel and reprint go with it', async () => {
    const { shipment, orderId } = await world.buy('testline-express');
    expect(shipment).toMatchObject({
      trackingStatus: 'unknown',
      scannedAt: null,
      cancel: { allowed: true, refund: 'now' },
      reprint: { warn: false },
    });
    const fresh = one(await world.tracking(shipment.id));
    // Nobody has been asked yet; the first look is half an hour after the purchase.
    expect(fresh).toMatchObject({ status: 'unknown', events: [], lastAskedAt: null, stopped: null });
    expect(Date.parse(fresh.nextAskAt ?? '') - Date.now()).toBeGreaterThan(29 * 60_000);

    expect(await world.poll(shipment.id)).toBe(1);
    expect(one(await world.tracking(shipment.id))).toMatchObject({
      status: 'label-created',
      scannedAt: null,
      problem: null,
      unreadable: [],
    });
    expect((await world.shipment(shipment.id)).state).toBe('bought');

    await world.after(3);
    await world.poll(shipment.id);
    const scanned = await world.shipment(shipment.id);
    expect(scanned).toMatchObject({
      state: 'handed_over',
      trackingStatus: 'accepted',
      cancel: { allowed: false, reason: 'The carrier has scanned the parcel.', until: null },
      reprint: { warn: true },
    });
    expect(scanned.reprint.reason).toContain('scanned');
    expect((await orderRow(orderId)).trackingStatus).toBe('accepted');
    const refused = await world.call(world.seller, 'DELETE', `/shipment/${shipment.id}/cancel`);
    expect(refused).toMatchObject({
      status: 409,
      code: 'cannot_cancel',
      message: 'The carrier has scanned the parcel.',
    });

    await world.after(24 * 3);
    await world.poll(shipment.id);
    const tracking = await world.tracking(shipment.id);
    expect(tracking).toMatchObject({ state: 'delivered', status: 'delivered' });
    const parcel = one(tracking);
    expect(parcel.events.map((event) => event.status)).toEqual([
      'delivered',
      'out-for-delivery',
      'in-transit',
      'accepted',
      'label-created',
    ]);
    // The vendor says UTC; the clock of the place is told where the place names its zone.
    const created = parcel.events.at(-1);
    expect(created).toMatchObject({
      place: 'Montreal, QC',
      zone: 'America/Toronto',
      text: 'Label created',
      source: 'poll',
    });
    expect(created?.localTime).not.toBe(created?.occurredAt.slice(0, 19));
    expect(parcel.estimatedDay).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect((await orderRow(orderId)).trackingStatus).toBe('delivered');
    const history = await world.database.db.tenant(world.seller, (tx) =>
      tx.selectFrom('state_changes').select('to_state').where('subject_id', '=', shipment.id).orderBy('at').execute(),
    );
    expect(history.map((row) => row.to_state).slice(-2)).toEqual(['handed_over', 'delivered']);
  });

  it('that was never seen keeps its state, and is asked about less and less, then no more', async () => {
    const { shipment } = await world.buy('testline-express');
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET bought_at = now() - interval '61 days' WHERE shipment_id = ${shipment.id}`.execute(tx),
    );
    // The carrier knows its label only; that was 61 days ago too.
    await world.poll(shipment.id);
    await world.database.db.tenant(world.seller, (tx) =>
      sql`DELETE FROM tracking_events WHERE tracker_id IN (SELECT id FROM trackers WHERE shipment_id = ${shipment.id})`.execute(
        tx,
      ),
    );
    const [tracker] = await trackersOf(shipment.id);
    await world.database.db.tenant(world.seller, (tx) =>
      applyReport(tx, context(tracker?.id ?? '', tracker?.attempt), report([])),
    );
    expect(one(await world.tracking(shipment.id))).toMatchObject({ nextAskAt: null, stopped: 'no-news' });
    expect((await world.shipment(shipment.id)).state).toBe('bought');
  });

  it('shares one call with others where the carrier takes several numbers', async () => {
    const bought = [
      await world.buy('testline-express'),
      await world.buy('testline-express'),
      await world.buy('testline-express'),
    ];
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET due_at = NULL WHERE due_at IS NOT NULL AND shipment_id <> ALL (${bought.map((b) => b.shipment.id)}::uuid[])`.execute(
        tx,
      ),
    );
    const before = await trackCalls();
    expect(await world.poll()).toBe(3);
    expect((await trackCalls()) - before).toBe(1);
  });

  it('of several in one shipment shows the one that is least far, and ends when all have ended', async () => {
    const { shipment } = await world.buy('testline-express', 2);
    const [first, second] = await trackersOf(shipment.id);
    await tell(
      first?.id,
      report([event('2026-11-20T10:00:00Z', 'in-transit'), event('2026-11-21T10:00:00Z', 'delivered')]),
    );
    expect(await world.shipment(shipment.id)).toMatchObject({ state: 'handed_over', trackingStatus: 'unknown' });
    await tell(second?.id, report([event('2026-11-21T09:00:00Z', 'returned')]));
    expect(await world.shipment(shipment.id)).toMatchObject({ state: 'returned', trackingStatus: 'returned' });
  });
});

const event = (
  occurredAt: string,
  status: CarrierTrackingEvent['status'],
  more: Partial<CarrierTrackingEvent> = {},
) => ({
  occurredAt,
  status,
  code: status,
  text: `It is ${status}`,
  ...more,
});
const report = (events: readonly CarrierTrackingEvent[], problems: readonly string[] = []): TrackedParcel => ({
  trackingNumber: 'any',
  events,
  problems,
});
const context = (trackerId: string, attempt?: number) => ({
  tenantId: world.seller.tenantId,
  trackerId,
  source: 'poll' as const,
  attempt,
  carrierName: 'TestLine Express (TEST)',
  now: new Date(),
  follow: followParcelsOf,
});
const tell = (trackerId: string | undefined, said: TrackedParcel) =>
  world.database.db.tenant(world.seller, (tx) => applyReport(tx, context(trackerId ?? ''), said));
const trackCalls = async (): Promise<number> => {
  await pass(300);
  const calls = await world.database.db.tenant(world.seller, (tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM carrier_calls WHERE operation = 'track'`.execute(tx),
  );
  return calls.rows[0]?.n ?? 0;
};

describe('events', () => {
  const STORY = [
    event('2026-11-18T10:00:00Z', 'label-created'),
    event('2026-11-18T15:00:00', 'accepted', { place: 'Toronto, ON' }),
    event('2026-11-19T02:00:00', 'in-transit', { zone: 'America/Winnipeg' }),
    event('2026-11-20T08:00:00-08:00', 'out-for-delivery'),
    event('2026-11-20T18:00:00Z', 'exception', { text: 'Nobody at home' }),
    event('2026-11-20T12:00:00Z', 'unknown', { text: 'Advised by telephone' }),
  ];

  it('end in the same state in whatever order, however often and in however many parts they arrive', async () => {
    const { shipment } = await world.buy('testline-express', 6);
    const trackers = await trackersOf(shipment.id);
    const orders = [
      [0, 1, 2, 3, 4, 5],
      [5, 4, 3, 2, 1, 0],
      [4, 0, 3, 1, 5, 2],
      [2, 2, 4, 0, 0, 1, 3, 5, 4],
      [3, 5, 1, 4, 2, 0, 3, 5, 1],
    ];
    for (const [index, order] of orders.entries())
      for (const at of order) await tell(trackers[index]?.id, report([STORY[at]].flatMap((each) => each ?? [])));
    // And all at once, twice.
    for (let i = 0; i < 2; i += 1) await tell(trackers[5]?.id, report(STORY));
    const ends = await trackersOf(shipment.id);
    expect(ends).toHaveLength(6);
    for (const end of ends)
      expect({ ...end, id: '', parcel_no: 0, due_at: null }).toMatchObject({
        status: 'exception',
        status_at: new Date('2026-11-20T18:00:00Z'),
        scanned_at: new Date('2026-11-18T20:00:00Z'),
        last_event_at: new Date('2026-11-20T18:00:00Z'),
      });
    const counted = await world.database.db.tenant(world.seller, (tx) =>
      sql<{
        n: number;
      }>`SELECT count(*)::int AS n FROM tracking_events WHERE tracker_id = ANY (${ends.map((e) => e.id)}::uuid[])
        GROUP BY tracker_id`.execute(tx),
    );
    expect(counted.rows.map((row) => row.n)).toEqual([6, 6, 6, 6, 6, 6]);
  });

  it('that cannot be read are said beside the others, and move nothing', async () => {
    const { shipment } = await world.buy('testline-express');
    const [tracker] = await trackersOf(shipment.id);
    const future = new Date(Date.now() + 900 * 86_400_000).toISOString();
    await tell(
      tracker?.id,
      report(
        [
          event('2026-11-20T10:00:00Z', 'in-transit', { text: 'Left\u0000 the depot' }),
          event('yesterday', 'delivered', { text: 'Handed to the neighbour' }),
          event('2026-11-20T12:00:00', 'delivered', { text: 'At a place nobody knows', place: 'Springfield' }),
          event(future, 'delivered', { text: 'From the future' }),
          event('1970-01-01T00:00:00Z', 'delivered', { text: 'The beginning of time' }),
        ],
        ['events[5].code should be one of LABEL, MOVING but is "TELEPORTED".'],
      ),
    );
    const parcel = one(await world.tracking(shipment.id));
    expect(parcel.status).toBe('in-transit');
    expect(parcel.events.map((each) => each.text)).toEqual(['Left\uFFFD the depot']);
    expect(parcel.unreadable).toHaveLength(5);
    expect(parcel.unreadable.join(' ')).toMatch(
      /TELEPORTED.*neighbour.*Springfield|TELEPORTED.*neighbour.*nobody knows/,
    );
    // The next good answer says so no more.
    await tell(tracker?.id, report([event('2026-11-20T10:00:00Z', 'in-transit', { text: 'Left\u0000 the depot' })]));
    expect(one(await world.tracking(shipment.id))).toMatchObject({
      unreadable: [],
      events: [{ status: 'in-transit' }],
    });
  });

  it('never take a delivered parcel back onto the road', async () => {
    const { shipment } = await world.buy('testline-express');
    const [tracker] = await trackersOf(shipment.id);
    await tell(tracker?.id, report([event('2026-11-20T10:00:00Z', 'delivered')]));
    await tell(
      tracker?.id,
      report([event('2026-11-20T11:00:00Z', 'in-transit'), event('2026-11-19T11:00:00Z', 'accepted')]),
    );
    expect(await world.shipment(shipment.id)).toMatchObject({ state: 'delivered', trackingStatus: 'delivered' });
    expect(one(await world.tracking(shipment.id)).events).toHaveLength(3);
  });
});

describe('a carrier that does not answer', () => {
  it('is said beside its parcels and asked later, each time later; nothing is lost when it is back', async () => {
    const { shipment } = await world.buy('testline-ground');
    await world.admin.setFaults('testline-ground', [
      { kind: 'status-before-effect', status: 503, effect: 'read', times: 50 },
    ]);
    await world.poll(shipment.id);
    const first = one(await world.tracking(shipment.id));
    expect(first.problem?.message).toContain('TestLine Ground');
    expect(first).toMatchObject({ status: 'unknown', events: [], stopped: null });
    const wait = Date.parse(first.nextAskAt ?? '') - Date.now();
    expect(wait).toBeGreaterThan(3 * 60_000);
    // The lane holds its breath in that process; another asks again, and waits twice as long afterwards.
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET due_at = now() - interval '1 second' WHERE shipment_id = ${shipment.id}`.execute(tx),
    );
    expect(await world.application.tracking.poller.sweep()).toBe(0);
    await world.another().tracking.poller.sweep();
    const second = one(await world.tracking(shipment.id));
    expect(Date.parse(second.nextAskAt ?? '') - Date.now()).toBeGreaterThan(1.5 * wait);
    expect(second.problem?.since).toBe(first.problem?.since);
    await world.admin.clearFaults('testline-ground');
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET due_at = now() - interval '1 second' WHERE shipment_id = ${shipment.id}`.execute(tx),
    );
    await world.another().tracking.poller.sweep();
    expect(one(await world.tracking(shipment.id))).toMatchObject({ status: 'label-created', problem: null });
    expect((await trackersOf(shipment.id))[0]?.failures).toBe(0);
  });

  it('because its account cannot be opened here is said, too, and asked later', async () => {
    const { shipment } = await world.buy('testline-express');
    // An installation without simulators does not offer the fictional carriers.
    const carriers = createCarriersModule(world.services, { hosts: createTenantsModule(world.services).hosts });
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET due_at = now() - interval '1 second' WHERE shipment_id = ${shipment.id}`.execute(tx),
    );
    const { db, clock } = { db: world.database.db, clock: world.services.clock };
    await createPoller({
      db,
      clock,
      log: silentLogger(),
      carriers,
      follow: followParcelsOf,
      count: () => undefined,
    }).sweep();
    const parcel = one(await world.tracking(shipment.id));
    expect(parcel.problem?.message).toBe('The carrier account this was bought with cannot be opened any more.');
    expect(Date.parse(parcel.nextAskAt ?? '')).toBeGreaterThan(Date.now() + 60_000);
    await carriers.close();
  });

  it('delays no other carrier', async () => {
    const slow = await world.buy('testline-freight');
    const quick = await world.buy('testline-express');
    await world.admin.setFaults('testline-freight', [{ kind: 'latency', ms: 5_000, effect: 'read', times: 1 }]);
    const process = world.another();
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET due_at = now() - interval '1 second'
        WHERE shipment_id IN (${slow.shipment.id}, ${quick.shipment.id})`.execute(tx),
    );
    const polling = process.tracking.poller.sweep();
    await expect
      .poll(async () => one(await world.tracking(quick.shipment.id)).lastAskedAt, { interval: 20 })
      .not.toBeNull();
    expect(one(await world.tracking(slow.shipment.id)).lastAskedAt).toBeNull();
    await polling;
    expect(one(await world.tracking(slow.shipment.id))).toMatchObject({ status: 'label-created', problem: null });
  });
});

describe('a poller that dies', () => {
  const poller = (more: Pick<PollerOptions, 'leaseMs' | 'onAnswered'>) =>
    createPoller({
      db: world.database.db,
      clock: world.services.clock,
      log: silentLogger(),
      carriers: world.application.carriers,
      follow: followParcelsOf,
      count: () => undefined,
      ...more,
    });

  it('after the carrier answered loses nothing: the next takes it up when the lease has lapsed', async () => {
    const { shipment } = await world.buy('testline-express');
    await world.after(3);
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET due_at = CASE WHEN shipment_id = ${shipment.id} THEN now() - interval '1 second' END`.execute(
        tx,
      ),
    );
    const dead = poller({
      leaseMs: 400,
      onAnswered: () => {
        throw new Error('killed');
      },
    });
    await dead.sweep();
    expect(one(await world.tracking(shipment.id))).toMatchObject({ status: 'unknown', events: [] });
    const next = poller({});
    expect(await next.sweep()).toBe(0);
    await pass(450);
    expect(await next.sweep()).toBe(1);
    expect(one(await world.tracking(shipment.id))).toMatchObject({ status: 'accepted' });
    expect((await world.shipment(shipment.id)).state).toBe('handed_over');
  });

  it('and answers late has its events counted, and sets nobody’s clock', async () => {
    const { shipment } = await world.buy('testline-express');
    const [tracker] = await trackersOf(shipment.id);
    const held = (tracker?.attempt ?? 0) + 1;
    await world.database.db.tenant(world.seller, (tx) =>
      // Somebody else has it meanwhile.
      sql`UPDATE trackers SET attempt = attempt + 2, lease_until = now() + interval '1 hour', due_at = now() + interval '1 hour'
        WHERE shipment_id = ${shipment.id}`.execute(tx),
    );
    const before = (await trackersOf(shipment.id))[0]?.due_at;
    await world.database.db.tenant(world.seller, (tx) =>
      applyReport(tx, context(tracker?.id ?? '', held), report([event('2026-11-20T10:00:00Z', 'accepted')])),
    );
    const [after] = await trackersOf(shipment.id);
    expect(after).toMatchObject({ status: 'accepted', due_at: before });
  });
});

describe('a person', () => {
  it('may have the carrier asked now, once a minute', async () => {
    const { shipment } = await world.buy('testline-express');
    await world.after(7);
    const path = `/shipment/${shipment.id}/tracking/refresh`;
    const asked = await world.call<ShipmentTracking>(world.seller, 'POST', path);
    expect(asked.status).toBe(200);
    expect(asked.data).toMatchObject({ status: 'in-transit', state: 'handed_over' });
    expect(Date.parse(asked.data.refreshAfter ?? '')).toBeGreaterThan(Date.now());
    const again = await world.call(world.seller, 'POST', path);
    expect(again).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(again.message).toMatch(/^The carrier was asked a moment ago\. Ask again in \d+ seconds\.$/);
  });

  it('is told beside the parcel that the carrier does not answer', async () => {
    const { shipment } = await world.buy('testline-ground');
    await world.admin.setFaults('testline-ground', [
      { kind: 'status-before-effect', status: 503, effect: 'read', times: 9 },
    ]);
    const asked = await world.call<ShipmentTracking>(world.seller, 'POST', `/shipment/${shipment.id}/tracking/refresh`);
    expect(asked.status).toBe(200);
    expect(one(asked.data).problem?.message).toContain('TestLine Ground');
  });

  it('of another company finds nothing', async () => {
    const { shipment } = await world.buy('testline-express');
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/refresh'],
      ['POST', '/lost'],
    ] as const) {
      const body = rest === '/lost' ? {} : undefined;
      const answer = await world.call(world.people.foreign, method, `/shipment/${shipment.id}/tracking${rest}`, body);
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('may state that a parcel is lost; it counts as delivered when it turns up', async () => {
    const { shipment } = await world.buy('testline-express');
    const lost = () =>
      world.call<ShipmentTracking>(world.seller, 'POST', `/shipment/${shipment.id}/tracking/lost`, {
        note: 'They say so',
      });
    expect(await lost()).toMatchObject({ status: 409, code: 'cannot_mark_lost' });
    const [tracker] = await trackersOf(shipment.id);
    await tell(tracker?.id, report([event('2026-11-01T10:00:00Z', 'in-transit')]));
    expect((await lost()).data.state).toBe('lost');
    expect((await lost()).status).toBe(200);
    await tell(tracker?.id, report([event('2026-11-21T10:00:00Z', 'delivered')]));
    expect((await world.shipment(shipment.id)).state).toBe('delivered');
  });
});
