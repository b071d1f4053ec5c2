/** `backup`, `restore`, `export-tenant` and `import-tenant`: one file each; the application may go on running meanwhile, except for restore. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import { noteBackup } from '../modules/opening/index.ts';
import { ArchiveError } from '../operations/archive.ts';
import { backup, BackupError, type FetchFile } from '../operations/backup.ts';
import { ExportError, exportTenant } from '../operations/export-tenant.ts';
import { type ImportedTenant, ImportError, importTenant } from '../operations/import-tenant.ts';
import { countObjects, restore, RestoreError } from '../operations/restore.ts';
import { bytesNow } from '../operations/stored-files.ts';
import type { Config } from '../config/config.ts';
import { BucketUnavailable, openBucket } from '../platform/blobs/bucket.ts';
import { sealedBucket } from '../platform/blobs/sealed-bucket.ts';
import { resolveKeys } from '../platform/crypto/keys.ts';
import { createSealer } from '../platform/crypto/sealer.ts';
import { withClient } from '../platform/database/connection.ts';
import { openDatabase } from '../platform/database/database.ts';
import { prepareDataFolder } from '../platform/data-folder.ts';
import { isUuid } from '../platform/database/ids.ts';
import { openStore, type OpenStoreOptions, type Store } from '../platform/open-store.ts';
import { StartError } from '../platform/start-error.ts';
import { type Place, readConfig, say } from './environment.ts';

/** What these commands refuse is said in one line, as everything at start. */
const inOneLine = (error: unknown): unknown => {
  if (
    error instanceof BackupError ||
    error instanceof RestoreError ||
    error instanceof ExportError ||
    error instanceof ImportError ||
    error instanceof ArchiveError
  )
    return new StartError(error.message);
  if (error instanceof BucketUnavailable) return new StartError(`The storage failed: ${error.message}.`);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new StartError(`There is no file or folder ${path ?? ''}.`);
  if (code === 'EACCES' || code === 'EISDIR' || code === 'ENOSPC')
    return new StartError(`${path ?? 'The file'} cannot be used (${code}).`);
  return error;
};

const withStore = async (
  place: Place,
  migrate: OpenStoreOptions['migrate'],
  work: (store: Store, config: Config) => Promise<void>,
): Promise<void> => {
  const config = readConfig(place);
  await prepareDataFolder(config.dataDir);
  const store = await openStore(config, { root: place.root, say, migrate });
  try {
    await work(store, config);
  } catch (error) {
    throw inOneLine(error);
  } finally {
    await store.stop();
  }
};

const rowsOf = (counts: readonly number[]): string => counts.reduce((sum, n) => sum + n, 0).toLocaleString('en-CA');

const refuseExisting = (file: string): void => {
  if (existsSync(file)) throw new StartError(`${file} exists already; name a new file.`);
};

/** Files wherever they are; undefined: there is no bucket. */
const withFiles = async (
  { server }: Store,
  config: Config,
  work: (fetchFile: FetchFile | undefined) => Promise<void>,
): Promise<void> => {
  if (!config.objectStorage) return work(undefined);
  const db = openDatabase({ connection: server.app(), maxConnections: 4 });
  const bucket = sealedBucket(openBucket(config.objectStorage), createSealer((await resolveKeys(config)).masterKeys));
  try {
    await work((tenantId, sha256) => bytesNow({ db, bucket }, { tenantId, sha256 }));
  } finally {
    bucket.close();
    await db.close();
  }
};

const WITH_FILES = '--with-files';

/** Of whatever version the database is: a backup before an upgrade must go back to the version that made it. */
export const backupTo = (place: Place, name: string, more: readonly string[] = []): Promise<void> =>
  withStore(place, 'never', async (store, config) => {
    const wanted = more.includes(WITH_FILES);
    const unknown = more.find((word) => word !== WITH_FILES);
    if (unknown !== undefined) throw new StartError(`backup does not know "${unknown}".`);
    const file = resolve(name);
    refuseExisting(file);
    const now = new Date();
    await withFiles(store, config, async (fetchFile) => {
      const { tables, files, objects, lost } = await backup(
        store.server.migrator(),
        file,
        now,
        wanted ? fetchFile : undefined,
      );
      say(`${rowsOf(Object.values(tables).map(({ rows }) => rows))} rows written to ${file}.`);
      if (files > 0) say(`${rowsOf([files])} files of the object storage are in it.`);
      else if (objects > 0)
        say(
          `It refers to ${rowsOf([objects])} files in the object storage, which is to be kept with it: not in this file (${WITH_FILES} puts them there).`,
        );
      for (const each of lost.slice(0, 20)) say(`  not in the storage as it was stored: ${each}`);
      if (lost.length > 0)
        say(`${rowsOf([lost.length])} files could not be saved (docs/runbooks/stored-file-damaged.md).`);
    });
    await noteBackup(config.dataDir, now);
    say(
      'Keep the master key (MASTER_KEY, or master.key in the data folder) in another safe place: without it the secrets in the backup do not open.',
    );
  });

export const restoreFrom = (place: Place, name: string): Promise<void> =>
  withStore(place, 'when-empty', async ({ server }) => {
    const counts = await restore(server.migrator(), resolve(name));
    say(`${rowsOf(Object.values(counts))} rows restored.`);
    const objects = await countObjects(server.migrator());
    if (objects > 0)
      say(
        `${rowsOf([objects])} files lie in the object storage: set it up as it was (S3_BUCKET), then run check-files. A copy for trying gets a copy of the bucket, never the bucket itself.`,
      );
    say(
      'Labels that were bought since the backup are missing here: run after-restore before anything is shipped (docs/runbooks/after-a-restore.md).',
    );
  });

export const exportOne = (place: Place, tenantId: string, name: string): Promise<void> =>
  withStore(place, 'when-empty', async (store, config) => {
    if (!isUuid(tenantId)) throw new StartError(`"${tenantId}" is not the id of a tenant.`);
    const file = resolve(name);
    refuseExisting(file);
    await withFiles(store, config, async (fetchFile) => {
      const { sha256 } = await exportTenant(store.server.app(), tenantId, file, new Date(), fetchFile);
      say(`Written to ${file}.`);
      say(`SHA-256 of its content: ${sha256}`);
    });
  });

const SHA256 = '--sha256=';

/** Below a franchise of this installation, which may go on running. */
export const importOne = (place: Place, name: string, franchise: string, more: readonly string[] = []): Promise<void> =>
  withStore(place, 'when-empty', async ({ server }) => {
    const unknown = more.find((word) => !word.startsWith(SHA256));
    if (unknown !== undefined) throw new StartError(`import-tenant does not know "${unknown}".`);
    const db = openDatabase({ connection: server.app(), maxConnections: 2 });
    try {
      const done = await importTenant(db, resolve(name), franchise, {
        sha256: more[0]?.slice(SHA256.length),
        makeMonths: (months) => makeMonths(server.migrator(), months),
      });
      tellImported(done);
    } finally {
      await db.close();
    }
  });

/** Its own transaction, empty tables: what is in the archive is not written by this role. */
const makeMonths = (migrator: ClientConfig, months: readonly string[]): Promise<void> =>
  withClient(migrator, async (client) => {
    await client.query(`SET lock_timeout = '10s'`);
    for (const month of months) await client.query('SELECT maintenance.ensure_month($1)', [`${month}-01`]);
  });

function tellImported({ name, tenantId, people, files, papers, wasActive, tables }: ImportedTenant): void {
  const width = Math.max(...tables.map((table) => table.name.length));
  const count = (n: number) => rowsOf([n]).padStart(11);
  say(`${'table'.padEnd(width)}  in archive    imported`);
  for (const table of tables)
    say(
      `${table.name.padEnd(width)} ${count(table.inArchive)} ${count(table.taken)}${table.why ? `  ${table.why}` : ''}`,
    );
  say(`${name} (${tenantId}) is here with ${people} people and ${rowsOf([files])} files, and suspended.`);
  if (papers > 0)
    say(`${rowsOf([papers])} invoices of its former seller stay in the archive only: keep it as long as the books.`);
  if (wasActive)
    say(
      'It was active when it was exported. Suspend it there before it is given access here: nothing keeps both from selling the same.',
    );
  say('Its franchise gives it access on the page of the customer; stores and carriers are connected again first.');
}
