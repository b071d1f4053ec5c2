/** `serve`: answers requests, works off jobs, or both, until it is asked to stop. */
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { processGivesWay } from '@scanship/documents/typst/give-way';
import type { FastifyInstance } from 'fastify';
import { createApplication } from '../application.ts';
import type { Config } from '../config/config.ts';
import { requireMasterKey } from '../platform/crypto/key-check.ts';
import { HISTORY, type HistoryEntry, readMigrations, tooOldFor } from '../platform/database/migrator.ts';
import type { Database } from '../platform/database/database.ts';
import type { Scheduler } from '../platform/jobs/scheduler.ts';
import { migrationsFolder } from '../platform/open-store.ts';
import { NotReadyError } from '../modules/operations/index.ts';
import { StartError } from '../platform/start-error.ts';
import { type Environment, openEnvironment, type Place, progress, readConfig } from './environment.ts';

/** Requests that are being answered get so long to finish. */
const DRAIN_MS = 10_000;
/** However stuck something is, the process ends. */
const LONGEST_STOP_MS = 30_000;
/** Of these for files, traces and connections, when all work has ended. */
const CLOSE_MS = 4_000;

/**
 * @param webBuilt awaited before the first request is taken
 * @returns when the process has stopped in order
 */
export const serve = async (place: Place, startedAt: number, webBuilt?: Promise<void>): Promise<void> => {
  const config = readConfig(place);
  await requirePort(config);
  const stop = waitForSignal();
  const environment = await openEnvironment(place, config, { migrate: 'always' });
  const { services, log } = environment;
  // Beside a web on the same machine (decision 0500); whatever else was started by now does not.
  if (config.role === 'worker' && !processGivesWay())
    log.warn('the system lets no priority be lowered: a web on this machine competes with this worker');
  const tell = progress(config, log);
  let stopping = false;
  let working = config.role === 'web';
  const scheduler = lateScheduler(environment);
  const ownMigrations = new Map(
    (await readMigrations(migrationsFolder(place.root))).map(({ number, name }) => [number, name]),
  );
  const application = createApplication(services, {
    version: place.version,
    simulators: environment.simulators,
    stopping: () => stopping,
    scheduler,
    checks: [
      { name: 'database server', run: environment.store.check },
      { name: 'migrations', run: () => requireMigrations(services.db, ownMigrations) },
      { name: 'master key', run: () => requireMasterKey(services.db, services.sealer) },
      {
        name: 'jobs',
        run: async () => {
          if (!working) throw new Error('jobs are not being taken yet');
        },
      },
    ],
  });
  let app: FastifyInstance | undefined;
  let ending = 'requests';
  const end = async () => {
    const began = performance.now();
    stopping = true;
    await closeInTime(app);
    ending = 'work';
    await application.close(LONGEST_STOP_MS - CLOSE_MS - (performance.now() - began));
    ending = 'connections';
    await environment.end();
  };
  try {
    const signIns = config.demo ? await (await import('../demo/seed-demo.ts')).seedDemo(application) : undefined;
    app = await application.http(config.role === 'worker');
    await webBuilt?.catch((error: unknown) => {
      throw new StartError(error instanceof Error ? error.message : String(error));
    });
    await listen(app, config);
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    const origin =
      config.publicOrigin ??
      `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${port}`;
    if (signIns) for (const line of signIns.describe(port)) tell(line);
    tell(`ScanShip is ready on ${origin} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    if (config.role !== 'web') {
      await application.startJobs();
      working = true;
    }
    if (signIns && environment.simulators)
      void signIns
        .whenReady(origin)
        .catch((error: unknown) =>
          log.warn({ err: error }, "the demo's shop could not be connected; the next start tries again"),
        );
  } catch (error) {
    await end();
    throw error;
  }

  const signal = await stop;
  tell(`Stopping (${signal}) ...`);
  // Not ready from here on: a load balancer needs a while to see it, and until then its requests are answered.
  stopping = true;
  await sleep(config.drainSeconds * 1_000);
  const deadline = setTimeout(() => {
    log.error({ ending }, 'could not stop in order within 30 s');
    process.exit(1);
  }, LONGEST_STOP_MS);
  deadline.unref();
  await end();
  tell('Stopped.');
};

/**
 * The scheduler, opened when it is first needed and never waited for: without it work is found by the sweeper, a
 * little later, so neither its half second nor a fault of its queue holds up a start.
 */
const lateScheduler = ({ store, log, services }: Environment): Scheduler => {
  let opening: Promise<Scheduler | undefined> | undefined;
  const open = (): Promise<Scheduler | undefined> => {
    opening ??= import('../platform/jobs/scheduler.ts')
      .then(({ openScheduler }) => openScheduler(store.server.direct(), log, services.clock))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the scheduler could not be opened; the sweeper goes on alone');
        return undefined;
      });
    return opening;
  };
  return {
    schedule: async (ref, inMs) => (await open())?.schedule(ref, inMs),
    listen: async (onDue) => {
      void open()
        .then((clock) => clock?.listen(onDue))
        .catch((error: unknown) => log.warn({ err: error }, 'the scheduler does not say what is due'));
    },
    stop: async () => (await opening)?.stop(),
  };
};

/** Every migration of this version is applied; a newer version may have added more, as long as it took nothing away from this one. */
const requireMigrations = async (db: Database, own: ReadonlyMap<number, string>): Promise<void> => {
  const history = await db.probe<HistoryEntry>(HISTORY);
  const tooOld = tooOldFor(new Set(own.keys()), history);
  if (tooOld !== undefined) throw new NotReadyError('program too old for the database', tooOld);
  const applied = new Set(history.map(({ number }) => number));
  const missing = [...own].filter(([number]) => !applied.has(number)).map(([, name]) => name);
  if (missing.length > 0) throw new NotReadyError('not applied', `not applied: ${missing.join(', ')}`);
};

const waitForSignal = (): Promise<string> =>
  new Promise((resolve) => {
    // Later signals of the same stop are swallowed: npm and the shell pass Ctrl-C on more than once.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });

/** No new connections, running answers finish, streams that go on too long are cut. */
const closeInTime = async (app: FastifyInstance | undefined): Promise<void> => {
  if (!app) return;
  const closing = app.close();
  const timer = new AbortController();
  await Promise.race([closing, sleep(DRAIN_MS, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
  app.server.closeAllConnections();
  await closing;
};

const portTaken = (config: Config): StartError =>
  new StartError(`PORT: port ${config.port} is in use by another program; stop it or set PORT to another number.`);

const sayListen = (error: unknown, config: Config): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return portTaken(config);
  if (code === 'EACCES')
    return new StartError(`PORT: this user may not listen on port ${config.port}; choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`HOST: this machine has no address "${config.host}".`);
  return error;
};

/** Said before anything is started; the port itself is taken when everything is ready. */
const requirePort = async (config: Config): Promise<void> => {
  if (config.port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(sayListen(error, config)));
    probe.listen({ port: config.port, host: config.host }, () => probe.close(() => resolve()));
  });
};

const listen = async (app: FastifyInstance, config: Config): Promise<void> => {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw sayListen(error, config);
  }
};
