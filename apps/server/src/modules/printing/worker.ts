/** What time alone brings to print jobs: lapsed leases, expiry, silence, bytes nobody needs any more. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { dropOldContents } from './contents.ts';
import { lockJobs, moveJob } from './job-rows.ts';
import { say } from './signals.ts';

const SWEEP_MS = 3_000;
const CLEAN_EVERY_MS = 10 * 60_000;
const MOST_AT_ONCE = 500;

export interface PrintWorker {
  /** Looks once; answers how many jobs it moved. */
  sweep(): Promise<number>;
  /** Forgets old bytes and codes; answers how many files went. */
  clean(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export function createPrintWorker({ db, log }: { readonly db: Database; readonly log: Logger }): PrintWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const halt = { asked: false };
  let cleaned = 0;

  const byTenant = (rows: readonly { readonly tenant_id: string; readonly id: string }[]) => {
    const groups = new Map<string, string[]>();
    for (const { tenant_id, id } of rows) groups.set(tenant_id, [...(groups.get(tenant_id) ?? []), id]);
    return groups;
  };

  /** @returns how many of them moved */
  const moveDue = (tenantId: string, ids: readonly string[]): Promise<number> =>
    db.tenant({ tenantId }, async (tx) => {
      const due = await sql<{
        id: string;
      }>`SELECT id FROM print_jobs WHERE tenant_id = ${tenantId} AND id = ANY (${[...ids]}::uuid[])
        AND due_at <= clock_timestamp() ORDER BY id FOR UPDATE SKIP LOCKED`.execute(tx);
      const woken = new Set<string>();
      let moved = 0;
      for (const job of await lockJobs(
        tx,
        tenantId,
        due.rows.map(({ id }) => id),
      )) {
        if (job.expired && (job.state === 'queued' || job.state === 'leased'))
          await moveJob(tx, tenantId, job, 'expired');
        else if (job.state === 'leased') {
          // Nothing was sent: whoever asks next may have it.
          await moveJob(tx, tenantId, job, 'queued');
          woken.add(job.agent_id);
        } else if (job.state === 'spooled') await moveJob(tx, tenantId, job, 'unknown');
        else continue;
        moved += 1;
      }
      for (const agentId of woken) await say(tx, `agent:${agentId}`);
      return moved;
    });

  async function sweep(): Promise<number> {
    const { rows } = await db.system((tx) =>
      sql<{ tenant_id: string; id: string }>`SELECT tenant_id, id FROM print_jobs WHERE due_at <= clock_timestamp()
        ORDER BY due_at LIMIT ${MOST_AT_ONCE}`.execute(tx),
    );
    let moved = 0;
    for (const [tenantId, ids] of byTenant(rows)) moved += await moveDue(tenantId, ids);
    return moved;
  }

  async function clean(): Promise<number> {
    const { rows } = await db.system(async (tx) => {
      await sql`DELETE FROM agent_pairings WHERE expires_at < clock_timestamp() - interval '1 day'`.execute(tx);
      return sql<{
        tenant_id: string;
      }>`SELECT DISTINCT tenant_id FROM print_jobs WHERE blob IS NOT NULL AND content_until <= clock_timestamp()
        UNION SELECT DISTINCT tenant_id FROM print_contents WHERE expires_at <= clock_timestamp()`.execute(tx);
    });
    let gone = 0;
    for (const { tenant_id: tenantId } of rows)
      gone += await db.tenant({ tenantId }, (tx) => dropOldContents(tx, tenantId));
    return gone;
  }

  async function turn(): Promise<void> {
    try {
      let more = true;
      while (more) more = (await sweep()) >= MOST_AT_ONCE && !halt.asked;
      if (!halt.asked && Date.now() - cleaned > CLEAN_EVERY_MS) {
        cleaned = Date.now();
        await clean();
      }
    } catch (error) {
      log.error({ err: error }, 'due print jobs could not be looked for');
    }
    if (!halt.asked) timer = setTimeout(() => void (running = turn()), SWEEP_MS).unref();
  }

  return {
    sweep,
    clean,
    start() {
      timer ??= setTimeout(() => void (running = turn()), 700).unref();
    },
    async stop() {
      halt.asked = true;
      clearTimeout(timer);
      await running;
    },
  };
}
