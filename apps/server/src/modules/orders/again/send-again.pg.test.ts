/** Sending an order once more, over the real calls, after a label that was really bought at a simulated carrier. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../../test/parcel-world.ts';
import { eraseBuyers } from '../commands/erase-buyers.ts';

let world: ParcelWorld;
const call = <T>(method: string, path: string, body?: unknown, person = world.seller) =>
  world.call<T>(person, method, path, body);
const again = (orderId: string, items?: unknown, person = world.seller) =>
  call<OrderDetail>('POST', '/orders/send-again', { orderId, ...(items === undefined ? {} : { items }) }, person);
const order = async (id: string) => (await call<OrderDetail>('GET', `/orders/${id}`)).data;

beforeAll(async () => {
  world = await makeParcelWorld({ booked: true });
}, 60_000);
afterAll(() => world.close());

it('makes an order of what was sent, at no price, linked both ways, that ships like any other', async () => {
  const { orderId } = await world.buy('testline-express');
  const first = await order(orderId);
  const made = await again(orderId);
  expect(made.status).toBe(200);
  expect(made.data).toMatchObject({
    ecomOrderNumber: `${first.ecomOrderNumber}-S1`,
    fulfillmentStatus: 'Unfulfilled',
    total: { minor: 0, currency: 'CAD' },
    shipTo: first.shipTo,
    sendsAgain: { id: orderId, number: first.ecomOrderNumber },
  });
  expect(made.data.items).toMatchObject([{ sku: 'MUG', quantity: 1, unitPrice: { minor: 1_250 }, weightGrams: 400 }]);
  const second = await again(orderId, [{ line: 1, quantity: 1 }]);
  expect(second.data.ecomOrderNumber).toBe(`${first.ecomOrderNumber}-S2`);
  expect((await order(orderId)).sentAgain).toEqual([
    { id: made.data.id, number: made.data.ecomOrderNumber, exchangeFor: null },
    { id: second.data.id, number: second.data.ecomOrderNumber, exchangeFor: null },
  ]);
  expect((await order(orderId)).fulfillmentStatus).toBe(first.fulfillmentStatus);
});

it('is refused for what was not sent, and for an order that is not there', async () => {
  const { id } = await world.newOrder();
  expect((await again(id)).message).toBe('Nothing of this order was sent yet.');
  const { orderId } = await world.buy('testline-express');
  expect((await again(orderId, [{ line: 1, quantity: 2 }])).errors).toMatchObject([
    { field: 'items.0.quantity', message: '1 of this item were sent.' },
  ]);
  expect((await again(orderId, [{ line: 7, quantity: 1 }])).status).toBe(400);
  const twice = [
    { line: 1, quantity: 1 },
    { line: 1, quantity: 1 },
  ];
  expect((await again(orderId, twice)).errors).toMatchObject([{ field: 'items' }]);
  expect([403, 404]).toContain((await again(orderId, undefined, world.people.basic)).status);
});

it('forgets its buyer with the first order’s, and a forgotten buyer is sent nothing', async () => {
  const { orderId } = await world.buy('testline-express');
  const { data: copy } = await again(orderId);
  const { data: third } = await (async () => {
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE order_items SET qty_allocated = qty, qty_shipped = qty WHERE order_id = ${copy.id}`.execute(tx),
    );
    return again(copy.id);
  })();
  const erased = await world.database.db.tenant(world.seller, async (tx) => {
    const { rows } = await sql<{ store_id: string }>`SELECT store_id FROM orders WHERE id = ${orderId}`.execute(tx);
    return eraseBuyers({ tenantId: world.seller.tenantId, userId: undefined }, tx, {
      storeId: rows[0]?.store_id ?? '',
      orderIds: [orderId],
      now: new Date(),
    });
  });
  expect(erased).toBe(3);
  for (const id of [orderId, copy.id, third.id]) expect((await order(id)).shipTo.name).toBe('');
  expect((await again(orderId)).message).toBe('The buyer was erased, so nobody knows where it would go.');
});
