/** A plan of which one account is limited: the others go on, the page says who waits, and it can be left out. */
import type { Batch } from '@scanship/contracts/shipping/batches';
import { simulator as shipstation } from '@scanship/carrier-shipstation-api/simulator';
import { simulator as post } from '@scanship/sample-testline-post/simulator';
import { NO_CHOICE } from '@scanship/domain/automation/automation';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../../test/bulk-world.ts';
import { newId } from '../../../platform/database/ids.ts';
import { BUYER } from '../../../../test/order-fixture.ts';

const SHIPSTATION = 'shipstation-api';
const ORDERS = 30;

let world: BulkWorld;
let server: BulkProcess;
let key: string;
beforeAll(async () => {
  world = await makeBulkWorld({
    [SHIPSTATION]: { simulator: shipstation, credentials: { apiKey: 'TEST_alphaShipStationKey0001' } },
    'testline-post': {
      simulator: post,
      credentials: { customer: '1000001', user: 'post-alpha', password: 'alpha-word-1' },
    },
  });
  server = await world.process();
  const grants = await server.application.carriers.grants.open({ tenantId: world.seller.tenantId });
  key = grants.find(({ slug }) => slug === SHIPSTATION)?.accountKey ?? '';
});
afterAll(() => world.close());

/** What each carrier's own counter says it was asked for prices. */
const asked = async (): Promise<readonly (number | undefined)[]> =>
  Promise.all(
    [SHIPSTATION, 'testline-express', 'testline-ground', 'testline-post'].map(
      async (slug) => (await world.admin.faultHits(slug))[0],
    ),
  );
beforeEach(async () => {
  await world.admin.setFaults(SHIPSTATION, [{ kind: 'latency', ms: 0, route: 'rates' }]);
  for (const slug of ['testline-express', 'testline-ground', 'testline-post'])
    await world.admin.setFaults(slug, [{ kind: 'latency', ms: 0, route: 'rates' }]);
});

/** As ShipStation API does when it answers 429 with a Retry-After. */
const paused = (ms: number) =>
  world.database.db.tenant(world.seller, (tx) =>
    sql`INSERT INTO quota_buckets (tenant_id, key, tokens, granted, refilled_at, paused_until)
      VALUES (${world.seller.tenantId}, ${key}, 200, 0, clock_timestamp(), clock_timestamp() + ${ms} * interval '1 millisecond')
      ON CONFLICT (tenant_id, key) DO UPDATE SET tokens = 200, paused_until = excluded.paused_until`.execute(tx),
  );
/** Each of a weight of its own, so that none is priced like another. */
const unlike = (index: number) => ({
  items: [{ sku: 'MUG', title: 'Mug', quantity: 1, unitMinor: 1_250, weightGrams: 400 + index }],
});
const plan = async (): Promise<Batch> =>
  server.batch('POST', '/batches', { kind: 'auto-ship', ids: await world.orders(ORDERS, unlike) });

it('says who holds it up while the others price every order once, and ends without the account when asked to', async () => {
  await paused(600_000);
  const made = await plan();
  const held = await server.until(made.id, ({ plan: { waits } }) => waits[0]?.orders === ORDERS);
  expect(held.state).toBe('planning');
  expect(held.plan.waits).toMatchObject([{ grantId: world.grants[SHIPSTATION], carrierName: expect.any(String) }]);
  expect(held.plan.waits[0]?.message).toMatch(/^.+ allows 200 calls a minute: about 10 min for these 30 orders\.$/);
  const priced = async () => {
    const { rows } = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ n: number }>`SELECT count(DISTINCT q.order_id)::int AS n FROM rates AS r
        JOIN quotes AS q ON q.tenant_id = r.tenant_id AND q.id = r.quote_id
        JOIN batch_items AS i ON i.tenant_id = q.tenant_id AND i.order_id = q.order_id
        WHERE i.batch_id = ${made.id} AND r.price_minor > 0`.execute(tx),
    );
    return rows[0]?.n;
  };
  await expect.poll(priced).toBe(ORDERS);
  // Whose own limit had it asked a moment later is asked then, whatever the account that rests says.
  await expect.poll(asked, { timeout: 10_000 }).toEqual([0, ORDERS, ORDERS, ORDERS]);

  const stranger = await server.call(
    'POST',
    `/batches/${made.id}/leave-out`,
    { grantId: world.grants[SHIPSTATION] },
    { as: world.stranger },
  );
  expect(stranger.status).toBe(404);
  const other = await server.call('POST', `/batches/${made.id}/leave-out`, {
    grantId: world.grants['testline-ground'],
  });
  expect([other.status, other.json.code]).toEqual([400, 'validation']);
  const left = await server.batch('POST', `/batches/${made.id}/leave-out`, { grantId: world.grants[SHIPSTATION] });
  expect(left.plan.waits).toEqual([]);
  const done = await server.until(made.id, ({ state }) => state !== 'planning');
  expect([done.state, done.counts.willShip, done.plan.waits]).toEqual(['planned', ORDERS, []]);
  expect(done.plan.leftOut).toMatchObject([{ grantId: world.grants[SHIPSTATION] }]);
  // What the others said is used again.
  expect(await asked()).toEqual([0, ORDERS, ORDERS, ORDERS]);

  // A plan made anew asks everybody.
  const anew = await server.batch('POST', `/batches/${made.id}/replan`);
  expect(anew.plan.leftOut).toEqual([]);
  expect((await server.until(made.id, ({ plan: { waits } }) => waits.length > 0)).plan.waits).toHaveLength(1);
  await server.batch('POST', `/batches/${made.id}/cancel`);
});

it('says so before anybody has answered', async () => {
  await paused(600_000);
  for (const slug of ['testline-express', 'testline-ground', 'testline-post'])
    await world.admin.setFaults(slug, [{ kind: 'latency', ms: 4_000, route: 'rates' }]);
  const ids = await world.orders(10, unlike);
  const made = await server.batch('POST', '/batches', { kind: 'auto-ship', ids });
  const held = await server.until(made.id, ({ plan: { waits } }) => waits.length > 0);
  expect(held.plan.waits).toMatchObject([{ grantId: world.grants[SHIPSTATION], orders: 10 }]);
  const { rows } = await world.database.db.tenant(world.seller, (tx) =>
    sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM rates AS r JOIN quotes AS q ON q.tenant_id = r.tenant_id AND q.id = r.quote_id
      JOIN batch_items AS i ON i.tenant_id = q.tenant_id AND i.order_id = q.order_id WHERE i.batch_id = ${made.id} AND r.price_minor > 0`.execute(
      tx,
    ),
  );
  expect(rows[0]?.n).toBe(0);
  await server.batch('POST', `/batches/${made.id}/cancel`);
  await server.application.batches.worker.idle();
});

it('takes the account’s prices in as its turn comes, and asks nobody twice', async () => {
  await paused(1_500);
  const made = await plan();
  const done = await server.until(made.id, ({ state }) => state !== 'planning');
  expect([done.state, done.counts.willShip, done.plan.waits, done.plan.leftOut]).toEqual(['planned', ORDERS, [], []]);
  expect(await asked()).toEqual([ORDERS, ORDERS, ORDERS, ORDERS]);
  const { rows } = await world.database.db.tenant(world.seller, (tx) =>
    sql<{ offers: number; orders: number }>`SELECT min((choice ->> 'offers')::int) AS offers, count(*)::int AS orders
      FROM batch_items WHERE batch_id = ${made.id} AND state = 'planned'`.execute(tx),
  );
  const single = await server.until(
    (await server.batch('POST', '/batches', { kind: 'auto-ship', ids: await world.orders(1) })).id,
    ({ state }) => state !== 'planning',
  );
  const items = await server.call('GET', `/batches/${single.id}/items`);
  const [item] = (items.json.data as { items: { choice: { offers: number } }[] }).items;
  // Every order was chosen from all that a plan without a limit chooses from.
  expect(rows[0]).toEqual({ offers: item?.choice.offers, orders: ORDERS });
});

it('asks once for parcels that a carrier cannot tell apart, says so, and each is planned with a price of its own', async () => {
  // To other people and doors of one place. Whoever is told of them is asked for each.
  const ids = await world.orders(ORDERS, (index) => ({
    shipTo: { ...BUYER, name: `Buyer ${index}`, address1: `${index + 1} Harbour St` },
  }));
  const only = world.grants['testline-post'] ?? '';
  const service = { grantId: only, service: 'DOM.EP' };
  const made = await server.batch('POST', '/batches', { kind: 'service', ids, service });
  const done = await server.until(made.id, ({ state }) => state !== 'planning');
  expect(done.counts.willShip).toBe(ORDERS);
  expect(done.plan.shared).toBe(ORDERS - 1);
  const all = await server.batch('POST', '/batches', { kind: 'auto-ship', ids });
  await server.until(all.id, ({ state }) => state !== 'planning');
  const [, express, ground, post] = await asked();
  expect([express, ground, post]).toEqual([ORDERS, ORDERS, 1]);
  const { rows } = await world.database.db.tenant(world.seller, (tx) =>
    sql<{ prices: number; totals: number }>`SELECT count(DISTINCT rate_id)::int AS prices,
        count(DISTINCT planned_minor)::int AS totals
      FROM batch_items WHERE batch_id = ${made.id} AND state = 'planned'`.execute(tx),
  );
  expect(rows[0]).toEqual({ prices: ORDERS, totals: 1 });
  const { items } = (await server.call('GET', `/batches/${made.id}/items`)).json.data as {
    items: { choice: { reason: string; sharedPrice: boolean } }[];
  };
  const shared = items.filter(({ choice }) => choice.sharedPrice);
  expect(shared).toHaveLength(ORDERS - 1);
  for (const { choice } of shared) expect(choice.reason).toMatch(/ Priced like another order of this plan .+\.$/);
});

it('is bought in part while the rest is still being planned: what was seen, once, as a batch of its own', async () => {
  const express = world.grants['testline-express'] ?? '';
  const ids = await world.orders(6, unlike);
  // Four that want one account only, two that wait for the limited one.
  const service = { services: [{ carrier: 'testline-express', grantId: express, service: null }], pick: 'cheapest' };
  await world.database.db.tenant(world.seller, (tx) =>
    sql`INSERT INTO order_shipping_choices (tenant_id, order_id, choice, batch_id)
      SELECT ${world.seller.tenantId}::uuid, id, ${JSON.stringify({ ...NO_CHOICE, service })}::jsonb, ${newId()}::uuid
      FROM unnest(${ids.slice(0, 4)}::uuid[]) AS id`.execute(tx),
  );
  await paused(600_000);
  const made = await server.batch('POST', '/batches', { kind: 'auto-ship', ids });
  const held = await server.until(made.id, ({ plan, counts }) => plan.priced?.labels === 4 && counts.rating === 2);
  const seen = { step: held.plan.priced?.step, totals: held.plan.totals };
  const buy = (body: object, headers?: Record<string, string>, as = world.seller) =>
    server.call('POST', `/batches/${made.id}/buy-priced`, body, { as, ...(headers && { headers }) });

  expect((await buy(seen, undefined, world.stranger)).status).toBe(404);
  const cheaper = await buy({ ...seen, totals: [{ minor: 1, currency: 'CAD' }] });
  expect([cheaper.status, cheaper.json.code]).toEqual([409, 'stale_version']);
  expect(cheaper.json.errorMessage).toMatch(/^The plan has changed: 4 labels for \d+\.\d\d CAD\.$/);
  // What came after the step that somebody saw is not bought with it.
  const before = await buy({ ...seen, step: 0 });
  expect([before.status, before.json.errorMessage]).toEqual([400, 'Nothing of this plan is priced yet.']);

  const key = { 'idempotency-key': 'buy-priced-1' };
  const answers = await Promise.all([buy(seen, key), buy(seen, key)]);
  const again = await buy(seen, key);
  const part = again.json.data as Batch;
  for (const { status, json } of answers)
    if (status !== 409) expect([status, (json.data as Batch).id]).toEqual([200, part.id]);
    else expect(json.code).toBe('request_running');
  const twice = await buy(seen);
  expect([twice.status, twice.json.code]).toEqual([400, 'validation']);
  expect(part).toMatchObject({ partOf: { id: made.id, name: made.name }, name: `${made.name} (1)` });
  const bought = await server.until(part.id, ({ state }) => state === 'done');
  expect([bought.counts.total, bought.counts.done]).toEqual([4, 4]);
  expect(bought.spent).toEqual(held.plan.totals);

  const rest = await server.batch('GET', `/batches/${made.id}`);
  expect([rest.state, rest.counts.total, rest.plan.priced]).toEqual(['planning', 2, null]);
  expect(rest.parts).toEqual([{ id: part.id, name: part.name, orders: 4 }]);
  // Nobody confirms a plan with what is gone.
  expect(rest.version).toBeGreaterThan(held.version);
  await server.batch('POST', `/batches/${made.id}/leave-out`, { grantId: world.grants[SHIPSTATION] });
  const plan = await server.until(made.id, ({ state }) => state === 'planned');
  const late = await buy({ step: 99, totals: plan.plan.totals });
  expect([late.status, late.json.errorMessage]).toEqual([409, 'The plan is made: buy it as a whole.']);
  await server.batch('POST', `/batches/${made.id}/start`, { version: plan.version, totals: plan.plan.totals });
  expect((await server.until(made.id, ({ state }) => state === 'done')).counts.done).toBe(2);
  const { rows } = await world.database.db.tenant(world.seller, (tx) =>
    sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM shipment_items AS i JOIN shipments AS s ON s.tenant_id = i.tenant_id
      AND s.id = i.shipment_id AND s.state = 'bought' WHERE i.order_id = ANY (${ids}::uuid[])`.execute(tx),
  );
  expect(rows[0]?.n).toBe(6);
});
