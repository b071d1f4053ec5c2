/**
 * Rolls what came since up into the balances every second, so that no reader has much to add up. Nothing hangs on it but
 * speed: a balance is exact however much waits (see the view `account_balances`).
 */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Logger } from '../../platform/logging/logger.ts';

const ROUND_MS = 1_000;
/** In one transaction: while it lasts, a purchase of one of these wallets waits. */
const ACCOUNTS_AT_ONCE = 100;

export interface BalanceRollUp {
  /** One round; answers how many accounts it rolled up. */
  work(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export function createBalanceRollUp({ db, log }: { readonly db: Database; readonly log: Logger }): BalanceRollUp {
  const work = async (): Promise<number> => {
    const { rows } = await db.system(
      (tx) => sql<{ done: number }>`SELECT maintenance.roll_up_balances(${ACCOUNTS_AT_ONCE}) AS done`.execute(tx),
      { atOnce: true },
    );
    return rows[0]?.done ?? 0;
  };
  const sweep = createSweep(
    { log, everyMs: ROUND_MS, name: 'balances', failed: 'balances could not be rolled up; this is tried again' },
    async () => ((await work()) === ACCOUNTS_AT_ONCE ? 'again' : undefined),
  );
  return { ...sweep, work };
}
