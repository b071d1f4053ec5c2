/**
 * The only way into the database: every piece of work is one transaction in one role for one tenant (or realm), so that
 * row security holds whatever the query says.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { DatabaseError, Pool, type ClientConfig } from 'pg';
import { valueTypes } from './connection.ts';
import { isUuid } from './ids.ts';
import type { WorkingRole } from './roles.ts';
import type { Schema } from './schema.ts';

/** A running transaction. Commands take `(ctx, tx, input)`, so that one command may be part of another. */
export type Tx = Transaction<Schema>;

export interface WorkOptions {
  /** A single statement may take this long; default the database's own (`statementTimeoutMs` of openDatabase). */
  readonly statementTimeoutMs?: number;
  /** `repeatable read` for reports that must see one moment; `serializable` where two rows must agree. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
}

type Work<T> = (tx: Tx) => Promise<T>;

/**
 * `work` may run again from the start after a serialization failure or deadlock (at most 5 times), so it must hold no
 * effects outside the database: nothing is called outside inside a transaction.
 */
export interface Database {
  /** As `app_tenant`: the rows of one tenant; never a sealed column. */
  tenant<T>(who: { readonly tenantId: string }, work: Work<T>, options?: WorkOptions): Promise<T>;
  /** As `app_identity`: users, memberships, credentials and sessions of one realm; reads the reference tables. */
  identity<T>(who: { readonly realmId: string }, work: Work<T>, options?: WorkOptions): Promise<T>;
  /** As `app_secrets`: keys and sealed columns of one tenant, or of one realm (second factors). */
  secrets<T>(
    who: { readonly tenantId: string } | { readonly realmId: string },
    work: Work<T>,
    options?: WorkOptions,
  ): Promise<T>;
  /** As `app_system`: due work, inbox, roll-ups of all tenants by named columns; writes the reference tables. */
  system<T>(work: Work<T>, options?: WorkOptions): Promise<T>;
  /** Reads tenants, tenant_closure, hosts and fx_rates before any tenant is known. Read only. */
  reference<T>(work: Work<T>): Promise<T>;
  /** Answers within 2 s or throws. */
  ping(): Promise<void>;
  /** Connections of the pool, for metrics. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Waits for running work, then closes the connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** From `embeddedConnections(...).app()` or `urlConnections(...).app()`. */
  readonly connection: ClientConfig;
  /** Connections at most; default 12. */
  readonly maxConnections?: number;
  /** Default limit of one statement in milliseconds; default 30 000. */
  readonly statementTimeoutMs?: number;
  /** A connection that broke while idle (the server was restarted); the next work gets a new one. */
  readonly onError?: (error: Error) => void;
}

/** Who a transaction works as. */
export interface Actor {
  readonly role: WorkingRole;
  readonly tenantId?: string;
  readonly realmId?: string;
}

const MOST_ATTEMPTS = 5;
const RETRIED = new Set(['40001', '40P01']);

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    ...options.connection,
    types: valueTypes,
    max: options.maxConnections ?? 12,
    idleTimeoutMillis: 60_000,
    // Work that waits longer for a connection fails aloud instead of hanging (nested transactions, a stuck pool).
    connectionTimeoutMillis: 15_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // Without a listener a server restart would end the process.
  pool.on('error', (error) => options.onError?.(error));
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

  const run = async <T>(actor: Actor, work: Work<T>, workOptions: WorkOptions = {}): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        let transaction = kysely.transaction();
        if (workOptions.isolation) transaction = transaction.setIsolationLevel(workOptions.isolation);
        if (workOptions.readOnly) transaction = transaction.setAccessMode('read only');
        return await transaction.execute(async (tx) => {
          await actAs(tx, actor, workOptions.statementTimeoutMs);
          return work(tx);
        });
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || !isRetried(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
      }
    }
  };

  let closing: Promise<void> | undefined;
  return {
    tenant: ({ tenantId }, work, workOptions) => run({ role: 'app_tenant', tenantId }, work, workOptions),
    identity: ({ realmId }, work, workOptions) => run({ role: 'app_identity', realmId }, work, workOptions),
    secrets: (who, work, workOptions) => run({ role: 'app_secrets', ...who }, work, workOptions),
    system: (work, workOptions) => run({ role: 'app_system' }, work, workOptions),
    reference: (work) => run({ role: 'app_identity' }, work, { readOnly: true }),
    async ping() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The database did not answer within 2 s.')), 2_000);
      });
      try {
        await Promise.race([pool.query('SELECT 1'), late]);
      } finally {
        clearTimeout(timer);
      }
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closing ??= kysely.destroy()),
  };
}

/**
 * Makes the rest of a transaction work as somebody else, for the few commands whose rows belong to two roles and must be
 * one transaction (sign-up writes a tenant, a user and a role). Settings end with the transaction.
 */
export async function actAs(tx: Tx, actor: Actor, statementTimeoutMs?: number): Promise<void> {
  for (const id of [actor.tenantId, actor.realmId]) {
    if (id !== undefined && !isUuid(id)) throw new RangeError(`Not the id of a tenant: ${id}`);
  }
  // One statement. An absent tenant is '' and matches no row.
  const timeout =
    statementTimeoutMs === undefined
      ? sql``
      : sql`, set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`;
  await sql`SELECT set_config('role', ${actor.role}, true), set_config('app.tenant', ${actor.tenantId ?? ''}, true),
    set_config('app.realm', ${actor.realmId ?? ''}, true)${timeout}`.execute(tx);
}

/** Whether PostgreSQL undid the transaction because of others and it may simply be tried again. */
function isRetried(error: unknown): boolean {
  return error instanceof DatabaseError && error.code !== undefined && RETRIED.has(error.code);
}

/** The constraint or unique index an error names: `violated(error) === 'purchases_one_live_label'`. */
export function violated(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}
