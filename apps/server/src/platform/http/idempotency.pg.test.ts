import { defineCall } from '@scanship/contracts/call';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  makeClient,
  makeCoreApp,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type Outcome, problem } from '../problem.ts';
import { type Answer, data, route } from './handler.ts';
import { once, requestHash } from './idempotency.ts';

const buy = defineCall({
  id: 'buy',
  method: 'POST',
  path: '/test/buy',
  summary: 'test',
  auth: 'access',
  body: z.object({ item: z.string(), more: z.optional(z.object({ a: z.int(), b: z.int() })) }),
  data: z.object({ bought: z.int() }),
  idempotent: true,
});

/** What the handler does next, and how often it ran. */
let runs = 0;
let next: () => Promise<Outcome<Answer<{ bought: number }>>>;
const sold = async () => data({ bought: runs }, { successMessage: 'Bought.', status: 201 });

let database: TestDatabase;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const tokens = { admin: '', user: '', foreign: '' };

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 30 });
  world = await makeWorld(database.db);
  const services = testServices(database.db);
  app = await makeCoreApp(services, [
    route(buy, async () => {
      runs += 1;
      return next();
    }),
  ]);
  client = await makeClient(app);
  for (const name of ['admin', 'user', 'foreign'] as const)
    tokens[name] = (await sessionOf(services, world.people[name])).token;
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(() => {
  runs = 0;
  next = sold;
});

const nothing: () => void = () => undefined;
let serial = 0;
const newKey = () => `key-${(serial += 1)}-for-a-test`;
const order = (key: string | undefined, body: object = { item: 'mug' }, token = tokens.admin) =>
  client.call('POST', '/api/test/buy', { token, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
const asTenant = <T>(work: Parameters<typeof database.db.tenant<T>>[1]) => database.db.tenant(world.people.admin, work);

test('the same key and request answer the first result and run once', async () => {
  const key = newKey();
  const first = await order(key, { item: 'mug', more: { a: 1, b: 2 } });
  expect([first.status, first.json]).toEqual([201, { data: { bought: 1 }, successMessage: 'Bought.' }]);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  // Another order of the same fields is the same request.
  const second = await order(key, { more: { b: 2, a: 1 }, item: 'mug' });
  expect([second.status, second.json]).toEqual([first.status, first.json]);
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(runs).toBe(1);
});

test('without a key every request runs', async () => {
  await order(undefined);
  await order(undefined);
  expect(runs).toBe(2);
});

test('another request or another person under the key is refused; another tenant has its own keys', async () => {
  const key = newKey();
  await order(key);
  expect((await order(key, { item: 'tent' })).json.code).toBe('key_reused');
  expect((await order(key, { item: 'mug' }, tokens.user)).json.code).toBe('key_reused');
  expect((await order(key, { item: 'mug' }, tokens.foreign)).status).toBe(201);
  expect(runs).toBe(2);
});

test('twenty at once: one runs, the others hear that it is running or its result', async () => {
  let release = nothing;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  next = async () => {
    await held;
    return sold();
  };
  const key = newKey();
  const all = Array.from({ length: 20 }, () => order(key));
  await expect.poll(() => runs).toBe(1);
  setTimeout(release, 100);
  const answers = await Promise.all(all);
  expect(runs).toBe(1);
  for (const { status, json } of answers)
    expect(status === 201 ? json.data : json.code).toEqual(status === 201 ? { bought: 1 } : 'request_running');
  expect((await order(key)).json.data).toEqual({ bought: 1 });
});

test('a decided refusal is kept; a passing one and a failure of ours are not', async () => {
  const decided = newKey();
  next = async () => problem('carrier_refused', { message: 'Too heavy.' });
  expect((await order(decided)).json.errorMessage).toBe('Too heavy.');
  next = sold;
  expect((await order(decided)).json.errorMessage).toBe('Too heavy.');

  for (const passing of [
    async () => problem('order_claimed'),
    async () => problem('carrier_unavailable'),
    async () => Promise.reject(new Error('crash')),
  ]) {
    const key = newKey();
    next = passing;
    expect((await order(key)).status).toBeGreaterThanOrEqual(409);
    next = sold;
    expect((await order(key)).status).toBe(201);
  }
});

test('a key whose worker died is taken over after its lease, and the dead one cannot overwrite the result', async () => {
  const { db } = database;
  const ctx = { ...world.people.admin, sessionId: '', requestId: '' } as never;
  const key = newKey();
  const hash = requestHash({ userId: world.people.admin.userId }, 'x');
  let finishDead = nothing;
  const dead = once(
    db,
    ctx,
    key,
    'buy',
    hash,
    () =>
      new Promise(
        (resolve) => (finishDead = () => resolve({ status: 200, body: '{"data":"dead"}', transient: false })),
      ),
  );
  await expect
    .poll(() =>
      asTenant((tx) => tx.selectFrom('idempotency_keys').select('state').where('key', '=', key).executeTakeFirst()),
    )
    .toEqual({ state: 'running' });
  const meanwhile = await once(db, ctx, key, 'buy', hash, async () => ({ status: 200, body: '{}', transient: false }));
  expect(meanwhile).toMatchObject({ ok: false, problem: { code: 'request_running' } });
  await asTenant((tx) =>
    sql`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = ${key}`.execute(tx),
  );
  const taken = await once(db, ctx, key, 'buy', hash, async () => ({
    status: 200,
    body: '{"data":"living"}',
    transient: false,
  }));
  expect(taken).toMatchObject({ ok: true, value: { replayed: false } });
  finishDead();
  await dead;
  const replay = await once(db, ctx, key, 'buy', hash, async () => Promise.reject(new Error('must not run')));
  expect(replay).toMatchObject({ ok: true, value: { replayed: true, body: '{"data":"living"}' } });
});

test.each(['short', 'has space in it', 'é'.repeat(10), 'x'.repeat(201)])('the key "%s" is refused', async (key) => {
  const answer = await client.call('POST', '/api/test/buy', {
    token: tokens.admin,
    body: { item: 'mug' },
    headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
  });
  expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
  expect(runs).toBe(0);
});
