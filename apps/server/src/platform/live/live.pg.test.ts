/** The live channel over real HTTP: two processes' worth of it on one database. */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LiveLine, liveLine } from '@scanship/contracts/live';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeCoreApp,
  makeWorld,
  sessionOf,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { contextOf, newOrder } from '../../../test/order-fixture.ts';
import { statementsOf } from '../../../test/statements.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { allOrNothing, createOrders, ownStore } from '../../modules/orders/index.ts';
import { withClient } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import type { Services } from '../services.ts';
import { createLive, type Live } from './live.ts';
import { announce } from './notices.ts';

let database: TestDatabase;
let db: Database;
let world: TestWorld;
let services: Services;
const processes: { live: Live; app: FastifyInstance; port: number }[] = [];
const exceptions = { counted: 0 };

const startProcess = async (times = {}) => {
  const live = createLive(services, {
    openExceptions: async (tenantId) => {
      exceptions.counted += 1;
      const { rows } = await db.tenant({ tenantId }, (tx) =>
        sql<{ n: number }>`SELECT count(*) AS n FROM exceptions WHERE resolved_at IS NULL`.execute(tx),
      );
      return rows[0]?.n ?? 0;
    },
    times: { intervalMs: 150, heartbeatMs: 400, recheckMs: 60_000, ...times },
  });
  const app = await makeCoreApp(services, live.routes);
  app.addHook('preClose', async () => live.endStreams());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const started = { live, app, port: (app.server.address() as AddressInfo).port };
  processes.push(started);
  return started;
};

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 16 });
  ({ db } = database);
  world = await makeWorld(db);
  services = testServices(db);
  await startProcess();
  await startProcess();
});
const open = new Set<Stream>();
afterEach(() => {
  for (const stream of open) stream.close();
  open.clear();
});
afterAll(async () => {
  for (const { app, live } of processes) {
    await app.close();
    await live.stop();
  }
  await database.drop();
});

interface Stream {
  readonly lines: LiveLine[];
  readonly status: number;
  ended(): boolean;
  close(): void;
  /** The first line that fits and was not taken yet. */
  next<T extends LiveLine['type']>(type: T): Promise<Extract<LiveLine, { type: T }>>;
}

const listen = (port: number, token: string, query = ''): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        port,
        agent: false,
        host: '127.0.0.1',
        path: `/api/live${query}`,
        headers: { host: 'first.test', authorization: `Bearer ${token}` },
      },
      (answer) => {
        const lines: LiveLine[] = [];
        const taken = new Set<LiveLine>();
        let rest = '';
        let ended = false;
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          const parts = (rest + part).split('\n');
          rest = parts.pop() ?? '';
          for (const text of parts) lines.push(liveLine.parse(JSON.parse(text)));
        });
        answer.on('close', () => {
          ended = true;
        });
        const stream: Stream = {
          lines,
          status: answer.statusCode ?? 0,
          ended: () => ended,
          close: () => sent.destroy(),
          async next(type) {
            let found: LiveLine | undefined;
            await expect
              .poll(
                () => {
                  found = lines.find((line) => line.type === type && !taken.has(line));
                  const heard = lines.filter(({ type: each }) => each !== 'heartbeat');
                  return found?.type ?? `only ${heard.map((each) => ('why' in each ? each.why : each.type)).join()}`;
                },
                { interval: 10 },
              )
              .toBe(type);
            if (found) taken.add(found);
            return found as never;
          },
        };
        open.add(stream);
        resolve(stream);
      },
    );
    sent.on('error', (error) => {
      if (!('code' in error && error.code === 'ECONNRESET')) reject(error);
    });
    sent.end();
  });

const tokenOf = async (person: TestUser) => (await sessionOf(services, person)).token;
const opened = async (person: TestUser, at = 0, query = '') => {
  const stream = await listen(processes[at]?.port ?? 0, await tokenOf(person), query);
  return { stream, hello: await stream.next('hello') };
};

let serial = 0;
const makeOrders = async (person: TestUser, count: number): Promise<string[]> => {
  const ctx = contextOf(person);
  const made = await allOrNothing(db, person, async (tx) => {
    const storeId = await ownStore(ctx, tx);
    const orders = Array.from({ length: count }, () =>
      newOrder(storeId, `L-${(serial += 1)}`, { placedAt: new Date() }),
    );
    return createOrders(ctx, tx, orders, { why: 'test', now: new Date() });
  });
  if (!made.ok) throw new Error(made.problem.code);
  return made.value.map(({ id }) => id);
};
const archive = (person: TestUser, ids: readonly string[]) =>
  db.tenant(person, (tx) => tx.updateTable('orders').set({ tab: 'archived' }).where('id', 'in', ids).execute());
const quiet = (ms = 300) => new Promise((resolve) => setTimeout(resolve, ms));

describe('orders', () => {
  test('what one process commits is told by every process: ids and how the tabs moved', async () => {
    const { admin, user } = world.people;
    const [here, there] = [await opened(admin, 0), await opened(user, 1)];
    expect(here.hello).toMatchObject({
      topics: ['orders', 'batches', 'exceptions', 'stores', 'printing'],
      reload: true,
    });
    const ids = await makeOrders(admin, 3);
    for (const { stream } of [here, there])
      expect(await stream.next('orders')).toMatchObject({
        added: expect.arrayContaining(ids),
        changed: [],
        more: false,
        counts: { all: 3, unfulfilled: 3 },
      });
    await archive(admin, ids.slice(0, 2));
    for (const { stream } of [here, there])
      expect(await stream.next('orders')).toMatchObject({
        added: [],
        changed: expect.arrayContaining(ids.slice(0, 2)),
        counts: { all: -2, unfulfilled: -2, archived: 2 },
      });
  });

  test('many at once are summed up, and lines keep their distance', async () => {
    const { admin } = world.people;
    const { stream } = await opened(admin);
    const told = () => stream.lines.filter((line) => line.type === 'orders');
    const sum = () => told().reduce((total, { counts }) => total + (counts.all ?? 0), 0);
    const say = (times: number) =>
      db.tenant(admin, async (tx) => {
        for (let n = 0; n < times; n += 1)
          await announce(admin, tx, {
            topic: 'orders',
            added: [newId()],
            changed: [],
            more: false,
            tabs: { unfulfilled: 1 },
          });
      });
    await say(50);
    await expect.poll(sum).toBe(50);
    // All of it came with one commit; the first of it may have been told before the rest was heard.
    expect(told().length).toBeLessThanOrEqual(2);
    const started = performance.now();
    for (let n = 0; n < 60; n += 1) await say(1);
    await expect.poll(sum).toBe(110);
    expect(told().length).toBeLessThanOrEqual(2 + (performance.now() - started) / 150 + 1);
  });

  test('one statement over many orders names a hundred of them', async () => {
    const { admin } = world.people;
    const { stream } = await opened(admin);
    await makeOrders(admin, 400);
    const line = await stream.next('orders');
    expect([line.more, line.counts, line.added.length]).toEqual([true, { all: 400, unfulfilled: 400 }, 100]);
  });

  test('what is rolled back is never told, nor what another customer does', async () => {
    const { admin, foreign, basic } = world.people;
    const [mine, theirs] = [await opened(admin), await opened(foreign)];
    const [id = ''] = await makeOrders(basic, 1);
    await db
      .tenant(admin, async (tx) => {
        await announce(admin, tx, { topic: 'orders', added: [newId()], changed: [], more: false, tabs: {} });
        throw new Error('undone');
      })
      .catch(() => undefined);
    await makeOrders(foreign, 1);
    await theirs.stream.next('orders');
    await quiet();
    expect(mine.stream.lines.filter(({ type }) => type === 'orders')).toEqual([]);
    expect(JSON.stringify(theirs.stream.lines)).not.toContain(id);
  });
});

describe('who hears what', () => {
  test('topics are those of the pages of the role, and of them those that were asked for', async () => {
    expect((await opened(world.people.franchise)).hello.topics).toEqual([]);
    expect((await opened(world.people.admin, 0, '?topics=stores,orders,nonsense')).hello.topics).toEqual([
      'orders',
      'stores',
    ]);
    const { stream } = await opened(world.people.admin, 0, '?topics=stores');
    await makeOrders(world.people.admin, 1);
    await quiet();
    expect(stream.lines.filter(({ type }) => type === 'orders')).toEqual([]);
  });

  test('signing out ends the streams of that session in every process, and no others', async () => {
    const { admin } = world.people;
    const pair = await sessionOf(services, admin);
    const [one, two, other] = [
      await listen(processes[0]?.port ?? 0, pair.token),
      await listen(processes[1]?.port ?? 0, pair.token),
      (await opened(admin)).stream,
    ];
    await Promise.all([one.next('hello'), two.next('hello')]);
    const [first] = processes;
    if (!first) throw new Error('no process');
    const client = await makeClient(first.app);
    expect((await client.call('POST', '/api/user/logout', { token: pair.token, body: {} })).status).toBe(200);
    for (const stream of [one, two]) {
      expect(await stream.next('end')).toEqual({ type: 'end', why: 'session' });
      await expect.poll(() => stream.ended()).toBe(true);
    }
    await quiet();
    expect(other.ended()).toBe(false);
    expect((await listen(first.port, pair.token)).status).toBe(401);
  });

  test('a token that was refreshed, a role that lost its page: seen at the next look', async () => {
    const { live, app, port } = await startProcess({ recheckMs: 100 });
    const { user } = world.people;
    const pair = await sessionOf(services, user);
    const stream = await listen(port, pair.token);
    await stream.next('hello');
    const client = await makeClient(app);
    await client.call('POST', '/api/user/refresh', { token: pair.refreshToken, body: {} });
    expect(await stream.next('end')).toEqual({ type: 'end', why: 'token' });

    const second = await listen(port, await tokenOf(user));
    await second.next('hello');
    const role = newId();
    await db.tenant(user, async (tx) => {
      await sql`INSERT INTO roles (tenant_id, id, code, name, base_role, built_in) VALUES
        (${user.tenantId}, ${role}, 'NO_ORDERS', 'No orders', 'ROLE_CUSTOMER_USER', false)`.execute(tx);
    });
    await db.identity(user, (tx) =>
      tx.updateTable('memberships').set({ role_id: role }).where('user_id', '=', user.userId).execute(),
    );
    await second.next('reload');
    await makeOrders(world.people.admin, 1);
    await quiet();
    expect(second.lines.filter(({ type }) => type === 'orders')).toEqual([]);
    await app.close();
    await live.stop();
  });

  test('a session keeps its four newest streams', async () => {
    const token = await tokenOf(world.people.admin);
    const streams: Stream[] = [];
    for (let n = 0; n < 5; n += 1) {
      const stream = await listen(processes[0]?.port ?? 0, token);
      await stream.next('hello');
      streams.push(stream);
    }
    expect(await streams[0]?.next('end')).toEqual({ type: 'end', why: 'too_many' });
    expect(streams.slice(1).some((stream) => stream.ended())).toBe(false);
  });
});

describe('gaps', () => {
  test('who comes back with a cursor hears what happened meanwhile, from whichever process', async () => {
    const { admin } = world.people;
    const { stream } = await opened(admin, 0);
    // The other process has listened since before, because somebody else looks there.
    await opened(admin, 1);
    await makeOrders(admin, 1);
    const { cursor } = await stream.next('orders');
    stream.close();
    const missed = await makeOrders(admin, 2);
    await makeOrders(world.people.foreign, 1);
    const back = await opened(admin, 1, `?cursor=${encodeURIComponent(cursor)}`);
    expect(back.hello).toMatchObject({ reload: false, cursor });
    const line = await back.stream.next('orders');
    expect([line.added.toSorted(), line.counts]).toEqual([missed.toSorted(), { all: 2, unfulfilled: 2 }]);
    // Nothing missed: no line, no reload.
    const again = await opened(admin, 0, `?cursor=${encodeURIComponent(line.cursor)}`);
    expect(again.hello.reload).toBe(false);
    await quiet();
    expect(again.stream.lines.filter(({ type }) => type === 'orders')).toEqual([]);
    expect((await opened(admin, 0, `?cursor=${newId()}`)).hello.reload).toBe(true);
    expect((await opened(admin, 0, '?cursor=rubbish')).hello.reload).toBe(true);
  });

  test('a lost connection to the database is made anew, and everybody is told to look again', async () => {
    const { admin } = world.people;
    const { stream } = await opened(admin);
    await withClient(database.admin, (client) =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query IN ('SELECT pg_backend_pid() AS pid', 'LISTEN scanship_live')`),
    );
    await stream.next('reload');
    const [id = ''] = await makeOrders(admin, 1);
    expect((await stream.next('orders')).added).toEqual([id]);
  });

  test('heartbeats while nothing happens; a server that stops says so and does not wait', async () => {
    const { live, app, port } = await startProcess();
    const stream = await listen(port, await tokenOf(world.people.basic));
    await stream.next('hello');
    await stream.next('heartbeat');
    await stream.next('heartbeat');
    // With a stream that it waited for it would never end.
    await app.close();
    await live.stop();
    expect(stream.lines.at(-1)).toEqual({ type: 'end', why: 'restart' });
  });
});

test('batches by announcement: the latest of each; one that is too long goes out all the same', async () => {
  const { admin } = world.people;
  const { stream } = await opened(admin);
  const [a, b] = [newId(), newId()];
  const progress = (id: string, done: number) => ({
    id,
    state: 'running',
    total: 10,
    done,
    failed: 0,
    left: 10 - done,
  });
  await db.tenant(admin, async (tx) => {
    for (const done of [1, 2, 3]) await announce(admin, tx, { topic: 'batches', batch: progress(a, done) });
    await announce(admin, tx, { topic: 'batches', batch: progress(b, 9) });
  });
  await expect
    .poll(() =>
      stream.lines.flatMap((line) => (line.type === 'batches' ? line.batches : [])).map(({ id, done }) => [id, done]),
    )
    .toEqual(
      expect.arrayContaining([
        [a, 3],
        [b, 9],
      ]),
    );
  const many = Array.from({ length: 400 }, () => newId());
  await db.tenant(admin, (tx) =>
    announce(admin, tx, { topic: 'orders', added: [], changed: many, more: false, tabs: { fulfilled: 400 } }),
  );
  expect(await stream.next('orders')).toMatchObject({ changed: [], more: true, counts: { fulfilled: 400, all: 400 } });
});

test('exceptions are counted once for everybody who looks; stores are named', async () => {
  const { admin } = world.people;
  const streams = [await opened(admin), await opened(admin), await opened(admin)];
  exceptions.counted = 0;
  const exception = newId();
  await db.tenant(admin, (tx) =>
    sql`INSERT INTO exceptions (tenant_id, id, key, kind, reason, summary, next_step)
      VALUES (${admin.tenantId}, ${exception}, 'test:1', 'store', 'r', 's', 'n')`.execute(tx),
  );
  for (const { stream } of streams) expect(await stream.next('exceptions')).toMatchObject({ open: 1 });
  expect(exceptions.counted).toBe(1);
  await db.tenant(admin, async (tx) => {
    await sql`UPDATE exceptions SET resolved_at = now(), resolved_how = 'handled' WHERE id = ${exception}`.execute(tx);
    await sql`UPDATE stores SET last_ok_at = now()`.execute(tx);
  });
  for (const { stream } of streams) {
    expect(await stream.next('exceptions')).toMatchObject({ open: 0 });
    expect((await stream.next('stores')).storeIds).toHaveLength(1);
  }
});

test('however many look, nothing is asked of the database when something happens', async () => {
  const { admin } = world.people;
  // One person keeps 25 sessions at most: a thirtieth would end the first, and its stream.
  const streams = await Promise.all(Array.from({ length: 20 }, (_, n) => opened(admin, n % 2)));
  const ids = await makeOrders(admin, 5);
  for (const { stream } of streams) await stream.next('orders');
  const statements = await statementsOf(async () => {
    await archive(admin, ids);
    for (const { stream } of streams) await stream.next('orders');
  });
  expect(statements.filter((text) => !/^(BEGIN|COMMIT|SELECT pg_backend_pid)/.test(text))).toHaveLength(1);
});
