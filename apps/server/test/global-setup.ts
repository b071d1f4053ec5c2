/**
 * One server for the whole run, with one migrated template database. The embedded server by default; with
 * TEST_DATABASE_URL (an account that may make roles and databases) the same tests run on that server.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { escapeIdentifier } from 'pg';
import type { TestProject } from 'vitest/node';
import { bootstrap } from '../src/platform/database/bootstrap.ts';
import { type DatabaseServer, withClient } from '../src/platform/database/connection.ts';
import { startEmbedded } from '../src/platform/database/embedded-postgres.ts';
import { migrate, readMigrations } from '../src/platform/database/migrator.ts';
import { dataFolder } from './folders/data-folder.ts';
import { connectionsOf, type TestCluster } from './test-cluster.ts';

/** Speed before safety: a test cluster that loses power is thrown away. */
export const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
} as const;

/** Of what `dataFolder('test')` makes. */
const PREFIX = 'scanship-test-';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') {
    const template = await makeTemplate((name) => ({ server: { url }, template: name }));
    project.provide('testCluster', { server: { url }, template });
    return () => dropTemplate(connectionsOf({ server: { url }, template }), template);
  }
  await endOrphans();
  const dataDir = dataFolder('test', fastFolder());
  fs.writeFileSync(path.join(dataDir, 'owner'), String(process.pid));
  const server = await startEmbedded({ dataDir, settings: FAST_SETTINGS });
  const { socketFolder, port, superuser } = server;
  const reached = { socketFolder, port, superuser };
  const template = await makeTemplate((name) => ({ server: reached, template: name }));
  project.provide('testCluster', { server: reached, template });
  return async () => {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    fs.rmSync(socketFolder, { recursive: true, force: true });
  };
}

async function makeTemplate(cluster: (name: string) => TestCluster): Promise<string> {
  const history = (await readMigrations()).map((file) => file.checksum).join();
  const name = `scanship_template_${createHash('sha256').update(history).digest('hex').slice(0, 12)}_${process.pid}`;
  const server = connectionsOf(cluster(name));
  await withClient(server.admin('postgres'), async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)}`);
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
  });
  await bootstrap(server.admin(name));
  await migrate(server.migrator(name));
  return name;
}

async function dropTemplate(server: DatabaseServer, template: string): Promise<void> {
  await withClient(server.admin('postgres'), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(template)} WITH (FORCE)`),
  );
}

/** Memory where there is enough of it: a database of a thousand small files is copied there in 16 ms, on ext4 in 500. */
export function fastFolder(): string {
  const memory = '/dev/shm';
  if (process.platform !== 'linux' || !fs.existsSync(memory)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(memory);
  return bavail * bsize > 2 * 1024 ** 3 ? memory : os.tmpdir();
}

/** Servers of runs that were killed: their owner is gone, they are still running. */
async function endOrphans(): Promise<void> {
  for (const name of fs.readdirSync(fastFolder()).filter((each) => each.startsWith(PREFIX))) {
    const dataDir = path.join(fastFolder(), name);
    const owner = path.join(dataDir, 'owner');
    if (!fs.existsSync(owner) || isAlive(Number(fs.readFileSync(owner, 'utf8')))) continue;
    try {
      await (await startEmbedded({ dataDir, settings: FAST_SETTINGS })).stop();
    } catch {
      // Not even a whole cluster: the folder alone is removed.
    }
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
