/** Looks at PostgreSQL from outside while a run goes on: its processor time, and how much of it waits for locks. */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { Client, type ClientConfig } from 'pg';

/** Hundredths of a second on every Linux that Node runs on. */
const MS_A_TICK = 10;
const LOOK_EVERY_MS = 10;

interface Stat {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold blanks; then come state, parent, and times as 12th to 15th field.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}

/** Processor time of a server and all it started, also what has ended. NaN where there is no /proc. */
export function serverProcessorMs(postmaster: number, without: ReadonlySet<number>): number {
  if (process.platform !== 'linux') return Number.NaN;
  const main = statOf(postmaster);
  if (!main) return Number.NaN;
  let ticks = main.own + main.ended;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || without.has(pid)) continue;
    const stat = statOf(pid);
    if (stat?.parent === postmaster) ticks += stat.own;
  }
  return ticks * MS_A_TICK;
}

export interface Watch {
  /** What was used and waited for since the watch began. Milliseconds. */
  end(): Promise<{ readonly processorMs: number; readonly lockMs: number }>;
}

/** @param connection may look at everybody's activity */
export async function watchPostgres(postmaster: number, connection: ClientConfig): Promise<Watch> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const own = new Set(rows.map(({ pid }) => pid));
  const from = serverProcessorMs(postmaster, own);
  let lockMs = 0;
  let last = performance.now();
  const end = new AbortController();
  const looking = (async () => {
    while (!end.signal.aborted) {
      const waiting = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
      );
      const now = performance.now();
      // As many wait between two looks as at the second of them.
      lockMs += (waiting.rows[0]?.n ?? 0) * (now - last);
      last = now;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  return {
    async end() {
      end.abort();
      await looking;
      const processorMs = serverProcessorMs(postmaster, own) - from;
      await client.end();
      return { processorMs, lockMs };
    },
  };
}
