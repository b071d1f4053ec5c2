/**
 * The only way into the database: every piece of work is one transaction in one role for one tenant (or realm), so that
 * row security holds whatever the query says.
 */
import { inInnerSpan, type SpanStart } from '@scanship/connector-kit/spans';
import { sql } from 'kysely';
import { Client, DatabaseError, type ClientConfig } from 'pg';
import { valueTypes } from './connection.ts';
import { isUuid } from './ids.ts';
import { isNotPrepared, type Line, openLines } from './pool/lines.ts';
import { createProbe, PROBE_WITHIN_MS } from './pool/probe.ts';
import type { WorkingRole } from './roles.ts';
import { openStandby, STANDBY_WITHIN_MS, type StandbyOptions, type StandbyState } from './standby/standby.ts';
import { executeFixed, openTransaction, type Tx } from './transaction.ts';

export type { Tx } from './transaction.ts';

export interface WorkOptions {
  /** A single statement may take this long; default the database's own (`statementTimeoutMs` of openDatabase). */
  readonly statementTimeoutMs?: number;
  /** `repeatable read` for reports that must see one moment; `serializable` where two rows must agree. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /**
   * `standby`: on a standby where there is one that has everything the primary had when the read began (decision 0495), else on the
   * primary. For what is much to read: lists, reports, exports, searches. Never for what a write or a permission hangs on.
   */
  readonly readOnly?: boolean | 'standby';
  /**
   * `work` sends all its statements before it waits for the first answer, so that they travel with BEGIN and COMMIT in one
   * round trip; a later one is refused. A failing one undoes all.
   */
  readonly atOnce?: boolean;
  /** What is written may be lost in a crash of the database server, so nobody waits for its disk: counters, traces. */
  readonly relaxed?: boolean;
  /** Prepared statements are not planned for their values, so each needs a test of its general plan. */
  readonly generalPlans?: boolean;
  /**
   * For work that is done once a label and more: every statement finds its rows by a key, so each is prepared by its text and
   * planned once a connection, for any values, and never reads a table from end to end because it was small that day. Not for
   * lists, whose plan hangs on what is looked for, nor for texts that are made anew each time.
   */
  readonly byKey?: boolean;
}

type Work<T> = (tx: Tx) => Promise<T>;
type Limited = WorkOptions & { readonly statementTimeoutMs: number };

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
  /** A connection outside the pool, not yet opened, for LISTEN. It signs in as the program and can read no table. */
  ownConnection(): Client;
  /** Answers within 2 s that it takes writes, or throws. Not by the pool: see `probe`. */
  ping(): Promise<void>;
  /**
   * Rows of a fixed statement without parameters, as `app_system`, within 2 s or it throws. On one connection of its own that is
   * kept, so that readiness says how the database is, not how busy this process is.
   */
  probe<Row>(statement: string): Promise<Row[]>;
  /** Connections of the pool and what waits for one, for metrics. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** How the standby for reading is, for metrics; undefined where there is none. */
  standby(): StandbyState | undefined;
  /** Waits for running work, then closes the connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** From `embeddedConnections(...).app()` or `urlConnections(...).app()`. */
  readonly connection: ClientConfig;
  /** For LISTEN, where `connection` leads to a pooler. */
  readonly direct?: ClientConfig;
  /** A standby of the same server, to read on. */
  readonly standby?: ({ readonly connection: ClientConfig } & Pick<StandbyOptions, 'tell' | 'count'>) | undefined;
  /** Connections at most, to each of both; default 12. */
  readonly maxConnections?: number;
  /** Default limit of one statement in milliseconds; default 30 000. */
  readonly statementTimeoutMs?: number;
  /** So long a statement may go unanswered beyond twice its limit before its connection is given up; default 5 000. */
  readonly graceMs?: number;
  /** A connection that broke while idle (the server was restarted); the next work gets a new one. */
  readonly onError?: (error: Error) => void;
}

/** Who a transaction works as. */
export interface Actor {
  readonly role: WorkingRole;
  readonly tenantId?: string;
  readonly realmId?: string;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 60_000;
/** Statements that are sent at once wait for one another, so an answer may take longer than one of them. */
const WAITS_LIKE = 2;
const GRACE_MS = 5_000;
/** Work that waits longer for a connection fails aloud instead of hanging (nested transactions, a stuck pool). */
const CONNECTION_WITHIN_MS = 15_000;
const MOST_ATTEMPTS = 5;
const RETRIED = new Set(['40001', '40P01']);

export function openDatabase(options: DatabaseOptions): Database {
  const max = options.maxConnections ?? 12;
  const { onError } = options;
  const lines = openLines({ connection: options.connection, max, withinMs: CONNECTION_WITHIN_MS, onError });
  const prober = (connection: ClientConfig) =>
    createProbe(
      () => new Client({ ...connection, types: valueTypes, keepAlive: true, connectionTimeoutMillis: PROBE_WITHIN_MS }),
      (error) => onError?.(error),
    );
  const probe = prober(options.connection);
  const standby =
    options.standby &&
    openStandby({
      ofPrimary: prober(options.connection),
      ofStandby: prober(options.standby.connection),
      lines: openLines({ connection: options.standby.connection, max, withinMs: STANDBY_WITHIN_MS, onError }),
      tell: options.standby.tell,
      count: options.standby.count,
    });

  const attempt = async <T>(line: Line, opening: string, work: Work<T>, workOptions: Limited): Promise<T> => {
    const transaction = openTransaction(line.client, {
      opening,
      mayPrepare: line.mayPrepare,
      atOnce: workOptions.atOnce === true,
      prepareAll: workOptions.byKey === true,
      answerWithinMs: WAITS_LIKE * workOptions.statementTimeoutMs + (options.graceMs ?? GRACE_MS),
    });
    let value: T;
    try {
      value = await work(transaction.tx);
    } catch (error) {
      // A connection whose prepared statements are in doubt is not used again.
      const spoilt = line.failed(error);
      await give(line, transaction.rollback(), spoilt).catch(() => undefined);
      throw error;
    }
    const ended = give(line, transaction.commit(), false);
    // Nothing can be lost by reading: the answer need not wait for the end.
    if (workOptions.readOnly) ended.catch(() => undefined);
    else await ended;
    return value;
  };

  const run = async <T>(actor: Actor, work: Work<T>, asked: WorkOptions = {}): Promise<T> => {
    const statementTimeoutMs = asked.statementTimeoutMs ?? options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
    const workOptions = { ...asked, statementTimeoutMs };
    const opening = openingOf(actor, workOptions);
    const who = actor.tenantId ?? actor.realmId ?? actor.role;
    const inSpan = (take: () => Promise<Line>): Promise<T> =>
      inInnerSpan(
        () => spanOf(actor),
        async () => attempt(await take(), opening, work, workOptions),
      );
    if (standby && workOptions.readOnly === 'standby') {
      const read = await standby.read(who, (line) => inSpan(async () => line));
      if (read) return read.value;
    }
    for (let n = 1; ; n += 1) {
      try {
        return await inSpan(() => lines.take(who));
      } catch (error) {
        if (n >= MOST_ATTEMPTS || !isRetried(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** n));
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
    ownConnection: () =>
      new Client({
        ...(options.direct ?? options.connection),
        types: valueTypes,
        keepAlive: true,
        connectionTimeoutMillis: CONNECTION_WITHIN_MS,
      }),
    async ping() {
      const [now] = await probe.ask<{ readonly: boolean }>(
        `SELECT current_setting('transaction_read_only')::boolean AS readonly`,
      );
      if (now?.readonly !== false) throw new Error('The database is read only: a standby, or switched to read only.');
    },
    probe: (statement) => probe.ask(statement),
    connections: () => lines.counts(),
    standby: () => standby?.state(),
    close: () => (closing ??= Promise.all([lines.close(), probe.close(), standby?.close()]).then(() => undefined)),
  };
}

/** Gives a connection back when its transaction has ended; one that could not even end it is closed. */
async function give({ release }: Line, ending: Promise<void>, spoilt: boolean): Promise<void> {
  try {
    await ending;
  } catch (error) {
    release(spoilt || !(error instanceof DatabaseError));
    throw error;
  }
  release(spoilt);
}

/** Refuses what is no id before it becomes part of a statement. */
function checkIds(...ids: readonly (string | undefined)[]): void {
  for (const id of ids) if (id !== undefined && !isUuid(id)) throw new RangeError(`Not the id of a tenant: ${id}`);
}

/** Keys are looked up one after the other: nothing is gathered from a whole table, however small it was when that was planned. */
const BY_KEY = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((way) => `; SET LOCAL enable_${way} = off`)
  .join('');

const spanOf = ({ role, tenantId }: Actor): SpanStart => ({
  name: `transaction ${role}`,
  kind: 'inner',
  values: { 'scanship.tenant_id': tenantId },
});

/** BEGIN and who works, as statements without parameters. Roles and modes are closed lists, ids are checked. */
function openingOf(actor: Actor, options: Limited): string {
  const { isolation, readOnly, statementTimeoutMs, generalPlans, relaxed, byKey } = options;
  checkIds(actor.tenantId, actor.realmId);
  const level = isolation === undefined ? '' : ` ISOLATION LEVEL ${isolation.toUpperCase()}`;
  // In the transaction, not with the connection: poolers pass no such settings on.
  const timeout = `; SET LOCAL statement_timeout = ${Math.max(1, Math.trunc(statementTimeoutMs))}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`;
  const plans = `${generalPlans || byKey ? '; SET LOCAL plan_cache_mode = force_generic_plan' : ''}${byKey ? BY_KEY : ''}`;
  const commit = relaxed ? '; SET LOCAL synchronous_commit = off' : '';
  // An absent tenant is '' and matches no row.
  return `BEGIN${level}${readOnly ? ' READ ONLY' : ''}; SET LOCAL ROLE ${actor.role}; SET LOCAL app.tenant = '${actor.tenantId ?? ''}'; SET LOCAL app.realm = '${actor.realmId ?? ''}'${timeout}${plans}${commit}`;
}

/**
 * Makes the rest of a transaction work as somebody else, for the few commands whose rows belong to two roles and must be
 * one transaction (sign-up writes a tenant, a user and a role). Settings end with the transaction.
 */
export async function actAs(tx: Tx, actor: Actor): Promise<void> {
  checkIds(actor.tenantId, actor.realmId);
  await executeFixed(
    tx,
    'act-as',
    sql`SELECT set_config('role', ${actor.role}, true), set_config('app.tenant', ${actor.tenantId ?? ''}, true),
      set_config('app.realm', ${actor.realmId ?? ''}, true)`,
  );
}

/** Whether PostgreSQL undid the transaction because of others, or of what was prepared, and it may simply be tried again. */
function isRetried(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code === undefined) return false;
  return RETRIED.has(error.code) || isNotPrepared(error);
}

/** The constraint or unique index an error names: `violated(error) === 'purchases_one_live_label'`. */
export function violated(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}
