/** A label is stored only while its account is lent with its service, whatever was read before. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackVendor, startVendor } from '../../../test/loopback-vendor.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { untilWaiting } from '../../../test/test-database.ts';
import { violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import type { CreateDeps, Shared } from './commands/create-shipment.ts';
import { readIntents } from './commands/read-intents.ts';
import { createShipment } from './index.ts';

let world: World;
let vendor: LoopbackVendor;
let deps: CreateDeps;
beforeAll(async () => {
  world = await makeWorld();
  vendor = await startVendor({ recovery: 'by-reference' });
  deps = world.process(vendor);
});
afterEach(() => change(LENT));
afterAll(async () => {
  await world.close();
  await vendor.close();
});

const LENT = sql`UPDATE account_grants SET valid_to = NULL, left_out = '[]'`;
const ENDED = sql`UPDATE account_grants SET valid_to = now()`;
const LEFT_OUT = sql`UPDATE account_grants SET left_out = '["GROUND"]'`;
const change = (statement: typeof LENT) => world.test.db.tenant(world.anna, (tx) => statement.execute(tx));
const wanted = async () => {
  const orderId = await world.newOrder();
  return { orderId, ...(await world.newRate(orderId)), idempotencyKey: undefined };
};
const buy = (wish: Awaited<ReturnType<typeof wanted>>, shared?: Shared) =>
  createShipment(deps, world.anna, wish, undefined, shared);
const REFUSED = {
  ok: false,
  problem: { code: 'rate_expired', message: expect.stringContaining('not available to you any more') },
};
describe('a label that was read as lent', () => {
  it.each([
    { what: 'the lending ended', statement: ENDED },
    { what: 'its service was left out', statement: LEFT_OUT },
  ])('is refused where $what since', async ({ statement }) => {
    const wish = await wanted();
    const [read] = await readIntents(deps, world.anna, [wish]);
    await change(statement);
    expect(await buy(wish, { read })).toMatchObject(REFUSED);
    await change(LENT);
    expect((await buy(wish)).ok).toBe(true);
  });

  it('waits for an end that is being stored, and is refused', async () => {
    const wish = await wanted();
    let bought: ReturnType<typeof buy> | undefined;
    await world.test.db.tenant(world.anna, async (tx) => {
      await ENDED.execute(tx);
      bought = buy(wish);
      await untilWaiting(world.test);
    });
    expect(await bought).toMatchObject(REFUSED);
  });

  it('is stored before an end that comes meanwhile', async () => {
    const wish = await wanted();
    let ended: Promise<unknown> | undefined;
    const bought = await buy(wish, {
      alongside: async () => {
        ended = change(ENDED);
        await untilWaiting(world.test);
      },
    });
    expect(bought.ok).toBe(true);
    await ended;
  });
});

it('a release that knows nothing of lendings stores none either', async () => {
  const { tenantId } = world.anna;
  const store = (state: string) =>
    world.test.db
      .tenant(world.anna, (tx) =>
        sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, slug, service, grant_id)
          SELECT ${tenantId}::uuid, ${newId()}::uuid, ${state}, '{}', '{}', 'loopback', 'GROUND', id FROM account_grants`.execute(
          tx,
        ),
      )
      .then(() => 'stored', violated);
  expect(await store('buying')).toBe('stored');
  await change(LEFT_OUT);
  expect(await store('buying')).toBe('shipments_as_lent');
  await change(ENDED);
  expect(await store('buying')).toBe('shipments_as_lent');
  // What is not bought with it now is nobody's concern.
  expect(await store('bought')).toBe('stored');
});
