/**
 * Platforms that sign with a secret of one store: what is signed with another, or with one that is not kept, is refused and leaves
 * nothing; what is kept is sealed, shows in no recorded call and comes anew where it is missing.
 */
import { createHmac } from 'node:crypto';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { createPlayer as createShopPlayer, samples as shops } from '@scanship/store-lightspeed/harness';
import { createLightspeed } from '@scanship/store-lightspeed/simulator';
import { createPlayer as createAccountPlayer, samples as accounts } from '@scanship/store-ship-hero/harness';
import { createShipHero } from '@scanship/store-ship-hero/simulator';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';
import { actAs } from '../../platform/database/database.ts';
import { simulatedApp } from '../../platform/simulators/store-app-simulator-registry.ts';
import { type AppRegistration, createAppRegistrations } from './app-registrations.ts';
import { createStoreAccess, type Credentials } from './store-access.ts';
import { findStore } from './store-registry.ts';
import { keptStores } from './stores-of-account.ts';

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How each is told of an order, and where its signature stands. */
const PLATFORMS = {
  lightspeed: {
    id: 100_013,
    samples: shops,
    signature: 'x-signature',
    event: (order: string): object => ({ orderId: order }),
    target: (hooks: readonly { address?: string }[]): string => hooks[0]?.address ?? '',
    secrets: ({ accessToken = '' }: Credentials): readonly string[] => [accessToken.split(':')[1] ?? ''],
  },
  'ship-hero': {
    id: 100_010,
    samples: accounts,
    signature: 'x-shiphero-hmac-sha256',
    event: (order: string): object => ({ event: 'Order Allocated', order }),
    target: (hooks: readonly { name?: string; url?: string }[]): string =>
      hooks.find(({ name }) => name === 'Order Allocated')?.url ?? '',
    secrets: (kept: Credentials): readonly string[] =>
      Object.entries(kept).flatMap(([name, value]) => (name.startsWith('webhookSecret ') ? [value] : [])),
  },
} as const;
type Code = keyof typeof PLATFORMS;

let world: StoreWorld;
const storeIds: Record<string, string> = {};
beforeAll(async () => {
  world = await makeStoreWorld(
    {},
    { lightspeed: () => Promise.resolve(createLightspeed()), 'ship-hero': () => Promise.resolve(createShipHero()) },
  );
  for (const { id, samples } of Object.values(PLATFORMS))
    for (const [account, credentials] of [
      [samples.account, samples.credentials],
      [samples.otherAccount, samples.otherCredentials],
    ] as const) {
      const added = await world.call<StoreDetail>(world.people.admin, 'POST', '/store/add', {
        platformId: id,
        credentials,
      });
      expect(added, added.message).toMatchObject({ status: 200 });
      storeIds[account] = added.data.id;
      // Lightspeed tells no company and names regions in words; nothing comes in before a person has entered them.
      const { ecommerceStoreAddress: told, missingAddressFields } = added.data;
      if (missingAddressFields.length === 0) continue;
      const whole = { ...told, companyName: 'A shop', provinceCode: 'QC' };
      const put = await world.call<StoreDetail>(world.people.admin, 'PUT', `/store/address/${added.data.id}`, whole);
      expect(put.data.missingAddressFields, put.message).toEqual([]);
    }
  await world.sync();
  await world.application.startJobs();
}, 60_000);
afterAll(() => world.close());

const call = (code: Code): ReturnType<typeof shopCaller> => shopCaller(world.host.address, code);
const place = async (code: Code, account: string): Promise<string> => {
  const players = { lightspeed: createShopPlayer, 'ship-hero': createAccountPlayer };
  const [placed = ''] = await players[code](world.host.address).placeOrders(account, 1, 'now');
  return placed;
};
const make = async (code: Code, account: string, order: string): Promise<Signed> =>
  (await call(code)('POST', account, 'deliveries', PLATFORMS[code].event(order))) as object as Signed;
const targetOf = async (code: Code, account: string): Promise<string> =>
  PLATFORMS[code].target((await call(code)('GET', account, 'hooks')).hooks as readonly object[]);
const deliver = async (to: string, { headers, body }: Signed): Promise<number> =>
  (await fetch(to, { method: 'POST', headers, body })).status;

const key = (account: string) => ({ tenantId: world.people.admin.tenantId, id: storeIds[account] ?? '' });
const access = () => createStoreAccess(world.services);
const kept = async (account: string): Promise<Credentials> => (await access().credentials(key(account))) ?? {};
const knows = async (account: string, externalId: string): Promise<boolean> => {
  const { rows } = await world.database.db.tenant(key(account), (tx) =>
    sql`SELECT 1 FROM orders WHERE store_id = ${key(account).id} AND external_id = ${externalId}`.execute(tx),
  );
  return rows.length === 1;
};
const stored = async (code: Code): Promise<number> => {
  const { rows } = await world.database.db.system((tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM inbound_events WHERE slug = ${`store:${code}`}`.execute(tx),
  );
  return rows[0]?.n ?? 0;
};
const refusals = async (code: Code): Promise<number> => {
  const text = await world.services.metrics.render();
  const line = new RegExp(`^scanship_store_deliveries_refused_total\\{platform="${code}"\\} (\\d+)$`, 'm').exec(text);
  return Number(line?.[1] ?? 0);
};

describe.each(Object.keys(PLATFORMS) as Code[])('%s', (code) => {
  const { samples, signature, secrets } = PLATFORMS[code];
  const { account, otherAccount } = samples;

  test('what is signed wrongly, by another store or not at all is refused, counted and not stored; the right one brings the order', async () => {
    const to = await targetOf(code, account);
    const order = await place(code, account);
    const good = await make(code, account, order);
    const others = await make(code, otherAccount, await place(code, otherAccount));
    const before = [await stored(code), await refusals(code)] as const;
    const given = good.headers[signature] ?? '';
    const { [signature]: _none, ...unsigned } = good.headers;
    const wrong: readonly Signed[] = [
      { ...good, headers: { ...good.headers, [signature]: `${given.startsWith('1') ? '2' : '1'}${given.slice(1)}` } },
      { ...good, headers: unsigned },
      { ...good, body: `${good.body} ` },
      // Whole and well signed, but by another store; and its signature on ours.
      { ...good, headers: { ...good.headers, [signature]: others.headers[signature] ?? '' } },
      {
        body: others.body,
        headers: { ...good.headers, [signature]: others.headers[signature] ?? '' },
      },
    ];
    for (const one of wrong) expect(await deliver(to, one)).toBe(401);
    expect([await stored(code), await refusals(code)]).toEqual([before[0], before[1] + wrong.length]);
    expect(await knows(account, order)).toBe(false);
    expect(await deliver(to, good)).toBe(200);
    await expect.poll(() => knows(account, order)).toBe(true);
    expect(await stored(code)).toBe(before[0] + 1);
  });

  test('what it is signed with is sealed, and stands in no row and no recorded call', async () => {
    const mine = secrets(await kept(account));
    const theirs = secrets(await kept(otherAccount));
    expect(mine.length).toBeGreaterThan(0);
    for (const secret of mine) expect(theirs).not.toContain(secret);
    const traced = async (): Promise<string> => {
      const { rows } = await world.database.db.tenant(key(account), (tx) =>
        sql<{ text: string }>`SELECT (SELECT json_agg(s)::text FROM stores s)
          || coalesce((SELECT json_agg(c)::text FROM carrier_calls c WHERE c.account_id = ${key(account).id}), '')
          || coalesce((SELECT json_agg(r)::text FROM sync_runs r), '') AS text`.execute(tx),
      );
      return rows[0]?.text ?? '';
    };
    // Recorded calls are written a moment later.
    await expect.poll(async () => (await traced()).includes('"subscribe"')).toBe(true);
    const sealed = await world.database.db.tenant(key(account), async (tx) => {
      await actAs(tx, { role: 'app_secrets', tenantId: key(account).tenantId });
      const { rows } = await sql<{ sealed: Buffer }>`SELECT sealed FROM secrets`.execute(tx);
      return rows.map((row) => row.sealed.toString('latin1')).join(' ');
    });
    expect(sealed.length).toBeGreaterThan(100);
    const all = `${await traced()} ${sealed}`;
    for (const secret of [...mine, ...theirs]) expect(all.includes(secret)).toBe(false);
  });
});

test('what is kept is opened for the registration that the customer works with, and in its mode, alone', async () => {
  const manifest = findStore('ship-hero')?.manifest;
  if (!manifest) throw new Error('ShipHero is registered');
  const apps = createAppRegistrations(world.services, {
    addressOf: (slug) => Promise.resolve(world.host.addressOf(slug)),
    owns: (at) => world.host.owns(at),
    appOf: simulatedApp,
  });
  const found = async (registration: Partial<AppRegistration>, account: string = accounts.account): Promise<number> => {
    const deps = { db: world.database.db, apps, access: access() };
    const whole = { tenantId: null, mode: 'simulator', app: {}, ...registration } as const;
    return (await keptStores(deps, manifest, whole, account)).length;
  };
  expect(await found({})).toBe(1);
  expect(await found({ tenantId: world.people.franchise.tenantId })).toBe(0);
  expect(await found({ mode: 'live' })).toBe(0);
  expect(await found({}, 'QWNjb3VudDo5OTk5')).toBe(0);
});

test('a webhook whose secret is not kept is unverifiable until the next subscription, which replaces it', async () => {
  const { account } = accounts;
  const whole = await kept(account);
  const bare = Object.fromEntries(Object.entries(whole).filter(([name]) => !name.startsWith('webhook')));
  await world.database.db.tenant(key(account), (tx) => access().put(tx, key(account), bare));
  const order = await place('ship-hero', account);
  const to = await targetOf('ship-hero', account);
  const before = await refusals('ship-hero');
  expect(await deliver(to, await make('ship-hero', account, order))).toBe(401);
  expect(await refusals('ship-hero')).toBe(before + 1);

  await world.database.db.tenant(key(account), (tx) =>
    sql`UPDATE sync_streams SET due_at = clock_timestamp() WHERE store_id = ${key(account).id} AND stream = 'webhooks'`.execute(
      tx,
    ),
  );
  await world.sync();
  const anew = await kept(account);
  expect(Object.keys(anew).toSorted()).toEqual(Object.keys(whole).toSorted());
  const [old = ''] = PLATFORMS['ship-hero'].secrets(whole);
  const [now = ''] = PLATFORMS['ship-hero'].secrets(anew);
  expect(now).not.toBe(old);
  expect(await targetOf('ship-hero', account)).toBe(to);
  const good = await make('ship-hero', account, order);
  // What was signed with the secret of before counts no more.
  const late = createHmac('sha256', old).update(good.body).digest('base64');
  expect(await deliver(to, { ...good, headers: { ...good.headers, 'x-shiphero-hmac-sha256': late } })).toBe(401);
  expect(await deliver(to, good)).toBe(200);
  await expect.poll(() => knows(account, order)).toBe(true);

  // A further round finds everything in place.
  await world.database.db.tenant(key(account), (tx) =>
    sql`UPDATE sync_streams SET due_at = clock_timestamp() WHERE store_id = ${key(account).id} AND stream = 'webhooks'`.execute(
      tx,
    ),
  );
  await world.sync();
  expect(await kept(account)).toEqual(anew);
});
