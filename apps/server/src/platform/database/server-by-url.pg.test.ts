/** A server that is reached by address and password, where we are not superuser: what DATABASE_URL means in production. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenantTree } from '../../../test/tenant-tree.ts';
import { systemClock } from '../clock.ts';
import { openScheduler } from '../jobs/scheduler.ts';
import { createListener } from '../live/listener.ts';
import { CHANNEL } from '../live/notices.ts';
import { silentLogger } from '../logging/logger.ts';
import { BootstrapError, bootstrap, bootstrapSql } from './bootstrap.ts';
import { embeddedConnections, urlConnections, withClient } from './connection.ts';
import { openDatabase } from './database.ts';
import { type EmbeddedServer, startEmbedded } from './embedded-postgres.ts';
import { migrate, readMigrations } from './migrator.ts';

let server: EmbeddedServer;
let dataDir: string;
let port: number;

async function freePort(): Promise<number> {
  const listener = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const asSuperuser = (statements: string, database = 'postgres') =>
  withClient(embeddedConnections(server).admin(database), async (client) => client.query(statements));

const url = (user: string, database: string) => `postgres://${user}:it%27s%20secret@127.0.0.1:${port}/${database}`;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-url-'));
  fs.chmodSync(dataDir, 0o755);
  port = await freePort();
  server = await startEmbedded({
    dataDir,
    settings: { listen_addresses: '127.0.0.1', port: String(port), fsync: 'off', shared_buffers: '32MB' },
  });
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Each case begins on a server that knows none of our roles. Accounts go last: they have granted the others. */
const withoutRoles = () =>
  asSuperuser(`DO $$ DECLARE r text; BEGIN
    FOR r IN SELECT rolname FROM pg_roles WHERE rolname ~ '^(scanship|app|case)_' ORDER BY rolname ~ '^case_' LOOP
      EXECUTE format('DROP OWNED BY %I CASCADE', r);
      EXECUTE format('DROP ROLE %I', r);
    END LOOP; END $$`);

async function inDatabase(name: string, owner: string, work: () => Promise<void>): Promise<void> {
  await asSuperuser(`CREATE DATABASE ${name} OWNER ${owner}`);
  try {
    await work();
  } finally {
    await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`);
    await withoutRoles();
  }
}

async function expectWorking(target: ReturnType<typeof urlConnections>): Promise<void> {
  expect(await migrate(target.migrator())).toHaveLength((await readMigrations()).length);
  const db = openDatabase({ connection: target.app(), maxConnections: 2 });
  try {
    const tree = await makeTenantTree(db);
    const [a, b] = tree.customers;
    expect(await db.tenant(a, (tx) => tx.selectFrom('stores').select('id').execute())).toEqual([{ id: a.storeId }]);
    expect(await db.tenant(b, (tx) => tx.selectFrom('stores').select('id').execute())).toEqual([{ id: b.storeId }]);
    await expect(withClient(target.app(), (client) => client.query('SELECT 1 FROM stores'))).rejects.toThrow(
      'permission denied',
    );
  } finally {
    await db.close();
  }
}

describe('an account that may make roles (a managed server)', () => {
  test('prepares the database itself, twice without harm, and is held by row security', async () => {
    await asSuperuser(`CREATE ROLE case_owner LOGIN CREATEROLE PASSWORD 'it''s secret'`);
    await inDatabase('case_owned', 'case_owner', async () => {
      const target = urlConnections(url('case_owner', 'case_owned'));
      await bootstrap(target.admin());
      await bootstrap(target.admin());
      await expectWorking(target);
      await bootstrap(target.admin());
    });
  });
});

describe('an account that may not', () => {
  test('says what is missing in one sentence, and works after an administrator has run the SQL it gives', async () => {
    await asSuperuser(`CREATE ROLE case_plain LOGIN PASSWORD 'it''s secret'`);
    await inDatabase('case_plain_db', 'postgres', async () => {
      const target = urlConnections(url('case_plain', 'case_plain_db'));
      const refused: unknown = await bootstrap(target.admin()).catch((error: unknown) => error);
      if (!(refused instanceof BootstrapError)) throw new Error('expected a BootstrapError');
      expect(refused.message).toMatch(
        /^The database account "case_plain" may not prepare the database "case_plain_db" \(missing: role scanship_migrator, .*\); ask its administrator to run the SQL below once\.$/,
      );
      expect(refused.sql).toBe(bootstrapSql('case_plain_db', 'case_plain'));
      await asSuperuser(refused.sql, 'case_plain_db');
      await bootstrap(target.admin());
      await expectWorking(target);
    });
  });
});

describe('two accounts: one prepares, the other runs', () => {
  test('the running one is scanship_app itself and cannot touch tables as anybody else', async () => {
    await asSuperuser(`CREATE ROLE case_admin LOGIN CREATEROLE PASSWORD 'it''s secret'`);
    await inDatabase('case_two', 'case_admin', async () => {
      const target = urlConnections(url('scanship_app', 'case_two'), url('case_admin', 'case_two'));
      await bootstrap(target.admin(), target.appUser);
      await asSuperuser(`ALTER ROLE scanship_app PASSWORD 'it''s secret'`);
      await expectWorking(target);
      await expect(withClient(target.app(), (client) => client.query('SET ROLE scanship_migrator'))).rejects.toThrow(
        'permission denied',
      );
    });
  });
});

/** Debian's package, which CI installs where it can. */
const POOLER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => fs.existsSync(file));

if (POOLER === undefined) console.warn('PgBouncer is not installed here: nothing is tried through it.');
else describe('through PgBouncer in transaction mode', throughPooler);

function throughPooler(): void {
  test('tenants are kept apart, limits hold in each transaction, notices and the scheduler go past it', async () => {
    const poolerPort = await freePort();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-pooler-'));
    fs.chmodSync(folder, 0o755);
    fs.writeFileSync(path.join(folder, 'users'), `"scanship_app" "it's secret"\n`, { mode: 0o644 });
    fs.writeFileSync(
      path.join(folder, 'pgbouncer.ini'),
      `[databases]\n* = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${poolerPort}
unix_socket_dir =\nauth_type = plain\nauth_file = ${path.join(folder, 'users')}\npool_mode = transaction\ndefault_pool_size = 2\n`,
    );
    const pooler = spawn(POOLER ?? '', [path.join(folder, 'pgbouncer.ini')], {
      stdio: 'ignore',
      ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
    });
    await asSuperuser(`CREATE ROLE case_admin LOGIN CREATEROLE PASSWORD 'it''s secret'`);
    try {
      await inDatabase('case_pooled', 'case_admin', async () => {
        const pooled = url('scanship_app', 'case_pooled').replace(`:${port}/`, `:${poolerPort}/`);
        const target = urlConnections(pooled, url('case_admin', 'case_pooled'));
        await bootstrap(target.admin(), target.appUser);
        await asSuperuser(`ALTER ROLE scanship_app PASSWORD 'it''s secret'`);
        await expectWorking(target);
        const db = openDatabase({ connection: target.app(), direct: target.direct(), statementTimeoutMs: 300 });
        const scheduler = await openScheduler(target.direct(), silentLogger(), systemClock);
        try {
          await expect(db.reference((tx) => sql`SELECT pg_sleep(5)`.execute(tx))).rejects.toThrow('statement timeout');
          const heard: string[] = [];
          const listener = createListener({
            connect: () => db.ownConnection(),
            log: silentLogger(),
            heard: (payload) => heard.push(payload),
            begun: () => undefined,
          });
          await listener.start();
          await db.system((tx) => sql`SELECT pg_notify(${CHANNEL}, 'through')`.execute(tx));
          await expect.poll(() => heard).toEqual(['through']);
          await listener.stop();
        } finally {
          await scheduler.stop();
          await db.close();
        }
      });
    } finally {
      pooler.kill('SIGINT');
      fs.rmSync(folder, { recursive: true });
    }
  });
}

describe('refused', () => {
  test('an account whose role a pooler would lose', () => {
    expect(() => urlConnections('postgres://owner@pooler/db', 'postgres://owner@host/db')).toThrow(
      'DATABASE_URL must sign in as scanship_app when DIRECT_DATABASE_URL is set',
    );
  });

  test('a working role that may bypass row security', async () => {
    await asSuperuser(`CREATE ROLE case_owner LOGIN CREATEROLE PASSWORD 'it''s secret'`);
    await inDatabase('case_bypass', 'case_owner', async () => {
      const target = urlConnections(url('case_owner', 'case_bypass'));
      await bootstrap(target.admin());
      await asSuperuser('ALTER ROLE app_tenant BYPASSRLS');
      await expect(bootstrap(target.admin())).rejects.toThrow('app_tenant may bypass row security');
    });
  });

  test('addresses that name no database, user or server', () => {
    expect(() => urlConnections('postgres://me@host')).toThrow('DATABASE_URL must look like postgres://');
    expect(() => urlConnections('mysql://me@host/db')).toThrow('DATABASE_URL must look like');
    expect(() => urlConnections('postgres://scanship_app@host/db', 'nonsense')).toThrow(
      'DIRECT_DATABASE_URL must look like',
    );
  });

  test('no password, no entry', async () => {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password: 'guess' });
    await expect(client.connect()).rejects.toThrow('password authentication failed');
  });
});
