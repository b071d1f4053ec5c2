/** The whole application inside this process, from source, with its own embedded database, listening on loopback. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createApplication } from '@scanship/server/application';
import { type Environment, openEnvironment, type Place } from '@scanship/server/commands/environment';
import { loadConfig } from '@scanship/server/config/config';
import { seedDemo } from '@scanship/server/demo/seed-demo';
import { root } from '../support/app.ts';
import { dataFolder } from '../../apps/server/test/folders/data-folder.ts';

export interface Host {
  readonly environment: Environment;
  readonly origin: string;
  /** Milliseconds from the first byte of a request to the last of its answer, of the calls since the last reading. */
  serverTimes(call: string): number[];
  close(): Promise<void>;
}

export interface HostOptions {
  /** Kept afterwards; absent: a fresh folder that is removed. */
  readonly dataDir?: string;
  readonly demo: boolean;
}

export const settingsOf = (dataDir: string, demo: boolean): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: dataDir,
  DEMO: demo ? '1' : '0',
  SIMULATORS: demo ? '1' : '0',
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: '1000000',
});

const place: Place = {
  root,
  version: 'bench',
  entries: {
    simulators: path.join(root, 'apps/server/src/platform/simulators/simulator-registry.ts'),
    documentWorker: undefined,
  },
};

/** The environment alone: database migrated, nothing served. */
export async function openBenchEnvironment(dataDir: string, demo: boolean): Promise<Environment> {
  const config = loadConfig(settingsOf(dataDir, demo), root);
  if (!config.ok) throw new Error(config.problem.join(' '));
  return openEnvironment(place, config.value, { migrate: 'always' });
}

export async function startHost(options: HostOptions): Promise<Host> {
  const dataDir = options.dataDir ?? dataFolder('bench');
  const environment = await openBenchEnvironment(dataDir, options.demo);
  const application = createApplication(environment.services, {
    version: place.version,
    simulators: environment.simulators,
  });
  if (options.demo) await seedDemo(application);
  const app = await application.http();
  const times = new Map<string, number[]>();
  app.addHook('onResponse', async (request) => {
    const call = request.routeOptions.config.callId ?? '';
    const ms = Number(process.hrtime.bigint() - request.state.startedAt) / 1e6;
    times.set(call, [...(times.get(call) ?? []), ms]);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The bench server has no port.');
  return {
    environment,
    origin: `http://127.0.0.1:${address.port}`,
    serverTimes(call) {
      const taken = times.get(call) ?? [];
      times.delete(call);
      return taken;
    },
    async close() {
      await app.close();
      await application.close();
      await environment.end();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
