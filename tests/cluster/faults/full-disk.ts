/** One machine with its embedded database, on a disk of its own that fills up while people buy. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { CLUSTER_PASSWORD, type Installation } from '../cluster.ts';
import { answers, createPart, freePorts, type Part } from '../part.ts';
import { createSimulators } from '../product.ts';
import { type FaultStory, runFault } from './run-faults.ts';

const run = promisify(execFile);
const root = path.dirname(path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url)))));
const DISK_MB = 700;
const FULL_MS = 15_000;
/** So long the database may take to come back by itself once there is space; then somebody starts the program anew. */
const BY_ITSELF_MS = 60_000;

interface House extends Installation {
  readonly program: Part;
  readonly disk: string;
  start(): Promise<void>;
  /** Also of what did not start. */
  close(): Promise<void>;
}

async function makeHouse(folder: string): Promise<House> {
  const disk = path.join(folder, 'disk');
  const logs = path.join(folder, 'logs');
  mkdirSync(disk, { recursive: true });
  mkdirSync(logs, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]);
  chmodSync(disk, 0o755);
  const [port = 0, simulatorPort = 0] = await freePorts(2);
  const simulators = createSimulators(
    { root, logs },
    { name: 'simulators-of-one', port: simulatorPort, books: path.join(folder, 'books-of-one') },
  );
  const url = `http://localhost:${port}`;
  const dataDir = path.join(disk, 'data');
  const key = randomBytes(32).toString('hex');
  const program = createPart({
    name: 'one-machine',
    command: process.execPath,
    args: [path.join(root, 'apps/server/dist/main.js'), 'serve'],
    env: () => ({
      APP_ENV: 'LOCAL',
      MASTER_KEY: key,
      COOKIE_SECRET: key,
      DEMO: '1',
      DEMO_PASSWORD: CLUSTER_PASSWORD,
      SIMULATORS: `http://127.0.0.1:${simulatorPort}`,
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      PORT: String(port),
    }),
    logs,
    ready: () => answers(`http://127.0.0.1:${port}/readyz`),
    readyWithinMs: 180_000,
  });
  const simulatorsUrl = `http://127.0.0.1:${simulatorPort}`;
  return {
    url,
    simulatorsUrl,
    admin: createSimulatorAdmin(simulatorsUrl),
    program,
    disk,
    async start() {
      await simulators.start();
      await program.start();
    },
    async ask<R extends object>(statement: string, values: readonly unknown[] = []) {
      // The one that the program started: it is there, and nothing is started.
      const server = embeddedConnections(await startEmbedded({ dataDir }));
      return withClient(server.migrator(), async (client) => (await client.query<R>(statement, [...values])).rows);
    },
    async close() {
      await program.stop();
      await simulators.stop();
      await run('umount', [disk]);
      rmSync(disk, { recursive: true, force: true });
    },
  };
}

/** Takes every block that is left, and whichever becomes free meanwhile. */
async function fill(disk: string, forMs: number): Promise<void> {
  const filler = (no: number): string => path.join(disk, `filler-${no}`);
  const until = Date.now() + forMs;
  let made = 0;
  while (Date.now() < until) {
    const { bavail, bsize } = statfsSync(disk);
    if (bavail > 0) {
      made += 1;
      try {
        writeFileSync(filler(made), Buffer.alloc(Math.min(bavail * bsize, 64 * 1024 * 1024)));
      } catch (error) {
        // The database was quicker by a block; what fitted is taken.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    await sleep(bavail > 0 ? 0 : 200);
  }
  for (let no = 1; no <= made; no += 1) rmSync(filler(no), { force: true });
}

const WHAT = `one machine with its embedded database: the disk is full, ${FULL_MS / 1_000} s`;

export const FULL_DISK: FaultStory = {
  name: 'disk-full',
  what: WHAT,
  missing: () => (process.getuid?.() === 0 ? undefined : 'the right to mount a disk (root)'),
  async tell(cluster, say) {
    const house = await makeHouse(path.join(cluster.folder, 'one-machine'));
    const fault = {
      name: 'disk-full',
      what: WHAT,
      async run({ program, disk, url }: House): Promise<void> {
        await fill(disk, FULL_MS);
        say('there is space again');
        for (const end = Date.now() + BY_ITSELF_MS; !(await answers(`${url}/readyz`)); await sleep(500))
          if (Date.now() > end) {
            say('the database was given up; the program is started again');
            await program.stop();
            await program.start();
          }
      },
    };
    try {
      await house.start();
      return await runFault(house, fault, 1, say);
    } finally {
      await house.close();
    }
  },
};
