/** Looks every own sender up once a day, those that wait for their record more often. */
import { sql } from 'kysely';
import { createSweep, type Sweep } from '../../../platform/jobs/sweep.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { type CheckDeps, checkSender } from './check-sender.ts';

const EVERY_MS = 5 * 60_000;
/** Another process may take up what one that died had begun. */
const LEASE_MS = 3_600_000;
const AT_ONCE = 20;

export interface SenderWatch extends Pick<Sweep, 'start' | 'stop'> {
  /** One round. @returns how many were looked up */
  look(): Promise<number>;
}

export function createSenderWatch(deps: CheckDeps & { readonly log: Logger }): SenderWatch {
  const { db, clock, log } = deps;

  async function claim(): Promise<readonly string[]> {
    const now = clock.now();
    const { rows } = await db.system((tx) =>
      sql<{ tenant_id: string }>`UPDATE sender_domains AS s SET check_at = ${new Date(now.getTime() + LEASE_MS)}
        FROM (SELECT tenant_id FROM sender_domains WHERE check_at <= ${now} ORDER BY check_at LIMIT ${AT_ONCE}
          FOR UPDATE SKIP LOCKED) AS due
        WHERE s.tenant_id = due.tenant_id RETURNING s.tenant_id`.execute(tx),
    );
    return rows.map(({ tenant_id }) => tenant_id);
  }

  async function look(): Promise<number> {
    let looked = 0;
    for (let due = await claim(); due.length > 0 && !sweep.stopping(); due = await claim()) {
      looked += due.length;
      await Promise.all(
        due.map((tenantId) =>
          checkSender(deps, tenantId, false).catch((error: unknown) =>
            log.error({ err: error, tenantId }, 'a sender domain could not be looked up; it is tried again in an hour'),
          ),
        ),
      );
    }
    return looked;
  }
  const sweep = createSweep(
    {
      log,
      everyMs: EVERY_MS,
      firstMs: 60_000,
      name: 'sender-domains',
      failed: 'sender domains could not be looked for',
    },
    look,
  );
  return { start: () => sweep.start(), stop: () => sweep.stop(), look };
}
