/** Budgets over all processes: here each application, with a pool and leases of its own, is a process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../config/config.ts';
import {
  crossSiteToken,
  makeClient,
  makeCoreApp,
  makeWorld,
  sessionOf,
  TEST_PASSWORD,
  testConfig,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { statementsOf } from '../../../test/statements.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { keepUp } from '../../modules/operations/upkeep.ts';
import { silentLogger } from '../logging/logger.ts';
import { systemClock } from '../clock.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { Services } from '../services.ts';
import { type BudgetName, BUDGET_NAMES, BUDGETS } from './budget-table.ts';
import { createBudgets } from './budgets.ts';

let database: TestDatabase;
let world: TestWorld;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
});
// Each has connections of its own.
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => database.drop());

const forget = () => database.db.system((tx) => sql`DELETE FROM budget_counters`.execute(tx));

/** A process with budgets of so much; all others as good as endless. */
const process_ = async (budgets: Config['budgets']): Promise<{ app: FastifyInstance; services: Services }> => {
  const db = openDatabase({ connection: database.app, maxConnections: 3 });
  const services = testServices(db, { config: { budgets } });
  const app = await makeCoreApp(services);
  closing.push(async () => {
    await app.close();
    await db.close();
  });
  return { app, services };
};
const me = (app: FastifyInstance, bearer: string, remoteAddress = '203.0.113.1') =>
  app.inject({ url: '/api/profile/me', remoteAddress, headers: { authorization: `Bearer ${bearer}` } });
const statuses = async (count: number, call: (n: number) => Promise<{ statusCode: number }>): Promise<number[]> => {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await call(n)).statusCode);
  return seen;
};

describe('calls', () => {
  test('of a person are counted over all sessions and processes, and nobody else notices', async () => {
    await forget();
    const { user, admin, basic } = world.people;
    const a = await process_({ 'calls/person': 6 });
    const b = await process_({ 'calls/person': 6 });
    const tokens = await Promise.all([1, 2, 3].map(async () => (await sessionOf(a.services, user)).token));
    const seen = await statuses(9, (n) => me(n % 2 === 0 ? a.app : b.app, tokens[n % 3] ?? ''));
    expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429]);
    // Neither a colleague nor another customer.
    for (const other of [admin, basic])
      expect((await me(b.app, (await sessionOf(b.services, other)).token)).statusCode).toBe(200);
  });

  test('of a company are counted together; another company answers as before', async () => {
    await forget();
    const { user, admin, basic } = world.people;
    const a = await process_({ 'calls/tenant': 2 });
    const b = await process_({ 'calls/tenant': 2 });
    // Advanced: twice as much as the table says.
    const [one, two, other] = await Promise.all([user, admin, basic].map((who) => sessionOf(a.services, who)));
    const seen = await statuses(6, (n) => me(n < 3 ? a.app : b.app, (n % 2 === 0 ? one : two)?.token ?? ''));
    expect(seen).toEqual([200, 200, 200, 200, 429, 429]);
    expect(await statuses(2, () => me(b.app, other?.token ?? ''))).toEqual([200, 200]);
  });

  test('with a long body count as many, before it is checked', async () => {
    await forget();
    const a = await process_({ 'calls/person': 30 });
    const { token } = await sessionOf(a.services, world.people.user);
    const crossSite = crossSiteToken(token, '');
    const headers = {
      authorization: `Bearer ${token}`,
      cookie: `XSRF-TOKEN=${crossSite}`,
      'x-xsrf-token': crossSite,
    };
    const send = (length: number) =>
      a.app.inject({
        method: 'POST',
        url: '/api/account/password',
        headers,
        payload: { currentPassword: 'x'.repeat(length) },
      });
    // 1 + 12, 1, 1 + 12, and no 13 more.
    const seen: number[] = [];
    for (const length of [100_000, 10, 100_000, 100_000]) seen.push((await send(length)).statusCode);
    expect(seen).toEqual([400, 400, 400, 429]);
  });

  test('a refusal says when to come back, in the reader’s language', async () => {
    await forget();
    const a = await process_({ 'calls/person': 1 });
    const { token } = await sessionOf(a.services, world.people.user);
    await me(a.app, token);
    const ask = (language: string) =>
      a.app.inject({
        url: '/api/profile/me',
        headers: { authorization: `Bearer ${token}`, 'accept-language': language },
      });
    const english = await ask('en');
    const wait = Number(english.headers['retry-after']);
    expect(wait).toBeGreaterThan(30);
    expect(english.json()).toMatchObject({
      code: 'rate_limited',
      errorMessage: 'You have sent too many requests in a short time.',
      retryAfterSeconds: wait,
    });
    expect(english.body).toMatch(/Try again in \d+ seconds\./);
    const french = await ask('fr-CA');
    expect(french.body).toMatch(/Réessayez dans \d+ secondes\./);
    expect(french.body).not.toMatch(/too many|try again/i);
  });

  test('of ended sessions, made-up tokens and nobody use the address’s budget, a whole /64 being one', async () => {
    await forget();
    const a = await process_({ 'calls/address': 5 });
    const ended = await Promise.all([1, 2].map(async () => (await sessionOf(a.services, world.people.user)).token));
    const living = (await sessionOf(a.services, world.people.user)).token;
    await database.db.identity(world.people.user, (tx) =>
      sql`UPDATE sessions SET revoked_at = now() WHERE id <> (SELECT max(id::text)::uuid FROM sessions)`.execute(tx),
    );
    const home = (n: number) => `2001:db8:1:2::${n}`;
    const first = [
      (await me(a.app, ended[0] ?? '', home(1))).statusCode,
      (await me(a.app, ended[1] ?? '', home(2))).statusCode,
      (await me(a.app, 'ssa_made-up', home(3))).statusCode,
      // A public call gains nothing by showing a token of an ended session.
      ...(await statuses(2, (n) =>
        a.app.inject({
          method: 'POST',
          url: '/api/master/ui-init?host=first.test',
          remoteAddress: home(n),
          headers: { host: 'first.test', authorization: `Bearer ${ended[0]}` },
        }),
      )),
    ];
    expect(first).toEqual([401, 401, 401, 200, 200]);
    expect((await me(a.app, ended[0] ?? '', home(8))).statusCode).toBe(429);
    // From here on not even the database is asked.
    const statements = await statementsOf(async () => {
      expect(await statuses(5, (n) => me(a.app, ended[n % 2] ?? '', home(9)))).toEqual([429, 429, 429, 429, 429]);
    });
    expect(statements).toEqual([]);
    // Somebody signed in at the same address works on, and so do other networks.
    expect((await me(a.app, living, home(1))).statusCode).toBe(200);
    expect((await me(a.app, 'ssa_made-up', '2001:db8:1:3::1')).statusCode).toBe(401);
  });

  test('cost no statement in ordinary use, and one a lease when there are many', async () => {
    await forget();
    const plain = testServices(database.db, { config: { rateLimitPerMinute: 1200 } });
    const app = await makeCoreApp(plain);
    const { token } = await sessionOf(plain, world.people.franchise);
    await me(app, token);
    const counters = async (calls: number) =>
      (await statementsOf(() => statuses(calls, () => me(app, token)))).filter((text) => /budget_counters/.test(text))
        .length;
    // 2 % of 1,200 are free of asking; then a lease of 60 lasts for 60 calls.
    expect(await counters(20)).toBe(0);
    expect(await counters(120)).toBe(2);
    await app.close();
  });
});

describe('sessions', () => {
  const living = async (userId: string) =>
    database.db.identity(world.people.foreign, (tx) =>
      tx
        .selectFrom('sessions')
        .select(['id', 'last_seen_at'])
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('last_seen_at')
        .execute(),
    );

  test('of one person are 25 at most; the one that was not used for longest ends', async () => {
    const a = await process_({});
    const { foreign } = world.people;
    const tokens: string[] = [];
    for (let n = 0; n < 25; n += 1) tokens.push((await sessionOf(a.services, foreign)).token);
    const before = await living(foreign.userId);
    expect(before).toHaveLength(25);
    const idle = before[7];
    await database.db.identity(foreign, (tx) =>
      sql`UPDATE sessions SET last_seen_at = now() - interval '3 days' WHERE id = ${idle?.id}`.execute(tx),
    );
    await sessionOf(a.services, foreign);
    const after = await living(foreign.userId);
    expect(after).toHaveLength(25);
    expect(after.map(({ id }) => id)).not.toContain(idle?.id);
    const answer = await me(a.app, tokens[7] ?? '');
    // It says why, and so does the list of those that go on.
    expect(answer.json()).toMatchObject({
      code: 'session_expired',
      errorMessage: 'Session expired',
      advice: expect.stringContaining('An older session was ended: you signed in on more devices') as string,
    });
    const list = await a.app.inject({
      url: '/api/account/sessions',
      headers: { authorization: `Bearer ${tokens[0]}` },
    });
    expect(list.json()).toMatchObject({
      data: { atMost: 25, surplusEnded: { endedAt: expect.any(String) as string } },
    });
    expect((await me(a.app, tokens[0] ?? '')).statusCode).toBe(200);
  });

  test('are opened so often by one person and from one address, in all processes together', async () => {
    await forget();
    const processes = [await process_({ 'sessions/person': 3 }), await process_({ 'sessions/person': 3 })];
    const clients = await Promise.all(processes.map(({ app }) => makeClient(app)));
    const signIn = (n: number, userName: string) =>
      clients[n % 2]?.call('POST', '/api/user/sign-in', { body: { userName, password: TEST_PASSWORD } });
    const codes = [];
    for (let n = 0; n < 5; n += 1) codes.push((await signIn(n, 'basic'))?.json.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'rate_limited', 'rate_limited']);
    expect((await signIn(0, 'user'))?.status).toBe(200);
  });
});

test('long work has so many places a company in all processes together; one given back, or of a process that died, is free', async () => {
  await forget();
  const [a, b] = [await process_({}), await process_({})];
  const [{ tenantId }, other] = [world.people.user, world.people.basic];
  const begin = ({ services }: typeof a, by = tenantId) => services.budgets.place('imports', by);
  const asked = await Promise.all([begin(a), begin(b), begin(a), begin(b)]);
  const held = asked.flatMap((place) => (place.ok ? [place.value] : []));
  expect(held).toHaveLength(2);
  expect((await begin(b, other.tenantId)).ok).toBe(true);
  held[0]?.();
  await expect.poll(async () => (await begin(b)).ok).toBe(true);
  expect((await begin(a)).ok).toBe(false);
  await database.db.system((tx) =>
    sql`UPDATE budget_counters SET ends_at = clock_timestamp() WHERE key LIKE 'places/%'`.execute(tx),
  );
  expect((await begin(a)).ok).toBe(true);
});

describe('leases', () => {
  const BUDGET: BudgetName = 'quotes/person';
  const open = (amount: number): { db: Database; take: (by: string, cost?: number) => Promise<boolean> } => {
    const db = openDatabase({ connection: database.app, maxConnections: 2 });
    closing.push(() => db.close());
    const budgets = createBudgets(db, testConfig({ budgets: { [BUDGET]: amount } }));
    return { db, take: async (by, cost) => (await budgets.take([{ budget: BUDGET, by, cost }])) === undefined };
  };

  test('100 calls at once at the last of a small budget: exactly what is left', async () => {
    // Of 20 a lease is one, so that no process keeps what it does not use.
    const processes = Array.from({ length: 4 }, () => open(20));
    const answers = await Promise.all(Array.from({ length: 100 }, async (_, n) => processes[n % 4]?.take('race')));
    expect(answers.filter(Boolean)).toHaveLength(20);
  });

  test('of a large budget no more than the free part of each process is let through beyond it', async () => {
    const processes = Array.from({ length: 3 }, () => open(500));
    const answers = await Promise.all(Array.from({ length: 1_200 }, async (_, n) => processes[n % 3]?.take('large')));
    const through = answers.filter(Boolean).length;
    // A process that asks no more may keep one lease unused.
    expect(through).toBeGreaterThanOrEqual(500 - 3 * 25);
    expect(through).toBeLessThanOrEqual(500 + 3 * 10);
  });

  test('amounts: what does not fit is refused, what fits still goes, and more than the whole budget uses all of it', async () => {
    const one = open(40);
    expect(await one.take('bytes', 30)).toBe(true);
    expect(await one.take('bytes', 30)).toBe(false);
    expect(await one.take('bytes', 10)).toBe(true);
    expect(await one.take('bytes', 1)).toBe(false);
    expect(await one.take('huge', 1_000)).toBe(true);
    expect(await one.take('huge', 1)).toBe(false);
  });

  test('a window that has ended begins anew, and its row is deleted by the upkeep', async () => {
    await forget();
    const one = open(1);
    expect([await one.take('again'), await one.take('again')]).toEqual([true, false]);
    await database.db.system((tx) =>
      sql`UPDATE budget_counters SET ends_at = clock_timestamp() - interval '10 minutes'`.execute(tx),
    );
    expect(await open(1).take('again')).toBe(true);
    await database.db.system((tx) =>
      sql`UPDATE budget_counters SET ends_at = clock_timestamp() - interval '10 minutes'`.execute(tx),
    );
    await keepUp({ db: database.db, clock: systemClock, log: silentLogger() });
    const { rows } = await database.db.system((tx) => sql`SELECT key FROM budget_counters`.execute(tx));
    expect(rows).toEqual([]);
  });
});

describe('the table', () => {
  test('stands in docs/configuration.md line by line', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../../docs/configuration.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `([a-z-]+\/[a-z-]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map((row) =>
      row.slice(1),
    );
    const lengths: Readonly<Record<number, string>> = { 60: 'minute', 600: '10 minutes', 3600: 'hour' };
    const amount = (name: BudgetName): string =>
      name.startsWith('bytes/')
        ? `${BUDGETS[name].amount / 1024 / 1024} MiB`
        : BUDGETS[name].amount.toLocaleString('en-CA');
    expect(rows).toEqual(
      BUDGET_NAMES.map((name) => [
        name,
        `${amount(name)}${BUDGETS[name].byPlan ? ' by plan' : ''}`,
        lengths[BUDGETS[name].seconds],
        BUDGETS[name].what,
      ]),
    );
  });
});
