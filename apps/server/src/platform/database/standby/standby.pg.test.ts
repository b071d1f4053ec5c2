/** Reading on a real standby: nobody sees anything late, and nobody notices that it is away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStandbyPair, type StandbyPair } from '../../../../test/standby/standby-pair.ts';
import {
  makeClient,
  makeWorld,
  sessionOf,
  testServices,
  type TestUser,
  type TestWorld,
} from '../../../../test/app-kit.ts';
import { seedManyOrders } from '../../../../test/seed-orders.ts';
import { contextOf } from '../../../../test/order-fixture.ts';
import { makeWholeApplication } from '../../../../test/whole-app.ts';
import { ownStore } from '../../../modules/orders/index.ts';
import { silentLogger } from '../../logging/logger.ts';
import { createMetrics } from '../../metrics/metrics.ts';
import { withClient } from '../connection.ts';
import { type Database, openDatabase, type Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { measureStandby, watchStandby } from './standby-metrics.ts';
import { type ReadOutcome, shared } from './standby.ts';

let pair: StandbyPair;
let world: TestWorld;
let storeId: string;
let db: Database;
const metrics = createMetrics();
const counted: Record<ReadOutcome, number> = { standby: 0, behind: 0, away: 0, failed: 0 };
const said: string[] = [];
const open: Database[] = [];

const openOn = (standby: StandbyPair['reached']): Database => {
  const watch = watchStandby(metrics, silentLogger());
  const opened = openDatabase({
    connection: pair.primary.app(),
    standby: {
      connection: standby,
      tell: (sentence) => void said.push(sentence),
      count(outcome) {
        counted[outcome] += 1;
        watch.count(outcome);
      },
    },
    maxConnections: 6,
  });
  open.push(opened);
  return opened;
};
/** Until a read is answered there: it also has to have what was written just before. */
const isUsed = () => expect.poll(() => db.tenant(who(), place, READ)).toMatchObject({ standby: true });

beforeAll(async () => {
  pair = await makeStandbyPair();
  db = openOn(pair.reached);
  world = await makeWorld(db);
  storeId = await db.tenant(who(), (tx) => ownStore(contextOf(who()), tx));
});
afterAll(async () => {
  for (const each of open) await each.close();
  await pair.close();
});

const READ = { readOnly: 'standby' } as const;
const who = () => world.people.admin;
/** Where a read is answered, and as whom. */
const place = (tx: Tx) =>
  sql<{ standby: boolean; role: string }>`SELECT pg_is_in_recovery() AS standby, current_user AS role`
    .execute(tx)
    .then(({ rows }) => rows[0]);
const namesOf = (tx: Tx) => tx.selectFrom('stores').select('name').execute();
const write = (on: Database, name: string) =>
  on.tenant(who(), (tx) =>
    tx
      .insertInto('stores')
      .values({ tenant_id: who().tenantId, id: newId(), platform_code: 'manual', external_account: name, name })
      .execute(),
  );
const sees = async (name: string) => {
  const rows = await db.tenant(who(), namesOf, READ);
  return rows.some((row) => row.name === name);
};
/** How many reads ended in which way meanwhile. */
const during = async (work: () => Promise<void>) => {
  const before = { ...counted };
  await work();
  return Object.fromEntries(
    Object.entries(counted).flatMap(([outcome, n]) => {
      const more = n - before[outcome as ReadOutcome];
      return more > 0 ? [[outcome, more]] : [];
    }),
  );
};

test('a list is read on the standby, as the same role and with its own rows only', async () => {
  await isUsed();
  expect(await db.tenant(who(), place, READ)).toEqual({ standby: true, role: 'app_tenant' });
  expect(await db.system(place, READ)).toEqual({ standby: true, role: 'app_system' });
  expect(await db.tenant(who(), (tx) => tx.selectFrom('stores').select('id').execute(), READ)).toEqual([
    { id: storeId },
  ]);
  // What does not say so stays on the primary.
  expect(await db.tenant(who(), place, { readOnly: true })).toMatchObject({ standby: false });
});

test('lists, reports, exports and searches are read there, and each of their statements can be', async () => {
  const services = testServices(db);
  const application = makeWholeApplication(services);
  const client = await makeClient(await application.http());
  const { admin, franchise, root } = world.people;
  await seedManyOrders(db, { ...admin, storeId }, 30, new Date());
  const days = 'from=2026-01-01&to=2026-01-31';
  const asked: readonly [TestUser, 'GET' | 'POST', string, object?][] = [
    [admin, 'POST', '/orders/all', {}],
    [admin, 'POST', '/orders/export', { filters: {} }],
    [admin, 'POST', '/shipment/all', {}],
    [admin, 'POST', '/shipment/export', { filters: {} }],
    [admin, 'POST', '/product/all', {}],
    [admin, 'POST', '/product/export', { filters: {}, format: 'csv' }],
    [admin, 'POST', '/search', { text: 'maple' }],
    [franchise, 'POST', '/search', { text: 'maple' }],
    [admin, 'GET', '/dashboard'],
    [franchise, 'GET', '/dashboard'],
    [root, 'GET', '/dashboard'],
    [admin, 'GET', `/reports/spend?${days}`],
    [franchise, 'GET', `/reports/business?${days}`],
    [franchise, 'GET', `/money/margins?${days}`],
    [franchise, 'GET', `/money/accounting/export?format=journal&${days}`],
    [admin, 'GET', '/audit'],
    [admin, 'GET', '/mail/log'],
  ];
  for (const [person, method, path, body] of asked) {
    const { token } = await sessionOf(services, person);
    await isUsed();
    const outcomes = await during(async () => {
      const { status, text } = await client.call(method, `/api${path}`, { token, ...(body ? { body } : {}) });
      // A file of nothing is refused, after it was looked for.
      expect([path, text, status]).toEqual([path, text, path.endsWith('/export') && status === 404 ? 404 : 200]);
    });
    // On a busy machine it may have to wait too long for what was written a moment ago; it never fails there.
    expect([path, Object.keys(outcomes).filter((outcome) => outcome === 'failed' || outcome === 'away')]).toEqual([
      path,
      [],
    ]);
    expect(Object.keys(outcomes), path).not.toEqual([]);
  }
  await client.app.close();
  await application.close();
});

test('whatever was committed before a read is in it, whoever wrote it and however fast it is asked', async () => {
  const other = openDatabase({ connection: pair.primary.app(), maxConnections: 2 });
  open.push(other);
  const outcomes = await during(async () => {
    for (let n = 0; n < 60; n += 1) {
      await write(other, `other ${n}`);
      expect(await sees(`other ${n}`)).toBe(true);
    }
  });
  // Most of it, on a machine that is busy with other things as well.
  expect(outcomes['standby']).toBeGreaterThan(10);
});

test('while the standby stands still, a new row is read at once, also by whoever heard of it', async () => {
  await isUsed();
  await pair.onStandby('SELECT pg_wal_replay_pause()');
  const listener = db.ownConnection();
  await listener.connect();
  await listener.query('LISTEN standby_test');
  const heard = new Promise<boolean>((resolve, reject) => {
    listener.on('notification', ({ payload = '' }) => void sees(payload).then(resolve, reject));
  });
  const outcomes = await during(async () => {
    await db.tenant(who(), async (tx) => {
      await sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name)
        VALUES (${who().tenantId}, ${newId()}, 'manual', 'paused', 'paused')`.execute(tx);
      await sql`SELECT pg_notify('standby_test', 'paused')`.execute(tx);
    });
    expect(await sees('paused')).toBe(true);
    expect(await heard).toBe(true);
  });
  expect(outcomes).toEqual({ behind: 2 });
  await listener.end();
  await expect.poll(() => db.standby()?.lag?.seconds).toBeGreaterThan(0);
  await pair.onStandby('SELECT pg_wal_replay_resume()');
  await isUsed();
  expect(await during(async () => expect(await sees('paused')).toBe(true))).toEqual({ standby: 1 });
});

test('a write in such a read fails loudly, and a statement that takes too long is not asked twice', async () => {
  let times = 0;
  await expect(
    db.tenant(who(), (tx) => tx.updateTable('stores').set({ name: 'changed' }).execute(), READ),
  ).rejects.toThrow('read-only transaction');
  const slow = db.tenant(
    who(),
    (tx) => {
      times += 1;
      return sql`SELECT pg_sleep(20)`.execute(tx);
    },
    { ...READ, statementTimeoutMs: 200 },
  );
  await expect(slow).rejects.toThrow('statement timeout');
  expect(times).toBe(1);
});

test('what the standby ends because it has to go on is answered by the primary', async () => {
  await isUsed();
  const places: unknown[] = [];
  const outcomes = await during(async () => {
    const rows = await db.tenant(
      who(),
      async (tx) => {
        places.push(await place(tx));
        const before = await namesOf(tx);
        if (places.length === 1) {
          // Nobody on the primary needs the old rows any more; the standby waits for nobody.
          await db.tenant(who(), (own) => own.deleteFrom('stores').where('name', 'like', 'other %').execute());
          await withClient(pair.primary.admin(), (client) => client.query('VACUUM stores'));
          await sleep(300);
        }
        return [before.length, (await namesOf(tx)).length];
      },
      { ...READ, isolation: 'repeatable read' },
    );
    expect(rows[0]).toBe(rows[1]);
  });
  expect(places).toEqual([
    { standby: true, role: 'app_tenant' },
    { standby: false, role: 'app_tenant' },
  ]);
  expect(outcomes).toEqual({ failed: 1 });
});

/** A read that is still running on the standby when something happens to it. */
const caughtInTheMiddle = async (happens: () => void) => {
  await isUsed();
  let begun: () => void = () => undefined;
  const running = new Promise<void>((resolve) => (begun = resolve));
  const read = db.tenant(
    who(),
    async (tx) => {
      const found = await place(tx);
      begun();
      if (found?.standby) await sql`SELECT pg_sleep(15)`.execute(tx);
      return found?.standby;
    },
    READ,
  );
  await running;
  happens();
  const started = performance.now();
  expect(await read).toBe(false);
  expect(performance.now() - started).toBeLessThan(10_000);
};

test('another database of the same standby is not read', async () => {
  const elsewhere = openOn({ ...pair.reached, database: 'postgres' });
  await expect.poll(() => said.at(-1)).toContain('leads to no standby');
  expect(await elsewhere.tenant(who(), place, READ)).toMatchObject({ standby: false });
});

test('a standby that takes no more connections is told of and left alone for a while; nobody notices', async () => {
  await isUsed();
  const full = openOn(pair.reached);
  await expect.poll(() => full.standby()?.use).toBe('used');
  const others: Client[] = [];
  const fill = async (): Promise<void> => {
    for (;;) {
      const other = new Client(pair.reached);
      await other.connect();
      others.push(other);
    }
  };
  await expect(fill()).rejects.toMatchObject({ code: '53300' });
  expect(await full.tenant(who(), place, READ)).toMatchObject({ standby: false });
  expect(said.at(-1)).toContain('takes no connection');
  expect(full.standby()?.use).toBe('away');
  await Promise.all(others.map((other) => other.end()));
});

test('a standby that vanishes without a word costs seconds and no answer, and is used again when it is back', async () => {
  await caughtInTheMiddle(() => pair.silent(true));
  expect(await during(async () => expect(await sees('paused')).toBe(true))).toEqual({ away: 1 });
  pair.silent(false);
  await isUsed();
  expect(await db.tenant(who(), place, READ)).toMatchObject({ standby: true });
});

test('a standby that is killed costs no answer', async () => {
  await caughtInTheMiddle(() => pair.killStandby());
  expect(await Promise.all(Array.from({ length: 20 }, () => sees('paused')))).not.toContain(false);
  measureStandby(metrics, db);
  expect(await metrics.render()).not.toMatch(/^db_standby_lag_seconds/m);
  expect(await metrics.render()).toMatch(/db_standby_used 0\n/);
  await pair.startStandby();
  await isUsed();
  const rendered = await metrics.render();
  expect(rendered).toMatch(/db_standby_used 1\n/);
  expect(rendered).toMatch(/db_standby_lag_seconds \d/);
  expect(rendered).toMatch(/db_standby_reads_total\{outcome="failed"\} [1-9]/);
});

test('once promoted it is not read any more, and what is no standby never', async () => {
  await isUsed();
  await pair.onStandby('SELECT pg_promote()');
  expect(await db.tenant(who(), place, READ)).toMatchObject({ standby: false });
  await write(db, 'after');
  expect(await sees('after')).toBe(true);
  await expect.poll(() => said.at(-1)).toContain('leads to no standby');
  // It asks on a new connection each time, so that a proxy may lead it to another standby.
  const asked = pair.connections();
  await expect.poll(() => pair.connections()).toBeGreaterThan(asked + 1);
  const itself = openOn(pair.primary.app());
  await sleep(300);
  expect(itself.standby()?.use).toBe('away');
  expect(await itself.tenant(who(), place, READ)).toMatchObject({ standby: false });
});

test('those who ask while a question is on its way share the next one, not this one', async () => {
  const answers: ((n: number) => void)[] = [];
  const ask = shared(() => new Promise<number>((resolve) => answers.push(resolve)));
  const first = ask();
  await sleep(1);
  const later = [ask(), ask()];
  await sleep(1);
  expect(answers).toHaveLength(1);
  answers[0]?.(1);
  expect(await first).toBe(1);
  await sleep(1);
  expect(answers).toHaveLength(2);
  answers[1]?.(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
});
