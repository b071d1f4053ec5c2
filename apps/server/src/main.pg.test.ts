/** The program as people start it: what it says when it cannot, and that it starts, stops and starts again in order. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { embeddedConnections, withClient } from './platform/database/connection.ts';
import { startEmbedded } from './platform/database/embedded-postgres.ts';
import { migrate, MIGRATIONS_FOLDER } from './platform/database/migrator.ts';
import { connectionsOf } from '../test/test-cluster.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The bundle as `npm start` makes it: it starts in a fifth of the time that the sources take. */
const BUILT = `apps/server/.cache-test-${process.pid}`;
const MAIN = join(ROOT, BUILT, 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'scanship-main-'));
chmodSync(folder, 0o755);
beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--server-into', BUILT]);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(ROOT, BUILT), { recursive: true, force: true });
});
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

/** A copy of the template, and the address that the program may be given for it. */
async function ownDatabase(kind: string) {
  const cluster = inject('testCluster');
  const server = connectionsOf(cluster);
  const name = `${kind}_${process.pid}`;
  const asAdmin = (statement: string) => withClient(server.admin('postgres'), (client) => client.query(statement));
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${cluster.template}`);
  const { host, port, user, connectionString } = server.admin(name);
  return {
    migrator: server.migrator(name),
    url: connectionString ?? `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(String(host))}`,
    drop: () => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

interface Program {
  readonly child: ChildProcess;
  readonly output: () => { readonly out: string; readonly err: string };
  /** Exit code. */
  readonly ended: Promise<number | null>;
  waitFor(pattern: RegExp, ms?: number): Promise<string>;
}

const start = (env: Record<string, string>, ...args: string[]): Program => {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data'), ...env },
  });
  running.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return {
    child,
    output: () => ({ out, err }),
    ended: new Promise((done) => child.once('close', done)),
    async waitFor(pattern, ms = 60_000) {
      await expect.poll(() => out + err, { timeout: ms, interval: 50 }).toMatch(pattern);
      return out;
    },
  };
};

const failure = async (env: Record<string, string>, ...args: string[]): Promise<string> => {
  const program = start(env, ...args);
  expect(await program.ended, program.output().out).toBe(1);
  return program.output().err;
};
/** One line, no stack. */
const oneLine = (text: string): string => {
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).not.toMatch(/\n\s+at |Error:/);
  return text.trimEnd();
};

describe('says in one line why it does not start', () => {
  test('a bad setting', async () => {
    expect(oneLine(await failure({ PORT: 'eighty' }))).toBe('PORT must be a whole number.');
  });

  test('production with missing secrets: a line each', async () => {
    const lines = (await failure({ APP_ENV: 'PROD' })).trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'MASTER_KEY',
      'COOKIE_SECRET',
      'DATABASE_URL',
      'SMTP_URL',
      'MAIL_FROM',
    ]);
  });

  test('a port that another program has, before anything is started', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as AddressInfo;
    const dataDir = join(folder, 'never-made');
    const line = oneLine(await failure({ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir }));
    expect(line).toBe(`PORT: port ${port} is in use by another program; stop it or set PORT to another number.`);
    expect(existsSync(dataDir)).toBe(false);
    other.close();
  });

  test('an address that is not this machine’s', async () => {
    expect(oneLine(await failure({ HOST: '192.0.2.1' }))).toBe('HOST: this machine has no address "192.0.2.1".');
  });

  test('a data folder that is a file, or below one', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(oneLine(await failure({ PORT: '0', DATA_DIR: file }))).toMatch(
      /^DATA_DIR: .*a-file is a file, not a folder; choose another\.$/,
    );
    expect(oneLine(await failure({ PORT: '0', DATA_DIR: join(file, 'data') }))).toMatch(
      /^DATA_DIR: part of .* is a file, not a folder/,
    );
  });

  test('a data folder that may not be written', async () => {
    // Root may write nearly everywhere, except where the kernel says no.
    let closed = '/sys/scanship-data';
    if (process.getuid?.() !== 0) {
      closed = join(folder, 'closed');
      mkdirSync(closed, { mode: 0o500 });
    }
    expect(oneLine(await failure({ PORT: '0', DATA_DIR: closed }))).toBe(
      `DATA_DIR: ${closed} cannot be read and written by this user; give access or choose another folder.`,
    );
  });

  test('a path too long for the system', async () => {
    expect(oneLine(await failure({ PORT: '0', DATA_DIR: join(folder, 'deep/'.repeat(1000)) }))).toMatch(
      /^DATA_DIR: the path .* is too long for this system/,
    );
    expect(oneLine(await failure({ PORT: '0', DATA_DIR: join(folder, 'x'.repeat(300)) }))).toMatch(
      /^DATA_DIR: the path .* is too long/,
    );
  });

  test('a database that cannot be reached, has another password, or is not there', async () => {
    const base = { PORT: '0', HOST: '127.0.0.1' };
    expect(oneLine(await failure({ ...base, DATABASE_URL: 'postgres://u:pass-word@127.0.0.1:1/x' }))).toBe(
      'DATABASE_URL: the database at 127.0.0.1:1/x cannot be reached (ECONNREFUSED).',
    );
    expect(oneLine(await failure({ ...base, DATABASE_URL: 'postgres://127.0.0.1/x' }))).toMatch(
      /^DATABASE_URL must look like/,
    );
  });

  test('a pooler that is away while PostgreSQL itself is there', async () => {
    const { url, drop } = await ownDatabase('pooler');
    try {
      const env = { PORT: '0', DATABASE_URL: 'postgres://scanship_app:p@127.0.0.1:1/x', DIRECT_DATABASE_URL: url };
      expect(oneLine(await failure(env))).toBe(
        'DATABASE_URL: the database at 127.0.0.1:1/x cannot be reached (ECONNREFUSED).',
      );
    } finally {
      await drop();
    }
  });

  test('a database whose history does not fit this version', async () => {
    const { migrator, url, drop } = await ownDatabase('main');
    try {
      await withClient(migrator, (client) =>
        client.query(`UPDATE maintenance.migrations SET checksum = 'other' WHERE number = 1`),
      );
      expect(oneLine(await failure({ PORT: '0', DATABASE_URL: url }))).toMatch(/0001-foundation/);
    } finally {
      await drop();
    }
  });

  test('a database of an older version, which other processes may work with: a backup of it is made, the rest is refused', async () => {
    const { migrator, url, drop } = await ownDatabase('older');
    const history = () =>
      withClient(migrator, async (client) => {
        const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM maintenance.migrations');
        return rows[0]?.n ?? 0;
      });
    try {
      await withClient(migrator, (client) =>
        client.query(
          'DELETE FROM maintenance.migrations WHERE number = (SELECT max(number) FROM maintenance.migrations)',
        ),
      );
      const before = await history();
      const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'older') };
      const file = join(folder, 'older.backup');
      const saved = start(env, 'backup', file);
      expect(await saved.ended, JSON.stringify(saved.output())).toBe(0);
      for (const command of [
        ['restore', file],
        ['export-tenant', '01900000-0000-7000-8000-000000000000', join(folder, 'tenant.tar.gz')],
        ['import-tenant', join(folder, 'tenant.tar.gz'), 'ship.prairie.invalid'],
        ['verify-audit'],
        ['create-franchise', 'Prairie Post', 'ship.prairie.invalid'],
      ])
        expect(oneLine(await failure(env, ...command)), command.join(' ')).toMatch(
          /^The database is of an older version: migrations are missing from \d{4}-\S+ on \(1\)\. .*"npm start -- migrate"/,
        );
      expect(await history()).toBe(before);
    } finally {
      await drop();
    }
  });

  test('an unknown command, or one without its argument', async () => {
    expect(await failure({}, 'fly')).toMatch(/^There is no command "fly"\.\n/);
    expect(await failure({}, 'backup')).toMatch(/^backup needs the name of a file\.\n/);
  });
});

describe('sets an installation up without a demo', () => {
  test('a franchise whose host waits for proof, a super admin with a password of their own, logs that fit', async () => {
    const { migrator, url, drop } = await ownDatabase('setup');
    const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'set-up'), APP_ENV: 'DEV', STAGE_HOST: 'stage.example' };
    const run = async (input: string, ...args: string[]): Promise<string> => {
      const program = start(env, ...args);
      program.child.stdin?.end(input);
      expect(await program.ended, JSON.stringify(program.output())).toBe(0);
      return program.output().out;
    };
    try {
      const franchise = await run('', 'create-franchise', 'Prairie Post', 'ship.prairie.invalid');
      expect(franchise).toMatch(/_scanship\.ship\.prairie\.invalid {2}TXT {2}"scanship-site=[\w-]{24}"/);
      expect(oneLine(await failure(env, 'create-franchise', 'Other', 'ship.prairie.invalid'))).toMatch(
        /belongs to a franchise/,
      );
      expect(oneLine(await failure(env, 'create-franchise', 'Other', 'https://x'))).toMatch(/is not a host name/);
      expect(oneLine(await failure(env, 'verify-host', 'nobody.invalid'))).toBe(
        'No franchise has the host nobody.invalid.',
      );
      const weak = start(env, 'create-super-admin', 'root', 'root@operator.example');
      weak.child.stdin?.end('password1\n');
      expect(await weak.ended).toBe(1);
      expect(await run('a fine long passphrase\n', 'create-super-admin', 'root', 'root@operator.example')).toBe(
        'Super admin root can sign in on every host.\n',
      );
      expect(await run('', 'create-super-admin', 'second', 'second@operator.example')).toMatch(
        /shown this once: (\w{4}-){4}\w{4}\n/,
      );
      expect(await run('', 'verify-audit')).toBe('Every log fits its seals.\n');
      const strange = { ...env, MASTER_KEY: randomBytes(32).toString('hex') };
      expect(oneLine(await failure(strange, 'verify-audit'))).toMatch(
        /^MASTER_KEY: this key \(\w{8}\) is not the one this database is sealed with/,
      );
      const [row] = await withClient(migrator, async (client) => {
        await client.query(`INSERT INTO audit_events (tenant_id, id, actors, action)
          SELECT id, gen_random_uuid(), '[]', 'slipped.in' FROM tenants WHERE kind = 'platform'`);
        return (await client.query<{ n: number }>('SELECT count(*)::int AS n FROM users')).rows;
      });
      expect(row?.n).toBe(2);
      const broken = start(env, 'verify-audit');
      expect(await broken.ended).toBe(1);
      expect(broken.output().out).toMatch(
        /^BROKEN {2}\S+ ScanShip: 1 events, 0 seals\n\s+Event \S+ was never sealed: it was slipped in\.\n$/,
      );
      expect(oneLine(broken.output().err)).toBe('1 of the logs do not fit their seals.');
    } finally {
      await drop();
    }
  }, 60_000);
});

describe('starts, answers, stops', () => {
  const env = { PORT: '0', HOST: 'localhost' };
  const originOf = (out: string): string => /ready on (http:\/\/\S+)/.exec(out)?.[1] ?? '';
  const stop = async (program: Program, signal: NodeJS.Signals): Promise<void> => {
    program.child.kill(signal);
    expect(await program.ended, JSON.stringify(program.output())).toBe(0);
    expect(program.output().err).toBe('');
    expect(program.output().out).toMatch(/Stopping \(SIG(INT|TERM)\) \.\.\.\n(.*\n)*Stopped\.\n$/);
  };
  const init = (origin: string, host: string) => fetch(`${origin}/api/master/ui-init?host=${host}`, { method: 'POST' });

  /** A seller signs in and asks for rates. @returns how many came */
  const askForRates = async (origin: string, orderId: string): Promise<number> => {
    let headers: Record<string, string> = { 'content-type': 'application/json' };
    const ask = async (path: string, body: unknown): Promise<Response> => {
      const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const cookie = answer.headers
        .getSetCookie()
        .find((each) => each.startsWith('XSRF-TOKEN='))
        ?.split(';')[0];
      if (cookie !== undefined)
        headers = { ...headers, cookie, 'x-xsrf-token': decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) };
      return answer;
    };
    const opened = await ask('/master/ui-init?host=localhost', {});
    const { tenantId } = ((await opened.json()) as { data: { tenantId: string } }).data;
    const signedIn = await ask(`/user/sign-in?tenantId=${tenantId}`, {
      userName: 'aurora',
      password: 'ship-demo-2026',
    });
    const { token } = ((await signedIn.json()) as { data: { token: string } }).data;
    headers = { ...headers, authorization: `Bearer ${token}` };
    const parcels = [{ number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }];
    const asked = await ask('/quotes/stream', { orderId, estimate: true, parcels });
    const text = await asked.text();
    expect(asked.status, text).toBe(200);
    return text.split('"serviceName"').length - 1;
  };

  test('two at once, fresh, with the demo; Ctrl-C stops everything; the second start finds it all', {
    timeout: 180_000,
  }, async () => {
    const [first, beside] = [start(env), start(env)];
    const out = await first.waitFor(/ready on/);
    // Whoever comes second waits for the demo instead of making it again.
    await beside.waitFor(/ready on/);
    await stop(beside, 'SIGTERM');
    expect(out).toMatch(/Demo sign-ins, password ship-demo-2026:\n(  http:\S+ .*\n)+/);
    const origin = originOf(out);
    expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', 'master key': 'ok' },
    });
    const maple = (await (await init(origin, 'localhost')).json()) as {
      data: { brandName: string; primaryLogo: string };
    };
    expect(maple.data).toMatchObject({ brandName: 'Maple Ship', primaryColor: '#24618f' });
    expect((await fetch(`${origin}${maple.data.primaryLogo}`)).headers.get('content-type')).toBe('image/svg+xml');
    const data = join(folder, 'data');
    await stop(first, 'SIGINT');
    expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false);

    const second = start(env);
    await second.waitFor(/ready on/);
    expect(second.output().out).not.toMatch(/Creating the database/);
    // A second server on the same folder shares the database; whoever stops first leaves it to the other.
    // By then a newer version has added to its schema: both go on, and one of this version may still start.
    const server = embeddedConnections(await startEmbedded({ dataDir: data }));
    const newer = join(folder, 'newer');
    cpSync(MIGRATIONS_FOLDER, newer, { recursive: true });
    writeFileSync(
      join(newer, '9001-adds.sql'),
      `ALTER TABLE orders ADD COLUMN colour text NOT NULL DEFAULT ''; ALTER TABLE quotes ADD COLUMN colour text;`,
    );
    expect(await migrate(server.migrator(), newer)).toEqual(['9001-adds.sql']);
    const third = start({ ...env, DRAIN_SECONDS: '2' });
    const shared = originOf(await third.waitFor(/ready on/));
    await stop(second, 'SIGTERM');
    expect(await (await fetch(`${shared}/readyz`)).json()).toMatchObject({ status: 'ready' });
    const order = await withClient(server.migrator(), async (client) => {
      const { rows } = await client.query<{ id: string }>(`SELECT o.id FROM orders o
        JOIN users u ON u.username_key = 'aurora' JOIN memberships m ON m.user_id = u.id AND m.tenant_id = o.tenant_id
        WHERE o.fulfillment = 'unfulfilled' ORDER BY o.id LIMIT 1`);
      return rows[0]?.id ?? '';
    });
    expect(await askForRates(shared, order)).toBeGreaterThan(0);
    // Two releases later something is taken away that this version uses.
    writeFileSync(join(newer, '9002-takes-away.sql'), '-- needs: 9001\nALTER TABLE quotes DROP COLUMN colour;');
    await migrate(server.migrator(), newer);
    await expect
      .poll(async () => (await fetch(`${shared}/readyz`)).json())
      .toMatchObject({ status: 'not ready', checks: { migrations: 'program too old for the database' } });
    expect(oneLine(await failure(env))).toMatch(/9002-takes-away\.sql, which took away .* older than the database\.$/);
    await withClient(server.migrator(), (client) =>
      client.query('ALTER TABLE orders DROP COLUMN colour; DELETE FROM maintenance.migrations WHERE number > 9000'),
    );
    // Behind a load balancer: not ready at once, and whoever was sent here meanwhile is served.
    const stopped = stop(third, 'SIGTERM');
    await third.waitFor(/Stopping/);
    const probed = await fetch(`${shared}/readyz`);
    expect([probed.status, await probed.json()]).toEqual([
      503,
      { status: 'not ready', checks: { process: 'stopping' } },
    ]);
    const served = await init(shared, 'localhost');
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
    expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false);

    // And the operator's commands on what is there.
    const file = join(folder, 'all.backup');
    const saved = start({}, 'backup', file);
    expect(await saved.ended, JSON.stringify(saved.output())).toBe(0);
    expect(saved.output().out).toMatch(/[\d,]+ rows written to/);
    expect(oneLine(await failure({}, 'backup', file))).toMatch(/exists already/);
    expect(oneLine(await failure({}, 'restore', file))).toMatch(/./);
    const restored = start({ DATA_DIR: join(folder, 'restored') }, 'restore', file);
    expect(await restored.ended, JSON.stringify(restored.output())).toBe(0);
    expect(/([\d,]+) rows restored/.exec(restored.output().out)?.[1]).toBe(
      /([\d,]+) rows written/.exec(saved.output().out)?.[1],
    );
  });
});
