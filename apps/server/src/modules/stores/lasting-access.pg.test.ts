/** A platform whose access has no end: what was exchanged when the browser came back is all there is, and nothing renews it. */
import { createEcwid } from '@scanship/store-ecwid/simulator';
import { createPlayer, samples } from '@scanship/store-ecwid/harness';
import type { StoreDetail } from '@scanship/contracts/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';

const ECWID = 100_012;
let world: StoreWorld;
beforeAll(async () => {
  world = await makeStoreWorld({}, { ecwid: () => Promise.resolve(createEcwid()) });
});
afterAll(() => world.close());

test('it is connected with a code that lasts minutes, and its orders come in', async () => {
  const { host } = new URL(world.origin);
  const asked = await world.call<{ url: string }>(undefined, 'GET', `/public/${ECWID}/oauth?host=${host}`);
  const back = await createPlayer(world.host.address).consent(asked.data.url, 'allow', samples.account);
  const query = new URLSearchParams(back).toString();
  const returned = await fetch(`${world.origin}/connect/ecwid/callback?${query}`, { redirect: 'manual' });
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
  const { rows } = await world.database.db.tenant(world.people.admin, (tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM orders WHERE store_id = ${added.data.id}`.execute(tx),
  );
  expect(rows[0]?.n).toBe(96);
});

test('a start at the platform’s own market, without our state, is led to the page that comes back with it', async () => {
  const started = await fetch(`${world.origin}/connect/ecwid/callback?code=${samples.account}.abc`, {
    redirect: 'manual',
  });
  const next = new URL(started.headers.get('location') ?? '', world.origin);
  expect(next.pathname).toBe('/_simulators/ecwid/api/oauth/authorize');
  expect(new URL(next.searchParams.get('redirect_uri') ?? '').searchParams.get('state')).toMatch(/./);
});
