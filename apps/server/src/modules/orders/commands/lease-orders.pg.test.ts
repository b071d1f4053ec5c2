import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, newOrder, setShipFrom } from '../../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { createOrders } from './create-orders.ts';
import { allocateItems } from './fulfillment.ts';
import { endLeases, leaseOrders, type OrderLease, readLeases } from './lease-orders.ts';
import { allOrNothing } from './transaction.ts';

let database: TestDatabase;
let tree: TenantTree;
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
  for (const customer of tree.customers) await setShipFrom(database.db, customer);
});
afterAll(() => database.drop());

async function orders(count: number): Promise<readonly string[]> {
  const [customer] = tree.customers;
  const made = await allOrNothing(database.db, customer, (tx) =>
    createOrders(
      contextOf(customer),
      tx,
      Array.from({ length: count }, () => newOrder(customer.storeId, `L-${randomUUID()}`)),
      { why: 'test', now: new Date('2026-11-22T12:00:00Z') },
    ),
  );
  if (!made.ok) throw new Error(made.problem.code);
  return made.value.map(({ id }) => id);
}
const station = (name: string, minutes = 60): OrderLease => ({
  shiftId: randomUUID(),
  stationId: randomUUID(),
  stationName: name,
  until: new Date(Date.now() + minutes * 60_000),
});

test('an order lies at one station: no other leases it or ships it, until it is let go', async () => {
  const [customer, stranger] = tree.customers;
  const ctx = contextOf(customer);
  const [a = '', b = ''] = await orders(2);
  const [north, south] = [station('North table'), station('South table')];
  await database.db.tenant(customer, async (tx) => {
    expect((await leaseOrders(tx, customer.tenantId, [a, b, randomUUID()], north)).toSorted()).toEqual(
      [a, b].toSorted(),
    );
    expect(await leaseOrders(tx, customer.tenantId, [a, b], south)).toEqual([]);
    expect(await allocateItems(ctx, tx, { orderId: a })).toMatchObject({
      problem: { code: 'order_claimed', message: 'This order lies at the packing station "North table".' },
    });
    expect(await allocateItems(ctx, tx, { orderId: a, stationId: south.stationId })).toMatchObject({ ok: false });
    expect(await allocateItems(ctx, tx, { orderId: a, stationId: north.stationId })).toMatchObject({ ok: true });
    expect(await endLeases(tx, customer.tenantId, north.shiftId, [b])).toBe(1);
    expect(await leaseOrders(tx, customer.tenantId, [b], south)).toEqual([b]);
    expect(
      [...(await readLeases(tx, customer.tenantId, [a, b]))].map(([id, { stationName }]) => [id, stationName]),
    ).toEqual(
      expect.arrayContaining([
        [a, 'North table'],
        [b, 'South table'],
      ]),
    );
    expect(await endLeases(tx, customer.tenantId, north.shiftId)).toBe(1);
  });
  await database.db.tenant(stranger, async (tx) => {
    expect(await leaseOrders(tx, stranger.tenantId, [a], station('Elsewhere'))).toEqual([]);
    expect(await readLeases(tx, stranger.tenantId, [b])).toEqual(new Map());
  });
});

test('a lease that is over keeps nobody off, and what is shipped or cancelled is not leased', async () => {
  const [customer] = tree.customers;
  const ctx = contextOf(customer);
  const [a = '', cancelled = ''] = await orders(2);
  const [over, next] = [station('Yesterday', -1), station('Today')];
  await database.db.tenant(customer, async (tx) => {
    expect(await leaseOrders(tx, customer.tenantId, [a], over)).toEqual([a]);
    expect(await readLeases(tx, customer.tenantId, [a])).toEqual(new Map());
    await sql`UPDATE orders SET cancelled_at = now(), tab = 'cancelled' WHERE id = ${cancelled}`.execute(tx);
    expect(await leaseOrders(tx, customer.tenantId, [a, cancelled], next)).toEqual([a]);
    await endLeases(tx, customer.tenantId, next.shiftId);
    expect(await leaseOrders(tx, customer.tenantId, [a], over)).toEqual([a]);
    expect(await allocateItems(ctx, tx, { orderId: a })).toMatchObject({ ok: true });
  });
});

test('two stations that ask at the same time never hold the same order', async () => {
  const [customer] = tree.customers;
  const ids = await orders(40);
  const stations = Array.from({ length: 4 }, (_, n) => station(`Table ${n}`));
  const held = await Promise.all(
    stations.map((each) => database.db.tenant(customer, (tx) => leaseOrders(tx, customer.tenantId, ids, each))),
  );
  const all = held.flat();
  expect(all).toHaveLength(40);
  expect(new Set(all).size).toBe(40);
});
