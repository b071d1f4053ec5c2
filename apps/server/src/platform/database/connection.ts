/** Connections to PostgreSQL as this application makes them: one reading of values, one way to name a server. */
import { Client, TypeOverrides, type ClientConfig, type CustomTypesConfig } from 'pg';
import { APP_ROLE, MIGRATOR_ROLE } from './roles.ts';
import type { EmbeddedServer } from './embedded-postgres.ts';

const INT8 = 20;
const DATE = 1082;

/** int8 as a number, refused beyond 2^53 - 1 rather than rounded; a date as its text, since it has no time zone. */
const overrides = new TypeOverrides();
overrides.setTypeParser(INT8, parseInt8);
overrides.setTypeParser(DATE, (text: string) => text);
export const valueTypes: CustomTypesConfig = overrides;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database answered ${text}, which is beyond 2^53 - 1.`);
  return value;
}

/** One connection for one piece of work, closed whatever happens. */
export const withClient = <T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> =>
  withOpened(new Client({ types: valueTypes, ...connection }), work);

/** The same with one that is not opened yet. */
export async function withOpened<T>(client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  // A connection that breaks fails the query it was needed for; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A server and how each role signs in to it. `database` is a database on that server.
 * - `admin`: may make roles and databases (bootstrap, tests);
 * - `migrator`: owns the tables (migrations, backup, restore);
 * - `app`: what the running application uses;
 * - `direct`: the same rights, never through a pooler.
 */
export interface DatabaseServer {
  readonly admin: (database?: string) => ClientConfig;
  readonly migrator: (database?: string) => ClientConfig;
  readonly app: (database?: string) => ClientConfig;
  /** As `app`, past any pooler: what lives as long as its connection (LISTEN, the scheduler). */
  readonly direct: (database?: string) => ClientConfig;
  /** Database used when none is named. */
  readonly database: string;
  /** The account `app` signs in with. */
  readonly appUser: string;
}

/** Database of the application on the embedded server. */
export const EMBEDDED_DATABASE = 'scanship';

/** The embedded server: its socket admits whoever may open its folder, so each role signs in by name. */
export function embeddedConnections(
  server: Pick<EmbeddedServer, 'socketFolder' | 'port' | 'superuser'>,
): DatabaseServer {
  const as =
    (user: string) =>
    (database: string = EMBEDDED_DATABASE): ClientConfig => ({
      host: server.socketFolder,
      port: server.port,
      user,
      database,
      types: valueTypes,
    });
  return {
    admin: as(server.superuser),
    migrator: as(MIGRATOR_ROLE),
    app: as(APP_ROLE),
    direct: as(APP_ROLE),
    database: EMBEDDED_DATABASE,
    appUser: APP_ROLE,
  };
}

/**
 * A server by address. Whoever `url` signs in as, the session then works as `scanship_app`. With `directUrl`, `url` may lead to a
 * pooler, which passes no role on: it then signs in as `scanship_app` itself, and all else goes by `directUrl`.
 */
export function urlConnections(url: string, directUrl: string = url): DatabaseServer {
  const target = parseUrl(url, 'DATABASE_URL');
  const admin = parseUrl(directUrl, 'DIRECT_DATABASE_URL');
  if (directUrl !== url && decodeURIComponent(target.username) !== APP_ROLE)
    throw new RangeError(
      `DATABASE_URL must sign in as ${APP_ROLE} when DIRECT_DATABASE_URL is set, because a pooler passes no role on; give that account a password: ALTER ROLE ${APP_ROLE} LOGIN PASSWORD '...'.`,
    );
  const appUser = decodeURIComponent(target.username);
  const adminIsMigrator = decodeURIComponent(admin.username) === MIGRATOR_ROLE;
  return {
    admin: (database) => addressed(admin, database),
    migrator: (database) => addressed(admin, database, adminIsMigrator ? undefined : MIGRATOR_ROLE),
    app: (database) => addressed(target, database, appUser === APP_ROLE ? undefined : APP_ROLE),
    direct: (database) =>
      directUrl === url
        ? addressed(target, database, appUser === APP_ROLE ? undefined : APP_ROLE)
        : addressed(admin, database, APP_ROLE),
    database: decodeURIComponent(target.pathname.slice(1)),
    appUser,
  };
}

/** A standby by address, for reading: signed in to as DATABASE_URL is. @throws RangeError as above */
export function standbyConnection(url: string): ClientConfig {
  const target = parseUrl(url, 'READ_DATABASE_URL');
  return addressed(target, undefined, decodeURIComponent(target.username) === APP_ROLE ? undefined : APP_ROLE);
}

function addressed(address: URL, database: string | undefined, role?: string): ClientConfig {
  const changed = new URL(address);
  if (database !== undefined) changed.pathname = `/${encodeURIComponent(database)}`;
  const roleOption = role === undefined ? {} : { options: `-c role=${role}` };
  return { connectionString: changed.href, types: valueTypes, application_name: 'scanship', ...roleOption };
}

function parseUrl(text: string, setting: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.username === '' || url.pathname.length < 2) {
    throw new RangeError(
      `${setting} must look like postgres://user:password@host:5432/database; what was given names no ${url && url.pathname.length < 2 ? 'database' : 'user or server'}.`,
    );
  }
  return url;
}
