/** What one label sends to PostgreSQL, from the click to the finished label. A statement more is paid by every label. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackVendor, startVendor } from '../../../test/loopback-vendor.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { statementsOf, tripsOf } from '../../../test/statements.ts';
import { createShipment } from './index.ts';
import { glanceAt } from './queries/glance.ts';

let world: World;
let vendor: LoopbackVendor;
beforeAll(async () => {
  world = await makeWorld();
  vendor = await startVendor({ recovery: 'by-reference' });
});
afterAll(async () => {
  await world.close();
  await vendor.close();
});

it('shows a label in one round trip', async () => {
  const deps = world.process(vendor, { leaseMs: 60_000 });
  const orderId = await world.newOrder([1]);
  const outcome = await createShipment(deps, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
  if (!outcome.ok) throw new Error(outcome.problem.code);
  const { shipmentId } = outcome.value;
  expect(await world.settled(deps, shipmentId)).toBe('bought');
  const glance = () => glanceAt(deps, world.anna, shipmentId, orderId);
  const [shown, after] = await glance();
  expect([shown?.state, after.customInvoice]).toEqual(['bought', false]);
  expect(await tripsOf(glance)).toBe(1);
});

it.each([
  { account: 'its own', lent: false, most: { statements: 48, transactions: 6, trips: 34 } },
  { account: 'a lent', lent: true, most: { statements: 55, transactions: 6, trips: 34 } },
])('a label of one parcel on $account account takes few words', async ({ lent, most }) => {
  // No lease is prolonged meanwhile, however slow the machine.
  const deps = world.process(vendor, { leaseMs: 60_000 });
  const rated = async () => {
    const orderId = await world.newOrder([2, 1]);
    return { orderId, ...(await world.newRate(orderId, { lent })) };
  };
  const buy = async (wish: Awaited<ReturnType<typeof rated>>) => {
    const outcome = await createShipment(deps, world.anna, wish, undefined);
    if (!outcome.ok) throw new Error(outcome.problem.code);
    // Whoever waits for it looks once more: one transaction of three statements.
    await deps.journal.idle();
    expect(await world.settled(deps, outcome.value.shipmentId)).toBe('bought');
  };
  // The first one makes accounts and connections.
  await buy(await rated());
  const wish = await rated();
  const sent = await statementsOf(() => buy(wish));
  // A connection that is new asks once who it is.
  const statements = sent.filter((text) => !text.includes('pg_backend_pid() AS pid'));
  const transactions = statements.filter((text) => text.startsWith('BEGIN'));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most.statements);
  expect(transactions.length).toBeLessThanOrEqual(most.transactions);
  const another = await rated();
  expect(await tripsOf(() => buy(another))).toBeLessThanOrEqual(most.trips);
});
