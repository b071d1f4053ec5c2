/** The programs beside ours, from Debian's packages or the PATH. */
import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgBasebackup: string;
  readonly pgCtl: string;
  readonly pgbouncer: string;
  readonly haproxy: string;
}

/** PostgreSQL by major version, newest first; Debian keeps server programs out of the PATH. */
function postgresFolders(versions: string): string[] {
  try {
    return readdirSync(versions)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => path.join(versions, version, 'bin'));
  } catch {
    // Not Debian's layout: the PATH has them.
    return [];
  }
}

const may = (file: string, mode: number): boolean => {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
};

/** Where programs are looked for. */
const PLACES = {
  postgresql: '/usr/lib/postgresql',
  others: [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'],
};

/** @throws Error of one line that names what is missing and how it is installed */
export function findPrograms(places: typeof PLACES = PLACES): Programs {
  const missing = new Set<string>();
  const find = (
    name: string,
    debian: 'postgresql' | 'pgbouncer' | 'haproxy',
    folders: readonly string[] = [],
  ): string => {
    const found = [...folders, ...places.others]
      .map((folder) => path.join(folder, name))
      .find((file) => may(file, constants.X_OK));
    if (found === undefined) missing.add(debian);
    return found ?? name;
  };
  const folders = postgresFolders(places.postgresql);
  const programs = {
    initdb: find('initdb', 'postgresql', folders),
    postgres: find('postgres', 'postgresql', folders),
    pgBasebackup: find('pg_basebackup', 'postgresql', folders),
    pgCtl: find('pg_ctl', 'postgresql', folders),
    pgbouncer: find('pgbouncer', 'pgbouncer'),
    haproxy: find('haproxy', 'haproxy'),
  };
  if (missing.size > 0) throw new Error(`Missing on this machine: apt-get install ${[...missing].join(' ')}`);
  return programs;
}

/** Programs that an operator of PostgreSQL has at hand, all in one folder. */
const OPERATORS = ['initdb', 'pg_ctl', 'psql', 'pg_basebackup', 'pg_verifybackup', 'pg_archivecleanup'];

/** @throws Error of one line that names what is missing and how it is installed */
export function findPostgresFolder(places: typeof PLACES = PLACES): string {
  const has = (folder: string, name: string): boolean => may(path.join(folder, name), constants.X_OK);
  const folders = [...postgresFolders(places.postgresql), ...places.others];
  const found = folders.find((folder) => OPERATORS.every((name) => has(folder, name)));
  if (found !== undefined) return found;
  const missing = OPERATORS.filter((name) => !folders.some((folder) => has(folder, name)));
  throw new Error(
    `Missing on this machine: apt-get install postgresql (${(missing.length > 0 ? missing : OPERATORS).join(', ')})`,
  );
}

/** libfaketime, with which a process lives in another minute; undefined where it is not installed. */
export function findFakeTime(): string | undefined {
  const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime', '/usr/lib/faketime'];
  return folders.map((folder) => path.join(folder, 'libfaketimeMT.so.1')).find((file) => may(file, constants.R_OK));
}
