/**
 * Commands of docs/operations.md that ask for one machine only, as they stand there: each is taken from its chapter and run by a shell, in
 * which `npm start --` is the built program. The chapters of two machines and of backups are run by the cluster and by `verify -- pitr`.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chapter, shellSteps, written } from '../../../scripts/docs/operations-page.ts';
import { type S3Server, startS3 } from '../test/storage/s3-server.ts';
import { connectionsOf } from '../test/test-cluster.ts';
import { makeTenantTree, type TenantTree } from '../test/tenant-tree.ts';
import { storeDocument } from './modules/documents/index.ts';
import { withClient } from './platform/database/connection.ts';
import { type Database, openDatabase } from './platform/database/database.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BUILT = `apps/server/.cache-commands-${process.pid}`;
const NAME = `documented_${process.pid}_${randomBytes(4).toString('hex')}`;
const folder = mkdtempSync(path.join(tmpdir(), 'scanship-documented-'));
const server = connectionsOf(inject('testCluster'));
let s3: S3Server;
let db: Database;
let tree: TenantTree;
let env: Record<string, string>;
beforeAll(async () => {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.mjs'), '--server-into', BUILT], { cwd: ROOT });
  await withClient(server.admin('postgres'), (client) =>
    client.query(`CREATE DATABASE ${NAME} TEMPLATE ${inject('testCluster').template}`),
  );
  db = openDatabase({ connection: server.app(NAME), maxConnections: 2 });
  tree = await makeTenantTree(db);
  s3 = await startS3();
  const { endpoint = '', bucket, region, credentials } = s3.settings();
  const { host, port, user, connectionString } = server.admin(NAME);
  // "npm" of this shell is the program that `npm start` starts.
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    path.join(bin, 'npm'),
    `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${ROOT}/${BUILT}/main.js" "$@"\n`,
  );
  chmodSync(path.join(bin, 'npm'), 0o755);
  env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL:
      connectionString ?? `postgres://${user}@localhost:${port}/${NAME}?host=${encodeURIComponent(String(host))}`,
    MASTER_KEY: randomBytes(32).toString('base64'),
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: credentials?.id ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secret ?? '',
    S3_MOVE_AFTER_MINUTES: '0',
  };
});
afterAll(async () => {
  await db.close();
  await s3.stop();
  await withClient(server.admin('postgres'), async (client) => {
    for (const name of [NAME, `${NAME}_restored`, `${NAME}_other`])
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  rmSync(folder, { recursive: true, force: true });
  rmSync(path.join(ROOT, BUILT), { recursive: true, force: true });
});

/** As the chapter of backups has it: a copy of an installation never gets its bucket. */
const WITHOUT_BUCKET = { S3_BUCKET: '', S3_ENDPOINT: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' };

/** Runs a line in the temporary folder. @returns what it says; a command that fails is a fault of the test */
const run = (command: string, more: Record<string, string> = {}, input = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile('sh', ['-euc', command], { cwd: folder, env: { ...env, ...more } }, (error, out, err) =>
      error ? reject(new Error(`${command}: ${out}${err}`)) : resolve(out),
    );
    child.stdin?.end(input);
  });
/** Commands of a chapter; there are these and no others. */
function commandsOf(title: string, ...begins: readonly string[]): readonly string[] {
  const { commands } = written(chapter(title));
  const found = begins.map((begin) => commands.find((command) => command.startsWith(begin)) ?? `no "${begin}"`);
  expect(commands.filter((command) => !found.includes(command) && !command.startsWith('VACUUM'))).toEqual([]);
  return found;
}

test('Upgrading without a stop', async () => {
  const [backup = '', migrate = ''] = commandsOf(
    'Upgrading without a stop',
    'npm start -- backup',
    'npm start -- migrate',
  );
  expect(await run(backup)).toMatch(/[\d,]+ rows written to/);
  expect(existsSync(path.join(folder, 'before-upgrade.scanship'))).toBe(true);
  expect(await run(migrate, { DIRECT_DATABASE_URL: env['DATABASE_URL'] ?? '' })).not.toBe('');
});

test('Files in a bucket', async () => {
  const [toBucket = '', check = '', toDatabase = ''] = commandsOf(
    'Files in a bucket',
    'npm start -- move-files to-bucket',
    'npm start -- check-files',
    'npm start -- move-files to-database',
  );
  const [{ tenantId }] = tree.customers;
  await db.tenant({ tenantId }, (tx) =>
    storeDocument(tx, tenantId, { kind: 'label', format: 'pdf', bytes: randomBytes(2_000) }),
  );
  const placed = async () => {
    const { rows } = await db.tenant({ tenantId }, (tx) => sql<{ place: string }>`SELECT place FROM blobs`.execute(tx));
    return rows.map(({ place }) => place);
  };
  expect(await run(toBucket)).toContain('1 files moved to the bucket');
  expect([await placed(), s3.objects.size]).toEqual([['object'], 1]);
  expect(await run(check)).toContain('1 files are in the bucket as they were stored.');
  expect(await run(toDatabase, { S3_MOVE: '0' })).toContain('1 files moved to the database');
  expect(await placed()).toEqual(['db']);
});

test('After a failover or a restore', async () => {
  const [afterRestore = ''] = commandsOf('After a failover or a restore', 'npm start -- after-restore');
  // Of a database that has not gone back nothing can be missing; the backup of before is one that has.
  await withClient(server.admin('postgres'), (client) => client.query(`CREATE DATABASE ${NAME}_restored`));
  const restored = { DATABASE_URL: (env['DATABASE_URL'] ?? '').replace(NAME, `${NAME}_restored`), ...WITHOUT_BUCKET };
  await run('npm start -- restore before-upgrade.scanship', restored);
  expect(await run(afterRestore, restored)).toMatch(/carrier/);
});

test('A customer goes to another installation', async () => {
  const [out = '', into = ''] = commandsOf(
    'A customer goes to another installation',
    'npm start -- export-tenant',
    'npm start -- import-tenant',
  );
  const other = `${NAME}_other`;
  await withClient(server.admin('postgres'), (client) =>
    client.query(`CREATE DATABASE ${other} TEMPLATE ${inject('testCluster').template}`),
  );
  const there = openDatabase({ connection: server.app(other), maxConnections: 2 });
  const [{ tenantId, realmId }] = tree.customers;
  try {
    const [franchiseId] = (await makeTenantTree(there)).franchises;
    await there.system((tx) =>
      tx.insertInto('hosts').values({ host: 'ship.example.com', tenant_id: franchiseId, state: 'verified' }).execute(),
    );
    const [, sha256 = ''] = /content: ([0-9a-f]{64})/.exec(await run(out.replace(UUID, tenantId))) ?? [];
    const elsewhere = { DATABASE_URL: (env['DATABASE_URL'] ?? '').replace(NAME, other), ...WITHOUT_BUCKET };
    const said = await run(into.replace(/[0-9a-f]{64}/, sha256), elsewhere);
    expect(said).toMatch(/^stores +1 +1/m);
    expect(said).toContain(`(${tenantId}) is here with 0 people and`);
    const parents = await there.reference((tx) =>
      tx.selectFrom('tenants').select('realm_id').where('id', '=', tenantId).execute(),
    );
    expect(parents).toEqual([{ realm_id: franchiseId }]);
    expect(franchiseId).not.toBe(realmId);
  } finally {
    await there.close();
  }
});
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

test('Mails that come back', async () => {
  const [block = ''] = shellSteps(`1. *It*\n${chapter('Mails that come back')}`).values();
  commandsOf('Mails that come back', 'curl -fsS', 'https://ship.example.com/hooks/mail-reports');
  const serving = spawn(process.execPath, [path.join(ROOT, BUILT, 'main.js')], {
    cwd: folder,
    env: {
      ...env,
      PORT: '0',
      HOST: '127.0.0.1',
      MAIL_REPORT_TOKEN: 'a token of thirty-two characters',
      SIMULATORS: '0',
    },
  });
  let said = '';
  serving.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  serving.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    await expect.poll(() => /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(said)?.[1] ?? said).toMatch(/^\d+$/);
    const port = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(said)?.[1] ?? '';
    const here = block.replace('https://ship.example.com', `http://127.0.0.1:${port}`);
    const mail = 'From: a@example.com\r\nTo: no-reply@example.com\r\nSubject: Hello\r\n\r\nAn ordinary mail.\r\n';
    await run(here, { MAIL_REPORT_TOKEN: 'a token of thirty-two characters' }, mail);
    await expect(run(here, { MAIL_REPORT_TOKEN: 'another token of some characters' }, mail)).rejects.toThrow('401');
  } finally {
    serving.kill('SIGTERM');
    await new Promise((done) => serving.once('close', done));
  }
});
