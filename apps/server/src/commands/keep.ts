/** `backup`, `restore` and `export-tenant`: one file each; the application may go on running meanwhile, except for restore. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { noteBackup } from '../modules/opening/index.ts';
import { ArchiveError } from '../operations/archive.ts';
import { backup, BackupError } from '../operations/backup.ts';
import { ExportError, exportTenant } from '../operations/export-tenant.ts';
import { restore, RestoreError } from '../operations/restore.ts';
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
    error instanceof ArchiveError
  )
    return new StartError(error.message);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new StartError(`There is no file or folder ${path ?? ''}.`);
  if (code === 'EACCES' || code === 'EISDIR' || code === 'ENOSPC')
    return new StartError(`${path ?? 'The file'} cannot be used (${code}).`);
  return error;
};

const withStore = async (
  place: Place,
  migrate: OpenStoreOptions['migrate'],
  work: (store: Store) => Promise<void>,
): Promise<void> => {
  const config = readConfig(place);
  await prepareDataFolder(config.dataDir);
  const store = await openStore(config, { root: place.root, say, migrate });
  try {
    await work(store);
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

/** Of whatever version the database is: a backup before an upgrade must go back to the version that made it. */
export const backupTo = (place: Place, name: string): Promise<void> =>
  withStore(place, 'never', async ({ server }) => {
    const file = resolve(name);
    refuseExisting(file);
    const now = new Date();
    const { tables } = await backup(server.migrator(), file, now);
    await noteBackup(readConfig(place).dataDir, now);
    say(`${rowsOf(Object.values(tables).map(({ rows }) => rows))} rows written to ${file}.`);
    say(
      'Keep the master key (MASTER_KEY, or master.key in the data folder) in another safe place: without it the secrets in the backup do not open.',
    );
  });

export const restoreFrom = (place: Place, name: string): Promise<void> =>
  withStore(place, 'when-empty', async ({ server }) => {
    const counts = await restore(server.migrator(), resolve(name));
    say(`${rowsOf(Object.values(counts))} rows restored.`);
    say(
      'Labels that were bought since the backup are missing here: run after-restore before anything is shipped (docs/runbooks/after-a-restore.md).',
    );
  });

export const exportOne = (place: Place, tenantId: string, name: string): Promise<void> =>
  withStore(place, 'when-empty', async ({ server }) => {
    if (!isUuid(tenantId)) throw new StartError(`"${tenantId}" is not the id of a tenant.`);
    const file = resolve(name);
    refuseExisting(file);
    await exportTenant(server.app(), tenantId, file);
    say(`Written to ${file}.`);
  });
