import type { BulkOutcome } from '@scanship/contracts/orders/order-selection';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiAnswer, makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { checkBook } from '../billing/index.ts';
import { createOrders } from '../orders/index.ts';

let world: ParcelWorld;
const PLACE = {
  name: 'Robin Lee',
  address1: '88 Queen St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2M5',
  countryCode: 'CA',
  phone: '+1 416 555 0182',
};
const stores = { first: newId(), second: newId() };

beforeAll(async () => {
  world = await makeParcelWorld();
  for (const [name, id] of Object.entries(stores))
    await world.database.db.tenant(world.seller, (tx) =>
      sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name, mode, state)
        VALUES (${world.seller.tenantId}, ${id}, 'shopify', ${`${name}.myshopify.com`}, ${name}, 'simulator', 'connected')`.execute(
        tx,
      ),
    );
}, 60_000);
afterAll(async () => {
  expect(await world.database.db.tenant(world.seller, checkBook)).toEqual([]);
  await world.close();
});

let count = 0;
/** An order of a store with lines of 2 and 1 units. */
async function order(
  storeId: string,
  more: { readonly shipTo?: object; readonly currency?: string } = {},
): Promise<string> {
  count += 1;
  const { seller, database } = world;
  const made = await database.db.tenant(seller, (tx) =>
    createOrders(
      { tenantId: seller.tenantId, userId: seller.userId },
      tx,
      [
        {
          storeId,
          platformCode: 'shopify',
          source: 'store',
          externalId: `gid-${count}`,
          number: `#${count}`,
          placedAt: new Date(),
          currency: more.currency ?? 'CAD',
          shipTo: { ...PLACE, ...more.shipTo },
          items: [
            { title: 'Mug', sku: 'MUG', quantity: 2, unitMinor: 1000, weightGrams: 300, externalLineId: `${count}-1` },
            { title: 'Plate', sku: 'PL', quantity: 1, unitMinor: 700, weightGrams: 200, externalLineId: `${count}-2` },
          ],
        },
      ],
      { why: 'test', now: new Date() },
    ),
  );
  if (!made.ok) throw new Error(made.problem.code);
  return made.value[0]?.id ?? '';
}

type Rates = { quoteId: string; rates: { id: string; carrier: string }[] };
const box = { number: 1, weightGrams: 1_700, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 200 } };
const quote = (body: object): Promise<ApiAnswer<Rates>> =>
  world.call<Rates>(world.seller, 'POST', '/quotes/single', { parcels: [box], ...body });
type Bought = ApiAnswer<{ shipment: ShipmentSummary }>;
/** Asks for the rates. @returns what buys the express one */
async function choose(orderId: string, body: object): Promise<() => Promise<Bought>> {
  const { data } = await quote({ orderId, ...body });
  const rate = data.rates.find((each) => each.carrier === 'testline-express');
  return () =>
    world.call(world.seller, 'POST', '/shipment/create', { orderId, quoteId: data.quoteId, rateId: rate?.id });
}
const buy = async (orderId: string, body: object): Promise<Bought> => (await choose(orderId, body))();
const detail = async (id: string): Promise<OrderDetail> =>
  (await world.call<OrderDetail>(world.seller, 'GET', `/orders/${id}`)).data;
const statuses = async (...ids: string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await detail(id)).fulfillmentStatus));
const reports = async (...ids: string[]): Promise<{ order_id: string; kind: string; units: number }[]> => {
  const { rows } = await world.database.db.tenant(world.seller, (tx) =>
    sql<{ order_id: string; kind: string; units: number }>`SELECT subject_id AS order_id, kind,
        (SELECT sum((l ->> 'quantity')::int)::int FROM jsonb_array_elements(payload -> 'lines') AS l) AS units
      FROM effects WHERE subject_id = ANY (${ids}::uuid[]) ORDER BY id`.execute(tx),
  );
  return rows;
};

describe('orders that are shipped together', () => {
  it('go on one label: both fulfilled, both stores told, both found by the number; cancelled, both open again', async () => {
    const [a, b] = [await order(stores.first), await order(stores.second)];
    expect((await detail(a)).combinableWith.map(({ id }) => id)).toContain(b);
    const { data, status } = await buy(a, { withOrderIds: [b] });
    expect(status).toBe(200);
    expect(data.shipment).toMatchObject({
      state: 'bought',
      contents: [
        {
          orderId: a,
          items: [
            { line: 1, title: 'Mug', quantity: 2 },
            { line: 2, quantity: 1 },
          ],
        },
        {
          orderId: b,
          items: [
            { line: 1, quantity: 2 },
            { line: 2, quantity: 1 },
          ],
        },
      ],
    });
    expect(await statuses(a, b)).toEqual(['Fulfilled', 'Fulfilled']);
    expect((await reports(a, b)).map(({ order_id, kind, units }) => [order_id, kind, units])).toEqual(
      expect.arrayContaining([
        [a, 'fulfilment_push', 3],
        [b, 'fulfilment_push', 3],
      ]),
    );
    for (const id of [a, b]) expect((await detail(id)).shipments.map((each) => each.id)).toEqual([data.shipment.id]);
    const number = data.shipment.parcels[0]?.trackingNumber ?? '';
    const found = await world.call<{ totalRecords: number }>(world.seller, 'POST', '/orders/all', {
      search: { key: 'trackingNumber', value: number },
    });
    expect(found.data.totalRecords).toBe(2);
    // Neither can be bought a second label, nor be cancelled under it.
    expect((await buy(b, {})).code).toBe('already_allocated');
    const refused = await world.call<BulkOutcome>(world.seller, 'POST', '/orders/cancel', {
      ids: [a, b],
      cancelled: true,
    });
    expect(refused.data.problems.map(({ code }) => code)).toEqual(['live_label', 'live_label']);
    await world.call(world.seller, 'DELETE', `/shipment/${data.shipment.id}/cancel`);
    expect(await statuses(a, b)).toEqual(['Unfulfilled', 'Unfulfilled']);
    expect((await detail(a)).items.map(({ allocated, shipped }) => [allocated, shipped])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('are refused by name where they do not belong together', async () => {
    const [a, elsewhere, gone] = [
      await order(stores.first),
      await order(stores.first, { shipTo: { address1: '1 Other St' } }),
      await order(stores.first),
    ];
    const number = (await detail(elsewhere)).ecomOrderNumber;
    expect(await quote({ orderId: a, withOrderIds: [elsewhere] })).toMatchObject({
      code: 'order_not_shippable',
      message: `Order ${number} cannot go along: it does not go to the same recipient and place as order ${(await detail(a)).ecomOrderNumber}.`,
    });
    await world.call(world.seller, 'POST', '/orders/hold', { ids: [gone], held: true });
    expect(await quote({ orderId: a, withOrderIds: [gone] })).toMatchObject({ code: 'order_not_shippable' });
    expect(await quote({ orderId: a, withOrderIds: [newId()] })).toMatchObject({ code: 'not_found' });
    expect(
      await quote({
        orderId: a,
        withOrderIds: [await order(stores.second)],
        parcels: [{ ...box, items: [{ line: 1, quantity: 1 }] }],
      }),
    ).toMatchObject({ code: 'validation' });
  });

  it('whose address changed after the rates were asked are not bought, and nothing is held', async () => {
    const [a, b] = [await order(stores.first), await order(stores.second)];
    const asked = await quote({ orderId: a, withOrderIds: [b] });
    const { version } = await detail(b);
    const address = { ...PLACE, address1: '90 Queen St W' };
    await world.call(world.seller, 'PUT', '/orders/address', { orderId: b, party: 'shipTo', address, version });
    const bought = await world.call(world.seller, 'POST', '/shipment/create', {
      orderId: a,
      quoteId: asked.data.quoteId,
      rateId: asked.data.rates[0]?.id,
    });
    expect(bought).toMatchObject({ code: 'order_not_shippable' });
    expect(bought.message).toContain('does not go to the same place any more');
    for (const id of [a, b]) expect((await detail(id)).items.every((item) => item.allocated === 0)).toBe(true);
    expect(await detail(a)).toMatchObject({ claimedBy: null });
  });

  it('are bought once, however many buy at the same moment', async () => {
    const [a, b] = [await order(stores.first), await order(stores.second)];
    // Everybody has a rate before anybody buys: a quote for what is bought already would be refused.
    const chosen = await Promise.all([
      choose(a, { withOrderIds: [b] }),
      choose(b, { withOrderIds: [a] }),
      choose(a, {}),
      choose(b, { withOrderIds: [a] }),
    ]);
    const answers = await Promise.all(chosen.map((purchase) => purchase()));
    for (const id of [a, b])
      for (const { quantity, allocated, shipped } of (await detail(id)).items) {
        expect(allocated).toBeLessThanOrEqual(quantity);
        expect(shipped).toBe(allocated);
      }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const live = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM shipment_items i JOIN shipments s ON s.id = i.shipment_id
        WHERE i.order_id = ${a} AND i.line = 1 AND i.held AND s.state = 'bought'`.execute(tx),
    );
    expect(live.rows[0]?.n).toBe(1);
  });
});

it('an order goes in several shipments with chosen units; its store is told of each', async () => {
  const id = await order(stores.first);
  const part = await buy(id, { parcels: [{ ...box, items: [{ line: 1, quantity: 1 }] }] });
  expect(part.data.shipment.contents).toEqual([
    { orderId: id, orderNumber: expect.any(String), items: [{ line: 1, title: 'Mug', quantity: 1, parcelNumber: 1 }] },
  ]);
  expect(await statuses(id)).toEqual(['Partially-Fulfilled']);
  // What is left can be marked by hand while the first label lives, and taken back.
  await world.call(world.seller, 'POST', `/orders/mark-fulfill/${id}`, { carrier: 'UPS', number: '1Z5' });
  expect(await statuses(id)).toEqual(['Manual-Fulfilled']);
  await world.call(world.seller, 'POST', '/orders/unmark-fulfilled', { ids: [id] });
  expect(await statuses(id)).toEqual(['Partially-Fulfilled']);
  const rest = await buy(id, {});
  expect(rest.data.shipment.contents?.[0]?.items.map(({ line, quantity }) => [line, quantity])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(await statuses(id)).toEqual(['Fulfilled']);
  expect((await reports(id)).reduce((sum, { units }) => sum + units, 0)).toBe(5);
  await world.call(world.seller, 'DELETE', `/shipment/${part.data.shipment.id}/cancel`);
  expect(await statuses(id)).toEqual(['Partially-Fulfilled']);
});

it('a label that is voided under a mark by hand opens the whole order, and the report of the mark goes too', async () => {
  const id = await order(stores.first);
  const part = await buy(id, { parcels: [{ ...box, items: [{ line: 1, quantity: 1 }] }] });
  await world.call(world.seller, 'POST', `/orders/mark-fulfill/${id}`, { carrier: 'UPS', number: '1Z6' });
  await world.call(world.seller, 'DELETE', `/shipment/${part.data.shipment.id}/cancel`);
  expect(await detail(id)).toMatchObject({ fulfillmentStatus: 'Unfulfilled', markedFulfilled: null });
  expect((await detail(id)).pushes.map(({ state }) => state)).toEqual(['not-sent', 'not-sent']);
});
