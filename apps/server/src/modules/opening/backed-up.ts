/** Whether the data was written elsewhere lately: by the command `backup` on this machine, or by PostgreSQL's own archive. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';

const FRESH_MS = 7 * 86_400_000;
const fileIn = (dataDir: string): string => path.join(dataDir, 'last-backup');

export const noteBackup = (dataDir: string, at: Date): Promise<void> =>
  writeFile(fileIn(dataDir), `${at.toISOString()}\n`);

export async function isBackedUp({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const since = clock.now().getTime() - FRESH_MS;
  const { rows } = await db.reference((tx) =>
    sql<{ at: Date | null }>`SELECT last_archived_time AS at FROM pg_stat_archiver`.execute(tx),
  );
  if ((rows[0]?.at?.getTime() ?? 0) > since) return true;
  try {
    return Date.parse((await readFile(fileIn(config.dataDir), 'utf8')).trim()) > since;
  } catch (error) {
    // None was made here.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
