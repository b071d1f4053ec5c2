/** Comparisons of accounts as rows: planned, leased, and kept as results. */
import type { ListedLabel } from '@scanship/connector-kit/carrier/label-list';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import {
  fromNow,
  GIVEN_BACK,
  type Lease,
  type LeasedRows,
  leasedRows,
  LeaseLost,
} from '../../platform/jobs/leased-rows.ts';
import type { AccountRef } from './read-ours.ts';

export type RunReason = 'night' | 'asked' | 'restore';

/** `sign`: told with each write that is a step of it. */
export type HeldRun = AccountRef & Lease & { readonly sign?: (() => void) | undefined };

/** Where a comparison stands. */
export interface RunRow {
  readonly why: RunReason;
  readonly since: Date;
  readonly until: Date;
  readonly nextPage: string | undefined;
  readonly readWhole: boolean;
  readonly problems: readonly string[];
  readonly tries: number;
}

/** Kept with a finding: what the carrier says of the label, or what is known here of one it does not list. */
export type Evidence = Pick<ListedLabel, 'trackingNumbers' | 'reference' | 'service' | 'to' | 'cost'> & {
  readonly carrierShipmentId?: string | undefined;
};

/** Younger labels may still be under way here. Milliseconds. */
export const QUIET_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Clocks of carriers, and labels that are paid long after they were drafted: at the ends of the span a missing one proves nothing. */
export const EDGE_MS = 3_600_000;
/** How far back is looked: by night, when a person asks, and at most, for findings that are still open. Days. */
const NIGHT_DAYS = 7;
const ASKED_DAYS = 30;
export const MOST_DAYS = 60;

/** Findings of labels that were made before are looked at no more. */
export const agedBefore = ({ since, until }: Pick<RunRow, 'since' | 'until'>): Date =>
  new Date(Math.min(since.getTime(), until.getTime() - MOST_DAYS * DAY_MS));

export interface NewRun {
  readonly why: RunReason;
  readonly now: Date;
  /** Of labels that are left out because they are young. Milliseconds. */
  readonly quietMs: number;
  /** From when on; absent: as the reason has it. */
  readonly since?: Date | undefined;
  readonly createdBy?: string | undefined;
}

/**
 * Begins a comparison, where none is running. What was found and is still open is looked at again, however old.
 * Runs as the owner.
 */
export async function beginRun(tx: Tx, account: AccountRef, run: NewRun): Promise<void> {
  const until = new Date(run.now.getTime() - run.quietMs);
  const usual = until.getTime() - (run.why === 'night' ? NIGHT_DAYS : ASKED_DAYS) * DAY_MS;
  const oldest = await tx
    .selectFrom('label_findings')
    .select((eb) => eb.fn.min('made_at').as('at'))
    .where('tenant_id', '=', account.tenantId)
    .where('account_id', '=', account.accountId)
    .where('gone_at', 'is', null)
    .executeTakeFirst();
  // So far before it that the edge of the span leaves it in.
  const open = oldest?.at ? oldest.at.getTime() - 2 * EDGE_MS : usual;
  const since = run.since ?? new Date(Math.max(Math.min(usual, open), until.getTime() - MOST_DAYS * DAY_MS));
  await tx
    .insertInto('label_runs')
    .values({
      tenant_id: account.tenantId,
      id: newId(),
      account_id: account.accountId,
      why: run.why,
      since,
      until: until > since ? until : since,
      due_at: sql<Date>`clock_timestamp()`,
      created_by: run.createdBy ?? null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id']).where('state', '=', 'running').doNothing())
    .execute();
}

export const leasedRuns = (
  db: Database,
  leaseMs: number,
  hungMs?: number,
): LeasedRows<{ readonly accountId: string }> =>
  leasedRows(db, { table: 'label_runs', leaseMs, hungMs, columns: sql`account_id AS "accountId"` });

/** Takes the comparison that has waited longest and nobody works on. */
export const leaseRun = (db: Database, leaseMs: number): Promise<HeldRun | undefined> => leasedRuns(db, leaseMs).take();

/** @throws LeaseLost */
export async function readRun(tx: Tx, run: HeldRun): Promise<RunRow> {
  const row = await tx
    .selectFrom('label_runs')
    .select(['why', 'since', 'until', 'next_page', 'read_whole', 'problems', 'tries'])
    .where('tenant_id', '=', run.tenantId)
    .where('id', '=', run.id)
    .where('attempt', '=', run.attempt)
    .executeTakeFirst();
  if (!row) throw new LeaseLost();
  return {
    why: row.why,
    since: row.since,
    until: row.until,
    nextPage: row.next_page ?? undefined,
    readWhole: row.read_whole,
    // Written here alone.
    problems: row.problems as readonly string[],
    tries: row.tries,
  };
}

/** Changes a comparison that is held and prolongs its lease. @throws LeaseLost, which undoes the transaction */
export async function writeRun(tx: Tx, run: HeldRun, leaseMs: number, change: RawBuilder<unknown>): Promise<void> {
  run.sign?.();
  const { numAffectedRows } =
    await sql`UPDATE label_runs SET lease_until = ${fromNow(leaseMs)}, progress_at = clock_timestamp(), ${change}
    WHERE tenant_id = ${run.tenantId} AND id = ${run.id} AND attempt = ${run.attempt} AND state = 'running'`.execute(
      tx,
    );
  if (numAffectedRows !== 1n) throw new LeaseLost();
}

/** Gives a comparison back, to go on with in a while; `counts`: one more try in vain. */
export const putOffRun = (db: Database, run: HeldRun, inMs: number, counts: boolean): Promise<unknown> =>
  db.tenant(run, (tx) =>
    sql`UPDATE label_runs SET ${GIVEN_BACK}, due_at = ${fromNow(inMs)},
        tries = tries + ${counts ? 1 : 0}
      WHERE tenant_id = ${run.tenantId} AND id = ${run.id} AND attempt = ${run.attempt}`.execute(tx),
  );

/** It cannot be done: what it alone has found was never told and is forgotten, nothing is said to be gone. */
export const failRun = (db: Database, run: HeldRun, error: string): Promise<unknown> =>
  db.tenant(run, async (tx) => {
    const { numAffectedRows } =
      await sql`UPDATE label_runs SET state = 'failed', error = ${error.slice(0, 500)}, ended_at = clock_timestamp(), due_at = NULL,
        ${GIVEN_BACK}
      WHERE tenant_id = ${run.tenantId} AND id = ${run.id} AND attempt = ${run.attempt}`.execute(tx);
    if (numAffectedRows !== 1n) return;
    await forgetLabels(tx, run);
    await sql`DELETE FROM label_findings WHERE tenant_id = ${run.tenantId} AND account_id = ${run.accountId} AND run_id = ${run.id}
      AND staged`.execute(tx);
  });

export const forgetLabels = (tx: Tx, run: HeldRun): Promise<unknown> =>
  tx.deleteFrom('label_run_labels').where('tenant_id', '=', run.tenantId).where('run_id', '=', run.id).execute();
