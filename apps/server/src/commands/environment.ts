/** What every command starts with: settings, log, database, services; and how it ends in order. */
import { join } from 'node:path';
import { type Config, loadConfig } from '../config/config.ts';
import { resolveKeys } from '../platform/crypto/keys.ts';
import { adoptMasterKey, WrongKeyError } from '../platform/crypto/key-check.ts';
import { createSealer, masterKeyId } from '../platform/crypto/sealer.ts';
import { prepareDataFolder } from '../platform/data-folder.ts';
import { openDatabase } from '../platform/database/database.ts';
import { startDatabaseClock } from '../platform/database/database-clock.ts';
import { measureStandby, watchStandby } from '../platform/database/standby/standby-metrics.ts';
import { createLogger, type Logger } from '../platform/logging/logger.ts';
import { createFileReader } from '../platform/file-reading/file-reader.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { isTemporary } from '../platform/database/temporary-error.ts';
import { explain, openStore, type OpenStoreOptions, standbyOf, type Store } from '../platform/open-store.ts';
import { openFiles } from '../platform/blobs/open-files.ts';
import { createBudgets } from '../platform/budgets/budgets.ts';
import { createOutsidePictures } from '../platform/outside-pictures/outside-pictures.ts';
import type { Services } from '../platform/services.ts';
import {
  createSimulatorProcess,
  sharedSimulators,
  type SimulatorProcess,
} from '../platform/simulators/simulator-process.ts';
import { StartError } from '../platform/start-error.ts';

/** Where this program lies. */
export interface Place {
  /** Root of the project. */
  readonly root: string;
  readonly version: string;
  /** Scripts that run as processes or threads of their own, as files beside the running program. */
  readonly entries: { readonly simulators: string; readonly documentWorker: string | undefined };
}

export interface Environment {
  readonly config: Config;
  readonly place: Place;
  readonly log: Logger;
  readonly store: Store;
  readonly services: Services;
  readonly simulators: SimulatorProcess | undefined;
  /** Closes connections and stops what this process started. */
  end(): Promise<void>;
}

/** For a person at the terminal; the log is for machines. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** @throws StartError naming each bad setting in a line of its own */
export const readConfig = (place: Place): Config => {
  const config = loadConfig(process.env, place.root);
  if (!config.ok) throw new StartError(config.problem.join('\n'));
  return config.value;
};

export const openEnvironment = async (
  place: Place,
  config: Config,
  options: Pick<OpenStoreOptions, 'migrate'>,
): Promise<Environment> => {
  let told: Logger | undefined;
  const tracing =
    config.tracing &&
    (await import('../platform/tracing/tracing.ts')).startTracing(config.tracing, {
      version: place.version,
      role: config.role,
      log: () => told,
    });
  const log = createLogger(config.logLevel, undefined, tracing?.logFields);
  told = log;
  await prepareDataFolder(config.dataDir);
  const store = await openStore(config, {
    root: place.root,
    say: progress(config, log),
    migrate: options.migrate,
    onDeath: (level, sentence, error) => log[level]({ err: error }, sentence),
  });
  try {
    const keys = await resolveKeys(config);
    const metrics = createMetrics(true);
    const standby = standbyOf(config);
    const db = openDatabase({
      connection: store.server.app(),
      direct: store.server.direct(),
      standby: standby && { connection: standby, ...watchStandby(metrics, log) },
      maxConnections: config.databasePoolSize,
      onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    });
    measureStandby(metrics, db);
    const sealer = createSealer(keys.masterKeys);
    try {
      const gone = await adoptMasterKey(db, sealer, keys.masterKeys.map(masterKeyId));
      if (gone.length > 0)
        log.warn({ keys: gone }, 'what was sealed with these master keys does not open: they are not given any more');
    } catch (error) {
      await db.close();
      throw error instanceof WrongKeyError ? new StartError(error.message) : error;
    }
    const clock = await startDatabaseClock(db, log);
    const simulators = simulatorsOf(config, place, log);
    const files = createFileReader({ log });
    const pictures = createOutsidePictures({ files, clock });
    const { blobs, bucket } = openFiles({ db, log, metrics, sealer }, config.objectStorage);
    const services: Services = {
      config,
      db,
      blobs,
      bucket,
      clock,
      log,
      sealer,
      metrics,
      files,
      pictures,
      budgets: createBudgets(db, config),
      cookieSecret: keys.cookieSecret,
      documentWorker: place.entries.documentWorker,
    };
    const end = async () => {
      clock.stop();
      await pictures.close();
      await files.close();
      await simulators?.stop();
      bucket?.close();
      await db.close();
      await store.stop();
      await tracing?.stop();
    };
    return { config, place, log, store, services, simulators, end };
  } catch (error) {
    await store.stop();
    // The pooler may be away while PostgreSQL itself, which was asked first, is there.
    throw isTemporary(error) ? explain(error, config) : error;
  }
};

function simulatorsOf(config: Config, place: Place, log: Logger): SimulatorProcess | undefined {
  if (!config.simulators) return undefined;
  if (config.simulatorsUrl !== undefined) return sharedSimulators(config.simulatorsUrl);
  return createSimulatorProcess({ entry: place.entries.simulators, dataDir: join(config.dataDir, 'simulators'), log });
}

/** Progress goes to the terminal where a person watches, else into the log. */
export const progress =
  (config: Config, log: Logger) =>
  (line: string): void => {
    if (config.appEnv === 'LOCAL') say(line);
    else log.info(line);
  };
