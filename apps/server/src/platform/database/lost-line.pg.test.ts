/** A machine that vanishes ends no connection: what waits for its answer gives the connection up. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { ClientConfig } from 'pg';
import { createTestDatabase } from '../../../test/test-database.ts';
import { systemClock } from '../clock.ts';
import { openScheduler } from '../jobs/scheduler.ts';
import { silentLogger } from '../logging/logger.ts';
import { TurnTooLate } from '../turns/turns.ts';
import { withClient } from './connection.ts';
import { openDatabase } from './database.ts';
import { newId } from './ids.ts';
import { openLines } from './pool/lines.ts';
import { isTemporary } from './temporary-error.ts';

const open: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A way to the database whose connections can be lost without a word; later ones are whole. */
async function openLine({ host = '', port = 5_432, ...account }: ClientConfig) {
  const lost = new Set<net.Socket>();
  const pairs: [net.Socket, net.Socket][] = [];
  const line = net.createServer((near) => {
    const far = net.connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    pairs.push([near, far]);
    for (const [from, onto] of [[near, far] as const, [far, near] as const]) {
      from.on('data', (bytes) => !lost.has(from) && onto.write(bytes)).on('error', () => undefined);
      from.on('close', () => lost.has(from) || onto.destroy());
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  open.push(
    () => void line.close(),
    () => pairs.flat().forEach((socket) => socket.destroy()),
  );
  return {
    connection: { ...account, host: '127.0.0.1', port: (line.address() as net.AddressInfo).port },
    opened: () => pairs.length,
    lose: () => {
      for (const socket of pairs.flat()) lost.add(socket);
    },
  };
}

test('a connection whose other side is gone without a word is given up, and the next work gets one that answers', async () => {
  const database = await createTestDatabase();
  open.push(() => database.drop());
  const line = await openLine(database.app);
  const db = openDatabase({
    connection: line.connection,
    maxConnections: 1,
    statementTimeoutMs: 200,
    graceMs: 100,
  });
  open.push(() => db.close());
  const ask = () => db.reference((tx) => sql<{ n: number }>`SELECT 1 AS n`.execute(tx));
  expect((await ask()).rows).toEqual([{ n: 1 }]);

  // Its COMMIT is answered later.
  await expect.poll(() => db.connections().idle).toBe(1);
  line.lose();
  const lostAnswer: unknown = await ask().catch((error: unknown) => error);
  expect(lostAnswer).toMatchObject({ message: expect.stringMatching(/timeout|terminated/) as string });
  expect(isTemporary(lostAnswer)).toBe(true);
  expect((await ask()).rows).toEqual([{ n: 1 }]);

  // A statement that its own limit ends is no lost line: the connection stays.
  const before = line.opened();
  await expect(db.reference((tx) => sql`SELECT pg_sleep(5)`.execute(tx))).rejects.toThrow('statement timeout');
  expect((await ask()).rows).toEqual([{ n: 1 }]);
  expect(line.opened()).toBe(before);
});

test('who waits in vain for a connection that others hold on a lost line is told to try again', async () => {
  const database = await createTestDatabase();
  open.push(() => database.drop());
  const lines = openLines({ connection: database.app, max: 1, withinMs: 100 });
  open.push(() => lines.close());
  const held = await lines.take('somebody');
  const late: unknown = await lines.take('another').catch((error: unknown) => error);
  held.release(false);
  expect(late).toBeInstanceOf(TurnTooLate);
  expect(isTemporary(late)).toBe(true);
});

test('the scheduler gives up connections that are lost without a word, and stops', async () => {
  const database = await createTestDatabase();
  open.push(() => database.drop());
  const line = await openLine(database.app);
  const scheduler = await openScheduler(line.connection, silentLogger(), systemClock, 500);
  const wake = () => scheduler.schedule({ table: 'effects', tenantId: newId(), id: newId() }, 60_000);
  await scheduler.listen(() => undefined);
  const answered = () =>
    wake().then(
      () => 'answered',
      (error: unknown) => String(error),
    );
  await wake();
  // Its workers ask on the same connections: a wake-up that finds all of them taken gets one that was never lost.
  await expect
    .poll(() => {
      line.lose();
      return Promise.all([1, 2, 3].map(answered));
    })
    .toContainEqual(expect.stringContaining('timeout'));
  await expect.poll(answered).toBe('answered');
  line.lose();
  const began = performance.now();
  await scheduler.stop();
  expect(performance.now() - began).toBeLessThan(6_000);
});

test('a connection that is ended between two statements is no fault of what was asked', async () => {
  const database = await createTestDatabase();
  open.push(() => database.drop());
  const lost: unknown = await database.db
    .reference(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      await withClient(database.admin, (client) =>
        client.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]),
      );
      // The end has arrived here before the next statement is sent.
      await sleep(100);
      await sql`SELECT 1`.execute(tx);
    })
    .catch((error: unknown) => error);
  expect(lost).toMatchObject({ message: expect.stringContaining('is not queryable') as string });
  expect(isTemporary(lost)).toBe(true);
});

test('readiness comes back when who was silent at the greeting answers again', async () => {
  const database = await createTestDatabase();
  open.push(() => database.drop());
  const { host = '', port = 5_432, ...account } = database.app;
  let silent = true;
  const line = net.createServer((near) => {
    near.on('error', () => undefined);
    // A pooler that waits for its server: it takes whoever comes, says nothing, and hangs up when they take their leave.
    if (silent) return void near.resume();
    const far = net.connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    far.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const db = openDatabase({
    connection: { ...account, host: '127.0.0.1', port: (line.address() as net.AddressInfo).port },
  });
  open.push(
    () => void line.close(),
    () => db.close(),
  );
  const late = /did not answer within 2 s|timeout expired/;
  const first = expect(db.ping()).rejects.toThrow(late);
  await sleep(1_000);
  // It begins to connect when the first has given up, and gives up itself in the middle of that.
  await expect(db.ping()).rejects.toThrow(late);
  await first;
  silent = false;
  await db.ping();
});
