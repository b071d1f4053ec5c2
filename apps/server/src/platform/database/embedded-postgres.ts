/**
 * The embedded PostgreSQL: made, started, adopted and stopped here, without npm install scripts, as root or as an
 * ordinary user. It listens on a private unix socket only. It outlives a process that is killed, and the next start
 * adopts it.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  chooseAccount,
  clusterFolder,
  DatabaseStartError,
  diskFull,
  findPrograms,
  makeOwnFolder,
  packageFolder,
  requirePlainPath,
  type ServerAccount,
  socketFolder,
} from './embedded-files.ts';

export interface EmbeddedOptions {
  /** The application's data folder; the cluster lies in `<dataDir>/postgres`. */
  readonly dataDir: string;
  /** Settings of postgresql.conf that differ from ours (tests: fsync off). */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told in plain words what takes time. */
  readonly onProgress?: (line: string) => void;
}

export interface EmbeddedServer {
  readonly socketFolder: string;
  readonly port: number;
  readonly superuser: string;
  /** "18.4.0-beta.17" */
  readonly version: string;
  /** It was running already. */
  readonly adopted: boolean;
  /** Account the server runs as. */
  readonly runsAs: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** Folder of the cluster, links resolved. */
  readonly folder: string;
  /** Ends connections, writes everything and stops the server; answers when it has stopped. */
  stop(): Promise<void>;
}

const SUPERUSER = 'postgres';
const PORT = 5432;
const READY_WITHIN_MS = 120_000;
/** After kill -9 the old server's children hold its memory and its pid file looks alive for a moment. */
const RETRY_STALE_MS = 15_000;
const SPACE_TO_CREATE_MB = 150;
const SPACE_TO_START_MB = 16;

/** Starts the server of a data folder, making the cluster on first use. Throws `DatabaseStartError` with one line. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = path.resolve(options.dataDir);
  const account = chooseAccount();
  const folder = clusterFolder(dataDir, account);
  const data = path.join(folder, 'data');
  const describe = (pid: number, port: number, socket: string, version: string, adopted: boolean): EmbeddedServer => ({
    socketFolder: socket,
    port,
    superuser: SUPERUSER,
    version,
    adopted,
    runsAs: account.name,
    pid,
    folder,
    stop: () => stopServer(data),
  });

  const programs = findPrograms(packageFolder(), folder, account);
  await requireSpace(folder, fs.existsSync(data) ? SPACE_TO_START_MB : SPACE_TO_CREATE_MB);
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) {
    options.onProgress?.('Creating the database ...');
    await createCluster(programs.initdb, folder, data, account);
  }
  const major = fs.readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  if (major !== programs.version.split('.')[0]) {
    throw new DatabaseStartError(
      `The data folder ${dataDir} holds a PostgreSQL ${major} database, this version brings PostgreSQL ${programs.version.split('.')[0]}; make a backup with the version that wrote it and restore it into a new folder.`,
    );
  }

  const giveUp = Date.now() + RETRY_STALE_MS;
  for (;;) {
    const running = readPidFile(data);
    if (running && isServerOf(running.pid, data)) {
      if (await answers(running.socket, running.port)) {
        return describe(running.pid, running.port, running.socket, programs.version, true);
      }
      // It is starting, stopping or recovering: wait for it rather than start a second one.
    } else {
      if (running && process.platform === 'linux') removeStalePidFile(data, running.pid);
      const socket = socketFolder(folder, PORT, account);
      writeSettings(data, account, { unix_socket_directories: socket, ...options.settings });
      options.onProgress?.('Starting the database ...');
      const outcome = await launch(programs.postgres, data, folder, account);
      if ('pid' in outcome) return describe(outcome.pid, outcome.port, socket, programs.version, false);
      if (!/^(?=[^]*lock file )[^]* already exists|pre-existing shared memory|is in use/i.test(outcome.log)) {
        throw new DatabaseStartError(explainLog(outcome.log, dataDir));
      }
    }
    if (Date.now() > giveUp) {
      throw new DatabaseStartError(
        `Another PostgreSQL (process ${running?.pid ?? '?'}) holds ${data} and does not answer; stop it and start again.`,
      );
    }
    await sleep(250);
  }
}

/** Whether the server's main process lives; says nothing of whether it answers. */
export const isRunning = ({ pid, folder }: Pick<EmbeddedServer, 'pid' | 'folder'>): boolean =>
  isServerOf(pid, path.join(folder, 'data'));

async function requireSpace(folder: string, megabytes: number): Promise<void> {
  const { bavail, bsize } = await fs.promises.statfs(folder);
  if (bavail * bsize < megabytes * 1024 * 1024) {
    throw new DatabaseStartError(`${diskFull(folder)} At least ${megabytes} MB are needed.`);
  }
}

async function createCluster(initdb: string, folder: string, data: string, account: ServerAccount): Promise<void> {
  requirePlainPath(initdb);
  // Made aside and moved into place, so that a start that is interrupted leaves no half cluster.
  const part = path.join(folder, `init-${process.pid}`);
  fs.rmSync(part, { recursive: true, force: true });
  makeOwnFolder(part, account);
  // The builtin C.UTF-8 locale: indexes depend neither on the system's libraries nor on the bundled ICU.
  const args = ['-D', part, '-U', SUPERUSER, '--auth-local=trust', '--auth-host=scram-sha-256', '-E', 'UTF8'];
  args.push(
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  );
  const { code, output } = await run(initdb, args, folder, account);
  if (code !== 0) {
    fs.rmSync(part, { recursive: true, force: true });
    throw new DatabaseStartError(explainLog(output, folder));
  }
  fs.appendFileSync(path.join(part, 'postgresql.conf'), "\ninclude_if_exists = 'scanship.conf'\n");
  try {
    fs.renameSync(part, data);
  } catch (error) {
    fs.rmSync(part, { recursive: true, force: true });
    if (!fs.existsSync(path.join(data, 'PG_VERSION'))) throw error; // else another process was faster
  }
}

function writeSettings(data: string, account: ServerAccount, changed: Readonly<Record<string, string>>): void {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    port: String(PORT),
    shared_buffers: '256MB',
    max_connections: '60',
    jit: 'off',
    // A first big day follows the first hour: plans made for tables of unknown size are several times as slow.
    autovacuum_naptime: '15s',
    wal_level: 'minimal',
    max_wal_senders: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A week of logs, without statements or values: they hold personal data.
    logging_collector: 'on',
    log_directory: path.join(path.dirname(data), 'log'),
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...changed,
  };
  const text = Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
  const file = path.join(data, 'scanship.conf');
  fs.writeFileSync(file, text, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(file, account.uid, account.gid);
}

interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socket: string;
  readonly ready: boolean;
}

/** postmaster.pid: process, data folder, start time, port, socket folder, address, shared memory, state. */
function readPidFile(data: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? PORT), socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether the process is the server of this folder and not another one that was given its old number. */
function isServerOf(pid: number, data: string): boolean {
  if (!alive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    // A server works in its data folder. A zombie (killed, not yet reaped) has no folder.
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(data);
  } catch {
    return false;
  }
}

function removeStalePidFile(data: string, pid: number): void {
  if (alive(pid) && readPidFile(data)?.pid === pid) fs.rmSync(path.join(data, 'postmaster.pid'), { force: true });
}

async function answers(host: string, port: number): Promise<boolean> {
  const client = new Client({ host, port, user: SUPERUSER, database: 'postgres', connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };

function identity(account: ServerAccount): { uid?: number; gid?: number } {
  return account.uid === undefined || account.gid === undefined ? {} : { uid: account.uid, gid: account.gid };
}

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  account: ServerAccount,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...identity(account),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ code: -1, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Starts the server in its own session (Ctrl-C does not reach it) and waits until it answers or has ended. */
async function launch(
  program: string,
  data: string,
  folder: string,
  account: ServerAccount,
): Promise<PidFile | { log: string }> {
  const startLog = path.join(folder, 'start.log');
  const log = fs.openSync(startLog, 'w', 0o600);
  const child = spawn(program, ['-D', data], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
    ...identity(account),
  });
  fs.closeSync(log);
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, signal) => (ended = `ended with ${signal ?? code}`));
  child.unref();
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    const file = readPidFile(data);
    if (file?.ready && file.pid === child.pid && (await answers(file.socket, file.port))) return file;
    if (ended !== undefined) return { log: `${fs.readFileSync(startLog, 'utf8')}${lastLog(folder)}\n${ended}` };
    await sleep(15);
  }
  return { log: `not ready after ${READY_WITHIN_MS / 1000} s\n${fs.readFileSync(startLog, 'utf8')}` };
}

/** The end of the newest file of the server's log folder. */
function lastLog(folder: string): string {
  const logs = path.join(folder, 'log');
  if (!fs.existsSync(logs)) return '';
  const newest = fs
    .readdirSync(logs)
    .map((name) => path.join(logs, name))
    .toSorted((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)[0];
  return newest === undefined ? '' : fs.readFileSync(newest, 'utf8').slice(-2_000);
}

/** One line for a person out of what initdb or postgres wrote. */
export function explainLog(log: string, folder: string): string {
  if (/No space left on device/i.test(log)) return diskFull(folder);
  if (/could not look up effective user ID/i.test(log)) {
    return 'PostgreSQL needs an account with a name, and this user id has none in /etc/passwd; run as a named user or set DATABASE_URL.';
  }
  if (/shared libraries|GLIBC|^(?=[^]*No such file or directory)[^]*postgres/i.test(log)) {
    return `The embedded PostgreSQL does not run on this system (${firstLine(log)}); set DATABASE_URL to a PostgreSQL server.`;
  }
  if (/Permission denied/i.test(log)) {
    return `PostgreSQL may not read its files in ${folder} (${firstLine(log)}); check who owns them.`;
  }
  return `The embedded PostgreSQL in ${folder} did not start: ${firstLine(log)}`;
}

function firstLine(log: string): string {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const telling = lines.find((line) => /(FATAL|PANIC|error):/i.test(line)) ?? lines[0] ?? 'it said nothing';
  return telling.replace(/^.*?(FATAL|PANIC|error):\s*/i, '');
}

async function stopServer(data: string): Promise<void> {
  const file = readPidFile(data);
  if (!file || !isServerOf(file.pid, data)) return;
  process.kill(file.pid, 'SIGINT'); // fast: connections end, everything is written
  const until = Date.now() + 60_000;
  while (isServerOf(file.pid, data)) {
    if (Date.now() > until) throw new DatabaseStartError(`PostgreSQL (process ${file.pid}) did not stop within 60 s.`);
    await sleep(10);
  }
  try {
    fs.rmdirSync(file.socket); // empty now; the next start makes it again
  } catch {
    // Not ours to remove, or in use again already.
  }
}
