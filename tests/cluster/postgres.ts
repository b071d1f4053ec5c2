/** PostgreSQL servers of Debian's package: a primary, and standbys made from it. */
import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withClient } from '@scanship/server/platform/database/connection';
import { Client, type ClientConfig } from 'pg';
import { filledIn } from './deployed.ts';
import { documented } from './documented.ts';
import { type Account, createPart, type Part, until } from './part.ts';
import type { Programs } from './programs.ts';

const run = promisify(execFile);

export const DATABASE = 'scanship';
export const OWNER = 'scanship';

export interface Postgres {
  readonly part: Part;
  readonly port: number;
  /** Of its next start, beside what it has. */
  more: Readonly<Record<string, string>>;
  /** As the superuser, for whoever judges and for what an operator does. */
  ask<R extends object>(statement: string, values?: readonly unknown[], database?: string): Promise<readonly R[]>;
}

export interface PostgresPlace {
  readonly programs: Programs;
  readonly account: Account | undefined;
  readonly folder: string;
  readonly logs: string;
  readonly password: string;
}

/**
 * Beside what an installation has. The machine itself never goes down here: what was written to its memory is not lost with a killed
 * process.
 */
export const HERE = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
shared_buffers = '128MB'
log_min_messages = warning
`;

const adminOf = (place: PostgresPlace, port: number, database: string): ClientConfig => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  password: place.password,
  database,
  connectionTimeoutMillis: 5_000,
});

function serverAt(place: PostgresPlace, name: string, port: number): Postgres {
  const data = path.join(place.folder, name);
  const ask = <R extends object>(statement: string, values: readonly unknown[] = [], database = DATABASE) =>
    withClient(adminOf(place, port, database), async (client) => (await client.query<R>(statement, [...values])).rows);
  const server: Postgres = {
    port,
    ask,
    more: {},
    part: createPart({
      name,
      command: place.programs.postgres,
      args: ['-D', data, '-p', String(port)],
      env: () => server.more,
      account: place.account,
      logs: place.logs,
      // Fast: connections end, what is written stays written.
      stopSignal: 'SIGINT',
      ready: () =>
        ask('SELECT 1', [], 'postgres').then(
          () => true,
          () => false,
        ),
    }),
  };
  return server;
}

const folderFor = (place: PostgresPlace, name: string): string => {
  const data = path.join(place.folder, name);
  // Children of a server that was killed may write for a moment longer.
  rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  mkdirSync(data, { mode: 0o700 });
  if (place.account) chownSync(data, place.account.uid, place.account.gid);
  return data;
};

/** A new cluster with the application's database and its owner; it runs. */
export async function makePrimary(place: PostgresPlace, name: string, port: number): Promise<Postgres> {
  const data = folderFor(place, name);
  const passwordFile = path.join(place.folder, 'password');
  writeFileSync(passwordFile, place.password, { mode: 0o644 });
  const words = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`, '--encoding=UTF8'];
  await run(place.programs.initdb, ['-D', data, ...words, '--locale=C.UTF-8', '--no-sync'], { ...place.account });
  appendFileSync(path.join(data, 'postgresql.conf'), `${filledIn('postgresql.conf', {})}${HERE}`);
  const server = serverAt(place, name, port);
  await server.part.start();
  await server.ask(documented('CREATE ROLE scanship', { "'...'": `'${place.password}'` }), [], 'postgres');
  await server.ask(documented('CREATE DATABASE scanship'), [], 'postgres');
  return server;
}

/**
 * A standby that streams; it runs.
 * @param through port it reaches its primary by
 */
export async function makeStandby(
  place: PostgresPlace,
  name: string,
  port: number,
  through: number,
): Promise<Postgres> {
  const data = folderFor(place, name);
  const source = `host=127.0.0.1 port=${through} user=postgres password=${place.password} application_name=${name}`;
  const command = documented('pg_basebackup', {
    'host=db-1 ': `host=127.0.0.1 port=${through} password=${place.password} `,
    'application_name=db-2': `application_name=${name}`,
  });
  const programs = path.dirname(place.programs.pgBasebackup);
  await run('sh', ['-eu', '-c', `${command} --no-sync`], {
    env: { PATH: `${programs}:${process.env['PATH'] ?? ''}`, PGDATA: data },
    ...place.account,
  });
  // Settings that ALTER SYSTEM gave the primary are its own.
  writeFileSync(
    path.join(data, 'postgresql.auto.conf'),
    `primary_conninfo = '${source}'\nprimary_slot_name = ''\nsynchronous_standby_names = ''\n`,
  );
  const server = serverAt(place, name, port);
  await server.part.start();
  return server;
}

/** Commits wait for the standby of that name from now on, or for none. */
export async function waitForStandby(primary: Postgres, standby: string | undefined): Promise<void> {
  await primary.ask(
    documented('ALTER SYSTEM SET synchronous_standby_names', { '"db-2"': standby === undefined ? '' : `"${standby}"` }),
  );
  await primary.ask(documented('SELECT pg_reload_conf()'));
  await until(
    async () => {
      const [row] = await primary.ask<{ sync: number }>(
        `SELECT count(*)::int AS sync FROM pg_stat_replication WHERE sync_state = 'sync' AND application_name = $1`,
        [standby ?? ''],
      );
      return standby === undefined || row?.sync === 1;
    },
    30_000,
    () => `the primary does not count ${standby} as synchronous`,
  );
}

/** Resolves when the server takes writes. */
export async function promote(server: Postgres): Promise<void> {
  await server.ask(documented('SELECT pg_promote()'));
  await until(
    async () => (await server.ask<{ off: boolean }>('SELECT NOT pg_is_in_recovery() AS off'))[0]?.off === true,
    60_000,
    () => 'the standby was not promoted',
  );
}

/** All connections that are left to ordinary people, and whichever becomes free. */
export async function takeConnections(connection: ClientConfig): Promise<{ release(): Promise<void> }> {
  const held: Client[] = [];
  const state = { over: false };
  const take = async (): Promise<boolean> => {
    const client = new Client(connection);
    client.on('error', () => undefined);
    try {
      await client.connect();
      held.push(client);
      return true;
    } catch {
      // None is left at the moment.
      return false;
    }
  };
  while (await take());
  const greedy = (async () => {
    while (!state.over) if (!(await take())) await sleep(50);
  })();
  return {
    async release() {
      state.over = true;
      await greedy;
      await Promise.all(held.map((client) => client.end()));
    },
  };
}
