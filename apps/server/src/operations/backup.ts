/**
 * A backup of the whole database in one file, made with COPY, since the embedded PostgreSQL brings no pg_dump.
 *
 * The file is a gzipped tar:
 *   manifest.json                   format, time, server, the migrations applied, months with partitions, tables, columns
 *   tables/<name>/000001.copy ...   the rows as PostgreSQL's COPY text format, cut into parts; blobs included
 *   files/<tenant>/<sha256>         with files: the bytes of those that lie in the bucket, decrypted as those in the tables are
 *   checksums.json                  rows, bytes and SHA-256 of each table; its absence means a file cut off
 *
 * Rows are read in one REPEATABLE READ transaction while the application goes on; files of the bucket after it, by a list made in it. Sealed columns stay sealed: the
 * key that opens them is not in the database and needs its own safe place. The queues of pg-boss are left out; they are
 * only wake-ups, and the sweeper sets them again.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { type Client, type ClientConfig, escapeIdentifier } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { withClient } from '../platform/database/connection.ts';
import { type AppliedMigration, appliedMigrations } from '../platform/database/migrator.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';

export const BACKUP_FORMAT = 'scanship-backup';
export const BACKUP_FORMAT_VERSION = 1;

/** The backup was refused; `message` is one sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  readonly formatVersion: number;
  readonly createdAt: string;
  readonly server: string;
  readonly migrations: readonly AppliedMigration[];
  /** Months that had partitions ("2026-11"), made again before rows are restored. */
  readonly months: readonly string[];
  readonly tables: readonly BackupTable[];
}

export interface TableChecksum {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface BackupChecksums {
  readonly tables: Readonly<Record<string, TableChecksum>>;
  /** Files of the bucket that are in the backup. */
  readonly files: number;
}

export interface Backup extends BackupChecksums {
  /** Files that lie in the bucket. */
  readonly objects: number;
  /** Those of them that should be in the backup, and are not in the bucket as they were stored. */
  readonly lost: readonly string[];
}

/** Undefined: it was erased meanwhile. */
export type FetchFile = (tenantId: string, sha256: string) => Promise<Buffer | 'missing' | 'damaged' | undefined>;

/** Rows of a part are about this many bytes; a single row may be larger (a file of some MB). */
const PART_BYTES = 4 * 1024 * 1024;

/** Values must not depend on the session that reads or writes them. */
export const COPY_SETTINGS = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL extra_float_digits = 3; SET LOCAL client_encoding = 'UTF8'; SET LOCAL statement_timeout = 0`;

/**
 * Writes the backup. An incomplete file is never left under the name.
 * @param migrator a connection as scanship_migrator (it sees every row)
 * @param fetchFile where files of the bucket shall be in it
 */
export async function backup(
  migrator: ClientConfig,
  file: string,
  now: Date = new Date(),
  fetchFile?: FetchFile,
): Promise<Backup> {
  return withClient(migrator, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(COPY_SETTINGS);
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      formatVersion: BACKUP_FORMAT_VERSION,
      createdAt: now.toISOString(),
      server: await serverVersion(client),
      migrations: await appliedMigrations(client),
      months: await partitionMonths(client),
      tables: await readTables(client),
    };
    if (manifest.migrations.length === 0)
      throw new BackupError('There is nothing to back up: the database is still empty.');
    const archive = await createArchive(file, now);
    const list = `${file}.files.part`;
    try {
      await archive.add('manifest.json', jsonBytes(manifest));
      const tables: Record<string, TableChecksum> = {};
      for (const table of manifest.tables) tables[table.name] = await writeTable(client, archive, table);
      const objects = await listObjects(client, list);
      // Nothing is held open while the bucket is asked for what may be millions of files.
      await client.query('COMMIT');
      const { files, lost } = fetchFile ? await writeFiles(archive, list, fetchFile) : { files: 0, lost: [] };
      const checksums: BackupChecksums = { tables, files };
      await archive.add('checksums.json', jsonBytes(checksums));
      await archive.finish();
      return { ...checksums, objects, lost };
    } catch (error) {
      await archive.abandon();
      throw error; // closing the connection ends the COPY and the transaction
    } finally {
      await rm(list, { force: true });
    }
  });
}

export const jsonBytes = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function serverVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  return rows[0]?.version ?? 'unknown';
}

async function partitionMonths(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `SELECT DISTINCT replace(right(relname, 7), '_', '-') AS month FROM pg_class
      WHERE relispartition AND relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname ~ '_\\d{4}_\\d\\d$' ORDER BY 1`,
  );
  return rows.map((row) => row.month);
}

/**
 * Every table of ours with its columns; partitions are left out (their rows come with the table), and so is what PostgreSQL
 * itself does not keep over a crash (counters of budgets).
 */
export async function readTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relpersistence = 'p'
      GROUP BY c.relname ORDER BY c.relname`,
  );
  return rows;
}

export const columnList = (table: BackupTable): string =>
  table.columns.map((name) => escapeIdentifier(name)).join(', ');

async function writeTable(client: Client, archive: ArchiveWriter, table: BackupTable): Promise<TableChecksum> {
  const rows = client.query(
    copyTo(`COPY (SELECT ${columnList(table)} FROM ${escapeIdentifier(table.name)}) TO STDOUT`),
  );
  const hash = createHash('sha256');
  let bytes = 0;
  let parts = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const writePart = async (): Promise<void> => {
    parts += 1;
    await archive.add(`tables/${table.name}/${String(parts).padStart(6, '0')}.copy`, Buffer.concat(held));
    held = [];
    heldBytes = 0;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= PART_BYTES) await writePart();
  }
  if (heldBytes > 0) await writePart();
  return { rows: await countOf(client, rows), bytes, sha256: hash.digest('hex') };
}

/**
 * Rows of a COPY that was read to its end. The server says how many there were after the last of them; under load that may come later
 * than the end of the rows, and until then the count is 0. Whatever is asked next is answered after it.
 */
async function countOf(client: Client, rows: CopyToStreamQuery): Promise<number> {
  await client.query('SELECT 1');
  return rows.rowCount;
}

/** The files that lie in the bucket, a line each, in a file beside the backup: there may be more than memory holds. @returns how many */
async function listObjects(client: Client, list: string): Promise<number> {
  const rows = client.query(copyTo(`COPY (SELECT tenant_id, sha256 FROM blobs WHERE place = 'object') TO STDOUT`));
  await pipeline(rows, createWriteStream(list, { mode: 0o600 }));
  return countOf(client, rows);
}

const FETCHED_AT_ONCE = 8;

async function writeFiles(
  archive: ArchiveWriter,
  list: string,
  fetchFile: FetchFile,
): Promise<{ readonly files: number; readonly lost: readonly string[] }> {
  const lost: string[] = [];
  let files = 0;
  let waiting: (readonly [name: string, bytes: ReturnType<FetchFile>])[] = [];
  const write = async (): Promise<void> => {
    const settled = await Promise.allSettled(waiting.map(([, bytes]) => bytes));
    for (const [at, each] of settled.entries()) {
      if (each.status === 'rejected') throw each.reason;
      const name = waiting[at]?.[0] ?? '';
      if (each.value === undefined) continue;
      if (typeof each.value === 'string') lost.push(`${name} (${each.value})`);
      else {
        await archive.add(`files/${name}`, each.value);
        files += 1;
      }
    }
    waiting = [];
  };
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const [tenantId = '', sha256 = ''] = line.split('\t');
    waiting.push([`${tenantId}/${sha256}`, fetchFile(tenantId, sha256)]);
    if (waiting.length === FETCHED_AT_ONCE) await write();
  }
  await write();
  return { files, lost };
}
