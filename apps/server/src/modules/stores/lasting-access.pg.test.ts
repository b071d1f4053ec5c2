/**
 * A platform whose access has no end: what was exchanged when the browser came back is all there is, and nothing renews it. Its pages
 * go by offset, so a pull may stand at a place that an older version of the connector left.
 */
import { createEcwid } from '@scanship/store-ecwid/simulator';
import { createPlayer, samples } from '@scanship/store-ecwid/harness';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';

const ECWID = 100_012;
let world: StoreWorld;
let storeId = '';
const countOrders = async (): Promise<number | undefined> => {
  const { rows } = await world.database.db.tenant(world.people.admin, (tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM orders WHERE store_id = ${storeId}`.execute(tx),
  );
  return rows[0]?.n;
};
beforeAll(async () => {
  // A pull that failed is not tried again before the test has looked at it.
  world = await makeStoreWorld({ sync: { firstPauseMs: 600_000 } }, { ecwid: () => Promise.resolve(createEcwid()) });
});
afterAll(() => world.close());

test('it is connected with a code that lasts minutes, and its orders come in', async () => {
  const { host } = new URL(world.origin);
  const asked = await world.call<{ url: string }>(undefined, 'GET', `/public/${ECWID}/oauth?host=${host}`);
  const back = await createPlayer(world.host.address).consent(asked.data.url, 'allow', samples.account);
  const query = new URLSearchParams(back).toString();
  const returned = await world.browser.fetch(`${world.origin}/connect/ecwid/callback?${query}`);
  const search = new URL(returned.headers.get('location') ?? '', world.origin).searchParams;
  expect(search.get('error')).toBeNull();
  // The token itself is sealed: nobody reads it in the address.
  expect(search.toString()).not.toContain('secret_');
  const added = await world.call<StoreDetail>(world.people.admin, 'POST', '/store/add', {
    platformId: ECWID,
    code: search.get('code'),
    shop: search.get('shop'),
  });
  expect(added).toMatchObject({ status: 200, data: { name: 'Harbourfront Tea', platformId: ECWID } });
  await world.sync();
  storeId = added.data.id;
  expect(await countOrders()).toBe(96);
});

test('a pull that stands at a place of an older form begins again, and loses nothing', async () => {
  await createPlayer(world.host.address).placeOrders(samples.account, 4, 'now');
  const old = { since: 1_767_225_600, at: 90, begun: 1_767_225_600, again: false, seen: [], told: [] };
  await world.database.db.tenant(world.people.admin, (tx) =>
    sql`UPDATE sync_streams SET due_at = now(), cursor = jsonb_build_object(
          'runId', (SELECT r.id FROM sync_runs r WHERE r.store_id = ${storeId} AND r.stream = 'orders' LIMIT 1),
          'cause', 'poll', 'since', NULL, 'seenUntil', NULL, 'next', ${JSON.stringify(old)}::jsonb)
        WHERE store_id = ${storeId} AND stream = 'orders'`.execute(tx),
  );
  const orderStream = async (): Promise<StoreDetail['streams'][number] | undefined> => {
    const { data } = await world.call<StoreDetail>(world.people.admin, 'GET', `/store/${storeId}`);
    return data.streams.find(({ stream }) => stream === 'orders');
  };
  await world.sync();
  expect(await orderStream()).toMatchObject({
    failures: 1,
    problem: expect.stringContaining('begins again'),
  });
  expect(await countOrders()).toBe(96);
  await world.call(world.people.admin, 'POST', `/store/sync/${storeId}`);
  await world.sync();
  expect(await orderStream()).toMatchObject({ failures: 0, problem: null });
  expect(await countOrders()).toBe(100);
});

test('a start at the platform’s own market, without our state, is led to the page that comes back with it', async () => {
  const started = await fetch(`${world.origin}/connect/ecwid/callback?code=${samples.account}.abc`, {
    redirect: 'manual',
  });
  const next = new URL(started.headers.get('location') ?? '', world.origin);
  expect(next.pathname).toBe('/_simulators/ecwid/api/oauth/authorize');
  expect(new URL(next.searchParams.get('redirect_uri') ?? '').searchParams.get('state')).toMatch(/./);
});
