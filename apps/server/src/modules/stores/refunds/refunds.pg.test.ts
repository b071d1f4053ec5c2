/** A return is told to its store once: over real HTTP, with Shopify's simulator, through the journal. */
import type { ReturnDetail, ReturnRefundOffer } from '@scanship/contracts/shipping/returns';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeStoreWorld, MAPLE, type StoreWorld } from '../../../../test/store-world.ts';
import { newId } from '../../../platform/database/ids.ts';
import { setMemberRole } from '../../users/index.ts';
import { json } from '../../../platform/database/json-column.ts';

let world: StoreWorld;
let storeId = '';
beforeAll(async () => {
  world = await makeStoreWorld({ journal: { sweepMs: 50, timeScale: 0.02 } });
  storeId = await world.connect(world.people.admin, MAPLE);
  await world.sync();
  await world.application.startJobs();
  await told({ refund: true, restock: true });
}, 60_000);
afterEach(() => world.admin.clearFaults('shopify'));
afterAll(() => world.close());

const admin = () => world.people.admin;
const inTenant = (statement: ReturnType<typeof sql>) =>
  world.database.db.tenant(admin(), (tx) => statement.execute(tx));
const detail = async (id: string) => (await world.call<ReturnDetail>(admin(), 'GET', `/returns/${id}`)).data;
const offered = (id: string) => world.call<ReturnRefundOffer>(admin(), 'GET', `/returns/${id}/refund`);

async function told(returns: { readonly refund: boolean; readonly restock: boolean }): Promise<void> {
  const { data } = await world.call<StoreDetail>(admin(), 'GET', `/store/${storeId}`);
  const saved = await world.call(admin(), 'PUT', `/store/settings/${storeId}`, {
    ...data.settings,
    returns,
    version: data.version,
  });
  expect(saved.status).toBe(200);
}

interface Returned {
  readonly id: string;
  readonly orderId: string;
  readonly externalId: string;
}

/** An order of the shop, shipped there, and its first return. */
async function returned(): Promise<Returned> {
  const [externalId = ''] = await world.player.placeOrders(MAPLE, 1, 'now');
  await expect
    .poll(async () => (await inTenant(sql`SELECT 1 FROM orders WHERE external_id = ${externalId}`)).rows.length, {
      timeout: 30_000,
    })
    .toBe(1);
  await world.shop(MAPLE, 'POST', `/orders/${externalId.split('/').at(-1)}/change`, { action: 'ship' });
  const { rows } = await inTenant(sql`SELECT id FROM orders WHERE external_id = ${externalId}`);
  const { id: orderId } = rows[0] as { readonly id: string };
  return { ...(await anotherReturn(orderId, 1)), externalId };
}

/** Two of three units of an order's first line came back and were checked. */
async function anotherReturn(orderId: string, no: number): Promise<Omit<Returned, 'externalId'>> {
  const [id, shipmentId] = [newId(), newId()];
  const { tenantId } = admin();
  const address = json({ countryCode: 'CA' });
  await inTenant(sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, slug)
    VALUES (${tenantId}, ${shipmentId}, 'delivered', ${address}, ${address}, 'ups')`);
  await inTenant(sql`INSERT INTO returns (tenant_id, id, order_id, no, return_of, state, reason, reason_words, payer, wish, number_key)
    VALUES (${tenantId}, ${id}, ${orderId}, ${no}, ${shipmentId}, 'checked', 'does-not-fit', 'It does not fit', 'seller', 'money', '1')`);
  await inTenant(sql`INSERT INTO return_items (tenant_id, return_id, line, qty, received, condition)
    VALUES (${tenantId}, ${id}, 1, 2, 2, 'as_new')`);
  return { id, orderId };
}

const wanted = (offer: ReturnRefundOffer, change: object = {}) => {
  const [line] = offer.lines;
  const units = line?.quantity ?? 0;
  const share = (minor = 0): number => Math.round((minor * units) / (line?.left ?? 1));
  return {
    lines: [{ line: 1, quantity: units, restock: true }],
    taxes: true,
    shipping: false,
    withheldMinor: 500,
    totalMinor: share(line?.minor) + share(line?.taxMinor) - 500,
    notifyBuyer: false,
    ...change,
  };
};
const refund = (id: string, body: unknown) => world.call<ReturnDetail>(admin(), 'POST', `/returns/${id}/refund`, body);
const settle = (id: string, as: 'again' | 'done', person = admin()) =>
  world.call<ReturnDetail>(person, 'POST', `/returns/${id}/refund/settle`, { as });
/** One that the store refused. */
async function refused(id: string): Promise<void> {
  const body = wanted((await offered(id)).data);
  await world.admin.setFaults('shopify', [{ kind: 'status-before-effect', effect: 'effect', times: 1, status: 403 }]);
  await refund(id, body);
  expect((await settled(id)).atStore?.report?.state).toBe('failed');
}
const inbox = async (id: string) =>
  (await inTenant(sql`SELECT id, summary FROM exceptions WHERE key = ${`storerefund:${id}`} AND resolved_at IS NULL`))
    .rows as { readonly id: string; readonly summary: string }[];
const settled = (id: string) =>
  expect
    .poll(async () => (await detail(id)).atStore?.report?.state, { timeout: 30_000 })
    .toMatch(/^(done|failed)$/)
    .then(() => detail(id));

describe('a return of a store that is told', () => {
  it('is refunded and restocked once, with what the store offers, the seller chose, and Shopify then holds', async () => {
    const { id, externalId } = await returned();
    expect((await detail(id)).may.refund).toBe(true);
    const { data: offer } = await offered(id);
    expect(offer).toMatchObject({
      currency: 'CAD',
      refund: true,
      restock: true,
      shipping: { minor: 1_200, taxMinor: 156 },
    });
    expect(offer.lines).toMatchObject([{ line: 1, quantity: 2, left: 3, condition: 'as_new' }]);
    expect(offer.lines[0]?.taxMinor).toBe(Math.round((offer.lines[0]?.minor ?? 0) * 0.13));
    const body = wanted(offer);
    const [first, second] = await Promise.all([refund(id, body), refund(id, body)]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { atStore, may } = await settled(id);
    expect(atStore?.report).toMatchObject({
      state: 'done',
      amount: { minor: body.totalMinor, currency: 'CAD' },
      restockedUnits: 2,
      problem: null,
    });
    expect(may.refund).toBe(false);
    const refunds = await world.player.refunds?.(MAPLE, externalId);
    expect(refunds).toMatchObject([{ totalMinor: body.totalMinor, units: 2, restockedUnits: 2 }]);
    expect(await refund(id, body)).toMatchObject({ status: 409, code: 'return_state' });
  });

  it('is refunded once though its answer is lost, and the store had done it', async () => {
    const { id, externalId } = await returned();
    const body = wanted((await offered(id)).data);
    await world.admin.setFaults('shopify', [{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
    expect((await refund(id, body)).status).toBe(200);
    expect((await settled(id)).atStore?.report?.state).toBe('done');
    expect(await world.player.refunds?.(MAPLE, externalId)).toHaveLength(1);
  });

  it('is refunded once though the process dies between the call and its outcome', async () => {
    const { id, externalId } = await returned();
    const body = wanted((await offered(id)).data);
    expect((await refund(id, body)).status).toBe(200);
    await settled(id);
    // As after a kill: the call went out, nothing of its outcome was written down.
    await inTenant(sql`UPDATE effect_steps SET state = 'started', ended_at = NULL, vendor_result = NULL
      WHERE name = 'create' AND subject_id IN (SELECT id FROM effects WHERE subject_id = ${id})`);
    await inTenant(sql`UPDATE effects SET state = 'sending', due_at = clock_timestamp(), vendor_ids = '{}',
      lease_until = clock_timestamp() - interval '1 minute' WHERE subject_id = ${id}`);
    expect((await detail(id)).atStore?.report?.state).not.toBe('done');
    expect((await settled(id)).atStore?.report?.state).toBe('done');
    expect(await world.player.refunds?.(MAPLE, externalId)).toHaveLength(1);
  });

  it('that the store refuses says why and what to do, stands in the inbox, and is told again with other amounts', async () => {
    const { id, externalId } = await returned();
    const body = wanted((await offered(id)).data);
    await world.admin.setFaults('shopify', [{ kind: 'status-before-effect', effect: 'effect', times: 1, status: 403 }]);
    expect((await refund(id, body)).status).toBe(200);
    const failed = await settled(id);
    expect(failed.atStore?.report).toMatchObject({ state: 'failed', open: false });
    expect(failed.atStore?.report?.problem).toMatch(/\w/);
    expect(failed.atStore?.report?.nextStep).toMatch(/again/);
    expect(failed.may.refund).toBe(true);
    expect(await inbox(id)).toHaveLength(1);
    const less = wanted((await offered(id)).data, { withheldMinor: 1_000, totalMinor: body.totalMinor - 500 });
    expect((await refund(id, less)).status).toBe(200);
    expect((await settled(id)).atStore?.report).toMatchObject({ state: 'done', amount: { minor: less.totalMinor } });
    expect(await inbox(id)).toEqual([]);
    expect(await world.player.refunds?.(MAPLE, externalId)).toMatchObject([{ totalMinor: less.totalMinor }]);
  });

  it('for which an order is sent in exchange gets no money, before or after; its units are put back into stock', async () => {
    const exchange = (id: string) =>
      world.call<ReturnDetail>(admin(), 'POST', `/returns/${id}/exchange`, { lines: [{ line: 1, quantity: 2 }] });
    const wish = (id: string) => inTenant(sql`UPDATE returns SET wish = 'exchange' WHERE id = ${id}`);
    const sent = await returned();
    await wish(sent.id);
    const seen = wanted((await offered(sent.id)).data);
    // Two people press at the same time: one of both is done.
    const both = await Promise.all([exchange(sent.id), refund(sent.id, seen)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const paid = await returned();
    await wish(paid.id);
    await refund(paid.id, wanted((await offered(paid.id)).data));
    await settled(paid.id);
    expect((await detail(paid.id)).may.exchange).toBe(false);
    expect((await exchange(paid.id)).message).toBe('The store was told to refund this return.');

    const swapped = await returned();
    await wish(swapped.id);
    const failed = await returned();
    await wish(failed.id);
    await refused(failed.id);
    for (const { id } of [swapped, failed]) expect((await exchange(id)).status).toBe(200);
    // What failed before is not paid after all.
    expect((await settle(failed.id, 'again')).message).toContain('An order was made in exchange');
    expect(await detail(swapped.id)).toMatchObject({
      atStore: { refund: false, restock: true },
      may: { refund: true },
    });
    const { data: offer } = await offered(swapped.id);
    expect(offer.refund).toBe(false);
    await refund(swapped.id, wanted(offer, { withheldMinor: 0, totalMinor: 0 }));
    expect((await settled(swapped.id)).atStore?.report).toMatchObject({
      state: 'done',
      amount: { minor: 0 },
      restockedUnits: 2,
    });
  });

  it('that was seen to by hand is marked so, and not told again', async () => {
    const { id, externalId } = await returned();
    const body = wanted((await offered(id)).data);
    await world.admin.setFaults('shopify', [{ kind: 'status-before-effect', effect: 'effect', times: 1, status: 403 }]);
    await refund(id, body);
    expect((await settled(id)).atStore?.report?.state).toBe('failed');
    const done = await world.call<ReturnDetail>(admin(), 'POST', `/returns/${id}/refund/settle`, { as: 'done' });
    expect(done.data.atStore?.report).toMatchObject({ state: 'done', byHand: true });
    expect((await refund(id, body)).status).toBe(409);
    expect(await world.player.refunds?.(MAPLE, externalId)).toEqual([]);
  });

  it('is restocked without money where only that is told; another sum than was seen is refused', async () => {
    await told({ refund: false, restock: true });
    try {
      const { id, externalId } = await returned();
      const { data: offer } = await offered(id);
      expect(offer).toMatchObject({ refund: false, restock: true });
      const kept = { lines: [{ line: 1, quantity: 2, restock: false }], totalMinor: 0, withheldMinor: 0 };
      expect(await refund(id, wanted(offer, kept))).toMatchObject({ status: 400 });
      expect((await refund(id, wanted(offer, { totalMinor: 0, withheldMinor: 0 }))).status).toBe(200);
      await settled(id);
      expect(await world.player.refunds?.(MAPLE, externalId)).toMatchObject([{ totalMinor: 0, restockedUnits: 2 }]);
    } finally {
      await told({ refund: true, restock: true });
    }
    const { id } = await returned();
    const { data: offer } = await offered(id);
    expect(await refund(id, wanted(offer, { totalMinor: 1 }))).toMatchObject({ status: 400 });
    expect(await refund(id, wanted(offer, { lines: [{ line: 1, quantity: 3, restock: false }] }))).toMatchObject({
      status: 400,
    });
  });

  it('that is tried again is still one the store may be told of, of amounts it still has, and leaves the inbox', async () => {
    const { id, externalId } = await returned();
    await refused(id);
    await told({ refund: false, restock: true });
    try {
      expect(await settle(id, 'again')).toMatchObject({ status: 409, code: 'return_state' });
    } finally {
      await told({ refund: true, restock: true });
    }
    expect(await inbox(id)).toHaveLength(1);
    await inTenant(
      sql`UPDATE effects SET payload = jsonb_set(payload, '{input,totalMinor}', '90000000') WHERE subject_id = ${id}`,
    );
    expect(await settle(id, 'again')).toMatchObject({
      status: 409,
      message: expect.stringMatching(/hold that much/) as string,
    });
    const { rows } = await inTenant(
      sql`SELECT payload -> 'input' ->> 'attempt' AS attempt FROM effects WHERE subject_id = ${id}`,
    );
    expect(rows).toHaveLength(1);
    await inTenant(
      sql`UPDATE effects SET payload = jsonb_set(payload, '{input,totalMinor}', '100') WHERE subject_id = ${id}`,
    );
    expect((await settle(id, 'again')).status).toBe(200);
    expect(await inbox(id)).toEqual([]);
    expect((await settled(id)).atStore?.report?.state).toBe('done');
    expect(await world.player.refunds?.(MAPLE, externalId)).toMatchObject([{ totalMinor: 100 }]);
  });

  it('that may have been paid says to look there first', async () => {
    const { id } = await returned();
    await refused(id);
    await inTenant(
      sql`UPDATE effects SET problem = problem || '{"vendorCode": "perhaps-paid"}' WHERE subject_id = ${id}`,
    );
    expect((await detail(id)).atStore?.report?.nextStep).toMatch(/payment provider/);
  });

  it('is asked about again, and leaves the inbox, only while its store may be told', async () => {
    const { id, externalId } = await returned();
    await refused(id);
    await inTenant(sql`UPDATE effects SET state = 'disputed' WHERE subject_id = ${id}`);
    await inTenant(sql`UPDATE effect_steps SET state = 'unknown' WHERE name = 'create'
      AND subject_id IN (SELECT id FROM effects WHERE subject_id = ${id})`);
    await told({ refund: false, restock: false });
    try {
      expect((await settle(id, 'again')).status).toBe(409);
    } finally {
      await told({ refund: true, restock: true });
    }
    expect((await settle(id, 'again')).status).toBe(200);
    expect((await settled(id)).atStore?.report?.state).toBe('done');
    expect(await inbox(id)).toEqual([]);
    expect(await world.player.refunds?.(MAPLE, externalId)).toHaveLength(1);
  });

  it('waits for the refund of another return of its order', async () => {
    const { id, orderId } = await returned();
    await refused(id);
    await inTenant(sql`UPDATE effects SET state = 'disputed' WHERE subject_id = ${id}`);
    const other = await anotherReturn(orderId, 2);
    const body = wanted((await offered(other.id)).data, { lines: [{ line: 1, quantity: 1, restock: true }] });
    const { minor = 0, taxMinor = 0 } = (await offered(other.id)).data.lines[0] ?? {};
    const one = { ...body, totalMinor: Math.round(minor / 3) + Math.round(taxMinor / 3) - 500 };
    expect(await refund(other.id, one)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/R1 of the same order/) as string,
    });
    expect((await settle(id, 'done')).status).toBe(200);
    expect((await refund(other.id, one)).status).toBe(200);
    expect((await settled(other.id)).atStore?.report?.state).toBe('done');
  });

  it('names each item once, and counts lines of ours together that are one of the store’s', async () => {
    const { id, orderId, externalId } = await returned();
    const offer = (await offered(id)).data;
    const twice = [1, 1].map(() => ({ line: 1, quantity: 2, restock: true }));
    expect(await refund(id, wanted(offer, { lines: twice }))).toMatchObject({ status: 400 });
    // Line 2 is the same line of the store's, sent from another place.
    await inTenant(sql`UPDATE order_items SET external_line_id = (SELECT external_line_id FROM order_items AS f
      WHERE f.order_id = ${orderId} AND f.line = 1) WHERE order_id = ${orderId} AND line = 2`);
    await inTenant(sql`INSERT INTO return_items (tenant_id, return_id, line, qty, received, condition)
      VALUES (${admin().tenantId}, ${id}, 2, 1, 1, 'as_new')`);
    const both = (await offered(id)).data;
    expect(both.lines).toHaveLength(2);
    expect(both.lines[0]?.storeLine).toBe(both.lines[1]?.storeLine);
    const lines = [1, 2].map((line) => ({ line, quantity: line === 1 ? 2 : 1, restock: true }));
    const { minor = 0, taxMinor = 0 } = both.lines[0] ?? {};
    expect((await refund(id, wanted(both, { lines, totalMinor: minor + taxMinor - 500 }))).status).toBe(200);
    await settled(id);
    expect(await world.player.refunds?.(MAPLE, externalId)).toMatchObject([{ units: 3, restockedUnits: 3 }]);
  });

  it('is tried again from the inbox by those alone who may refund', async () => {
    const { id } = await returned();
    await refused(id);
    const clerk = world.people.user;
    const role = await world.call<{ readonly id: string }>(admin(), 'POST', '/roles', {
      name: 'Tracer',
      baseRole: 'ROLE_CUSTOMER_USER',
      pages: ['ECOMMERCE_ORDERS'],
      rights: ['labels.settle'],
    });
    await world.database.db.identity(clerk, (tx) => setMemberRole(tx, clerk, role.data.id));
    const [open] = await inbox(id);
    const act = (person = admin(), action = 'push-done') =>
      world.call(person, 'POST', `/exceptions/${open?.id ?? ''}/act`, { action });
    for (const action of ['retry-push', 'push-done'])
      expect(await act(clerk, action), action).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await inbox(id)).toHaveLength(1);
    expect((await act()).status).toBe(200);
    expect(await inbox(id)).toEqual([]);
    expect((await detail(id)).atStore?.report).toMatchObject({ state: 'done', byHand: true });
  });

  it('is nobody’s where the store is not told, and never another seller’s', async () => {
    const { id } = await returned();
    await told({ refund: false, restock: false });
    try {
      expect((await detail(id)).may.refund).toBe(false);
      expect(await offered(id)).toMatchObject({ status: 409, code: 'return_state' });
    } finally {
      await told({ refund: true, restock: true });
    }
    const stranger = world.people.basic;
    for (const [method, path, body] of [
      ['GET', `/returns/${id}/refund`, undefined],
      ['POST', `/returns/${id}/refund`, wanted((await offered(id)).data)],
      ['POST', `/returns/${id}/refund/settle`, { as: 'done' }],
    ] as const)
      expect([403, 404], path).toContain((await world.call(stranger, method, path, body)).status);
  });
});
