/**
 * One transaction on one pooled connection, in as few round trips and writes as the protocol allows: what opens it is sent
 * in front of its first statement without waiting for an answer, statements sent at once leave in one write, and a
 * statement of fixed shape is prepared once a connection.
 */
import { Writable } from 'node:stream';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  Transaction,
} from 'kysely';
import type { PoolClient, QueryConfig, QueryResult as PgResult } from 'pg';
import type { Schema } from './schema.ts';
import { openStatementSpan } from './statement-span.ts';

/** A running transaction. Commands take `(ctx, tx, input)`, so that one command may be part of another. */
export type Tx = Transaction<Schema>;

export interface OpenTransaction {
  readonly tx: Tx;
  /** Throws when PostgreSQL could not keep what was done, also because a statement had failed and the error was dropped. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** A statement to be prepared under a name; the name is the connection's, so its text never changes. */
interface NamedQuery<R> extends CompiledQuery<R> {
  readonly statement: string;
}

/** Shapes of one label that are prepared; further ones run unprepared, so that no connection keeps more than these. */
const MOST_SHAPES = 24;
const shapes = new Map<string, Map<string, string>>();

function statementName(label: string, text: string): string | undefined {
  const known = shapes.get(label) ?? new Map<string, string>();
  shapes.set(label, known);
  const name = known.get(text);
  if (name !== undefined || known.size >= MOST_SHAPES) return name;
  const fresh = known.size === 0 ? label : `${label}:${known.size}`;
  known.set(text, fresh);
  return fresh;
}

/**
 * Runs a statement that is sent often with the same text, prepared where the connection allows it: PostgreSQL then parses
 * it once a connection and, after five runs, mostly plans it no more. Only for statements whose plan does not hang on
 * their values (`^@`, for one, needs its value to use an index), each with a test of its general plan.
 * @param label names the statement; at most 24 shapes of it are prepared
 */
export function executeFixed<R>(tx: Tx, label: string, query: RawBuilder<R>): Promise<QueryResult<R>> {
  const compiled = query.compile(tx);
  const statement = statementName(label, compiled.sql);
  if (statement === undefined) return tx.executeQuery(compiled);
  const named: NamedQuery<R> = { ...compiled, statement };
  return tx.executeQuery(named);
}

/** Texts that are prepared because their transaction is (`WorkOptions.byKey`); later ones run unprepared. */
const MOST_TEXTS = 250;
/** A text is prepared from so many times on, so that shapes that hardly come again take nobody's place. */
const OFTEN = 4;
const MOST_SEEN = 2_000;
const texts = new Map<string, string>();
const seen = new Map<string, number>();

function nameOfText(text: string): string | undefined {
  const known = texts.get(text);
  if (known !== undefined || texts.size >= MOST_TEXTS) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (seen.size >= MOST_SEEN) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const fresh = `by-key:${texts.size}`;
  texts.set(text, fresh);
  return fresh;
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const driver = new DummyDriver();
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const dialect: Dialect = {
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createAdapter: () => adapter,
  createIntrospector: (db) => new PostgresIntrospector(db),
};

export interface TransactionOptions {
  /** Statements without parameters, from BEGIN on, that make the transaction somebody's. */
  readonly opening: string;
  /** Whether prepared statements outlive a transaction on this connection. */
  readonly mayPrepare: () => boolean;
  /** All statements are sent before the first answer is waited for; COMMIT leaves with them. */
  readonly atOnce: boolean;
  /** Every statement is prepared, whatever it is. */
  readonly prepareAll: boolean;
  /**
   * Nobody answers any more when a statement takes longer, whatever limit of its own the server holds it to: the connection is then
   * given up. A cable that is pulled, or a machine that vanishes, ends no connection.
   */
  readonly answerWithinMs: number;
}

/** The socket, to gather what is sent in one turn of the event loop, and to end it. */
export function socketOf(client: PoolClient): Writable | undefined {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = typeof connection === 'object' && connection ? Reflect.get(connection, 'stream') : undefined;
  return stream instanceof Writable ? stream : undefined;
}

/**
 * Nothing is sent before the first statement; without one there is no transaction at all.
 * @param client a connection in pipeline mode: statements that are not waited for are sent at once and answered in turn
 */
export function openTransaction(
  client: PoolClient,
  { opening, mayPrepare, atOnce, prepareAll, answerWithinMs }: TransactionOptions,
): OpenTransaction {
  let opened: Promise<unknown> | undefined;
  let ended = false;
  let committing: Promise<PgResult> | undefined;
  const ask = (statement: QueryConfig): Promise<PgResult> => {
    const limited: QueryConfig & { readonly query_timeout: number } = { ...statement, query_timeout: answerWithinMs };
    return client.query(limited);
  };
  const open = (): Promise<unknown> => {
    if (ended) throw new Error('A statement was sent after its transaction had ended.');
    if (opened === undefined) {
      const socket = socketOf(client);
      socket?.cork();
      opened = ask({ text: opening });
      // Told to whoever sent a statement behind it; see below.
      opened.catch(() => undefined);
      // After all that follows in this turn has been handed over.
      process.nextTick(() => {
        if (atOnce) {
          ended = true;
          committing = ask({ text: 'COMMIT' });
          committing.catch(() => undefined);
        }
        socket?.uncork();
      });
    }
    return opened;
  };

  const nameFor = (query: CompiledQuery): string | undefined =>
    'statement' in query && typeof query.statement === 'string'
      ? query.statement
      : prepareAll
        ? nameOfText(query.sql)
        : undefined;

  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const begun = open();
      const span = openStatementSpan(query.sql);
      const values = [...query.parameters];
      const name = mayPrepare() ? nameFor(query) : undefined;
      const sent: Promise<PgResult> = ask(
        name === undefined ? { text: query.sql, values } : { name, text: query.sql, values },
      );
      try {
        const { command, rowCount, rows } = await sent;
        await begun;
        return {
          rows: (rows ?? []) as R[],
          ...(CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
        };
      } catch (error) {
        span?.failed(error);
        // Why the opening failed says more than what failed behind it.
        await begun;
        throw error;
      } finally {
        span?.end();
      }
    },
    // oxlint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('Rows are not streamed.');
    },
  };

  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  });
  return {
    tx: new Transaction<Schema>({ config: { dialect }, dialect, driver, executor }),
    async commit() {
      ended = true;
      if (opened === undefined) return;
      const { command } = await (committing ?? ask({ text: 'COMMIT' }));
      if (command === 'ROLLBACK')
        throw new Error('The transaction was undone: one of its statements had failed and the work went on.');
    },
    async rollback() {
      ended = true;
      if (opened === undefined) return;
      // Of a transaction that failed, COMMIT is ROLLBACK.
      await (committing ?? ask({ text: 'ROLLBACK' }));
    },
  };
}
