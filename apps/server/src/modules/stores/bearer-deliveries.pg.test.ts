/** A platform whose deliveries hold a bearer token that we chose, and an account of its other product, which sends none. */
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { createPlayer, omniSamples, samples } from '@scanship/store-cin7/harness';
import { createCin7 } from '@scanship/store-cin7/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';

const CIN7 = 100_020;
let world: StoreWorld;
let call: ReturnType<typeof shopCaller>;
beforeAll(async () => {
  world = await makeStoreWorld({}, { cin7: () => Promise.resolve(createCin7()) });
  call = shopCaller(world.host.address, 'cin7');
  for (const { credentials } of [samples, omniSamples]) {
    const added = await world.call<StoreDetail>(world.people.admin, 'POST', '/store/add', {
      platformId: CIN7,
      credentials,
    });
    expect(added, added.message).toMatchObject({ status: 200 });
  }
  await world.sync();
  await world.application.startJobs();
});
afterAll(() => world.close());

const hooks = async (account: string): Promise<readonly { address: string; token: string }[]> =>
  (await call('GET', account, 'hooks')).hooks as readonly { address: string; token: string }[];

test('Core is told where to deliver, Omni is not', async () => {
  const all = await hooks(samples.account);
  expect(all.length).toBe(4);
  for (const { address } of all) expect(new URL(address).searchParams.get('account')).toBe(samples.account);
  expect(await hooks(omniSamples.account)).toEqual([]);
});

test('a delivery without its token is refused; with it, it is taken', async () => {
  const [hook] = await hooks(samples.account);
  const player = createPlayer(world.host.address);
  const [placed = ''] = await player.placeOrders(samples.account, 1, 'now');
  const body = JSON.stringify({ SaleID: placed, SaleOrderNumber: 'SO-1', EventType: 'Sale/OrderAuthorised' });
  const deliver = async (token: string): Promise<number> =>
    (
      await fetch(hook?.address ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
      })
    ).status;
  expect(await deliver('0'.repeat(40))).toBe(401);
  expect(await deliver(hook?.token ?? '')).toBe(200);
});
