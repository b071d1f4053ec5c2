/** A platform that signs nothing: its deliveries come to an address with a key in it, name no order, and make us ask at once. */
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { createPlayer, samples } from '@scanship/store-shipstation/harness';
import { createShipStation } from '@scanship/store-shipstation/simulator';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';

const SHIPSTATION = 100_001;
let world: StoreWorld;
let storeId = '';
let call: ReturnType<typeof shopCaller>;
beforeAll(async () => {
  world = await makeStoreWorld({}, { shipstation: () => Promise.resolve(createShipStation()) });
  call = shopCaller(world.host.address, 'shipstation');
  const added = await world.call<StoreDetail>(world.people.admin, 'POST', '/store/add', {
    platformId: SHIPSTATION,
    credentials: samples.credentials,
  });
  expect(added, added.message).toMatchObject({ status: 200 });
  storeId = added.data.id;
  await world.sync();
  await world.application.startJobs();
});
afterAll(() => world.close());

const known = async (externalId: string): Promise<boolean> => {
  const { rows } = await world.database.db.tenant(world.people.admin, (tx) =>
    sql`SELECT 1 FROM orders WHERE store_id = ${storeId} AND external_id = ${externalId}`.execute(tx),
  );
  return rows.length === 1;
};
const targets = async (): Promise<readonly string[]> =>
  ((await call('GET', samples.account, 'hooks')).hooks as readonly { address: string }[]).map(({ address }) => address);
const deliver = async (target: string): Promise<number> => {
  const { body } = await call('POST', samples.account, 'deliveries', { event: 'ORDER_NOTIFY' });
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: String(body),
  });
  return answer.status;
};

test('the account is given an address of its own', async () => {
  const all = await targets();
  expect(all.length).toBe(2);
  for (const target of all) {
    expect(target.startsWith(`${world.origin}/hooks/stores/shipstation?`)).toBe(true);
    expect(new URL(target).searchParams.get('account')).toBe(samples.account);
  }
});

test('a delivery without its key is refused; with it, a new order is asked for at once', async () => {
  const [target = ''] = await targets();
  const [placed = ''] = await createPlayer(world.host.address).placeOrders(samples.account, 1, 'now');
  const wrong = new URL(target);
  wrong.searchParams.set('key', '0'.repeat(32));
  expect(await deliver(wrong.href)).toBe(401);
  wrong.search = '';
  expect(await deliver(wrong.href)).toBe(401);
  await world.sync();
  expect(await known(placed)).toBe(false);
  expect(await deliver(target)).toBe(200);
  const askedAndKnown = async (): Promise<boolean> => {
    await world.sync();
    return known(placed);
  };
  await expect.poll(askedAndKnown).toBe(true);
});
