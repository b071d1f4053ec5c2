/** A platform that is signed in to with a password: it is not kept, and deliveries that name an order bring that order in. */
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { createPlayer, samples } from '@scanship/store-ship-hero/harness';
import { createShipHero } from '@scanship/store-ship-hero/simulator';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';

const SHIP_HERO = 100_010;
let world: StoreWorld;
let storeId = '';
let call: ReturnType<typeof shopCaller>;
const add = (credentials: typeof samples.credentials) =>
  world.call<StoreDetail>(world.people.admin, 'POST', '/store/add', { platformId: SHIP_HERO, credentials });

beforeAll(async () => {
  world = await makeStoreWorld({}, { 'ship-hero': () => Promise.resolve(createShipHero()) });
  call = shopCaller(world.host.address, 'ship-hero');
  const added = await add(samples.credentials);
  expect(added, added.message).toMatchObject({ status: 200, data: { name: 'Maple Goods' } });
  storeId = added.data.id;
  await world.sync();
  await world.application.startJobs();
});
afterAll(() => world.close());

const orders = async (): Promise<readonly string[]> => {
  const { rows } = await world.database.db.tenant(world.people.admin, (tx) =>
    sql<{ external_id: string }>`SELECT external_id FROM orders WHERE store_id = ${storeId}`.execute(tx),
  );
  return rows.map((row) => row.external_id);
};
const target = async (): Promise<string> => {
  const { hooks } = await call('GET', samples.account, 'hooks');
  return (hooks as readonly { name: string; url: string }[]).find(({ name }) => name === 'Order Allocated')?.url ?? '';
};

test('orders come in, and a wrong password is refused in words without it', async () => {
  expect((await orders()).length).toBeGreaterThanOrEqual(12);
  const refused = await add({ ...samples.credentials, password: 'not-the-password' });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.message).toContain('does not know this e-mail address');
  expect(JSON.stringify(refused)).not.toContain('not-the-password');
});

test('a look at the account’s address is answered, at any other it is not', async () => {
  const address = await target();
  expect(address.startsWith(`${world.origin}/hooks/stores/ship-hero?account=`)).toBe(true);
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
  const wrong = new URL(address);
  wrong.searchParams.set('key', '0'.repeat(32));
  expect((await fetch(wrong, { method: 'HEAD' })).status).toBe(404);
});

test('a delivery to that address brings the order in that it names', async () => {
  const address = await target();
  const [placed = ''] = await createPlayer(world.host.address).placeOrders(samples.account, 1, 'now');
  const made = await call('POST', samples.account, 'deliveries', { event: 'Order Allocated', order: placed });
  const deliver = async (to: string): Promise<number> =>
    (
      await fetch(to, {
        method: 'POST',
        headers: made.headers as Readonly<Record<string, string>>,
        body: String(made.body),
      })
    ).status;
  expect(await deliver(address.replace(/key=\w+/, `key=${'0'.repeat(32)}`))).toBe(401);
  expect(await orders()).not.toContain(placed);
  expect(await deliver(address)).toBe(200);
  await expect.poll(async () => (await orders()).includes(placed)).toBe(true);
});
