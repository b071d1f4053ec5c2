import type { CarrierTrackingEvent } from '@scanship/connector-kit/carrier/carrier';
import type { DataOf } from '@scanship/contracts/call';
import type { ExceptionDetail, listExceptionOwners, listExceptions } from '@scanship/contracts/shipping/exceptions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import type { TestUser } from '../../../test/app-kit.ts';
import { checkBook, pendingCredits, readBalances } from '../billing/index.ts';
import { followParcelsOf } from '../shipments/index.ts';
import { applyReport } from '../tracking/apply-report.ts';

type Listed = DataOf<typeof listExceptions>;

let world: ParcelWorld;
beforeAll(async () => {
  world = await makeParcelWorld({ booked: true });
}, 60_000);
afterAll(async () => {
  expect(await world.database.db.tenant(world.seller, checkBook)).toEqual([]);
  await world.close();
});
beforeEach(async () => {
  await world.after(0);
  for (const slug of ['testline-express', 'testline-ground', 'testline-freight']) await world.admin.clearFaults(slug);
});

const list = async (query = '', person: TestUser = world.seller): Promise<Listed> =>
  (await world.call<Listed>(person, 'GET', `/exceptions${query}`)).data;
const detail = async (id: string): Promise<ExceptionDetail> =>
  (await world.call<ExceptionDetail>(world.seller, 'GET', `/exceptions/${id}`)).data;
const change = (id: string, what: string, body: unknown, person: TestUser = world.seller) =>
  world.call<ExceptionDetail>(person, 'POST', `/exceptions/${id}/${what}`, body);
const act = (id: string, action: string) => change(id, 'act', { action });
const ofOrder = async (orderId: string, query = '') =>
  (await list(query)).exceptions.find((each) => each.subject.order?.id === orderId);
const findOrFail = async (orderId: string, query = '') => {
  const found = await ofOrder(orderId, query);
  if (!found) throw new Error(`order ${orderId} is not in the inbox`);
  return found;
};
const owed = async (): Promise<number> =>
  (await world.database.db.tenant(world.seller, readBalances))
    .filter((balance) => balance.kind === 'cost')
    .reduce((sum, balance) => sum + balance.amount.minor, 0);

async function tell(
  shipmentId: string,
  ...events: readonly (readonly [string, CarrierTrackingEvent['status'], string?])[]
) {
  await world.database.db.tenant(world.seller, async (tx) => {
    const tracker = await tx
      .selectFrom('trackers')
      .select('id')
      .where('shipment_id', '=', shipmentId)
      .executeTakeFirstOrThrow();
    await applyReport(
      tx,
      {
        tenantId: world.seller.tenantId,
        trackerId: tracker.id,
        source: 'push',
        carrierName: 'TestLine Express (TEST)',
        now: new Date(),
        follow: followParcelsOf,
      },
      {
        trackingNumber: 'any',
        problems: [],
        events: events.map(([occurredAt, status, text = status]) => ({ occurredAt, status, text, code: status })),
      },
    );
  });
}
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

describe('the inbox', () => {
  it('has what needs a person, with owner, note and history; it closes when the cause is gone', async () => {
    const { shipment, orderId } = await world.buy('testline-express');
    expect(await ofOrder(orderId)).toBeUndefined();
    await tell(shipment.id, [ago(2), 'out-for-delivery'], [ago(1), 'exception', 'Nobody at home']);
    const row = await findOrFail(orderId);
    expect(row).toMatchObject({
      kind: 'tracking',
      reason: 'exception',
      state: 'open',
      owner: null,
      subject: { shipment: { id: shipment.id, name: shipment.parcels[0]?.trackingNumber } },
    });
    expect(row.summary).toContain('"Nobody at home"');
    expect(row.actions).toContain('refresh-tracking');
    const before = await list();
    expect(before.counts.kinds.tracking).toBeGreaterThan(0);
    expect((await world.call(world.seller, 'GET', '/exceptions/counts')).data).toEqual(before.counts);

    // Given to somebody: of this company only.
    const { people } = (await world.call<DataOf<typeof listExceptionOwners>>(world.seller, 'GET', '/exceptions/owners'))
      .data;
    expect(people.map((person) => person.id)).toContain(world.people.user.userId);
    expect(people.map((person) => person.id)).not.toContain(world.people.foreign.userId);
    expect(await change(row.id, 'assign', { ownerId: world.people.foreign.userId })).toMatchObject({
      code: 'validation',
    });
    expect(
      await change(row.id, 'assign', { ownerId: world.people.user.userId, version: row.version + 5 }),
    ).toMatchObject({
      code: 'stale_version',
    });
    const given = await change(row.id, 'assign', { ownerId: world.people.user.userId });
    expect(given.data.owner).toMatchObject({ id: world.people.user.userId, name: 'user Test' });
    expect((await list('?owner=me', world.people.user)).exceptions.map((each) => each.id)).toEqual([row.id]);
    expect((await list('?owner=nobody')).exceptions.map((each) => each.id)).not.toContain(row.id);
    expect((await list('', world.people.user)).counts.mine).toBe(1);

    // Put aside: gone from the list, not from the world.
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await change(row.id, 'snooze', { until, note: 'Called them' })).data).toMatchObject({
      state: 'snoozed',
      lastNote: 'Called them',
    });
    expect(await ofOrder(orderId)).toBeUndefined();
    expect((await findOrFail(orderId, '?state=snoozed')).snoozedUntil).toBe(until);
    expect(await change(row.id, 'snooze', { until: '2001-01-01T00:00:00Z' })).toMatchObject({ code: 'validation' });
    await change(row.id, 'snooze', { until: null });
    await change(row.id, 'note', { note: 'They deliver tomorrow' });

    await tell(shipment.id, [ago(0), 'delivered']);
    expect(await ofOrder(orderId)).toBeUndefined();
    const closed = await detail(row.id);
    expect(closed).toMatchObject({ state: 'resolved', resolved: { how: 'cause-gone' }, actions: [] });
    expect(closed.history.map((entry) => [entry.what, entry.who])).toEqual([
      ['opened', 'ScanShip'],
      ['assigned', 'admin Test'],
      ['snoozed', 'admin Test'],
      ['woken', 'admin Test'],
      ['note', 'admin Test'],
      ['resolved', 'ScanShip'],
    ]);
    expect((await findOrFail(orderId, '?state=resolved')).id).toBe(row.id);
  });

  it('leaves closed what a person called handled, until there is news', async () => {
    const { shipment, orderId } = await world.buy('testline-express');
    await tell(shipment.id, [ago(3), 'exception', 'Address incomplete']);
    const { id } = await findOrFail(orderId);
    expect((await act(id, 'mark-handled')).data).toMatchObject({ state: 'resolved', resolved: { how: 'handled' } });
    expect(await act(id, 'mark-handled')).toMatchObject({ status: 409, code: 'exception_resolved' });
    // The same again, and the sweep: it stays closed.
    await tell(shipment.id, [ago(2), 'exception', 'Address still incomplete']);
    await world.application.exceptions.sweep(world.seller.tenantId);
    expect(await ofOrder(orderId)).toBeUndefined();
    await tell(shipment.id, [ago(1), 'returning']);
    expect(await findOrFail(orderId)).toMatchObject({ id, reason: 'returning', state: 'open' });
    expect((await detail(id)).history.map((entry) => entry.what)).toEqual(['opened', 'resolved', 'reopened']);
  });

  it('finds by its sweep what time alone brings and what was missed, and closes what is gone', async () => {
    const { shipment, orderId } = await world.buy('testline-express');
    await tell(shipment.id, [ago(9), 'in-transit']);
    // A parcel that stands still is noted when it is asked about; here nobody asked.
    await world.database.db.tenant(world.seller, (tx) => sql`DELETE FROM exceptions`.execute(tx));
    await world.application.exceptions.sweep(world.seller.tenantId);
    const row = await findOrFail(orderId);
    expect(row).toMatchObject({ kind: 'tracking', reason: 'quiet' });
    expect(row.summary).toContain(ago(9).slice(0, 10));
    const { version } = await detail(row.id);
    await world.application.exceptions.sweep(world.seller.tenantId);
    expect((await detail(row.id)).version).toBe(version);
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE trackers SET last_event_at = now() WHERE shipment_id = ${shipment.id}`.execute(tx),
    );
    await world.application.exceptions.sweep(world.seller.tenantId);
    expect((await detail(row.id)).resolved?.how).toBe('cause-gone');
  });

  it('is nobody else’s to see or touch', async () => {
    const { shipment, orderId } = await world.buy('testline-express');
    await tell(shipment.id, [ago(1), 'exception']);
    const { id } = await findOrFail(orderId);
    const stranger = world.people.foreign;
    expect((await list('', stranger)).exceptions).toEqual([]);
    expect((await world.call(stranger, 'GET', `/exceptions/${id}`)).code).toBe('not_found');
    for (const [what, body] of [
      ['assign', { ownerId: stranger.userId }],
      ['snooze', { until: null }],
      ['note', { note: 'mine' }],
      ['act', { action: 'refund-received' }],
      ['act', { action: 'mark-handled' }],
    ] as const)
      expect((await change(id, what, body, stranger)).code).toBe('not_found');
  });

  it('takes a next step only where it is offered', async () => {
    const { shipment, orderId } = await world.buy('testline-express');
    await tell(shipment.id, [ago(1), 'exception']);
    const { id } = await findOrFail(orderId);
    expect(await act(id, 'refund-received')).toMatchObject({ status: 403, code: 'forbidden' });
    // The simulator knows of no trouble: its own events are all there is to add.
    const asked = await act(id, 'refresh-tracking');
    expect(asked.status).toBe(200);
    expect(asked.data.history.at(-1)).toMatchObject({ what: 'acted', who: 'admin Test', note: 'refresh-tracking' });
    expect(asked.data.evidence.map((entry) => entry.what)).toEqual(
      expect.arrayContaining(['exception', 'Label created']),
    );
  });
});

describe('a refund that comes later', () => {
  const cancelled = async (carrier: 'testline-ground' | 'testline-freight') => {
    const { shipment, orderId } = await world.buy(carrier);
    expect(shipment.cancel).toMatchObject({ allowed: true, refund: 'later' });
    const before = await owed();
    const answer = await world.call(world.seller, 'DELETE', `/shipment/${shipment.id}/cancel`);
    expect(answer).toMatchObject({ status: 200, data: { state: 'voided', refund: 'pending' } });
    const voided = await world.shipment(shipment.id);
    const [refund] = voided.refunds;
    expect(refund).toMatchObject({ state: 'pending', amount: shipment.price });
    expect(Date.parse(refund?.expectedBy ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    // Nothing is credited on a promise.
    expect(await owed()).toBe(before);
    return { shipment, orderId, before, voidId: refund?.voidId ?? '' };
  };
  const due = (voidId: string, overdue: boolean) =>
    world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE voids SET refund_check_at = now() - interval '1 second',
        refund_due_at = ${overdue ? sql`now() - interval '1 day'` : sql`refund_due_at`} WHERE id = ${voidId}`.execute(
        tx,
      ),
    );

  it('is asked for where the carrier can be asked, and credited when it has come', async () => {
    const { shipment, before, voidId } = await cancelled('testline-freight');
    expect(await world.database.db.tenant(world.seller, pendingCredits)).toEqual([
      { amount: shipment.price, labels: 1 },
    ]);
    await due(voidId, false);
    expect(await world.application.shipments.refunds.look()).toBe(1);
    expect((await world.shipment(shipment.id)).refund).toBe('pending');
    // Not before tomorrow again.
    expect(await world.application.shipments.refunds.look()).toBe(0);
    await world.after(3 * 24 + 1);
    await due(voidId, false);
    await world.application.shipments.refunds.look();
    expect((await world.shipment(shipment.id)).refund).toBe('received');
    expect(await owed()).toBe(before - shipment.price.minor);
    expect(await world.database.db.tenant(world.seller, pendingCredits)).toEqual([]);
    expect(await world.application.shipments.refunds.look()).toBe(0);
  });

  it('and does not is told to a person, who says whether it came; it is credited once', async () => {
    const { shipment, orderId, before, voidId } = await cancelled('testline-ground');
    await due(voidId, false);
    await world.application.shipments.refunds.look();
    expect(await ofOrder(orderId)).toBeUndefined();
    await due(voidId, true);
    await world.application.shipments.refunds.look();
    const row = await findOrFail(orderId, '?kind=refund');
    expect(row).toMatchObject({ reason: 'overdue', subject: { operationId: voidId } });
    expect(row.actions).toEqual(expect.arrayContaining(['refund-received', 'refund-refused', 'refund-wait']));
    // Two weeks more; then it is overdue again, and the same line opens again.
    expect((await act(row.id, 'refund-wait')).data.state).toBe('resolved');
    await due(voidId, true);
    await world.application.shipments.refunds.look();
    expect((await findOrFail(orderId)).id).toBe(row.id);
    const answers = await Promise.all([act(row.id, 'refund-received'), act(row.id, 'refund-received')]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)[0]).toBe(200);
    expect((await detail(row.id)).state).toBe('resolved');
    expect((await world.shipment(shipment.id)).refund).toBe('received');
    expect(await owed()).toBe(before - shipment.price.minor);
    expect(await act(row.id, 'refund-received')).toMatchObject({ code: 'exception_resolved' });
    const audit = await world.database.db.tenant(world.seller, (tx) =>
      tx
        .selectFrom('audit_events')
        .select('details')
        .where('action', '=', 'refund.stated')
        .where('subject_id', '=', voidId)
        .execute(),
    );
    expect(audit).toHaveLength(1);
  });

  it('that is refused stays visible, and may still come', async () => {
    const { shipment, orderId, voidId, before } = await cancelled('testline-ground');
    await due(voidId, true);
    await world.application.shipments.refunds.look();
    const { id } = await findOrFail(orderId);
    const refused = await act(id, 'refund-refused');
    expect(refused.data).toMatchObject({ state: 'open', reason: 'refused' });
    expect((await world.shipment(shipment.id)).refund).toBe('refused');
    expect(await owed()).toBe(before);
    await act(id, 'refund-received');
    expect(await owed()).toBe(before - shipment.price.minor);
    expect((await detail(id)).state).toBe('resolved');
  });
});

describe('a carrier account', () => {
  it('whose credentials are refused is in the inbox until they work again', async () => {
    const { shipment } = await world.buy('testline-express');
    await world.admin.setFaults('testline-express', [
      { kind: 'status-before-effect', status: 401, effect: 'any', times: 1_000 },
    ]);
    await world.poll(shipment.id);
    let row: Listed['exceptions'][number] | undefined;
    for (let i = 0; i < 50 && !row; i += 1) {
      row = (await list('?kind=carrier')).exceptions[0];
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(row).toMatchObject({ reason: 'not-authorised', subject: { carrier: { name: 'testline-express' } } });
    expect(row?.actions).toEqual(expect.arrayContaining(['reconnect-carrier', 'test-carrier']));
    const id = row?.id ?? '';
    const failed = await act(id, 'test-carrier');
    expect(failed.status).toBe(403);
    expect(failed.message).toContain('TestLine Express');
    expect((await detail(id)).state).toBe('open');
    await world.admin.clearFaults('testline-express');
    expect((await act(id, 'test-carrier')).data.state).toBe('resolved');
  });
});
