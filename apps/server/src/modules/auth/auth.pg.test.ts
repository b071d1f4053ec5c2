import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  crossSiteToken,
  makeCoreApp,
  makeClient,
  makeWorld,
  sessionOf,
  TEST_PASSWORD,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Services } from '../../platform/services.ts';

let database: TestDatabase;
let world: TestWorld;
let client: TestClient;
let services: Services;
let now = new Date('2026-11-21T10:00:00Z');
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
  services = testServices(database.db, { clock: { now: () => now } });
  client = await makeClient(await makeCoreApp(services));
});
afterAll(async () => {
  await client.app.close();
  await database.drop();
});

type Pair = { token: string; refreshToken: string; expiresInSeconds: number };
const signIn = (userName: string, options: { password?: string; host?: string; query?: string; ip?: string } = {}) =>
  client.call('POST', `/api/user/sign-in${options.query ?? ''}`, {
    body: { userName, password: options.password ?? TEST_PASSWORD },
    host: options.host ?? 'first.test',
  });
const me = (token: string) => client.call('GET', '/api/profile/me', { token });
const refresh = (token: string) => client.call('POST', '/api/user/refresh', { token });

test('signs in by user name or e-mail, in any case, and knows the person', async () => {
  for (const name of ['admin', 'ADMIN', ' Admin@Example.com ']) {
    const answer = await signIn(name);
    expect(answer.status).toBe(200);
    const pair = answer.json.data as Pair & { verified: boolean; userName: string };
    expect(pair).toMatchObject({ verified: true, userName: 'admin', expiresInSeconds: 900 });
    const profile = await me(pair.token);
    expect(profile.json.data).toMatchObject({
      userName: 'admin',
      roleName: 'ROLE_CUSTOMER_ADMIN',
      tenantName: 'Customer one',
      tenantKind: 'customer',
    });
  }
});

test('each sign-in brings a cross-site token of its own', async () => {
  const cookies = [];
  for (const _ of [1, 2]) {
    const answer = await signIn('admin');
    const { token } = answer.json.data as Pair;
    const [cookie] = [answer.headers['set-cookie'] as string | string[]]
      .flat()
      .filter((each) => each.startsWith('XSRF'));
    expect(cookie).toContain(`XSRF-TOKEN=${encodeURIComponent(crossSiteToken(token, ''))};`);
    cookies.push(cookie);
  }
  expect(cookies[0]).not.toBe(cookies[1]);
});

const pages = async (name: string) => {
  const pair = (await signIn(name)).json.data as Pair;
  const data = (await me(pair.token)).json.data as {
    subscription: { currentPlan: { planName: string } };
    userRolePermission: { name: string; permission: boolean }[];
  };
  expect(data.userRolePermission).toHaveLength(9);
  return {
    plan: data.subscription.currentPlan.planName,
    held: data.userRolePermission.filter((p) => p.permission).map((p) => p.name),
  };
};

test('the profile names all nine pages; Scan & Ship only on the Advanced plan', async () => {
  expect(await pages('admin')).toMatchObject({
    plan: 'Advanced',
    held: expect.arrayContaining(['SCANSHIP', 'PROFILE_SETTINGS']) as unknown,
  });
  const standard = await pages('basic');
  expect(standard.plan).toBe('Standard');
  expect(standard.held).toHaveLength(8);
  expect(standard.held).not.toContain('SCANSHIP');
});

test('a wrong password, an unknown name and a foreign account are refused alike, with 400', async () => {
  const answers = [await signIn('admin', { password: 'nope' }), await signIn('nobody'), await signIn('foreign')];
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'wrong_password', errorMessage: 'User name or password is wrong.' });
  }
});

test('the tenant id must be the franchise of the host; an unknown host has none', async () => {
  expect((await signIn('admin', { query: `?tenantId=${world.first.id}` })).status).toBe(200);
  expect((await signIn('admin', { query: `?tenantId=${world.second.id}` })).json.code).toBe('wrong_tenant');
  expect((await signIn('admin', { query: '?tenantId=rubbish' })).json.code).toBe('wrong_tenant');
  expect((await signIn('admin', { host: 'stranger.test' })).json.code).toBe('unknown_host');
  expect((await signIn('foreign', { host: 'second.test' })).status).toBe(200);
});

test("the platform's staff sign in on every franchise's host", async () => {
  for (const host of ['first.test', 'second.test']) {
    const pair = (await signIn('root', { host })).json.data as Pair;
    expect((await me(pair.token)).json.data).toMatchObject({ roleName: 'ROLE_SUPER_ADMIN', tenantKind: 'platform' });
  }
});

test('an unverified account gets no tokens', async () => {
  const answer = await signIn('unverified');
  expect(answer.status).toBe(200);
  expect(answer.json.data).toEqual({
    verified: false,
    userName: 'unverified',
    email: 'unverified@example.com',
    verification: { ticket: expect.any(String) as string, resendInSeconds: 60, expiresInSeconds: 600 },
  });
});

test('an expired access token says so, and refreshing gives a pair that works', async () => {
  const first = await sessionOf(services, world.people.admin);
  wait(15 * 60 + 1);
  const late = await me(first.token);
  expect(late.status).toBe(401);
  expect(late.json).toMatchObject({ code: 'token_expired' });
  expect(['Session expired', 'Unauthorized access']).not.toContain(late.json.errorMessage);
  const second = (await refresh(first.refreshToken)).json.data as Pair;
  expect((await me(second.token)).status).toBe(200);
  // The token before is not the current one any more: refresh, do not sign out.
  expect((await me(first.token)).json.code).toBe('token_expired');
});

test('ten tabs that refresh at the same moment get the same new pair, and one more 29 s later', async () => {
  const first = await sessionOf(services, world.people.admin);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const pairs = answers.map(({ json }) => json.data as Pair);
  expect(new Set(pairs.map(({ token }) => token)).size).toBe(1);
  expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
  wait(29);
  const late = (await refresh(first.refreshToken)).json.data as Pair;
  expect(late.refreshToken).toBe(pairs[0]?.refreshToken);
  expect((await me(late.token)).status).toBe(200);
  expect((await refresh(late.refreshToken)).status).toBe(200);
});

test('a used refresh token shown after the grace ends the whole chain of sessions', async () => {
  const { admin } = world.people;
  const parent = await sessionOf(services, admin);
  const child = await sessionOf(services, admin);
  const bystander = await sessionOf(services, admin);
  const idOf = (pair: Pair) => Buffer.from(pair.token.slice(4), 'base64url').subarray(16, 32).toString('hex');
  await database.db.identity(admin, (tx) =>
    tx
      .updateTable('sessions')
      .set({ parent_session_id: idOf(parent) })
      .where('realm_id', '=', admin.realmId)
      .where('id', '=', idOf(child))
      .execute(),
  );
  const next = (await refresh(child.refreshToken)).json.data as Pair;
  wait(31);
  const stolen = await refresh(child.refreshToken);
  expect(stolen.status).toBe(401);
  expect(stolen.json).toMatchObject({ code: 'session_expired', errorMessage: 'Session expired' });
  for (const { token } of [next, parent])
    expect((await me(token)).json).toMatchObject({ code: 'session_expired', errorMessage: 'Session expired' });
  expect((await me(bystander.token)).status).toBe(200);
});

test('rubbish is turned away without touching the session it names', async () => {
  const pair = await sessionOf(services, world.people.admin);
  const forged = Buffer.from(pair.refreshToken.slice(4), 'base64url');
  forged[40] = (forged[40] ?? 0) ^ 1;
  const answer = await refresh(`ssr_${forged.toString('base64url')}`);
  expect(answer.json).toMatchObject({ code: 'unauthorized', errorMessage: 'Unauthorized access' });
  expect((await refresh(pair.token)).json.code).toBe('unauthorized');
  expect((await me(pair.refreshToken)).json.code).toBe('unauthorized');
  expect((await me(pair.token)).status).toBe(200);
});

test('logging out ends this session and no other', async () => {
  const here = await sessionOf(services, world.people.admin);
  const there = await sessionOf(services, world.people.admin);
  expect((await client.call('POST', '/api/user/logout', { token: here.token })).status).toBe(200);
  expect((await me(here.token)).json.code).toBe('session_expired');
  expect((await refresh(here.refreshToken)).json.code).toBe('session_expired');
  expect((await me(there.token)).status).toBe(200);
});

test('a session that lies idle for a month, or is older than 90 days, has ended', async () => {
  const idle = await sessionOf(services, world.people.admin);
  wait(31 * 24 * 3600);
  expect((await refresh(idle.refreshToken)).json.code).toBe('session_expired');
  let pair: Pair = await sessionOf(services, world.people.admin);
  for (let day = 0; day < 80; day += 20) {
    wait(20 * 24 * 3600);
    pair = (await refresh(pair.refreshToken)).json.data as Pair;
  }
  wait(11 * 24 * 3600);
  expect((await refresh(pair.refreshToken)).json.code).toBe('session_expired');
});

test('a switched-off person or company is out at once', async () => {
  const pair = await sessionOf(services, world.people.basic);
  const { realmId, userId, tenantId } = world.people.basic;
  await database.db.identity({ realmId }, (tx) =>
    tx.updateTable('users').set({ state: 'disabled' }).where('id', '=', userId).execute(),
  );
  expect((await me(pair.token)).json.code).toBe('unauthorized');
  expect((await signIn('basic')).json.code).toBe('forbidden');
  await database.db.identity({ realmId }, (tx) =>
    tx.updateTable('users').set({ state: 'active' }).where('id', '=', userId).execute(),
  );
  await database.db.system((tx) =>
    tx.updateTable('tenants').set({ state: 'suspended' }).where('id', '=', tenantId).execute(),
  );
  expect((await me(pair.token)).json.code).toBe('unauthorized');
});

test('no token and no password is kept readable', async () => {
  const pair = (await signIn('admin')).json.data as Pair;
  const rows = await database.db.identity(world.people.admin, (tx) =>
    tx.selectFrom('sessions').selectAll().where('user_id', '=', world.people.admin.userId).execute(),
  );
  const users = await database.db.identity(world.people.admin, (tx) => tx.selectFrom('users').selectAll().execute());
  const secret = Buffer.from(pair.token.slice(4), 'base64url').subarray(32, 64);
  for (const row of rows)
    for (const value of Object.values(row)) if (Buffer.isBuffer(value)) expect(value.equals(secret)).toBe(false);
  for (const user of users) expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
