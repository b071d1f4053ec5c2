/** Starts the embedded server again when it dies under a running process (killed for memory, a crash it could not mend). */
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedOptions, type EmbeddedServer, isRunning, startEmbedded } from './embedded-postgres.ts';

/** A server that dies more often within the window has a fault that starting does not mend. */
const MOST_STARTS = 5;
const WINDOW_MS = 10 * 60_000;
const LOOK_EVERY_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export interface Supervisor {
  /** The server that runs now; another one after a restart, on the same socket. */
  readonly server: () => EmbeddedServer;
  /** Throws with a sentence while the server is away: it is being started, or was given up. */
  readonly check: () => Promise<void>;
  /** Looks no more; the server itself stays as it is. */
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  /** Told of each death, each start, and of giving up. */
  readonly onEvent: (level: 'warn' | 'error', sentence: string, error?: unknown) => void;
  readonly lookEveryMs?: number;
  readonly mostStarts?: number;
}

/**
 * Watches the server until `stop`. Another process on the same folder may start it first; then it is adopted.
 * @param settings as the server was first started with
 */
export function superviseEmbedded(
  first: EmbeddedServer,
  settings: EmbeddedOptions,
  { onEvent, lookEveryMs = LOOK_EVERY_MS, mostStarts = MOST_STARTS }: SupervisorOptions,
): Supervisor {
  let server = first;
  let away: string | undefined;
  const starts: number[] = [];
  const halt = new AbortController();
  const stopped = () => halt.signal.aborted;
  const pause = (ms: number) => sleep(ms, undefined, { signal: halt.signal, ref: false }).catch(() => undefined);

  const startAgain = async (): Promise<boolean> => {
    while (!stopped()) {
      const now = performance.now();
      while (starts[0] !== undefined && starts[0] < now - WINDOW_MS) starts.shift();
      if (starts.length >= mostStarts) {
        away = `the database died or did not start ${starts.length} times within ${WINDOW_MS / 60_000} minutes; it is not started again`;
        onEvent('error', `${away}. Read the log folder beside ${server.folder}, then restart.`);
        return false;
      }
      if (starts.length > 0) await pause(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** starts.length));
      if (stopped()) return false;
      starts.push(performance.now());
      try {
        server = await startEmbedded(settings);
        onEvent('warn', `The embedded database (process ${server.pid}) runs again.`);
        away = undefined;
        return true;
      } catch (error) {
        onEvent('error', 'The embedded database could not be started again.', error);
      }
    }
    return false;
  };

  const watch = async (): Promise<void> => {
    while (!stopped()) {
      await pause(lookEveryMs);
      if (stopped() || isRunning(server)) continue;
      away = 'the embedded database is not running; it is being started again';
      onEvent('error', `The embedded database (process ${server.pid}) is gone; it is started again.`);
      if (!(await startAgain())) return;
    }
  };
  const watching = watch();

  return {
    server: () => server,
    check: async () => {
      if (away !== undefined) throw new Error(away);
    },
    async stop() {
      halt.abort();
      await watching;
    },
  };
}
