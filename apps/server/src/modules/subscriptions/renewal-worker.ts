/**
 * Looks at every subscription that is due: work is a row with `due_at`, taken by a lease of the database's clock. A process that
 * dies leaves a lease that lapses; the look itself is one transaction that holds whoever does it twice.
 */
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { CatchUpOptions } from './catch-up.ts';
import { renew, type RenewDeps } from './renew.ts';

export interface RenewalWorker {
  /** One round; answers how many it looked at. */
  look(): Promise<number>;
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
}

export interface RenewalDeps extends RenewDeps, Pick<Services, 'clock' | 'log'> {
  /** Test labels count: demo installations have no others. */
  readonly withTest: boolean;
  /** For fault tests; never a setting. */
  readonly onPoint?: CatchUpOptions['onPoint'];
  readonly sweepMs?: number | undefined;
}

const SWEEP_MS = 30_000;
const AT_ONCE = 20;
const LEASE_MINUTES = 5;

export function createRenewalWorker(deps: RenewalDeps): RenewalWorker {
  const { db, clock, log, withTest, onPoint } = deps;
  const halt = { asked: false };
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();

  async function look(): Promise<number> {
    const now = clock.now();
    const taken = await db.system((tx) =>
      sql<{ tenant_id: string }>`UPDATE subscriptions AS s
        SET lease_until = clock_timestamp() + make_interval(mins => ${LEASE_MINUTES}), attempt = s.attempt + 1
        FROM (SELECT tenant_id FROM subscriptions WHERE due_at <= ${now} AND (lease_until IS NULL OR lease_until < clock_timestamp())
          ORDER BY due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) AS d
        WHERE s.tenant_id = d.tenant_id RETURNING s.tenant_id`.execute(tx),
    );
    for (const { tenant_id: customerId } of taken.rows) {
      try {
        await renew(deps, customerId, { now, withTest, onPoint });
      } catch (error) {
        log.error(
          { err: error, tenantId: customerId },
          'a plan could not be renewed; it is tried again when its lease is over',
        );
      }
    }
    return taken.rows.length;
  }

  async function turn(): Promise<void> {
    try {
      while (!halt.asked && (await look()) === AT_ONCE);
    } catch (error) {
      log.error({ err: error }, 'plans that are due could not be looked for');
    }
    if (!halt.asked) timer = setTimeout(begin, deps.sweepMs ?? SWEEP_MS).unref();
  }
  const begin = (): void => {
    round = turn();
  };

  return {
    look,
    start() {
      timer ??= setTimeout(begin, 1_500).unref();
    },
    async stop() {
      halt.asked = true;
      clearTimeout(timer);
      await round;
    },
  };
}
