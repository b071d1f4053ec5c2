/** A server that can be killed and started again over the same data, with the carriers' simulators beside it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { type RunningApp, startApp } from '../../support/app.ts';
import { DEMO_PASSWORD } from '../../support/demo.ts';
import { type Seller, signInAs } from '../../support/seller.ts';
import { wakeSimulators } from '../../support/wake-simulators.ts';
import { openRig, type Rig, type ServerProcess } from '../rig.ts';

export interface BulkHost {
  readonly admin: () => SimulatorAdmin;
  signIn(): Promise<Seller>;
  /** As `kill -9` ends it. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills the process that works beside the server, for good; only where the host has one. */
  killBeside?(): Promise<void>;
  /** Ends PostgreSQL with all its processes, as the machine does when its memory is full; resolves when the server answers again. */
  killDatabase(): Promise<void>;
  /** One row of a statement without parameters, past all row security. */
  ask<R extends object>(statement: string): Promise<R | undefined>;
  close(): Promise<void>;
}

const seller = (port: number): Promise<Seller> =>
  signInAs({
    origin: `http://127.0.0.1:${port}`,
    host: 'localhost',
    userName: 'aurora',
    password: DEMO_PASSWORD,
    connections: 10,
  });

/**
 * The application over a rig whose database and simulators live on, with times of its own; quick to start again. A second process
 * shares its work.
 */
export async function rigHost(): Promise<BulkHost & Required<Pick<BulkHost, 'killBeside'>> & { readonly rig: Rig }> {
  const rig = await openRig({ leaseMs: 1_000, timeScale: 0.1, logLevel: 'error' });
  let server: ServerProcess = await rig.startServer({ seed: true });
  const beside: ServerProcess = await rig.startServer();
  return {
    rig,
    admin: () => rig.admin,
    signIn: () => seller(server.port),
    kill: () => server.kill(),
    async start() {
      server = await rig.startServer();
    },
    killBeside: () => beside.kill(),
    killDatabase: () => rig.killDatabase(),
    ask: async <R extends object>(statement: string) => (await rig.ask<R>(statement))[0],
    close: () => rig.close(),
  };
}

/** Ends the postmaster of a cluster; its processes notice within moments and end too. */
export function killPostmaster(clusterData: string): void {
  const [pid] = readFileSync(path.join(clusterData, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

async function untilAnswered(url: string): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  const ready = (): Promise<boolean> =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
  // It is away for a moment first.
  while (await ready()) if (Date.now() > end - READY_WITHIN_MS + 15_000) break;
  while (!(await ready())) {
    if (Date.now() > end) throw new Error('the server does not answer after its database was killed');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The machine may be busy with other things: slowness is not what this is about. */
const READY_WITHIN_MS = 240_000;

/** The built program as `npm start` runs it: its simulators die with it, their books stay on disk. */
export async function builtHost(): Promise<BulkHost> {
  const env = { LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '1000000' };
  let app: RunningApp = await startApp({ env, readyWithinMs: READY_WITHIN_MS });
  const wake = async (): Promise<void> => {
    await wakeSimulators(app);
    if (app.simulatorsAddress() === undefined)
      throw new Error(`the simulators did not start:\n${app.output().slice(-4_000)}`);
  };
  await wake();
  return {
    admin: () => createSimulatorAdmin(app.simulatorsAddress() ?? ''),
    signIn: () => seller(app.port),
    async kill() {
      process.kill(app.pid, 'SIGKILL');
      for (;;) {
        try {
          process.kill(app.pid, 0);
        } catch {
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async start() {
      app = await startApp({ env, dataDir: app.dataDir, readyWithinMs: READY_WITHIN_MS });
      await wake();
    },
    async killDatabase() {
      // As an ordinary user the cluster lies in the data folder; as root in one that PostgreSQL's own account may read.
      const { folder } = await startEmbedded({ dataDir: app.dataDir });
      killPostmaster(path.join(folder, 'data'));
      await untilAnswered(`${app.url}/readyz`);
    },
    async ask<R extends object>(statement: string) {
      const server = embeddedConnections(await startEmbedded({ dataDir: app.dataDir }));
      return withClient(server.migrator(), async (client) => (await client.query<R>(statement)).rows[0]);
    },
    close: () => app.dispose(),
  };
}
