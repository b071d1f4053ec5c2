/**
 * Every few seconds whether the database went back in time. Hourly housekeeping: partitions of the months to come and of past ones that got rows, counters of past days folded, and what has had its time removed.
 * Each part may run twice or in two processes at once; one that fails is logged and the others go on.
 */
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { noteBranch } from '../../platform/database/lineage.ts';
import { atDutyCycle } from '../../platform/jobs/duty-cycle.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { tidyAccounts } from '../auth/index.ts';
import { dropExpiredRecordings } from '../carriers/index.ts';
import { foldCounts } from '../orders/index.ts';
import { purgePersonalData } from '../stores/index.ts';
import type { Retention } from '../../platform/retention/retention-table.ts';
import { letListsGo, letMonthsGo, letRowsGo } from './retention/let-go.ts';

const WATCH_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Months made ahead: a server that was off for a quarter still finds its partitions. */
const MONTHS_AHEAD = 3;
/** Months made behind in a round: thirty years. */
const MONTHS_BEHIND = 360;
const SESSIONS_MS = 30 * DAY_MS;

export interface UpkeepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Days that are kept of what grows, where they differ from the table (platform/retention). */
  readonly retention?: Retention | undefined;
  /** Asked before each customer. */
  readonly stopping?: (() => boolean) | undefined;
}

export interface Upkeep {
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
}

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const timers: NodeJS.Timeout[] = [];
  const halt = { asked: false };
  let round: Promise<void> = Promise.resolve();
  let watching: Promise<void> = Promise.resolve();
  const begin = (): void => {
    round = round.then(() => keepUp({ ...deps, stopping: () => halt.asked }));
  };
  // Beside the round, which may take minutes: what is made before a failover is written down counts as perhaps forgotten.
  const watch = (): void => {
    watching = watching.then(() => watchBranch(deps));
  };
  return {
    start() {
      watch();
      begin();
      timers.push(setInterval(watch, WATCH_MS).unref(), setInterval(begin, HOUR_MS).unref());
    },
    async stop() {
      halt.asked = true;
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all([watching, round]);
    },
  };
}

/** Writes down that the database went back in time. Never throws. */
async function watchBranch({ db, log }: UpkeepDeps): Promise<void> {
  try {
    if (await noteBranch(db))
      log.warn(
        'the database went back in time (failover or restore): carriers are asked before older orders are bought',
      );
  } catch (error) {
    log.error({ err: error }, 'whether the database went back in time could not be read; it is tried again in seconds');
  }
}

/** One round. Never throws. */
export async function keepUp({ db, clock, log, retention = {}, stopping = () => false }: UpkeepDeps): Promise<void> {
  const now = clock.now();
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, what }, 'housekeeping failed; it is tried again in an hour');
    }
  };
  await attempt('partitions', () =>
    db.system((tx) => sql`SELECT maintenance.ensure_partitions(${MONTHS_AHEAD})`.execute(tx)),
  );
  await attempt('past partitions', () => makePastMonths(db));
  await attempt('sessions', () =>
    db.system((tx) =>
      tx
        .deleteFrom('sessions')
        .where('expires_at', '<', new Date(now.getTime() - SESSIONS_MS))
        .execute(),
    ),
  );
  await attempt('budgets', () =>
    db.system((tx) =>
      sql`DELETE FROM budget_counters WHERE ends_at < clock_timestamp() - interval '5 minutes'`.execute(tx),
    ),
  );
  await attempt('recordings', () => dropExpiredRecordings(db, now));
  await attempt('accounts', () => tidyAccounts({ db, clock }));
  await attempt('personal data', () => purgePersonalData({ db, clock, log }));
  await attempt('months', () => letMonthsGo({ db, log, retention }, now));
  const franchises = await db.reference((tx) =>
    tx.selectFrom('tenants').select('id').where('kind', '=', 'franchise').execute(),
  );
  for (const { id } of franchises) await attempt(`franchise ${id}`, () => letListsGo({ db, retention }, id, now));
  const customers = await customersOf(db, log);
  const today = now.toISOString().slice(0, 10);
  await atDutyCycle(customers, { stopping }, ({ id }) =>
    attempt(`customer ${id}`, async () => {
      await db.tenant({ tenantId: id }, (tx) => foldCounts(tx, today));
      await letRowsGo({ db, retention }, id, now);
    }),
  );
}

/** Rows of a month that had no partition when they came (a customer's history) get theirs, each month in its own transaction. */
async function makePastMonths(db: Database): Promise<void> {
  for (let n = 0; n < MONTHS_BEHIND; n += 1) {
    const { rows } = await db.system((tx) =>
      sql<{ month: string | null }>`SELECT maintenance.ensure_past_month()::text AS month`.execute(tx),
    );
    if (rows[0]?.month === null) return;
  }
}

async function customersOf(db: Database, log: Logger): Promise<readonly { readonly id: string }[]> {
  try {
    return await db.reference((tx) => tx.selectFrom('tenants').select('id').where('kind', '=', 'customer').execute());
  } catch (error) {
    log.error({ err: error }, 'housekeeping cannot read the customers; it is tried again in an hour');
    return [];
  }
}
