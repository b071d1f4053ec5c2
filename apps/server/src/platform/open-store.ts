/** The database an installation uses, embedded or by address: reached, prepared, migrated. */
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { bootstrap, BootstrapError } from './database/bootstrap.ts';
import {
  type DatabaseServer,
  embeddedConnections,
  standbyConnection,
  urlConnections,
  withClient,
} from './database/connection.ts';
import { chooseAccount, clusterFolder, DatabaseStartError } from './database/embedded-files.ts';
import { startEmbedded } from './database/embedded-postgres.ts';
import { superviseEmbedded, type SupervisorOptions } from './database/embedded-supervisor.ts';
import { type EmbeddedUse, useEmbedded } from './database/embedded-users.ts';
import { historyOf, migrate, MigrationError } from './database/migrator.ts';
import { StartError } from './start-error.ts';
import type { ClientConfig } from 'pg';

export interface Store {
  readonly server: DatabaseServer;
  /** Names of the migrations this start applied. */
  readonly applied: readonly string[];
  /** Throws with a sentence while the embedded server is away; never of a server by address. */
  readonly check: () => Promise<void>;
  /** Stops the embedded server unless another process works with it; nothing for a server by address. */
  stop(): Promise<void>;
}

export interface OpenStoreOptions {
  /** Root of the project. */
  readonly root: string;
  readonly say: (line: string) => void;
  /** Given by what runs for long: the embedded server is then started again when it dies, and this hears of it. */
  readonly onDeath?: SupervisorOptions['onEvent'];
  /**
   * Whether the schema is brought up to date: by what serves or says so (`always`); else only in a database that is empty, and one
   * of another version is refused (`when-empty`) or taken as it is (`never`), because other processes may be working with it.
   */
  readonly migrate: 'always' | 'when-empty' | 'never';
}

export const migrationsFolder = (root: string): string => join(root, 'apps/server/migrations');

/** @throws StartError with one line */
export const openStore = async (config: Config, options: OpenStoreOptions): Promise<Store> => {
  const { server, check, stop } =
    config.databaseUrl === undefined
      ? await openEmbedded(config, options)
      : {
          server: byAddress(config.databaseUrl, config.directDatabaseUrl),
          check: async () => undefined,
          stop: async () => undefined,
        };
  try {
    if (config.databaseUrl === undefined) await makeDatabase(server);
    await bootstrap(server.admin(), server.appUser);
    const applied = await prepareSchema(server, options);
    return { server, applied, check, stop };
  } catch (error) {
    await stop();
    throw explain(error, config);
  }
};

const prepareSchema = async (
  server: DatabaseServer,
  { root, say, migrate: when }: OpenStoreOptions,
): Promise<string[]> => {
  if (when === 'never') return [];
  const folder = migrationsFolder(root);
  if (when === 'when-empty') {
    const { applied, missing } = await historyOf(server.migrator(), folder);
    const [first] = missing;
    if (applied > 0 && first !== undefined)
      throw new StartError(
        `The database is of an older version: migrations are missing from ${first} on (${missing.length}). Make a backup, then run "npm start -- migrate".`,
      );
  }
  return migrate(server.migrator(), folder, { say });
};

const openEmbedded = async (config: Config, { say, onDeath }: OpenStoreOptions) => {
  let use: EmbeddedUse | undefined;
  try {
    // Before the server is looked for: whoever stops it meanwhile sees that somebody comes.
    use = useEmbedded(clusterFolder(resolve(config.dataDir), chooseAccount()));
    const settings = { dataDir: config.dataDir, onProgress: say };
    const embedded = await startEmbedded(settings);
    const server = embeddedConnections(embedded);
    const supervisor = onDeath && superviseEmbedded(embedded, settings, { onEvent: onDeath });
    const own = use;
    const stop = async () => {
      await supervisor?.stop();
      own.leave();
      if ((await isConnected(server)) || own.others()) say('Another process works with this database; it stays up.');
      else await embedded.stop();
    };
    return { server, check: supervisor?.check ?? (async () => undefined), stop };
  } catch (error) {
    use?.leave();
    throw explain(error, config);
  }
};

/** The server takes a moment to notice that our own connections are closed. */
const OWN_GONE_WITHIN_MS = 2_000;
const TOO_MANY_CONNECTIONS = '53300';
/** Two that stop at once do not keep each other. */
const STOPPING = 'scanship stopping';

/** Of what leaves no file: a person at psql, a server that another version of the program started. */
const isConnected = async (server: DatabaseServer): Promise<boolean> => {
  try {
    return await withClient({ ...server.admin('postgres'), application_name: STOPPING }, async (client) => {
      for (const until = Date.now() + OWN_GONE_WITHIN_MS; ; ) {
        const { rows } = await client.query<{ others: boolean }>(
          `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1) AS others`,
          [STOPPING],
        );
        if (!rows[0]?.others) return false;
        if (Date.now() > until) return true;
        await sleep(25);
      }
    });
  } catch (error) {
    // Away already, or no connection left, which is others'.
    return (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
  }
};

const makeDatabase = (server: DatabaseServer): Promise<void> =>
  withClient(server.admin('postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [server.database]);
    if (rowCount) return;
    try {
      await client.query(`CREATE DATABASE "${server.database}"`);
    } catch (error) {
      // Two first starts at once: the other one made it.
      if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
    }
  });

const byAddress = (url: string, direct: string | undefined): DatabaseServer =>
  readable('DATABASE_URL', () => urlConnections(url, direct));

/** How the standby for reading is reached; it need not be there. @throws StartError */
export const standbyOf = ({ readDatabaseUrl }: Pick<Config, 'readDatabaseUrl'>): ClientConfig | undefined =>
  readDatabaseUrl === undefined ? undefined : readable('READ_DATABASE_URL', () => standbyConnection(readDatabaseUrl));

const readable = <T>(setting: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw new StartError(error instanceof RangeError ? error.message : `${setting} cannot be read.`);
  }
};

/** Address of the database without its password. */
const shownUrl = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** One line that says what is wrong with the database, of an error that it gave to a start. */
export const explain = (error: unknown, config: Config): Error => {
  if (error instanceof StartError) return error;
  if (error instanceof DatabaseStartError || error instanceof MigrationError) return new StartError(error.message);
  if (error instanceof BootstrapError) return new StartError(error.message, error.sql || undefined);
  if (config.databaseUrl === undefined) return error instanceof Error ? error : new Error(String(error));
  const where = shownUrl(config.databaseUrl);
  const { code, message } = error as { code?: string; message?: string };
  const errors = (error as { errors?: { code?: string }[] }).errors;
  const reason = code ?? errors?.[0]?.code ?? '';
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/.test(reason))
    return new StartError(`DATABASE_URL: the database at ${where} cannot be reached (${reason}).`);
  if (reason.startsWith('28'))
    return new StartError(`DATABASE_URL: the database at ${where} refuses this user or password.`);
  if (reason === '3D000') return new StartError(`DATABASE_URL: there is no database ${where}; create it first.`);
  return new StartError(`DATABASE_URL: the database at ${where} cannot be used: ${message ?? reason}`);
};
