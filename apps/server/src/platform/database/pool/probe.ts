/** Questions of readiness: on one connection of their own, so that they neither wait for the pool nor take from it. */
import type { Client, QueryResult } from 'pg';

export interface Probe {
  /**
   * Rows of one fixed statement, as `app_system`; questions asked at once are answered one after the other.
   * @throws Error when there is no answer within 2 s, connecting included; the next question then connects anew
   */
  ask<Row>(statement: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** For connecting, and for an answer. */
export const PROBE_WITHIN_MS = 2_000;

/**
 * @param connect makes a client that is not yet connected
 * @param onError hears of a connection that broke while nothing was asked
 */
export function createProbe(connect: () => Client, onError: (error: Error) => void): Probe {
  let kept: { readonly client: Client; readonly ready: Promise<unknown> } | undefined;

  const drop = async (gone: typeof kept): Promise<void> => {
    if (kept === gone) kept = undefined;
    // While a statement runs this cuts the connection instead of waiting for its answer.
    await gone?.client.end().catch(() => undefined);
  };
  const open = (): NonNullable<typeof kept> => {
    const client = connect();
    const opened = { client, ready: client.connect() };
    // Whoever waits for it hears of it; when nobody waits any more it has been given up.
    opened.ready.catch(() => undefined);
    client.on('error', (error) => {
      onError(error);
      void drop(opened);
    });
    return opened;
  };

  const answer = async <Row>(statement: string, given: AbortSignal): Promise<Row[]> => {
    given.throwIfAborted();
    const connection = (kept ??= open());
    // The driver is not waited for: a client that is ended while it connects never says what became of that, and all later
    // questions would stand behind this one for ever.
    const late = new Promise<never>((_, reject) => {
      given.addEventListener('abort', () => reject(given.reason), { once: true });
    });
    late.catch(() => undefined);
    const ask = async (): Promise<unknown> => {
      await connection.ready;
      // Without parameters several statements go in one message and are answered by a list.
      return connection.client.query(
        `BEGIN; SET LOCAL ROLE app_system; SET LOCAL statement_timeout = ${PROBE_WITHIN_MS}; ${statement}; COMMIT`,
      );
    };
    try {
      const results = await Promise.race([ask(), late]);
      return (results as QueryResult<Row & object>[]).at(-2)?.rows ?? [];
    } catch (error) {
      // It may stand in the middle of a transaction.
      void drop(connection);
      throw error;
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    async ask<Row>(statement: string): Promise<Row[]> {
      const giving = new AbortController();
      const timer = setTimeout(
        () => giving.abort(new Error('The database did not answer within 2 s.')),
        PROBE_WITHIN_MS,
      );
      const turn = last.then(() => answer<Row>(statement, giving.signal));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => drop(kept),
  };
}
