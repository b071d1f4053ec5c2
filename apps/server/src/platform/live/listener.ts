/** Hears the notices of all transactions on one connection of its own, and says when some may have been missed. */
import type { Client } from 'pg';
import type { Logger } from '../logging/logger.ts';
import { CHANNEL } from './notices.ts';

const CHECK_MS = 20_000;
const ANSWER_WITHIN_MS = 5_000;
const LONGEST_PAUSE_MS = 10_000;

export interface Listener {
  /** Resolves when everything that commits from now on is heard. Called again it does nothing more. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ListenerOptions {
  /** Name of the channel; absent: the live channel's. */
  readonly channel?: string | undefined;
  /** A new connection outside the pool; the role it signs in with needs no rights. */
  readonly connect: () => Client;
  readonly log: Logger;
  readonly heard: (payload: string) => void;
  /** Listening has begun, for the first time or again: what was announced before may not have been heard. */
  readonly begun: () => void;
}

/**
 * The connection is asked now and then whether it is alive, since one that is cut off silently hears nothing for ever.
 * Behind a pooler that hands out connections by transaction (decision 0051) nothing can be heard: the log says so.
 */
export function createListener({ channel: name = CHANNEL, connect, log, heard, begun }: ListenerOptions): Listener {
  let client: Client | undefined;
  let starting: Promise<void> | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;

  const open = async (): Promise<void> => {
    const fresh = connect();
    let lost = false;
    const drop = async () => {
      await fresh.end().catch(() => undefined);
    };
    const lose = (error?: Error) => {
      if (lost) return;
      lost = true;
      clearTimeout(timer);
      client = undefined;
      void drop();
      if (stopped) return;
      log.warn({ err: error }, 'the live channel lost its connection; it is made anew');
      retry();
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ channel, payload }) => {
      if (channel === name && payload !== undefined) heard(payload);
    });
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${name}`);
      const { rows } = await fresh.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      if (rows[0]?.pid !== Reflect.get(fresh, 'processID'))
        log.warn('the database is reached through a pooler that shares connections: the live channel hears nothing');
    } catch (error) {
      lost = true;
      void drop();
      throw error;
    }
    if (stopped) {
      lost = true;
      await fresh.end().catch(() => undefined);
      return;
    }
    client = fresh;
    failures = 0;
    begun();
    const check = async (): Promise<void> => {
      const late = setTimeout(
        () => lose(new Error('The connection of the live channel does not answer.')),
        ANSWER_WITHIN_MS,
      );
      try {
        await fresh.query('SELECT 1');
        if (!lost) timer = setTimeout(() => void check(), CHECK_MS).unref();
      } catch (error) {
        lose(error instanceof Error ? error : undefined);
      } finally {
        clearTimeout(late);
      }
    };
    timer = setTimeout(() => void check(), CHECK_MS).unref();
  };

  const retry = () => {
    failures += 1;
    timer = setTimeout(
      () => {
        open().catch((error: unknown) => {
          if (stopped) return;
          log.warn({ err: error }, 'the live channel cannot reach the database');
          retry();
        });
      },
      Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures),
    ).unref();
  };

  return {
    start: () =>
      (starting ??= open().catch((error: unknown) => {
        starting = undefined;
        throw error;
      })),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
