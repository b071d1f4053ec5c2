/** Connections to one server: a pool, everybody's turn in front of it, and whether statements may be prepared there. */
import { DatabaseError, Pool, type ClientConfig, type PoolClient } from 'pg';
import { createTurns } from '../../turns/turns.ts';
import { valueTypes } from '../connection.ts';
import { socketOf } from '../transaction.ts';

export interface Line {
  readonly client: PoolClient;
  readonly mayPrepare: () => boolean;
  /** Tells what went wrong. @returns whether the connection must not be used again */
  readonly failed: (error: unknown) => boolean;
  /** @param spoilt it is closed instead of used again */
  readonly release: (spoilt: boolean) => void;
}

export interface Lines {
  /** Waits for a connection. @param who in whose name it is taken: nobody keeps the others waiting */
  take(who: string): Promise<Line>;
  /** Ends all that are in use, so that what is asked on them fails now. */
  cut(): void;
  counts(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface LinesOptions {
  readonly connection: ClientConfig;
  readonly max: number;
  /** For a place, and again for connecting. */
  readonly withinMs: number;
  /** A connection that broke while idle. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** Part of the connections that no tenant takes from the others, however much of its work waits. */
const KEPT_FOR_OTHERS = 0.25;
/** A prepared statement is not there, or is there already: somebody between us and PostgreSQL shares the connection. */
const NOT_PREPARED = new Set(['26000', '42P05']);
/** "cached plan must not change result type": a migration ran while the statement was prepared. */
const PLAN_OUTDATED = '0A000';

export function openLines({ connection, max, withinMs, onError }: LinesOptions): Lines {
  const pool = new Pool({
    ...connection,
    types: valueTypes,
    max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: withinMs,
    pipeline: true,
  });
  // In front of the pool, whose own line would be first come, first served.
  const turns = createTurns({ places: max, most: max - Math.floor(max * KEPT_FOR_OTHERS), withinMs });
  // Without a listener a server restart would end the process.
  pool.on('error', (error) => onError?.(error));
  // The same for a connection that breaks between two statements of a transaction: its next statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing = watchPreparing();
  const held = new Set<PoolClient>();
  return {
    async take(who) {
      const leave = await turns.take(who);
      try {
        const client = await pool.connect();
        held.add(client);
        return {
          client,
          mayPrepare: preparing.of(client),
          failed: preparing.failed,
          release(spoilt) {
            held.delete(client);
            client.release(spoilt);
            leave();
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
    cut() {
      for (const client of held) socketOf(client)?.destroy();
    },
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: turns.waiting() }),
    close: () => pool.end(),
  };
}

/**
 * Whether statements may be prepared on a connection. Behind a pooler that hands each transaction to another server
 * connection they may not; such a pooler gives out process ids of its own, by which it is known.
 */
function watchPreparing() {
  let shared = false;
  const direct = new WeakMap<PoolClient, boolean>();
  return {
    of(client: PoolClient): () => boolean {
      if (!shared && !direct.has(client)) {
        direct.set(client, false);
        client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid').then(
          ({ rows }) => direct.set(client, rows[0]?.pid === Reflect.get(client, 'processID')),
          // The statement behind it fails in the same way and says so.
          () => undefined,
        );
      }
      return () => !shared && direct.get(client) === true;
    },
    failed: (error: unknown): boolean => {
      if (!(error instanceof DatabaseError) || error.code === undefined) return false;
      if (NOT_PREPARED.has(error.code)) shared = true;
      return isNotPrepared(error);
    },
  };
}

/** Whether a statement failed because of how it was prepared, and would not if it were sent again. */
export const isNotPrepared = (error: DatabaseError): boolean =>
  NOT_PREPARED.has(error.code ?? '') || (error.code === PLAN_OUTDATED && error.routine === 'RevalidateCachedQuery');
