/** Puts a backup (see backup.ts) into an empty, migrated database: all of it in one transaction, or nothing. */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { type Client, type ClientConfig, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import * as z from 'zod/mini';
import { withClient } from '../platform/database/connection.ts';
import { appliedMigrations } from '../platform/database/migrator.ts';
import { ArchiveError, type ArchiveEntry, readArchive } from './archive.ts';
import {
  BACKUP_FORMAT,
  BACKUP_FORMAT_VERSION,
  type BackupManifest,
  type BackupTable,
  COPY_SETTINGS,
  columnList,
  readTables,
} from './backup.ts';

/** The backup was refused and nothing was restored; `message` is one sentence. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
}

/**
 * Restores the file. Refuses a database that has rows or another schema, and a file that is damaged.
 * @param migrator a connection as scanship_migrator to a freshly migrated database
 * @returns rows by table
 */
export async function restore(migrator: ClientConfig, file: string): Promise<Record<string, number>> {
  return withClient(migrator, async (client) => {
    await client.query('BEGIN');
    try {
      await client.query(COPY_SETTINGS);
      const rows = await restoreInto(client, file);
      await client.query('COMMIT');
      await client.query('ANALYZE');
      return rows;
    } catch (error) {
      // Closing the connection undoes the transaction, also in the middle of a COPY.
      if (error instanceof ArchiveError) {
        throw new RestoreError(`The backup file ${file} cannot be read (${error.message}); nothing was restored.`, {
          cause: error,
        });
      }
      throw error;
    }
  });
}

async function restoreInto(client: Client, file: string): Promise<Record<string, number>> {
  const entries = readArchive(file);
  try {
    const first = await entries.next();
    const manifest = parseManifest(first.done ? undefined : first.value, file);
    await requireSameSchema(client, manifest, file);
    await requireEmpty(client, manifest.tables);
    await client.query(`DELETE FROM ${KEYS}`);
    // Labels bought after the backup are unknown here from now on.
    await client.query('UPDATE maintenance.lineage SET rewound_at = clock_timestamp()');
    for (const month of manifest.months) await client.query(`SELECT maintenance.ensure_month($1)`, [`${month}-01`]);
    // COPY is not allowed under row security, and rows come in the order of table names: both are put back below, in the
    // same transaction, and adding the foreign keys again checks every row.
    const foreignKeys = await dropForeignKeys(client);
    const force = (mode: 'FORCE' | 'NO FORCE') =>
      client.query(
        manifest.tables.map(({ name }) => `ALTER TABLE ${escapeIdentifier(name)} ${mode} ROW LEVEL SECURITY`).join(';'),
      );
    await force('NO FORCE');
    const rows = await copyAll(client, entries, manifest);
    for (const statement of foreignKeys) await client.query(statement);
    await force('FORCE');
    return rows;
  } finally {
    await entries.return(undefined);
  }
}

/** What is read of the two descriptions; a backup may have been made by anybody. */
const manifestShape = z.object({
  format: z.literal(BACKUP_FORMAT),
  formatVersion: z.number(),
  migrations: z.array(z.looseObject({ name: z.string(), checksum: z.string() })),
  months: z.array(z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/))),
  tables: z.array(z.looseObject({ name: z.string(), columns: z.array(z.unknown()) })),
});
const checksumsShape = z.object({
  files: z.optional(z.number()),
  tables: z.record(z.string(), z.looseObject({ rows: z.number(), sha256: z.string() })),
});

function parseManifest(entry: ArchiveEntry | undefined, file: string): BackupManifest {
  const json = entry?.name === 'manifest.json' ? parseJson(entry.bytes) : undefined;
  if (!z.safeParse(manifestShape, json).success) throw new RestoreError(`The file ${file} is not a ScanShip backup.`);
  // Its shape is a manifest's; that its tables are this database's is checked against the database itself.
  const manifest = json as BackupManifest;
  if (manifest.formatVersion !== BACKUP_FORMAT_VERSION) {
    throw new RestoreError(
      `The backup file ${file} has format ${manifest.formatVersion}, this version reads format ${BACKUP_FORMAT_VERSION}.`,
    );
  }
  return manifest;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new ArchiveError('it was changed', { cause: error });
  }
}

async function requireSameSchema(client: Client, manifest: BackupManifest, file: string): Promise<void> {
  const here = await appliedMigrations(client);
  const there = new Set(manifest.migrations.map((migration) => migration.checksum));
  if (here.length === there.size && here.every((migration) => there.has(migration.checksum))) return;
  const lastThere = manifest.migrations.at(-1)?.name ?? 'none';
  const lastHere = here.at(-1)?.name ?? 'none';
  throw new RestoreError(
    `The backup file ${file} was made with another version of the database (last migration ${lastThere}, here ${lastHere}); restore it with the version that made it and upgrade afterwards.`,
  );
}

/** A start of this installation wrote its key here; what is restored brings the keys it was sealed with. */
const KEYS = 'master_keys';

async function requireEmpty(client: Client, tables: readonly BackupTable[]): Promise<void> {
  const here = await readTables(client);
  if (JSON.stringify(here) !== JSON.stringify(tables))
    throw new RestoreError('The backup has other tables or columns than this database.');
  for (const { name } of here.filter(({ name }) => name !== KEYS)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${escapeIdentifier(name)} LIMIT 1`);
    if (rowCount)
      throw new RestoreError(
        `The database already has rows in ${name}; a backup is restored into an empty database only.`,
      );
  }
}

/** Drops every foreign key of ours; answers the statements that make them again. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT c.relname::text AS table, k.conname::text AS name, pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
      ORDER BY c.relname, k.conname`,
  );
  for (const { table, name } of rows)
    await client.query(`ALTER TABLE ${escapeIdentifier(table)} DROP CONSTRAINT ${escapeIdentifier(name)}`);
  return rows.map(
    ({ table, name, definition }) =>
      `ALTER TABLE ${escapeIdentifier(table)} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`,
  );
}

interface Running {
  readonly table: BackupTable;
  readonly stream: ReturnType<typeof copyFrom>;
  readonly hash: Hash;
  failed?: Error;
}

async function copyAll(
  client: Client,
  entries: AsyncGenerator<ArchiveEntry>,
  manifest: BackupManifest,
): Promise<Record<string, number>> {
  const done = new Map<string, { rows: number; sha256: string }>();
  let running: Running | undefined;
  let files = 0;
  const finish = async (): Promise<void> => {
    if (!running) return;
    const { stream, table, hash } = running;
    if (!running.failed) {
      stream.end();
      await eventOf(stream, 'finish');
    }
    if (running.failed) throw running.failed;
    done.set(table.name, { rows: stream.rowCount, sha256: hash.digest('hex') });
    running = undefined;
  };
  for await (const { name, bytes } of entries) {
    if (name === 'checksums.json') {
      await finish();
      const checksums = z.safeParse(checksumsShape, parseJson(bytes));
      if (!checksums.success) throw new ArchiveError('its checksums were changed');
      if ((checksums.data.files ?? 0) !== files) throw new ArchiveError('it lacks files that were saved');
      return verify(checksums.data, done, manifest);
    }
    const [, tenantId, sha256] = /^files\/([0-9a-f-]{36})\/([0-9a-f]{64})$/.exec(name) ?? [];
    if (tenantId !== undefined && sha256 !== undefined) {
      await finish();
      await restoreFile(client, { tenantId, sha256, bytes });
      files += 1;
      continue;
    }
    const tableName = /^tables\/(\w+)\/\d{6}\.copy$/.exec(name)?.[1];
    if (tableName !== running?.table.name) {
      await finish();
      const table = manifest.tables.find((each) => each.name === tableName);
      if (!table || done.has(table.name)) throw new ArchiveError(`it holds ${name} out of place`);
      running = start(client, table);
    }
    if (!running) throw new ArchiveError(`it holds ${name} out of place`);
    running.hash.update(bytes);
    if (running.failed) throw running.failed;
    if (!running.stream.write(bytes)) await eventOf(running.stream, 'drain');
  }
  throw new ArchiveError('it ends too early');
}

/** A file that lay in the bucket is in the database from now on: the bucket may be another installation's, or gone. */
async function restoreFile(
  client: Client,
  { tenantId, sha256, bytes }: { readonly tenantId: string; readonly sha256: string; readonly bytes: Buffer },
): Promise<void> {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new ArchiveError(`the file ${sha256} is not the one that was saved`);
  await client.query(
    `UPDATE blobs SET place = 'db', bytes = $3, object_key = NULL WHERE tenant_id = $1 AND sha256 = $2 AND place = 'object'`,
    [tenantId, sha256, bytes],
  );
}

/** Files that the rows look for in a bucket. */
export const countObjects = (migrator: ClientConfig): Promise<number> =>
  withClient(migrator, async (client) => {
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM blobs WHERE place = 'object'`);
    return rows[0]?.n ?? 0;
  });

/** Waits for the event or the end of the stream; a failure is in `Running.failed` by then. */
async function eventOf(stream: Running['stream'], event: 'finish' | 'drain'): Promise<void> {
  await Promise.race([once(stream, event), once(stream, 'close')]).catch(() => undefined);
}

function start(client: Client, table: BackupTable): Running {
  const stream = client.query(copyFrom(`COPY ${escapeIdentifier(table.name)} (${columnList(table)}) FROM STDIN`));
  const running: Running = { table, stream, hash: createHash('sha256') };
  stream.on('error', (error: Error) => {
    // What PostgreSQL cannot read as a row of the table was not written by a backup.
    running.failed = new ArchiveError(`the rows of ${table.name} were changed: ${error.message}`, { cause: error });
  });
  return running;
}

function verify(
  checksums: z.infer<typeof checksumsShape>,
  done: ReadonlyMap<string, { rows: number; sha256: string }>,
  manifest: BackupManifest,
): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const { name } of manifest.tables) {
    const expected = checksums.tables[name];
    const found = done.get(name) ?? { rows: 0, sha256: createHash('sha256').digest('hex') };
    // Older versions wrote 0 where PostgreSQL's count came late; the hash is of every byte of the rows.
    const counted = expected?.rows === found.rows || expected?.rows === 0;
    if (!counted || expected.sha256 !== found.sha256) {
      throw new ArchiveError(`the rows of ${name} are not those that were saved`);
    }
    rows[name] = found.rows;
  }
  return rows;
}
