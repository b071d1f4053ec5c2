/** The roles of the database and what they need before the first migration. Safe to run at every start. */
import { type Client, DatabaseError, escapeIdentifier, type ClientConfig } from 'pg';
import { withClient } from './connection.ts';
import { APP_ROLE, MIGRATOR_ROLE, WORKING_ROLES } from './roles.ts';

const OLDEST_MAJOR = 15;

/** The database cannot be used as it is; `message` is one sentence, `sql` what an administrator can run to mend it. */
export class BootstrapError extends Error {
  override readonly name = 'BootstrapError';
  readonly sql: string;
  constructor(message: string, sql = '') {
    super(message);
    this.sql = sql;
  }
}

/** Everything the database needs, for an administrator to run by hand where the given account may not. */
export function bootstrapSql(database: string, loginUser: string): string {
  const user = escapeIdentifier(loginUser);
  return [
    `CREATE ROLE ${MIGRATOR_ROLE} NOLOGIN;`,
    ...WORKING_ROLES.map((role) => `CREATE ROLE ${role} NOLOGIN;`),
    `CREATE ROLE ${APP_ROLE} LOGIN NOINHERIT IN ROLE ${WORKING_ROLES.join(', ')};`,
    ...(loginUser === APP_ROLE ? [] : [`GRANT ${MIGRATOR_ROLE}, ${APP_ROLE} TO ${user};`]),
    `GRANT CREATE, CONNECT, TEMPORARY ON DATABASE ${escapeIdentifier(database)} TO ${MIGRATOR_ROLE};`,
    `GRANT USAGE, CREATE ON SCHEMA public TO ${MIGRATOR_ROLE};`,
  ].join('\n');
}

interface Standing {
  readonly me: string;
  readonly database: string;
  readonly version: number;
  readonly superuser: boolean;
}

/**
 * Makes the roles and rights that are missing. Throws `BootstrapError` with one sentence (and the SQL to run) when the
 * server is too old or the account may not make them.
 * @param admin an account that may create roles, or any account when everything is in place already
 * @param appUser the account the application signs in with, when it is neither `admin` nor `scanship_app`
 */
export async function bootstrap(admin: ClientConfig, appUser?: string): Promise<void> {
  await withClient(admin, async (client) => {
    const standing = await look(client);
    if (standing.version < OLDEST_MAJOR) {
      throw new BootstrapError(
        `The database server is PostgreSQL ${standing.version}; version ${OLDEST_MAJOR} or newer is needed.`,
      );
    }
    const missing = await missingParts(client, standing, appUser);
    if (missing.length === 0) return;
    try {
      await makeMissing(client, standing, appUser);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
      throw new BootstrapError(
        `The database account "${standing.me}" may not prepare the database "${standing.database}" (missing: ${missing.join(', ')}); ask its administrator to run the SQL below once.`,
        bootstrapSql(standing.database, appUser ?? standing.me),
      );
    }
  });
}

async function look(client: Client): Promise<Standing> {
  const { rows } = await client.query<{
    me: string;
    database: string;
    version: number;
    super: boolean;
  }>(
    `SELECT session_user AS me, current_database() AS database, current_setting('server_version_num')::int / 10000 AS version,
            rolsuper AS super FROM pg_roles WHERE rolname = session_user`,
  );
  const row = rows[0];
  if (!row) throw new BootstrapError('The database server did not say who is signed in.');
  return {
    me: row.me,
    database: row.database,
    version: row.version,
    superuser: row.super,
  };
}

/** What is not as it must be, in words for the sentence to the administrator. */
async function missingParts(client: Client, standing: Standing, appUser: string | undefined): Promise<string[]> {
  const missing: string[] = [];
  const wanted = [MIGRATOR_ROLE, APP_ROLE, ...WORKING_ROLES];
  const roles = await client.query<{ rolname: string; rolbypassrls: boolean; rolsuper: boolean; rolinherit: boolean }>(
    'SELECT rolname, rolbypassrls, rolsuper, rolinherit FROM pg_roles WHERE rolname = ANY ($1)',
    [wanted],
  );
  const known = new Map(roles.rows.map((row) => [row.rolname, row]));
  for (const role of wanted) {
    const row = known.get(role);
    if (!row) missing.push(`role ${role}`);
    else if (row.rolsuper || row.rolbypassrls) {
      throw new BootstrapError(
        `The database role ${role} may bypass row security, so tenants would not be kept apart; run: ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS;`,
        `ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS;`,
      );
    }
  }
  if (missing.length > 0) return missing;
  // From 16 on a role's maker is a member that may not become it; to become it is what counts.
  const kind = standing.version >= 16 ? 'SET' : 'MEMBER';
  const user = appUser ?? standing.me;
  const wantedMemberships: [string, string][] = WORKING_ROLES.map((role) => [APP_ROLE, role]);
  if (user !== APP_ROLE) wantedMemberships.push([user, APP_ROLE]);
  if (standing.me !== APP_ROLE && standing.me !== MIGRATOR_ROLE) wantedMemberships.push([standing.me, MIGRATOR_ROLE]);
  for (const [who, role] of wantedMemberships) {
    const { rows } = await client.query<{ member: boolean }>('SELECT pg_has_role($1, $2, $3) AS member', [
      who,
      role,
      kind,
    ]);
    if (!rows[0]?.member) missing.push(`membership of ${who} in ${role}`);
  }
  const rights = await client.query<{ create: boolean; schema: boolean }>(
    `SELECT has_database_privilege($1, current_database(), 'CREATE') AS create,
            has_schema_privilege($1, 'public', 'CREATE') AS schema`,
    [MIGRATOR_ROLE],
  );
  if (!rights.rows[0]?.create) missing.push(`CREATE on the database for ${MIGRATOR_ROLE}`);
  if (!rights.rows[0]?.schema) missing.push(`CREATE on schema public for ${MIGRATOR_ROLE}`);
  return missing;
}

async function makeMissing(client: Client, standing: Standing, appUser: string | undefined): Promise<void> {
  // Roles belong to the whole server: another process may be making them at this moment.
  const createRole = (name: string, attributes: string): Promise<unknown> =>
    client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} ${attributes}; END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
  // Only the embedded server, which nobody reaches from outside, lets these two sign in without a password.
  await createRole(MIGRATOR_ROLE, 'LOGIN');
  await createRole(APP_ROLE, 'LOGIN NOINHERIT');
  for (const role of WORKING_ROLES) await createRole(role, 'NOLOGIN');
  await client.query(`GRANT ${WORKING_ROLES.join(', ')} TO ${APP_ROLE}`);
  if (!standing.superuser && standing.me !== APP_ROLE) {
    await client.query(`GRANT ${MIGRATOR_ROLE}, ${APP_ROLE} TO ${escapeIdentifier(standing.me)}`);
  }
  if (appUser !== undefined && appUser !== APP_ROLE && appUser !== standing.me) {
    await client.query(`GRANT ${APP_ROLE} TO ${escapeIdentifier(appUser)}`);
  }
  await client.query(
    `GRANT CREATE, CONNECT, TEMPORARY ON DATABASE ${escapeIdentifier(standing.database)} TO ${MIGRATOR_ROLE}`,
  );
  await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${MIGRATOR_ROLE}`);
}
