/** The delay watch over a real database: what becomes late, when, what follows, and what it costs. */
import type { ExceptionRow } from '@scanship/contracts/shipping/exceptions';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginDay,
  call,
  closeNotices,
  event,
  inTenant,
  noticesOf,
  now as clockNow,
  openNotices,
  parcelOf,
  switchOn,
  tell,
  world,
} from '../../../test/notice-world.ts';
import { transactionsOf } from '../../../test/statements.ts';

beforeAll(() => openNotices(), 60_000);
afterAll(closeNotices);
beforeEach(beginDay);

/** Carriers' times are read to the second. */
const now = (): number => Math.floor(clockNow().getTime() / 1_000) * 1_000;
const query = <T = unknown>(statement: RawBuilder<T>) => inTenant((tx) => statement.execute(tx));
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Nobody promised its day. */
async function unpromised(email: string) {
  const parcel = await parcelOf(email);
  await query(sql`UPDATE shipments SET promised_day = NULL WHERE id = ${parcel.shipment.id}`);
  return parcel;
}
const look = () => world.application.tracking.delays.look();
const late = async (trackerId: string) =>
  (
    await query(sql<{ late: string | null; watch_at: Date | null }>`SELECT late, watch_at FROM trackers
      WHERE id = ${trackerId}`)
  ).rows[0];
const exceptions = async () =>
  (await call<{ exceptions: ExceptionRow[] }>('GET', '/exceptions?kind=tracking')).data.exceptions;
/** The parcel's last scan and what hangs on it happened so much earlier. */
const age = (trackerId: string, ms: number) =>
  query(sql`UPDATE trackers SET last_event_at = last_event_at - ${ms} * interval '1 millisecond',
    watch_at = watch_at - ${ms} * interval '1 millisecond' WHERE id = ${trackerId}`);

describe('a parcel that does not move', () => {
  it('is late once its time has come, and not before; news ends it', async () => {
    const { trackerId } = await unpromised('still@example.com');
    const scan = now() - HOUR;
    await tell(trackerId, [event('in-transit', new Date(scan), 'Departed')]);
    expect((await late(trackerId))?.watch_at?.getTime()).toBe(scan + 3 * DAY);
    await look();
    expect((await late(trackerId))?.late).toBeNull();

    await age(trackerId, 4 * DAY);
    await look();
    expect(await late(trackerId)).toEqual({ late: 'still', watch_at: null });
    const [row] = (await exceptions()).filter(({ reason }) => reason === 'slow');
    expect(row?.summary).toMatch(
      /^Parcel \S+ of order \S+ has not moved since .*, longer than 19 of 20 parcels on its way\.$/,
    );
    expect(row?.actions).toEqual(expect.arrayContaining(['refresh-tracking', 'mark-lost', 'contact-carrier']));
    // The sweep of the inbox says the same.
    await world.application.exceptions.sweep(world.seller.tenantId);
    expect((await exceptions()).filter(({ id }) => id === row?.id)).toHaveLength(1);

    await tell(trackerId, [event('in-transit', new Date(now()), 'Arrived at depot')]);
    expect((await late(trackerId))?.late).toBeNull();
    expect((await exceptions()).filter(({ id }) => id === row?.id)).toEqual([]);
  });

  it('goes by its lane’s own history where there is enough of it', async () => {
    const { trackerId, shipment } = await unpromised('lane@example.com');
    await query(sql`INSERT INTO lane_gaps (tenant_id, slug, service, lane, status, parcels, p95_ms)
      SELECT tenant_id, slug, service, concat(from_address ->> 'countryCode', '-', from_address ->> 'provinceCode', '>',
        to_address ->> 'countryCode', '-', to_address ->> 'provinceCode'), 'in-transit', 40, ${5 * DAY}
      FROM shipments WHERE id = ${shipment.id}`);
    const scan = now() - HOUR;
    await tell(trackerId, [event('in-transit', new Date(scan), 'Departed')]);
    expect((await late(trackerId))?.watch_at?.getTime()).toBe(scan + 5 * DAY);
    await query(sql`DELETE FROM lane_gaps`);
  });
});

describe('a promise', () => {
  it('that the carrier itself will not keep is late at once, tells the buyer once, and stays until it arrives', async () => {
    await switchOn(['delayed']);
    const { trackerId, shipment } = await parcelOf('promise@example.com');
    const dayIn = (days: number) => new Date(now() + days * DAY).toISOString().slice(0, 10);
    await query(sql`UPDATE shipments SET promised_day = ${dayIn(1)}::date WHERE id = ${shipment.id}`);
    await query(sql`UPDATE trackers SET eta_on = ${dayIn(3)}::date WHERE id = ${trackerId}`);
    await tell(trackerId, [event('in-transit', new Date(now() - HOUR), 'Departed')]);
    await look();
    await look();
    expect((await late(trackerId))?.late).toBe('promise');
    const row = (await exceptions()).find(({ reason }) => reason === 'promise-missed');
    expect(row?.summary).toContain(`was promised for ${dayIn(1)} and will be late.`);
    expect((await noticesOf(trackerId)).filter(({ kind }) => kind === 'delayed')).toHaveLength(1);
    await tell(trackerId, [event('in-transit', new Date(now()), 'Arrived at depot')]);
    expect((await late(trackerId))?.late).toBe('promise');
    await tell(trackerId, [event('delivered', new Date(now()), 'Delivered')]);
    expect(await late(trackerId)).toEqual({ late: null, watch_at: null });
    expect((await exceptions()).find(({ id }) => id === row?.id)).toBeUndefined();
  });
});

describe('two processes and many parcels', () => {
  it('call each late once, in a few statements for all and a handful for each', async () => {
    const parcels = [];
    for (let at = 0; at < 6; at += 1) parcels.push(await unpromised(`many-${at}@example.com`));
    for (const { trackerId } of parcels)
      await tell(trackerId, [event('in-transit', new Date(now() - HOUR), 'Departed')]);
    for (const { trackerId } of parcels) await age(trackerId, 4 * DAY);
    const sent = await transactionsOf(() => Promise.all([look(), world.another().tracking.delays.look()]));
    expect((await Promise.all(parcels.map(({ trackerId }) => late(trackerId)))).map((row) => row?.late)).toEqual(
      parcels.map(() => 'still'),
    );
    const opened = await query(sql<{ n: number }>`SELECT count(*)::int AS n FROM exception_events AS e
      JOIN exceptions AS x ON x.id = e.exception_id WHERE e.what = 'opened' AND x.reason = 'slow'
        AND x.key = ANY (${parcels.map(({ trackerId }) => `tracking:${trackerId}`)})`);
    expect(opened.rows).toEqual([{ n: parcels.length }]);
    // The application is at work beside it: its own transactions, and what new connections are asked, are no cost of the watch.
    const watch = /FROM trackers WHERE watch_at|UPDATE trackers AS t SET late/;
    const own = sent.filter((texts) => texts.some((text) => watch.test(text))).flat();
    expect(own.length).toBeLessThanOrEqual(30 + 4 * parcels.length);
    expect(own.length).toBeGreaterThan(4 * parcels.length);
    expect(await look()).toBe(0);
  });

  it('lanes are counted once a day, a parcel once a status, by its longest silence', async () => {
    const { trackerId, shipment } = await parcelOf('count@example.com');
    const at = (hours: number) => now() - 10 * DAY + hours * HOUR;
    await tell(trackerId, [
      event('in-transit', new Date(at(0)), 'Departed'),
      event('in-transit', new Date(at(2)), 'Arrived'),
      event('in-transit', new Date(at(50)), 'Departed again'),
      event('delivered', new Date(at(60)), 'Delivered'),
    ]);
    // As 30 parcels of the same lane would.
    await query(sql`WITH copies AS (INSERT INTO shipments (tenant_id, id, state, from_address, to_address, to_country, slug, service)
        SELECT tenant_id, gen_random_uuid(), 'delivered', from_address, to_address, to_country, slug, service
        FROM shipments, generate_series(1, 30) WHERE id = ${shipment.id} RETURNING tenant_id, id),
      packed AS (INSERT INTO parcels (tenant_id, shipment_id, no, weight_g, weight_source)
        SELECT tenant_id, id, 1, 100, 'typed' FROM copies RETURNING tenant_id, shipment_id),
      followed AS (INSERT INTO trackers (tenant_id, id, shipment_id, parcel_no, slug, tracking_key)
        SELECT p.tenant_id, p.shipment_id, p.shipment_id, 1, t.slug, p.shipment_id::text FROM packed AS p
        JOIN trackers AS t ON t.id = ${trackerId} RETURNING tenant_id, id)
      INSERT INTO tracking_events (tenant_id, tracker_id, event_hash, occurred_at, status, text)
        SELECT f.tenant_id, f.id, e.event_hash, e.occurred_at, e.status, e.text FROM followed AS f
        JOIN tracking_events AS e ON e.tracker_id = ${trackerId}`);
    await query(sql`DELETE FROM lane_counts`);
    await world.application.tracking.delays.count();
    const { rows } = await query(sql`SELECT status, parcels >= 30 AS enough, p95_ms FROM lane_gaps`);
    expect(rows).toEqual([{ status: 'in-transit', enough: true, p95_ms: 48 * HOUR }]);
    expect(await world.application.tracking.delays.count()).toBe(0);
  });
});
