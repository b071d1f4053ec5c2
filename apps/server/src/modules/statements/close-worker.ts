/**
 * Closes months when they are over: each hour the next month of every seller is written down, each minute what is due is taken
 * by a lease and worked off. A process that dies leaves the lease to lapse and the month where it stood.
 */
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { closeMonth, type CloseOutcome, postpone } from './close-month.ts';
import type { MailDeps } from './close-mails.ts';
import type { InvoicePapers } from './invoice-papers.ts';
import { schedule, takeDue } from './close-schedule.ts';
import { readCompany, readSellers } from './seller.ts';
import { readSettings } from './settings.ts';

const SWEEP_MS = 60_000;
const SCHEDULE_MS = 3_600_000;
/** Longer than a step may take. */
const LEASE_MS = 15 * 60_000;
const AGAIN_MINUTES = 10;

export interface CloseWorker {
  start(): void;
  stop(): Promise<void>;
  /** Writes down the next month of every seller that closes by itself. */
  plan(): Promise<void>;
  /** Everything that is due now; answers how many months were closed. */
  work(): Promise<number>;
  /** One month, by hand, without waiting for it. */
  wake(sellerId: string, month: string): void;
  /** One month, by hand. */
  close(sellerId: string, month: string): Promise<CloseOutcome>;
}

export interface CloseWorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail?: MailDeps | undefined;
  readonly papers?: Pick<InvoicePapers, 'keepMonth'> | undefined;
  /** Called after each step, for fault tests. */
  readonly onStep?: (() => Promise<void>) | undefined;
}

export const createCloseWorker = ({ db, clock, log, mail, papers, onStep }: CloseWorkerDeps): CloseWorker => {
  const halt = { asked: false };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let plannedAt = 0;
  const byHand = new Set<Promise<unknown>>();
  const now = () => clock.now();

  const plan = async (): Promise<void> => {
    for (const seller of await readSellers(db)) {
      if (halt.asked) return;
      await db.tenant({ tenantId: seller.id }, async (tx) => {
        if ((await readSettings(tx, seller.id)).autoClose) await schedule(tx, seller, now());
      });
    }
  };

  const renew = (sellerId: string, month: string): Promise<void> =>
    db.tenant({ tenantId: sellerId }, async (tx) => {
      await tx
        .updateTable('month_closes')
        .set({ lease_until: sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'` })
        .where('tenant_id', '=', sellerId)
        .where('month', '=', month)
        .where('state', '=', 'closing')
        .execute();
    });

  const run = async (sellerId: string, month: string): Promise<CloseOutcome> => {
    const outcome = await closeMonth(
      {
        db,
        mail,
        papers,
        now,
        onStep: async () => {
          await renew(sellerId, month);
          await onStep?.();
        },
      },
      sellerId,
      month,
    );
    if (outcome.state !== 'waiting') return outcome;
    const open: string[] = [];
    for (const franchiseId of outcome.franchises) if (!(await closeUpTo(franchiseId, month))) open.push(franchiseId);
    return open.length === 0 ? run(sellerId, month) : { state: 'waiting', franchises: open };
  };

  /** Closes every open month of a seller up to one, as far as they are over. */
  const closeUpTo = async (sellerId: string, month: string): Promise<boolean> => {
    const seller = await readCompany(db, sellerId);
    if (!seller) return true;
    for (;;) {
      const next = await db.tenant({ tenantId: sellerId }, (tx) => schedule(tx, seller, now()));
      if (next > month) return true;
      if ((await run(sellerId, next)).state !== 'closed') return false;
    }
  };

  const closeOne = async (sellerId: string, month: string): Promise<CloseOutcome> => {
    const outcome = await run(sellerId, month);
    if (outcome.state === 'closed') {
      // The next one may be due as well, where months are made up for.
      const seller = await readCompany(db, sellerId);
      if (seller)
        await db.tenant({ tenantId: sellerId }, async (tx) => {
          if ((await readSettings(tx, sellerId)).autoClose) await schedule(tx, seller, now());
        });
    } else if (outcome.state === 'waiting')
      await postpone(db, sellerId, month, 'A franchise has not closed this month yet.', AGAIN_MINUTES);
    else await postpone(db, sellerId, month, outcome.why, AGAIN_MINUTES);
    return outcome;
  };

  const guarded = async (sellerId: string, month: string): Promise<boolean> => {
    try {
      return (await closeOne(sellerId, month)).state === 'closed';
    } catch (error) {
      log.error({ err: error, tenantId: sellerId, month }, 'a month could not be closed; it is tried again');
      await postpone(db, sellerId, month, 'Something went wrong; it is tried again.', AGAIN_MINUTES);
      return false;
    }
  };

  const work = async (): Promise<number> => {
    let closed = 0;
    for (;;) {
      const due = await db.system((tx) => takeDue(tx, undefined, LEASE_MS));
      if (due.length === 0 || halt.asked) return closed;
      for (const { tenantId, month } of due) if (await guarded(tenantId, month)) closed += 1;
    }
  };

  const turn = async (): Promise<void> => {
    try {
      if (Date.now() - plannedAt > SCHEDULE_MS) {
        await plan();
        plannedAt = Date.now();
      }
      await work();
    } catch (error) {
      log.error({ err: error }, 'months could not be looked at; they are looked at again');
    }
    if (!halt.asked) timer = setTimeout(begin, SWEEP_MS).unref();
  };
  const begin = (): void => {
    running = turn();
  };

  return {
    plan,
    work,
    close: closeOne,
    wake(sellerId, month) {
      const one = db
        .system((tx) => takeDue(tx, { tenantId: sellerId, month }, LEASE_MS))
        .then((taken) => (taken.length > 0 ? guarded(sellerId, month) : false))
        .catch((error: unknown) => log.error({ err: error }, 'a month could not be taken up'))
        .finally(() => byHand.delete(one));
      byHand.add(one);
    },
    start() {
      timer ??= setTimeout(begin, 5_000).unref();
    },
    async stop() {
      halt.asked = true;
      clearTimeout(timer);
      await running;
      await Promise.all(byHand);
    },
  };
};
