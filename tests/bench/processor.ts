/** Processor time of other processes: unlike time on the clock it is nearly the same on a busy machine. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Client } from 'pg';

/** Clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const MS_A_TICK = 10;

/** User and system time so far in milliseconds; undefined where there is no /proc. */
export function processorMs(pids: readonly number[]): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may hold blanks; times are the 12th and 13th field after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended; what it used is not counted.
    }
  }
  return ticks * MS_A_TICK;
}

/** Processes of PostgreSQL that work for the application, not for the bench itself. */
export async function applicationBackends(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE usename = 'scanship_app' AND backend_type = 'client backend'`,
  );
  return rows.map((row) => row.pid);
}
