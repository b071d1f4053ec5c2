import { randomUUID } from 'node:crypto';
import type { JournalEntry, ScanShift, ShiftOrder } from '@scanship/contracts/printing/scan-shift';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../../test/bulk-world.ts';
import type { TestUser } from '../../../../test/app-kit.ts';
import { withClient } from '../../../platform/database/connection.ts';

let world: BulkWorld;
let server: BulkProcess;
beforeAll(async () => {
  world = await makeBulkWorld();
  server = await world.process();
});
afterAll(async () => {
  await world.close();
});

interface Loaded {
  readonly shift: ScanShift;
  readonly orders: readonly ShiftOrder[];
}
const post = (path: string, body: unknown, as?: TestUser) =>
  server.call('POST', `/scanship${path}`, body, {
    headers: { 'idempotency-key': randomUUID() },
    ...(as ? { as } : {}),
  });
const begin = async (stationId: string, more: Record<string, unknown> = {}) =>
  post('/shift', { stationId, stationName: 'North table', mode: 'pre-rated', hours: 4, most: 10, ...more });
const loaded = async (stationId: string, more: Record<string, unknown> = {}): Promise<Loaded> => {
  const answer = await begin(stationId, more);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json.data as Loaded;
};
const end = async (shift: ScanShift) => (await post(`/shift/${shift.id}/end`, {})).json.data as { unpacked: unknown[] };
const send = async (shift: ScanShift, entries: readonly JournalEntry[]) => {
  const answer = await post(`/shift/${shift.id}/journal`, { entries });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return (answer.json.data as { results: { id: string; outcome: string; why: string | null }[] }).results;
};
let no = 0;
const entry = (kind: JournalEntry['kind'], orderId?: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id: randomUUID(),
  no: (no += 1),
  at: '2026-11-22T12:00:00.000Z',
  kind,
  ...(orderId ? { orderId } : {}),
  ...more,
});
const tenant = () => ({ tenantId: world.seller.tenantId });
const number = (statement: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  world.database.db.tenant(tenant(), async (tx) => (await statement.execute(tx)).rows[0]?.n ?? 0);
const shipments = (orderId: string): Promise<number> =>
  number(sql`SELECT count(DISTINCT s.id)::int AS n FROM shipments s JOIN shipment_items i
    ON i.tenant_id = s.tenant_id AND i.shipment_id = s.id WHERE i.order_id = ${orderId} AND s.state <> 'draft'`);

describe('orders of a shift', () => {
  it('lie at their station alone: another neither loads nor ships them, nor does the order page', async () => {
    const ids = await world.orders(3);
    const [north, south] = [randomUUID(), randomUUID()];
    const mine = await loaded(north);
    expect(mine.orders.map(({ order }) => order.id)).toEqual(expect.arrayContaining([...ids]));
    expect(mine.orders.every(({ state, order }) => state === 'leased' && order.blocked === null)).toBe(true);
    const theirs = await begin(south, { stationName: 'South table' });
    expect([theirs.status, theirs.json.errorMessage]).toEqual([
      404,
      'There is no order to pack that no other station holds.',
    ]);
    const [orderId = ''] = ids;
    for (const stationId of [undefined, south]) {
      const refused = await post('/ecom/order/ship', {
        orderId,
        shipMode: 'shipInBox',
        ...(stationId ? { stationId } : {}),
      });
      expect([refused.status, refused.json.code, refused.json.errorMessage]).toEqual([
        409,
        'order_claimed',
        'This order lies at the packing station "North table".',
      ]);
    }
    const shipped = await post('/ecom/order/ship', { orderId, shipMode: 'shipInBox', stationId: north });
    expect(shipped.status).toBe(200);
    expect(await shipments(orderId)).toBe(1);
    const now = await server.call('GET', `/scanship/shift?stationId=${north}`);
    expect((now.json.data as Loaded).orders.find(({ order }) => order.id === orderId)?.state).toBe('packed');
    expect((await begin(north)).json.errorMessage).toBe(
      'A shift runs at this station already. End it before you begin another.',
    );
    await end(mine.shift);
    const after = await loaded(south, { stationName: 'South table' });
    expect(after.orders).toHaveLength(2);
    await end(after.shift);
  });

  it('are rated beforehand, or bought beforehand once, however often it is asked', async () => {
    const ids = await world.orders(2);
    const station = randomUUID();
    const rated = await loaded(station, { most: 50 });
    const prepare = async (shift: ScanShift): Promise<readonly ShiftOrder[]> =>
      ((await post(`/shift/${shift.id}/prepare`, { orderIds: ids })).json.data as Loaded).orders;
    const choices = await prepare(rated.shift);
    expect(choices.map(({ state, choice, shipment }) => [state, choice !== null, shipment])).toEqual([
      ['rated', true, null],
      ['rated', true, null],
    ]);
    await end(rated.shift);

    const bought = await loaded(station, { mode: 'pre-bought', most: 50 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => prepare(bought.shift)));
    for (const answer of answers)
      expect(
        answer.map(({ state, order, shipment }) => [
          state,
          order.fulfillmentStatus,
          shipment?.documents.some(({ kind }) => kind === 'label'),
        ]),
      ).toEqual([
        ['bought', 'Unfulfilled', true],
        ['bought', 'Unfulfilled', true],
      ]);
    for (const id of ids) expect(await shipments(id)).toBe(1);
    const read = await server.call('GET', `/scanship/shift?stationId=${station}`);
    expect((read.json.data as Loaded).orders.filter(({ state }) => state === 'bought')).toHaveLength(2);
    expect((await end(bought.shift)).unpacked).toHaveLength(2);
    const over = await post(`/shift/${bought.shift.id}/prepare`, { orderIds: ids });
    expect(over.json.errorMessage).toBe('This shift is over. Begin a new one.');
  });
});

describe('the journal of a station', () => {
  it('is applied once and in order, also when it comes twice at once and after the shift', async () => {
    const [orderId = '', other = ''] = await world.orders(2);
    const { shift } = await loaded(randomUUID(), { mode: 'pre-bought', most: 50 });
    await post(`/shift/${shift.id}/prepare`, { orderIds: [orderId, other] });
    await end(shift);
    const copies = () =>
      number(sql`SELECT coalesce(sum(d.copies_printed), 0)::int AS n FROM documents d JOIN shipment_items i
        ON i.tenant_id = d.tenant_id AND i.shipment_id = d.shipment_id WHERE i.order_id = ${orderId} AND d.kind = 'label'`);
    const entries = [
      entry('scan', orderId, { text: '1001' }),
      entry('verify', orderId, { verified: [{ line: 1, quantity: 1 }] }),
      entry('override', orderId, { text: 'One mug is broken' }),
      entry('packed', orderId),
      entry('printed', orderId),
    ];
    const both = await Promise.all([send(shift, entries), send(shift, entries.toReversed())]);
    for (const results of both) expect(results.map(({ outcome }) => outcome)).toEqual(Array(5).fill('applied'));
    expect(await copies()).toBe(1);
    expect(await number(sql`SELECT count(*)::int AS n FROM scan_journal WHERE shift_id = ${shift.id}`)).toBe(5);
    const [again] = await send(shift, [entry('packed', orderId)]);
    expect(again).toMatchObject({ outcome: 'refused', why: expect.stringMatching(/was packed already/) as unknown });
    const acts = await world.database.db.tenant(tenant(), (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_events WHERE action = 'overrideVerification'
        AND subject_id = ${orderId}`.execute(tx),
    );
    expect(acts.rows[0]?.n).toBe(1);
  });

  it('says what could not be applied and why, and applies the rest', async () => {
    const [orderId = '', plain = ''] = await world.orders(2);
    const { shift } = await loaded(randomUUID(), { mode: 'pre-bought', most: 50 });
    const answer = await post(`/shift/${shift.id}/prepare`, { orderIds: [orderId] });
    const [bought] = (answer.json.data as Loaded).orders;
    await post('/ecom/order/void', { shipmentId: bought?.shipment?.id });
    const results = await send(shift, [
      entry('packed', orderId),
      entry('packed', plain),
      entry('packed', randomUUID()),
      entry('aside', plain),
      entry('scan', undefined, { text: 'something' }),
    ]);
    expect(
      results.map(({ outcome, why }) => [
        outcome,
        why?.replace(/ order [A-Z]\S+/, ' order N').replace(/^Order \S+/, 'Order N') ?? null,
      ]),
    ).toEqual([
      ['refused', 'The label of order N was cancelled meanwhile: take its parcel back.'],
      ['refused', 'Order N has no label of this shift.'],
      ['refused', 'This order is not one of the shift.'],
      ['applied', null],
      ['applied', null],
    ]);
    expect((await post('/ecom/order/ship', { orderId: plain, shipMode: 'shipInBox' })).status).toBe(200);
    await end(shift);
  });

  it('a shift of another customer is not there', async () => {
    await world.orders(1);
    await withClient(world.database.migrator, (connection) =>
      connection.query("UPDATE tenants SET plan_code = 'Advanced' WHERE id = $1", [world.stranger.tenantId]),
    );
    const { shift } = await loaded(randomUUID(), { most: 50 });
    const foreign = await post(`/shift/${shift.id}/journal`, { entries: [entry('scan')] }, world.stranger);
    expect(foreign.status).toBe(404);
    expect((await post(`/shift/${shift.id}/end`, {}, world.stranger)).status).toBe(404);
    await end(shift);
  });
});
