/** A server that is reached by address and password, where we are not superuser: what DATABASE_URL means in production. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenantTree } from '../../../test/tenant-tree.ts';
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

describe('refused', () => {
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
    expect(() => urlConnections('postgres://me@host/db', 'nonsense')).toThrow('DATABASE_ADMIN_URL must look like');
  });

  test('no password, no entry', async () => {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password: 'guess' });
    await expect(client.connect()).rejects.toThrow('password authentication failed');
  });
});
