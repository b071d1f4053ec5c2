import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeCoreApp,
  makeWorld,
  TEST_PASSWORD,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { BRANDING_COLUMNS } from './branding-fields.ts';
import { addUser } from '../users/index.ts';
import { addFranchise, addPlatform, createTenantsModule, putBrandPicture, saveBranding } from './index.ts';

let database: TestDatabase;
let world: TestWorld;
let client: TestClient;
let now = Date.now();

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
  client = await makeClient(await makeCoreApp(testServices(database.db, { clock: { now: () => new Date(now) } })));
});
afterAll(async () => {
  await client.app.close();
  await database.drop();
});

const init = (named: string, host = named) =>
  client.call('POST', `/api/master/ui-init?host=${encodeURIComponent(named)}`, { host });

test('a host leads to its franchise, whatever its case and port; the page’s host and the request’s must agree', async () => {
  for (const [named, host] of [
    ['first.test', 'first.test'],
    ['FIRST.test:8080', 'First.Test:8080'],
    ['first.test', 'first.test.'],
  ]) {
    expect((await init(named ?? '', host)).json.data).toMatchObject({ tenantId: world.first.id, brandName: 'First' });
  }
  expect((await init('second.test')).json.data).toMatchObject({ tenantId: world.second.id });
  for (const [named, host] of [
    ['stranger.test', 'stranger.test'],
    ['second.test', 'first.test'],
    ['first.test', 'stranger.test'],
  ]) {
    const answer = await init(named ?? '', host);
    expect([answer.status, answer.json.code]).toEqual([404, 'unknown_host']);
  }
});

test('hosts that nobody knows cost the database nothing, however many are asked for; a change is seen at once', async () => {
  let asked = 0;
  const { db } = database;
  const counted = new Proxy(db, {
    get: (of, name) => {
      if (name === 'system' || name === 'reference') asked += 1;
      return Reflect.get(of, name) as unknown;
    },
  });
  const { hosts } = createTenantsModule(testServices(counted, { clock: { now: () => new Date(now) } }));
  const flood = () =>
    Promise.all(Array.from({ length: 300 }, (_, at) => hosts.isSellers(`${Math.random()}.${at}.example`)));
  expect(new Set(await flood())).toEqual(new Set([false]));
  await flood();
  expect(asked).toBe(1);
  const host = 'flood.example';
  await db.system((tx) =>
    tx.insertInto('hosts').values({ host, tenant_id: world.second.id, state: 'verified' }).execute(),
  );
  expect(await hosts.franchiseOf(host)).toBeUndefined();
  // What is read while it is forgotten was read too early.
  now += 11_000;
  const early = hosts.franchiseOf('first.test');
  hosts.forget();
  expect([(await early)?.id, (await hosts.franchiseOf(host))?.id]).toEqual([world.first.id, world.second.id]);
  expect(asked).toBe(3);
  await db.system((tx) => tx.deleteFrom('hosts').where('host', '=', host).execute());
});

test('branding answers all its fields; saved values appear within seconds, pictures by address', async () => {
  const before = (await init('first.test')).json.data as Record<string, string | null>;
  expect(Object.keys(before).toSorted()).toEqual([...Object.keys(BRANDING_COLUMNS), 'tenantId'].toSorted());
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const hash = await database.db.tenant({ tenantId: world.first.id }, async (tx) => {
    const picture = await putBrandPicture(tx, world.first.id, 'image/svg+xml', Buffer.from(svg));
    await saveBranding(tx, world.first.id, {
      brandName: 'Maple',
      primaryColor: '#24618f',
      primaryLogo: picture,
      secondaryLogo: 'https://cdn.example.com/logo.png',
    });
    return picture;
  });
  now += 6_000;
  expect((await init('first.test')).json.data).toMatchObject({
    brandName: 'Maple',
    primaryColor: '#24618f',
    primaryLogo: `/brand/${hash}`,
    // Of another host: it is fetched and shown from here.
    secondaryLogo: expect.stringMatching(/^\/brand\/[0-9a-f]{64}$/),
    tagLine: null,
  });
  const picture = await client.call('GET', `/brand/${hash}`);
  expect([picture.status, picture.text]).toEqual([200, svg]);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(picture.headers['content-security-policy']).toContain('sandbox');
});

test('only files the branding names are public, and only on the franchise’s own host', async () => {
  const [shown, hidden] = await database.db.tenant({ tenantId: world.second.id }, async (tx) => {
    const named = await putBrandPicture(tx, world.second.id, 'image/png', Buffer.from('logo'));
    await saveBranding(tx, world.second.id, { favicon: named });
    return [named, await putBrandPicture(tx, world.second.id, 'application/pdf', Buffer.from('a private label'))];
  });
  now += 6_000;
  expect((await client.call('GET', `/brand/${shown}`, { host: 'second.test' })).status).toBe(200);
  expect((await client.call('GET', `/brand/${shown}`, { host: 'first.test' })).status).toBe(404);
  expect((await client.call('GET', `/brand/${hidden}`, { host: 'second.test' })).status).toBe(404);
  expect((await client.call('GET', '/brand/..%2f..%2fetc')).status).toBe(404);
});

test('the packing station is an application under the name and colour of the host’s franchise', async () => {
  await database.db.tenant({ tenantId: world.second.id }, (tx) =>
    saveBranding(tx, world.second.id, { brandName: 'Prairie Parcels of the North', primaryColor: '#123abc' }),
  );
  now += 6_000;
  const manifest = await client.call('GET', '/station.webmanifest', { host: 'second.test' });
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  expect(JSON.parse(manifest.text)).toMatchObject({
    name: 'Prairie Parcels of the North Scan and Ship',
    short_name: 'Prairie Parc',
    start_url: '/ecommerce/scan-ship',
    display: 'standalone',
    theme_color: '#123abc',
  });
  const icon = await client.call('GET', '/station-icon.svg', { host: 'second.test' });
  expect(icon.text).toContain('fill="#123abc"');
  expect(icon.headers['content-security-policy']).toContain('sandbox');
  expect((await client.call('GET', '/station.webmanifest', { host: 'nobody.test' })).status).toBe(404);
});

test('an installation with one franchise serves it on any host; a suspended one serves nobody', async () => {
  const single = await createTestDatabase();
  try {
    const platform = await addPlatform(single.db, { name: 'P' });
    const { tenantId } = await addFranchise(single.db, { platformId: platform.tenantId, name: 'Only', hosts: [] });
    const app = await makeCoreApp(testServices(single.db, { clock: { now: () => new Date(now) } }));
    const ask = async (host: string) =>
      (await app.inject({ method: 'POST', url: `/api/master/ui-init?host=${host}`, headers: { host } })).statusCode;
    expect(await ask('any.test')).toBe(200);
    await single.db.system((tx) =>
      tx.updateTable('tenants').set({ state: 'suspended' }).where('id', '=', tenantId).execute(),
    );
    now += 11_000;
    expect(await ask('any.test')).toBe(404);
    await app.close();
  } finally {
    await single.drop();
  }
});

test('before there is a franchise every host is the operator’s: it signs in, and nobody opens an account', async () => {
  const empty = await createTestDatabase();
  try {
    const platform = await addPlatform(empty.db, { name: 'Operator' });
    const role = await empty.db.tenant({ tenantId: platform.tenantId }, (tx) =>
      tx.selectFrom('roles').select('id').where('code', '=', 'ROLE_SUPER_ADMIN').executeTakeFirstOrThrow(),
    );
    const person = { userName: 'root', email: 'root@operator.example', firstName: 'Sam', lastName: 'Okafor' };
    const ids = { realmId: platform.tenantId, tenantId: platform.tenantId, roleId: role.id };
    const added = await addUser(
      empty.db,
      { ...person, ...ids, password: TEST_PASSWORD, verified: true },
      new Date(now),
    );
    expect(added.ok).toBe(true);
    const browser = await makeClient(
      await makeCoreApp(testServices(empty.db, { clock: { now: () => new Date(now) } })),
    );
    const call = (path: string, body: object, token?: string) =>
      browser.call('POST', path, { host: 'any.test', body, ...(token === undefined ? {} : { token }) });
    const shown = (await call('/api/master/ui-init?host=any.test', {})).json.data;
    expect(shown).toMatchObject({ tenantId: platform.tenantId, brandName: 'Operator' });
    const signedIn = await call(`/api/user/sign-in?tenantId=${platform.tenantId}`, {
      userName: 'root',
      password: TEST_PASSWORD,
    });
    const { token } = signedIn.json.data as { token: string };
    const branding = await browser.call('GET', '/api/master/branding', { host: 'any.test', token });
    expect(branding.json.data).toMatchObject({ tenantId: platform.tenantId });
    // On the stage too, where the page names whom it signs in to.
    const stage = await makeClient(
      await makeCoreApp(testServices(empty.db, { config: { appEnv: 'DEV', stageHost: 'api.stage.test' } })),
    );
    const onStage = () =>
      stage.call('POST', `/api/user/sign-in?tenantId=${platform.tenantId}`, {
        host: 'api.stage.test',
        body: { userName: 'root', password: TEST_PASSWORD },
      });
    expect((await onStage()).status).toBe(200);
    const opened = await call(`/api/user/sign-up?tenantId=${platform.tenantId}`, {
      ...person,
      userName: 'stranger',
      email: 'stranger@example.com',
      password: TEST_PASSWORD,
      companyName: 'Stranger Inc.',
    });
    expect(opened.json.code).toBe('sign_up_closed');

    const { tenantId } = await addFranchise(empty.db, { platformId: platform.tenantId, name: 'Only', hosts: [] });
    now += 11_000;
    expect((await call('/api/master/ui-init?host=any.test', {})).json.data).toMatchObject({ tenantId });
    expect((await onStage()).json.code).toBe('unknown_host');
    // Closed again, it is nobody's: strangers are not led to the operator.
    await empty.db.system((tx) =>
      tx.updateTable('tenants').set({ state: 'closed' }).where('id', '=', tenantId).execute(),
    );
    now += 11_000;
    expect((await call('/api/master/ui-init?host=any.test', {})).status).toBe(404);
    await Promise.all([browser.app.close(), stage.app.close()]);
  } finally {
    await empty.drop();
  }
});

test('on the stage pages of every host talk to the one API host', async () => {
  const app = await makeCoreApp(testServices(database.db, { config: { appEnv: 'DEV', stageHost: 'api.stage.test' } }));
  const ask = async (named: string, host: string) =>
    (await app.inject({ method: 'POST', url: `/api/master/ui-init?host=${named}`, headers: { host } })).json<{
      data?: { tenantId: string };
    }>().data?.tenantId;
  expect(await ask('first.test', 'api.stage.test')).toBe(world.first.id);
  expect(await ask('second.test', 'api.stage.test')).toBe(world.second.id);
  expect(await ask('second.test', 'first.test')).toBeUndefined();
  await app.close();
});
