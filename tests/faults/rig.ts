/** Database, simulators' host and server, each a process of its own. Only the server dies. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bootstrap } from '@scanship/server/platform/database/bootstrap';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { migrate } from '@scanship/server/platform/database/migrator';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import type { Client, ClientConfig } from 'pg';
import { dataFolder } from '../../apps/server/test/folders/data-folder.ts';
import { type Bundle, bundle } from './bundle.ts';
import type { ChildOrder, ChildReport, ChildSettings } from './child-protocol.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));
/** The first start makes the demo, which takes its time on a busy machine. */
const READY_WITHIN_MS = 240_000;

export interface ServerProcess {
  readonly port: number;
  /** Resolves when it has ended, with the signal that ended it; null where it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | null>;
  order(order: ChildOrder): Promise<void>;
  kill(): Promise<void>;
}

export interface Rig {
  readonly admin: SimulatorAdmin;
  /** As the application connects. */
  readonly connection: ClientConfig;
  startServer(options?: { readonly seed?: boolean }): Promise<ServerProcess>;
  /** Ends PostgreSQL as `kill -9` does, and starts it again over what it had written. */
  killDatabase(): Promise<void>;
  /** Sees every row, past all row security. */
  ask<R extends object>(statement: string, values?: readonly unknown[]): Promise<readonly R[]>;
  close(): Promise<void>;
}

export interface RigOptions {
  readonly leaseMs: number;
  readonly timeScale: number;
  readonly logLevel: ChildSettings['logLevel'];
  readonly env?: ChildSettings['env'];
}

export async function openRig(options: RigOptions): Promise<Rig> {
  const dataDir = dataFolder('faults');
  const bundled = await bundle(root);
  const database = {
    dataDir: path.join(dataDir, 'database'),
    // The machine itself never goes down here: what was written to its memory is not lost with a killed process.
    settings: { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'off', max_connections: '100' },
  };
  const embedded = await startEmbedded(database);
  const { socketFolder, port, superuser } = embedded;
  const server = embeddedConnections({ socketFolder, port, superuser });
  await withClient(server.admin('postgres'), (client) => client.query(`CREATE DATABASE ${server.database}`));
  await bootstrap(server.admin());
  await migrate(server.migrator());
  const simulators = await startSimulators(bundled, path.join(dataDir, 'books'));
  const settings: ChildSettings = {
    database: { socketFolder, port, superuser },
    dataDir,
    documentWorker: bundled.documentWorker,
    key: randomBytes(32).toString('hex'),
    simulators: simulators.address,
    leaseMs: options.leaseMs,
    timeScale: options.timeScale,
    seed: false,
    logLevel: options.logLevel,
    env: options.env ?? {},
  };
  const servers = new Set<ServerProcess>();
  return {
    admin: createSimulatorAdmin(simulators.address),
    connection: server.app(),
    async startServer({ seed = false } = {}) {
      const started = await startServer(bundled, { ...settings, seed });
      servers.add(started);
      void started.ended.then(() => servers.delete(started));
      return started;
    },
    async killDatabase() {
      process.kill((await startEmbedded(database)).pid, 'SIGKILL');
      await startEmbedded(database);
    },
    ask: (statement, values = []) => ask(server.migrator(), statement, values),
    async close() {
      await Promise.all([...servers].map((each) => each.kill()));
      simulators.child.kill('SIGTERM');
      await embedded.stop();
      bundled.remove();
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

const ask = <R extends object>(connection: ClientConfig, statement: string, values: readonly unknown[]) =>
  withClient(connection, async (client: Client) => (await client.query<R>(statement, [...values])).rows);

async function startSimulators(
  bundled: Bundle,
  books: string,
): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const child = spawn(process.execPath, [bundled.simulators, '--data', books, '--until-input-closes'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await within(
    new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', (code) => reject(new Error(`the simulators ended with ${code}`)));
    }),
    'the simulators did not start',
  );
  return { child, address: (JSON.parse(line) as { address: string }).address };
}

async function startServer(bundled: Bundle, settings: ChildSettings): Promise<ServerProcess> {
  const child = fork(bundled.server, [], {
    cwd: root,
    execArgv: [],
    env: { ...process.env, FAULT_CHILD: JSON.stringify(settings) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
  const report = (kind: ChildReport['kind']): Promise<ChildReport> =>
    new Promise((resolve, reject) => {
      const hear = (said: ChildReport): void => {
        if (said.kind !== kind) return;
        child.off('message', hear);
        resolve(said);
      };
      child.on('message', hear);
      void ended.then(() => reject(new Error('the server ended before it answered')));
    });
  const ready = await within(report('ready'), 'the server did not start');
  return {
    port: ready.kind === 'ready' ? ready.port : 0,
    ended,
    async order(order) {
      const heard = report('heard');
      child.send(order);
      await heard;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function within<T>(work: Promise<T>, sentence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), READY_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
