/** The built server on a fresh folder with the demo and the simulators, a seller signed in, and its database to look into. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { root, type RunningApp, startApp } from '../support/app.ts';
import { dataFolder } from '../../apps/server/test/folders/data-folder.ts';
import { DEMO_PASSWORD } from '../support/demo.ts';
import { type Seller, signInAs } from '../support/seller.ts';
import { wakeSimulators } from '../support/wake-simulators.ts';
import { openBenchEnvironment } from './host.ts';

export interface BenchServer {
  readonly app: RunningApp;
  readonly seller: Seller;
  readonly client: Client;
}

/**
 * @param env beside what every bench has
 * @throws Error when the server is not built
 */
export async function withBenchServer<T>(
  name: string,
  use: (server: BenchServer) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  if (!existsSync(path.join(root, 'apps/server/dist/main.js'))) throw new Error('The server is not built.');
  const dataDir = dataFolder(`bench-${name}`);
  const environment = await openBenchEnvironment(dataDir, false);
  const client = new Client(environment.store.server.admin());
  await client.connect();
  const app = await startApp({
    dataDir,
    env: { DEMO: '1', SIMULATORS: '1', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'info', ...env },
  });
  const seller = await signInAs({ origin: app.url, userName: 'aurora', password: DEMO_PASSWORD });
  try {
    await wakeSimulators(app);
    return await use({ app, seller, client });
  } finally {
    await seller.close();
    await app.stop();
    await client.end();
    await environment.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
