/**
 * Due work of carriers' invoices: files to be read and audited, cases whose notice has passed. Taken by lease, so that
 * several processes share it and one that dies loses nothing; every step can be repeated.
 */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { FileReader } from '../../platform/file-reading/file-reader.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { type FilePoint, workFile } from './work-file.ts';
import { settleCase } from './settle-case.ts';

export interface BillWorkerOptions {
  readonly sweepMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  /** Fault points, for tests. */
  readonly onPoint?:
    | ((point: FilePoint | 'case-before-commit' | 'case-after-commit') => Promise<void> | void)
    | undefined;
}
export interface BillWorker {
  /** Works off what is due now; answers how much it took. */
  look(): Promise<number>;
  /** Looks soon: something has just become due. */
  nudge(): void;
  start(): void;
  stop(): Promise<void>;
}
interface Due {
  readonly tenant_id: string;
  readonly id: string;
  readonly case_id?: string;
}

const SWEEP_MS = 15_000;
const SOON_MS = 50;
/** Longer than the largest file takes. */
const LEASE_MS = 10 * 60_000;
const CASES_AT_ONCE = 50;
/** A file that fails this often is given up with a sentence. */
const MOST_ATTEMPTS = 5;

export function createBillWorker(
  deps: { readonly db: Database; readonly log: Logger; readonly files: FileReader },
  options: BillWorkerOptions = {},
): BillWorker {
  const { db, log } = deps;
  const lease = (options.leaseMs ?? LEASE_MS) / 1000;
  const halt = { asked: false, running: false, again: false };
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();
  const point = async (name: Parameters<NonNullable<BillWorkerOptions['onPoint']>>[0]): Promise<void> => {
    await options.onPoint?.(name);
  };

  const takeFile = async (): Promise<Due | undefined> =>
    (
      await db.system((tx) =>
        sql<Due>`UPDATE bill_files AS f SET lease_until = clock_timestamp() + make_interval(secs => ${lease}), attempt = f.attempt + 1
          FROM (SELECT tenant_id, id FROM bill_files WHERE due_at <= clock_timestamp()
              AND (lease_until IS NULL OR lease_until < clock_timestamp()) ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS d
          WHERE f.tenant_id = d.tenant_id AND f.id = d.id RETURNING f.tenant_id, f.id`.execute(tx),
      )
    ).rows[0];
  const takeCases = async (): Promise<readonly Due[]> =>
    (
      await db.system((tx) =>
        sql<Due>`UPDATE adjustments AS a SET lease_until = clock_timestamp() + make_interval(secs => ${lease}), attempt = a.attempt + 1
          FROM (SELECT tenant_id, id FROM adjustments WHERE due_at <= clock_timestamp()
              AND (lease_until IS NULL OR lease_until < clock_timestamp()) ORDER BY due_at LIMIT ${CASES_AT_ONCE} FOR UPDATE SKIP LOCKED) AS d
          WHERE a.tenant_id = d.tenant_id AND a.id = d.id RETURNING a.tenant_id, a.id, a.case_id`.execute(tx),
      )
    ).rows;

  async function file(due: Due): Promise<void> {
    try {
      await workFile(deps, { tenantId: due.tenant_id, fileId: due.id }, point);
    } catch (error) {
      log.error({ err: error, fileId: due.id }, 'a billing file could not be audited; it is tried again');
      await db.tenant({ tenantId: due.tenant_id }, (tx) =>
        sql`UPDATE bill_files SET lease_until = NULL,
            due_at = CASE WHEN attempt >= ${MOST_ATTEMPTS} THEN NULL ELSE clock_timestamp() + make_interval(secs => 30 * attempt) END,
            state = CASE WHEN attempt >= ${MOST_ATTEMPTS} THEN 'failed' ELSE state END,
            problem = CASE WHEN attempt >= ${MOST_ATTEMPTS} THEN 'This file could not be audited. Support can see why.' ELSE problem END
          WHERE tenant_id = ${due.tenant_id} AND id = ${due.id}`.execute(tx),
      );
    }
  }

  async function settle(due: Due): Promise<void> {
    const { tenant_id: tenantId, case_id: caseId } = due;
    if (caseId === undefined) return;
    try {
      await db.tenant({ tenantId }, async (tx) => {
        await settleCase(tx, tenantId, caseId);
        await point('case-before-commit');
      });
      await point('case-after-commit');
    } catch (error) {
      // The lease lapses and it is tried again; nothing of it stands.
      log.error({ err: error, caseId }, 'an adjustment could not be booked; it is tried again');
    }
  }

  async function look(): Promise<number> {
    let taken = 0;
    for (let due = await takeFile(); due && !halt.asked; due = await takeFile()) {
      taken += 1;
      await file(due);
    }
    for (let cases = await takeCases(); cases.length > 0 && !halt.asked; cases = await takeCases()) {
      taken += cases.length;
      for (const due of cases) await settle(due);
    }
    return taken;
  }

  async function turn(): Promise<void> {
    try {
      await look();
    } catch (error) {
      log.error({ err: error }, 'due carrier invoices could not be looked for');
    }
    halt.running = false;
    // What became due behind the turn's back must not wait for the next sweep.
    plan(halt.again ? SOON_MS : (options.sweepMs ?? SWEEP_MS));
    halt.again = false;
  }
  const begin = (): void => {
    if (halt.running || halt.asked) return;
    halt.running = true;
    round = turn();
  };
  const plan = (ms: number): void => {
    clearTimeout(timer);
    if (!halt.asked) timer = setTimeout(begin, ms).unref();
  };
  let started = false;

  return {
    look,
    nudge() {
      if (halt.running) halt.again = true;
      else if (started) plan(SOON_MS);
    },
    start() {
      started = true;
      plan(2_000);
    },
    async stop() {
      halt.asked = true;
      clearTimeout(timer);
      await round;
    },
  };
}
