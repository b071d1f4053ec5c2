/** A fresh migrated database for a test file or a test, opened as the application opens it. */
import { randomBytes } from 'node:crypto';
import { type ClientConfig, escapeIdentifier } from 'pg';
import { expect, inject } from 'vitest';
import { withClient } from '../src/platform/database/connection.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { connectionsOf } from './test-cluster.ts';

export interface TestDatabase {
  readonly name: string;
  /** Opened as the real application role: row security holds. */
  readonly db: Database;
  /** For what the application may not do: `withClient(test.migrator, ...)` sees and writes every row. */
  readonly migrator: ClientConfig;
  /** An account that may make roles and databases. */
  readonly admin: ClientConfig;
  /** What `db` was opened with; several processes of a test open it again with this. */
  readonly app: ClientConfig;
  /** Closes `db` and removes the database. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly maxConnections?: number;
  /** Without migrations: for tests of the migrator itself. */
  readonly empty?: boolean;
}

/**
 * The server has 200 connections for all files of a lane, and an open database keeps its own for a minute. A property that fails is run
 * a hundred times more: with a new database each time the files beside it would find no connection left, and nobody the one that failed.
 */
const MOST_OPEN = 12;
let open = 0;

/** About 30 ms. Call `drop` in afterAll, or after each test that makes its own. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  if (open >= MOST_OPEN) throw new Error(`${open} test databases are open: drop each where it is not needed any more.`);
  const cluster = inject('testCluster');
  const server = connectionsOf(cluster);
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = options.empty ? 'template0' : cluster.template;
  // Copying files is the faster way on the embedded test server, which does not wait for the disk.
  const strategy = 'url' in cluster.server ? '' : ' STRATEGY FILE_COPY';
  await withClient(server.admin('postgres'), (client) =>
    client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}${strategy}`),
  );
  open += 1;
  const db = openDatabase({ connection: server.app(name), maxConnections: options.maxConnections ?? 8 });
  let dropped = false;
  return {
    name,
    db,
    migrator: server.migrator(name),
    admin: server.admin(name),
    app: server.app(name),
    async drop() {
      if (!dropped) open -= 1;
      dropped = true;
      await db.close();
      await withClient(server.admin('postgres'), (client) =>
        client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
      );
    },
  };
}

/** Comes back as soon as so many sessions of the database wait for a lock. */
export const untilWaiting = (test: TestDatabase, count = 1): Promise<void> =>
  expect
    .poll(() =>
      withClient(test.admin, async (client) => {
        const { rows } = await client.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows[0]?.n;
      }),
    )
    .toBe(count);
