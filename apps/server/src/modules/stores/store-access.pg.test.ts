import { ACCESS_EXPIRES_AT, ACCESS_TOKEN } from '@scanship/connector-kit/store/store-environment';
import { runConnect } from '@scanship/connector-kit/store/store-run';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeStoreWorld, MAPLE, type StoreWorld } from '../../../test/store-world.ts';
import { simulatedApp } from '../../platform/simulators/store-app-simulator-registry.ts';
import { createStoreAccess, type Credentials } from './store-access.ts';
import { createStoreEnvironments } from './store-environment.ts';
import { findStore } from './store-registry.ts';

let world: StoreWorld;
let storeId = '';
beforeAll(async () => {
  world = await makeStoreWorld();
  storeId = await world.connect(world.people.admin, MAPLE);
  await world.sync();
});
afterEach(async () => {
  await world.admin.clearFaults('shopify');
  await world.admin.setClock('shopify', 0);
});
afterAll(() => world.close());

const key = () => ({ tenantId: world.people.admin.tenantId, id: storeId });
const detail = async () => (await world.call<StoreDetail>(world.people.admin, 'GET', `/store/${storeId}`)).data;

/** The access of one process: memory and flights of its own, the database shared. */
async function process(leaseMs?: number) {
  const entry = findStore('shopify');
  const app = await simulatedApp('shopify');
  if (!entry || !app) throw new Error('Shopify is registered');
  const simulators = {
    addressOf: (slug: string) => Promise.resolve(world.host.addressOf(slug)),
    owns: (at: string) => world.host.owns(at),
    appOf: simulatedApp,
  };
  const access = createStoreAccess(world.services, { leaseMs });
  const environments = createStoreEnvironments(world.services, simulators);
  const connector = await entry.load();
  const lost: string[] = [];
  const open = (credentials: Credentials) =>
    environments.connect(
      entry.manifest,
      { id: storeId, mode: 'simulator', externalAccount: MAPLE, credentials, settings: {}, app },
      { tenantId: key().tenantId, storeId },
    );
  const source = access.source(key(), connector, open, (message) => {
    lost.push(message);
    return Promise.resolve();
  });
  return { access, source, connector, open, lost, environments };
}

const credentials = async (): Promise<Credentials> => {
  const { access } = await process();
  const kept = await access.credentials(key());
  if (!kept) throw new Error('the store has access');
  return kept;
};
/** As if an hour had passed, for everybody. */
async function expire(): Promise<void> {
  const { access } = await process();
  const kept = await credentials();
  await world.database.db.tenant(key(), (tx) =>
    access.put(tx, key(), { ...kept, [ACCESS_EXPIRES_AT]: new Date(Date.now() - 1_000).toISOString() }),
  );
}

test('eight callers of two processes with expired access: one renewal', async () => {
  await expire();
  const before = await world.player.renewals(MAPLE);
  const [one, two] = [await process(), await process()];
  const values = await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? one : two).source.get()));
  expect(new Set(values).size).toBe(1);
  expect(values[0]).toBe((await credentials())[ACCESS_TOKEN]);
  expect((await world.player.renewals(MAPLE)) - before).toBe(1);
});

test('access the platform refuses early is renewed once, and a late refusal of the old value renews nothing', async () => {
  const old = (await credentials())[ACCESS_TOKEN] ?? '';
  const before = await world.player.renewals(MAPLE);
  const [one, two] = [await process(), await process()];
  const values = await Promise.all([one, two, one, two].map(({ source }) => source.refused(old)));
  expect(new Set(values).size).toBe(1);
  expect(values[0]).not.toBe(old);
  expect(await two.source.refused(old)).toBe(values[0]);
  expect(await one.source.get()).toBe(values[0]);
  expect((await world.player.renewals(MAPLE)) - before).toBe(1);
});

test('a process that dies between the answer and storing it leaves a store that still gets in', async () => {
  const dead = await process();
  const answer = await runConnect(dead.connector, await dead.open(await credentials()), (env) => {
    if (!dead.connector.renew) throw new Error('Shopify renews');
    return dead.connector.renew(env);
  });
  expect(answer.ok).toBe(true);
  // It held the lease, and nothing was stored.
  await world.database.db.tenant(key(), (tx) =>
    sql`UPDATE store_access SET lease_no = lease_no + 1, lease_until = clock_timestamp() + interval '300 milliseconds'
      WHERE store_id = ${storeId}`.execute(tx),
  );
  await expire();
  await world.database.db.tenant(key(), (tx) =>
    sql`UPDATE store_access SET lease_until = clock_timestamp() + interval '300 milliseconds' WHERE store_id = ${storeId}`.execute(
      tx,
    ),
  );
  const { source } = await process();
  const value = await source.get();
  expect(value).toBe((await credentials())[ACCESS_TOKEN]);
  await world.call(world.people.admin, 'POST', `/store/sync/${storeId}`);
  await world.sync();
  expect(await detail()).toMatchObject({ state: 'connected', problem: null });
});

test('an answer that is lost on its way is asked for again with the same refresh token', async () => {
  await expire();
  await world.admin.setFaults('shopify', [{ kind: 'drop-after-effect', route: 'token', times: 1 }]);
  const { source } = await process();
  expect(await source.get()).toBe((await credentials())[ACCESS_TOKEN]);
});

test('a worker whose lease lapsed meanwhile does not overwrite what another stored', async () => {
  await expire();
  await world.admin.setFaults('shopify', [{ kind: 'latency', route: 'token', ms: 900, times: 1 }]);
  const slow = await process(300);
  const slowValue = slow.source.get();
  await new Promise((resolve) => setTimeout(resolve, 450));
  const quick = await process(300);
  const quickValue = await quick.source.get();
  expect(await slowValue).toBe(quickValue);
  expect((await credentials())[ACCESS_TOKEN]).toBe(quickValue);
});

test('what is kept beside access survives a renewal that began before it, and the renewal survives it', async () => {
  await expire();
  const old = await credentials();
  await world.admin.setFaults('shopify', [{ kind: 'latency', route: 'token', ms: 700, times: 1 }]);
  const renewing = await process();
  const renewed = renewing.source.get();
  await new Promise((resolve) => setTimeout(resolve, 250));
  const before = await world.player.renewals(MAPLE);
  const keeping = await process();
  // Two at once, of which neither loses the other.
  await Promise.all([
    keeping.access.keep(key(), { 'webhookSecret a': 'first' }),
    renewing.access.keep(key(), { 'webhookSecret b': 'second' }),
  ]);
  expect(await credentials()).toEqual({ ...old, 'webhookSecret a': 'first', 'webhookSecret b': 'second' });
  const value = await renewed;
  expect(await credentials()).toMatchObject({
    [ACCESS_TOKEN]: value,
    'webhookSecret a': 'first',
    'webhookSecret b': 'second',
  });
  expect(value).not.toBe(old[ACCESS_TOKEN]);
  expect((await world.player.renewals(MAPLE)) - before).toBe(1);
  expect(await keeping.source.get()).toBe(value);
});

test('nothing is kept of a store without access', async () => {
  const { access } = await process();
  const whole = await credentials();
  await world.database.db.tenant(key(), (tx) => access.destroy(tx, key()));
  await access.keep(key(), { 'webhookSecret a': 'late' });
  expect(await access.credentials(key())).toBeUndefined();
  await world.database.db.tenant(key(), (tx) => access.put(tx, key(), whole));
  expect(await credentials()).toEqual(whole);
});

test('refused for good: the store needs consent, and is back where it was after it', { timeout: 30_000 }, async () => {
  // The seller removes the app, and its notification is lost.
  const { connector, environments, source } = await process();
  const app = (await simulatedApp('shopify')) ?? {};
  const manifest = findStore('shopify')?.manifest;
  if (!manifest) throw new Error('Shopify is registered');
  const env = await environments.store(
    manifest,
    { id: storeId, mode: 'simulator', externalAccount: MAPLE, credentials: await credentials(), settings: {}, app },
    source,
    { tenantId: key().tenantId, storeId },
  );
  await connector.disconnect?.(env);
  await world.player.placeOrders(MAPLE, 1, 'now');
  await world.call(world.people.admin, 'POST', `/store/sync/${storeId}`);
  await world.sync();
  const closed = await detail();
  expect(closed).toMatchObject({ state: 'needs_consent', problem: { code: 'needs_consent', action: 'reconnect' } });
  expect(closed.streams.every(({ state }) => state === 'off')).toBe(true);
  const open = await world.database.db.tenant(key(), (tx) =>
    tx
      .selectFrom('exceptions')
      .select('reason')
      .where('key', '=', `store:${storeId}`)
      .where('resolved_at', 'is', null)
      .execute(),
  );
  expect(open).toEqual([{ reason: 'needs-consent' }]);

  const search = await world.consent(MAPLE, { storeId });
  const query = new URLSearchParams({ domain: MAPLE, code: search.get('code') ?? '' });
  const again = await world.call<StoreDetail>(
    world.people.admin,
    'POST',
    `/store/reconnect/${storeId}?${query.toString()}`,
  );
  expect(again).toMatchObject({
    status: 200,
    success: 'Store connected successfully.',
    data: { id: storeId, state: 'connected' },
  });
  await world.sync();
  expect((await detail()).counts.orders).toBe(13);
  expect(
    await world.call(world.people.foreign, 'POST', `/store/reconnect/${storeId}?${query.toString()}`),
  ).toMatchObject({ status: 404 });
});
