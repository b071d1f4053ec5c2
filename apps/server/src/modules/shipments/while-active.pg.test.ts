/** A label is stored only while its company is active, whatever was read before; what is under way comes to its end. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type LoopbackVendor, startVendor } from '../../../test/loopback-vendor.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { untilWaiting } from '../../../test/test-database.ts';
import { violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { markMoved, mayShip } from '../restrictions/index.ts';
import type { CreateDeps } from './commands/create-shipment.ts';
import { cancelShipment, createShipment } from './index.ts';

let world: World;
let vendor: LoopbackVendor;
let deps: CreateDeps;
beforeAll(async () => {
  world = await makeWorld();
  vendor = await startVendor({ recovery: 'by-reference' });
  deps = world.process(vendor);
});
afterEach(() => set('active'));
afterAll(async () => {
  await world.close();
  await vendor.close();
});

const setting = (state: string) => sql`UPDATE tenants SET state = ${state} WHERE id = ${world.anna.tenantId}`;
const set = (state: string) => world.test.db.system((tx) => setting(state).execute(tx));
const wanted = async () => {
  const orderId = await world.newOrder();
  return { orderId, ...(await world.newRate(orderId)) };
};
const buy = async (wish?: Awaited<ReturnType<typeof wanted>>, alongside?: () => Promise<void>) =>
  createShipment(deps, world.anna, wish ?? (await wanted()), undefined, { alongside });
const REFUSED = { ok: false, problem: { code: 'shipping_restricted' } };

it.each(['suspended', 'closed'])(
  'a company that is %s buys nothing, and what it bought can be voided',
  async (state) => {
    const bought = await buy();
    if (!bought.ok) throw new Error(bought.problem.code);
    expect(await world.settled(deps, bought.value.shipmentId)).toBe('bought');
    await set(state);
    // Asked before carriers are, and once more by the database, whatever a release knows.
    expect(await world.test.db.tenant(world.anna, (tx) => mayShip(tx, world.anna.tenantId))).toMatchObject(REFUSED);
    expect(await buy()).toMatchObject(REFUSED);
    const booking = world.test.db.tenant(world.anna, (tx) =>
      sql`INSERT INTO effects (tenant_id, id, kind, subject_kind, subject_id, intent_key, sealed)
      VALUES (${world.anna.tenantId}, ${newId()}, 'pickup_book', 'pickup', ${newId()}, ${newId()}, '')`.execute(tx),
    );
    expect(await booking.then(() => 'stored', violated)).toBe('effects_while_active');
    expect(await cancelShipment(deps, world.anna, bought.value.shipmentId)).toMatchObject({ ok: true });
    expect(await world.settled(deps, bought.value.shipmentId)).toBe('voided');
  },
);

it('nor does a company whose franchise is suspended, until that is taken back', async () => {
  const franchise = (state: string) =>
    world.test.db.system((tx) => sql`UPDATE tenants SET state = ${state} WHERE id = ${world.anna.realmId}`.execute(tx));
  await franchise('suspended');
  try {
    expect(await world.test.db.tenant(world.anna, (tx) => mayShip(tx, world.anna.tenantId))).toMatchObject(REFUSED);
    expect(await buy()).toMatchObject(REFUSED);
  } finally {
    await franchise('active');
  }
  expect(await buy()).toMatchObject({ ok: true });
});

it('a label waits for a suspension that is being stored, and is refused', async () => {
  const wish = await wanted();
  let bought: ReturnType<typeof buy> | undefined;
  await world.test.db.system(async (tx) => {
    await setting('suspended').execute(tx);
    bought = buy(wish);
    await untilWaiting(world.test);
  });
  expect(await bought).toMatchObject(REFUSED);
});

it('a label waits for a move to another franchise that is being stored, and is refused', async () => {
  const wish = await wanted();
  let bought: ReturnType<typeof buy> | undefined;
  const moved = (yes: boolean) =>
    world.test.db.system(async (tx) => {
      await markMoved(tx, world.anna.tenantId, yes);
      if (!yes) return;
      bought = buy(wish);
      await untilWaiting(world.test);
    });
  await moved(true);
  expect(await bought).toMatchObject(REFUSED);
  expect(await world.test.db.tenant(world.anna, (tx) => mayShip(tx, world.anna.tenantId))).toMatchObject(REFUSED);
  await moved(false);
  expect(await buy()).toMatchObject({ ok: true });
});
