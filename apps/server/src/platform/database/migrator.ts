/** Numbered SQL files, forward only: each in its own transaction or in steps of its own, with its checksum kept. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, DatabaseError, type ClientBase, type ClientConfig } from 'pg';
import { withClient } from './connection.ts';
import { MIGRATOR_ROLE } from './roles.ts';

/** `apps/server/migrations` of this checkout. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

export interface MigrationFile {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, line ends normalised so that a Windows checkout agrees. */
  readonly checksum: string;
  /**
   * `-- needs: NNNN` of a file that takes something away: programs that know NNNN do not use it any more, older ones cannot run on
   * the schema from here on. Absent: whatever ran before goes on running.
   */
  readonly needs: number | undefined;
}

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** What a program that may not know all of them must ask of the migrations applied. */
export interface HistoryEntry extends AppliedMigration {
  /** `MigrationFile.needs` as it was applied. */
  readonly needs: number | null;
}

/** The history in the database and the files do not fit, or a file failed; `message` is one sentence. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The files `NNNN-subject.sql` of a folder, in order. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.sql')).toSorted()) {
    const match = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name);
    if (!match?.[1]) throw new MigrationError(`The migration file "${name}" must be named like 0012-subject.sql.`);
    const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    const number = Number(match[1]);
    const other = files.find((file) => file.number === number);
    if (other) throw new MigrationError(`Two migration files have the number ${match[1]}: ${other.name} and ${name}.`);
    files.push({ number, name, sql, checksum: createHash('sha256').update(sql).digest('hex'), needs: neededBy(sql) });
  }
  if (files.length === 0) throw new MigrationError(`There are no migration files in ${folder}.`);
  return files;
}

/** The number in a line `-- needs: NNNN` of a migration. */
export function neededBy(sql: string): number | undefined {
  const number = /^-- needs: (\d{4})$/m.exec(sql)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Statement: the migrations applied. In a database of a version before `needs` was kept, nothing needs anything. */
export const HISTORY =
  "SELECT number, name, checksum, (to_jsonb(m) ->> 'needs')::int AS needs FROM maintenance.migrations AS m ORDER BY number";

/**
 * Why a program that knows the migrations `own` cannot run on a schema with this history, as a sentence; undefined: it can.
 * A newer version may have added to the schema as long as it took nothing away that this one uses.
 */
export function tooOldFor(own: ReadonlySet<number>, history: readonly HistoryEntry[]): string | undefined {
  const barrier = history.find(({ number, needs }) => !own.has(number) && needs !== null && !own.has(needs));
  return (
    barrier &&
    `The database has the migration ${barrier.name}, which took away what this version of the program uses: it is older than the database.`
  );
}

/**
 * A part of a migration that is no transaction (`-- step` on a line of its own begins each): what may not stand in one (CONCURRENTLY),
 * or must not last as long as one (millions of rows). A program killed in between begins the file again, so each bears being repeated.
 */
export interface Step {
  readonly sql: string;
  /** Lines of the file above it. */
  readonly above: number;
  /**
   * `once`: as it stands. `rows`: each row it answers is a statement that is then run, for the partitions a table has by now.
   * `until-none`: again and again, each time a transaction, until it touches no row.
   */
  readonly how: 'once' | 'rows' | 'until-none';
}

const STEP = /^-- step(?:: (each row is a statement|until nothing is left))?$/;
const HOW = { 'each row is a statement': 'rows', 'until nothing is left': 'until-none' } as const;

/** The steps of a migration; none: it is one transaction. */
export function stepsOf(sql: string): Step[] {
  const steps: { lines: string[]; above: number; how: Step['how'] }[] = [];
  for (const [index, line] of sql.split('\n').entries()) {
    const begun = STEP.exec(line);
    if (begun)
      steps.push({
        lines: [],
        above: index + 1,
        how: begun[1] === undefined ? 'once' : HOW[begun[1] as keyof typeof HOW],
      });
    else steps.at(-1)?.lines.push(line);
  }
  return steps.map(({ lines, above, how }) => ({ sql: lines.join('\n'), above, how }));
}

/** What the database says has been applied; empty before the first migration. */
export async function appliedMigrations(client: ClientBase): Promise<HistoryEntry[]> {
  const known = await client.query<{ known: boolean }>(
    `SELECT to_regclass('maintenance.migrations') IS NOT NULL AS known`,
  );
  if (!known.rows[0]?.known) return [];
  const { rows } = await client.query<HistoryEntry>(HISTORY);
  return rows;
}

export interface MigrateOptions {
  /** Hears how far a long step has come. */
  readonly say?: (line: string) => void;
  /** Longest wait for one lock. Whoever comes after us to that table waits as long, so it is short, and asked for again. */
  readonly lockTimeoutMs?: number;
}

/** How long others may be at work on the schema, or on a table, before it is given up. */
const PATIENCE_MS = 120_000;
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const TELL_EVERY_MS = 5_000;

/**
 * Applies what is missing and answers the names applied. Does nothing, and takes no lock, when all is applied.
 * Several processes may call it at once. Throws `MigrationError` when an applied file was changed, or
 * when the database has a migration of a newer version that this one cannot run on (`needs`).
 * A file may come later with a smaller number than one already applied: number ranges belong to modules, and a file
 * relies on 0001-0009 and its own range only.
 */
export async function migrate(
  connection: ClientConfig,
  folder: string = MIGRATIONS_FOLDER,
  options: MigrateOptions = {},
): Promise<string[]> {
  const files = await readMigrations(folder);
  return withClient(connection, async (client) => {
    await client.query(`SET ROLE ${MIGRATOR_ROLE}`);
    if (pending(files, await appliedMigrations(client)).length === 0) return [];
    // Held only while migrating; the reads above are repeated under it.
    await onlyOne(client);
    try {
      await limitLocks(client, options);
      await makeHistory(client);
      const applied: string[] = [];
      for (const file of pending(files, await appliedMigrations(client))) {
        await apply(client, file, options);
        applied.push(file.name);
      }
      return applied;
    } finally {
      await client.query(`SELECT pg_advisory_unlock(hashtext('scanship migrations'))`);
    }
  });
}

/** Not asked of one that is there: that would wait for whoever reads it, a backup for example. */
async function makeHistory(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = to_regclass('maintenance.migrations') AND attname = 'needs'`,
  );
  if (rowCount !== 0) return;
  await client.query('CREATE SCHEMA IF NOT EXISTS maintenance');
  await client.query(`CREATE TABLE IF NOT EXISTS maintenance.migrations (
    number int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(), duration_ms int NOT NULL)`);
  await client.query('ALTER TABLE maintenance.migrations ADD COLUMN IF NOT EXISTS needs int');
}

/** Asked for again and again: a statement that waits is a transaction, which CREATE INDEX CONCURRENTLY of the one at work would wait for. */
async function onlyOne(client: ClientBase): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const { rows } = await client.query<{ ours: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('scanship migrations')) AS ours`,
    );
    if (rows[0]?.ours) return;
    if (Date.now() > until) throw new MigrationError('Another process has been at work on the schema for two minutes.');
    await sleep(100);
  }
}

/**
 * How many migrations the database has, and the names of those it has not.
 * @throws MigrationError when its history does not fit the files
 */
export async function historyOf(
  connection: ClientConfig,
  folder: string = MIGRATIONS_FOLDER,
): Promise<{ readonly applied: number; readonly missing: readonly string[] }> {
  const files = await readMigrations(folder);
  const history = await withClient(connection, async (client) => {
    await client.query(`SET ROLE ${MIGRATOR_ROLE}`);
    return appliedMigrations(client);
  });
  return { applied: history.length, missing: pending(files, history).map(({ name }) => name) };
}

function pending(files: readonly MigrationFile[], history: readonly HistoryEntry[]): MigrationFile[] {
  const byNumber = new Map(files.map((file) => [file.number, file]));
  const tooOld = tooOldFor(new Set(byNumber.keys()), history);
  if (tooOld !== undefined) throw new MigrationError(tooOld);
  for (const done of history) {
    const file = byNumber.get(done.number);
    if (file && file.checksum !== done.checksum) {
      throw new MigrationError(
        `The migration ${file.name} was changed after it had been applied; add a new one instead.`,
      );
    }
  }
  const applied = new Set(history.map((done) => done.number));
  return files.filter((file) => !applied.has(file.number));
}

async function apply(client: Client, file: MigrationFile, options: MigrateOptions): Promise<void> {
  const started = performance.now();
  const record = () =>
    client.query(
      'INSERT INTO maintenance.migrations (number, name, checksum, duration_ms, needs) VALUES ($1, $2, $3, $4, $5)',
      [file.number, file.name, file.checksum, Math.round(performance.now() - started), file.needs ?? null],
    );
  const steps = stepsOf(file.sql);
  if (steps.length === 0) {
    await patiently(file, 0, 'failed and was undone', async () => {
      try {
        await client.query('BEGIN');
        await client.query(file.sql);
        await record();
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
    return;
  }
  for (const step of steps)
    await patiently(file, step.above, 'stopped; what was done before it stays', () => run(client, file, step, options));
  await record();
}

async function run(client: Client, { name }: MigrationFile, step: Step, options: MigrateOptions): Promise<void> {
  const send = async (statement: string) => {
    // One that was cut off while it waited would leave a broken index; nobody queues up behind it.
    const keepsNobody = /\bCONCURRENTLY\b/i.test(statement);
    await limitLocks(client, keepsNobody ? { lockTimeoutMs: 0 } : options);
    return (await client.query(statement)).rowCount ?? 0;
  };
  if (step.how === 'rows') {
    const { rows } = await client.query<[string]>({ text: step.sql, rowMode: 'array' });
    for (const [statement] of rows) await send(statement);
    return;
  }
  let touched = await send(step.sql);
  if (step.how === 'once') return;
  for (let told = Date.now(), all = touched; touched > 0; all += touched) {
    touched = await send(step.sql);
    if (Date.now() - told < TELL_EVERY_MS) continue;
    told = Date.now();
    options.say?.(`${name}: ${all + touched} rows`);
  }
}

const limitLocks = (client: ClientBase, { lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions) =>
  client.query(`SET lock_timeout = ${lockTimeoutMs}`);

/** Does it, again where a lock was not to be had in time; whatever else fails is a sentence with the line. */
async function patiently(file: MigrationFile, above: number, how: string, work: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    try {
      await work();
      return;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE && Date.now() < until) {
        // Whoever queued up behind us goes first.
        await sleep(500);
        continue;
      }
      const line =
        error instanceof DatabaseError && error.position
          ? lineOf(file.sql.split('\n').slice(above).join('\n'), Number(error.position)) + above
          : undefined;
      const where = line === undefined ? file.name : `${file.name}, line ${line}`;
      throw new MigrationError(
        `The migration ${where} ${how}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}

const lineOf = (sql: string, position: number): number => sql.slice(0, position).split('\n').length;

/**
 * A change of data that must not silently touch nothing (under forced row security a role without a policy updates
 * 0 rows without an error). Throws, and so undoes the transaction, when fewer rows than expected were touched.
 * In SQL files use `SELECT maintenance.backfill($$UPDATE ...$$, 'table')`.
 */
export async function backfill(
  tx: ClientBase,
  statement: string,
  expect: { readonly expectAtLeast: number },
): Promise<number> {
  const touched = (await tx.query(statement)).rowCount ?? 0;
  if (touched < expect.expectAtLeast) {
    throw new MigrationError(
      `A back-fill touched ${touched} rows where at least ${expect.expectAtLeast} were expected: is a row policy in the way? (${statement.trim().slice(0, 120)})`,
    );
  }
  return touched;
}
