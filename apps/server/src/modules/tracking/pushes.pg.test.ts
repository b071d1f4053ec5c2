import { createHmac, randomUUID } from 'node:crypto';
import type { ShipmentTracking } from '@scanship/contracts/shipping/tracking';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';

let world: ParcelWorld;
beforeAll(async () => {
  world = await makeParcelWorld();
}, 60_000);
afterAll(() => world.close());

const SLUG = 'testline-express';
const one = (tracking: ShipmentTracking) => {
  const [parcel] = tracking.parcels;
  if (!parcel) throw new Error('there is no parcel');
  return parcel;
};
const hookOf = () =>
  world.database.db.tenant(world.seller, (tx) =>
    tx.selectFrom('carrier_hooks').select(['slug', 'hook_account', 'state', 'address', 'last_delivery_at']).execute(),
  );
/** The secret as the carrier has it: it was told it with the subscription. */
async function secretAtCarrier(): Promise<string> {
  const notes = await world.admin.books(SLUG);
  const subscription = notes.findLast((entry) => entry.id === 'push:express-alpha');
  const { secret } = (subscription?.data ?? {}) as { readonly secret?: string };
  if (!secret) throw new Error('nobody has subscribed');
  return secret;
}
interface Forged {
  readonly account?: string;
  readonly secret?: string;
  readonly delivery?: string;
  readonly time?: number;
}
async function send(body: string, more: Forged = {}, slug: string = SLUG): Promise<number> {
  const time = String(Math.floor((more.time ?? Date.now()) / 1000));
  const delivery = more.delivery ?? randomUUID();
  const secret = more.secret ?? (await secretAtCarrier());
  const answer = await fetch(`${world.origin}/hooks/carriers/${slug}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-testline-account': more.account ?? 'express-alpha',
      'x-testline-topic': 'parcels.changed',
      'x-testline-time': time,
      'x-testline-delivery': delivery,
      'x-testline-signature': createHmac('sha256', secret).update(`${time}.${delivery}.${body}`).digest('hex'),
    },
    body,
  });
  return answer.status;
}
const news = (trackingNumber: string | null | undefined, ...events: readonly object[]): string =>
  JSON.stringify({ parcels: [{ trackingNumber, found: true, events }] });
const inboxRows = () =>
  world.database.db.system((tx) =>
    tx.selectFrom('inbound_events').select(['state', 'problem', 'attempt', 'slug']).orderBy('received_at').execute(),
  );
const moving = { at: '2026-11-20T10:00:00Z', code: 'MOVING', text: 'Left the depot', place: 'Toronto, ON' };

describe('news that a carrier sends by itself', () => {
  it('is asked for once with the first look, and then comes without asking', async () => {
    const { shipment } = await world.buy(SLUG);
    expect(await hookOf()).toEqual([]);
    await world.poll(shipment.id);
    expect(await hookOf()).toMatchObject([
      { slug: SLUG, hook_account: 'express-alpha', state: 'active', last_delivery_at: null },
    ]);
    const asked = one(await world.tracking(shipment.id)).lastAskedAt;
    await world.after(3);
    // The simulator signs with the secret it was given and posts to the address it was given.
    expect(await world.admin.push(SLUG)).toEqual([{ account: 'express-alpha', status: 200 }]);
    await world.application.inbox.sweep();
    const parcel = one(await world.tracking(shipment.id));
    expect(parcel).toMatchObject({ status: 'accepted', lastAskedAt: asked });
    expect(parcel.events[0]).toMatchObject({ status: 'accepted', source: 'push' });
    expect((await world.shipment(shipment.id)).state).toBe('handed_over');
    expect((await hookOf())[0]?.last_delivery_at).not.toBeNull();
    // Who pushes is asked less often.
    expect(Date.parse(parcel.nextAskAt ?? '') - Date.now()).toBeGreaterThan(12 * 3_600_000);
    // A poll that comes later finds the same events, and doubles none.
    await world.poll(shipment.id);
    expect(one(await world.tracking(shipment.id)).events).toHaveLength(2);
    const subscriptions = (await world.admin.books(SLUG)).filter((entry) => entry.id === 'push:express-alpha');
    expect(subscriptions).toHaveLength(1);
    await world.after(0);
  });

  it('is let in only with the signature of its account, and only once', async () => {
    const { shipment } = await world.buy(SLUG);
    const body = news(shipment.parcels[0]?.trackingNumber, moving);
    const before = (await inboxRows()).length;
    expect(await send(body, { secret: 'a guess' })).toBe(401);
    expect(await send(body, { account: 'express-beta' })).toBe(401);
    expect(await send(body, { time: Date.now() - 3_600_000 })).toBe(401);
    expect(await send(body, {}, 'testline-ground')).toBe(404);
    expect(await send(body, {}, 'nobody')).toBe(404);
    expect(await inboxRows()).toHaveLength(before);
    const delivery = randomUUID();
    expect(await send(body, { delivery })).toBe(200);
    expect(await send(body, { delivery })).toBe(200);
    expect(await inboxRows()).toHaveLength(before + 1);
    await world.application.inbox.sweep();
    expect(one(await world.tracking(shipment.id))).toMatchObject({ status: 'in-transit' });
  });

  it('stored by a process that dies is understood by another', async () => {
    const { shipment } = await world.buy(SLUG);
    // Nobody here works off the inbox: the delivery is acknowledged and lies there.
    expect(await send(news(shipment.parcels[0]?.trackingNumber, moving))).toBe(200);
    expect(one(await world.tracking(shipment.id)).status).toBe('unknown');
    await world.another().inbox.sweep();
    expect(one(await world.tracking(shipment.id)).status).toBe('in-transit');
  });

  it('is understood item by item; rubbish is kept and says why', async () => {
    const { shipment } = await world.buy(SLUG);
    const number = shipment.parcels[0]?.trackingNumber;
    const body = JSON.stringify({
      parcels: [
        'no parcel',
        { trackingNumber: number, found: true, events: [moving, { at: 'soon', code: 'OUT', text: 'x' }] },
      ],
    });
    expect(await send(body)).toBe(200);
    expect(await send('{"parcels": ')).toBe(200);
    await world.application.inbox.sweep();
    const parcel = one(await world.tracking(shipment.id));
    expect(parcel.status).toBe('in-transit');
    expect(parcel.unreadable).toEqual(['parcels[1].events[1].at should be in its usual form but is "soon".']);
    const failed = (await inboxRows()).filter((row) => row.state === 'failed');
    expect(failed).toHaveLength(1);
    expect(JSON.stringify(failed[0]?.problem)).toContain('not JSON');
  });

  it('speaks for parcels of its own account only', async () => {
    const { shipment } = await world.buy(SLUG);
    const number = shipment.parcels[0]?.trackingNumber;
    // As if it had been bought with another account.
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET account_id = ${world.seller.tenantId} WHERE shipment_id = ${shipment.id}`.execute(tx),
    );
    expect(await send(news(number, { ...moving, code: 'DELIVERED' }))).toBe(200);
    await world.application.inbox.sweep();
    expect(one(await world.tracking(shipment.id))).toMatchObject({ status: 'unknown', events: [] });
    // A number nobody has yet may be one whose purchase is being stored: it waits a while.
    expect((await inboxRows()).at(-1)).toMatchObject({
      state: 'received',
      problem: { message: '1 numbers are not known yet.' },
    });
  });

  it('of a cancelled label says that somebody used it', async () => {
    const { shipment, orderId } = await world.buy(SLUG);
    const cancelled = await world.call(world.seller, 'DELETE', `/shipment/${shipment.id}/cancel`);
    expect(cancelled.status).toBe(200);
    expect(one(await world.tracking(shipment.id))).toMatchObject({ stopped: 'voided', nextAskAt: null });
    await send(news(shipment.parcels[0]?.trackingNumber, moving));
    await world.application.inbox.sweep();
    expect((await world.shipment(shipment.id)).state).toBe('voided');
    const inbox = await world.call<{ exceptions: { reason: string; subject: { order: { id: string } | null } }[] }>(
      world.seller,
      'GET',
      '/exceptions?kind=tracking',
    );
    const found = inbox.data.exceptions.find((each) => each.subject.order?.id === orderId);
    expect(found).toMatchObject({ reason: 'used-after-void' });
  });
});
