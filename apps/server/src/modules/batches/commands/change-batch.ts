/**
 * What people do with a batch: start, pause, resume, cancel, plan again, retry, merge. Each is one transaction under the
 * batch's lock and makes it due, so that whoever works on it looks at it next.
 */
import type { DecisionReasonDto } from '@scanship/contracts/shipping/automation';
import type { BatchCause } from '@scanship/contracts/shipping/batches';
import { type Money, toDecimal } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { json } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { keepDecisions } from '../../automation/index.ts';
import { mayShip } from '../../restrictions/index.ts';
import { type BatchRow, readBatch } from '../batch-rows.ts';
import { canRetry } from '../causes.ts';
import { type PapersWish, planPapers } from '../papers/plan-papers.ts';

export interface Asker {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

type Change = (tx: Tx, batch: BatchRow) => Promise<Outcome<void>>;
const done: Outcome<void> = { ok: true, value: undefined };

/** Runs a change under the batch's lock; what it wrote stays only where it is not refused. */
async function change(db: Database, tenantId: string, id: string, work: Change): Promise<Outcome<void>> {
  const refusal: { outcome: Outcome<void> } = { outcome: done };
  try {
    await db.tenant({ tenantId }, async (tx) => {
      const batch = await readBatch(tx, tenantId, id, { lock: true });
      refusal.outcome = batch ? await work(tx, batch) : problem('not_found');
      if (!refusal.outcome.ok) throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return refusal.outcome;
}
class Undone extends Error {
  override readonly name = 'Undone';
}

/** A change after which carriers are asked or labels bought. Problem: `shipping_restricted`. */
export const changeToBuy: typeof change = (db, tenantId, id, work) =>
  change(db, tenantId, id, async (tx, batch) => {
    const free = await mayShip(tx, tenantId);
    return free.ok ? work(tx, batch) : free;
  });

const set = (tx: Tx, batch: BatchRow, values: ReturnType<typeof sql>) =>
  sql`UPDATE batches SET ${values}, due_at = clock_timestamp() WHERE tenant_id = ${batch.tenantId} AND id = ${batch.id}`.execute(
    tx,
  );

const items = (batch: Pick<BatchRow, 'tenantId' | 'id'>) =>
  sql`tenant_id = ${batch.tenantId} AND batch_id = ${batch.id}`;

export const wrongState = (batch: BatchRow, message: string) =>
  problem('stale_version', { message, advice: `It is ${batch.state} now. Look at it again.` });

const upTo = (step: number | undefined) => (step === undefined ? sql`` : sql`AND coalesce(plan_step, 0) <= ${step}`);

/**
 * What the plan costs, one sum a currency, ordered by its code.
 * @param step what was priced up to it; absent: everything
 */
export async function planTotals(tx: Tx, batch: Pick<BatchRow, 'tenantId' | 'id'>, step?: number): Promise<Money[]> {
  const { rows } = await sql<Money>`SELECT currency, sum(planned_minor)::int8 AS minor FROM batch_items
    WHERE ${items(batch)} AND planned_minor IS NOT NULL AND state NOT IN ('rating', 'blocked') ${upTo(step)}
    GROUP BY currency ORDER BY currency`.execute(tx);
  return rows;
}

export const sameTotals = (named: readonly Money[], totals: readonly Money[]): boolean =>
  named.length === totals.length &&
  totals.every((total) => named.some((each) => each.currency === total.currency && each.minor === total.minor));

/** Nothing is bought at a total that nobody has seen. */
export async function changedPlan(
  tx: Tx,
  batch: Pick<BatchRow, 'tenantId' | 'id'>,
  totals: readonly Money[],
  step?: number,
): Promise<Outcome<never>> {
  const count = await sql<{ n: number }>`SELECT count(*)::int AS n FROM batch_items
    WHERE ${items(batch)} AND state = 'planned' ${upTo(step)}`.execute(tx);
  return problem('stale_version', {
    message: `The plan has changed: ${count.rows[0]?.n ?? 0} labels for ${sumText(totals)}.`,
    advice: 'Nothing was bought. Look at the plan and confirm it again.',
    errors: totals.map((total) => ({ field: 'totals', code: total.currency, message: sumText([total]) })),
  });
}

const sumText = (totals: readonly Money[]): string =>
  totals.map((total) => `${toDecimal(total)} ${total.currency}`).join(' and ') || 'nothing';

/**
 * Begins to buy. Named again for a batch that was started with these very totals it changes nothing.
 * @returns `stale_version` with the new total in words when the plan is not the one that was named
 */
export const startBatch = (
  db: Database,
  asker: Asker,
  id: string,
  named: { readonly version: number; readonly totals: readonly Money[] },
): Promise<Outcome<void>> =>
  change(db, asker.tenantId, id, async (tx, batch) => {
    const totals = await planTotals(tx, batch);
    const same = named.version === batch.version && sameTotals(named.totals, totals);
    // Before anything is asked: whoever did not hear the first answer is told what became of it.
    if (batch.startedAt !== null && same) return done;
    const free = await mayShip(tx, asker.tenantId);
    if (!free.ok) return free;
    if (batch.state !== 'planned')
      return wrongState(
        batch,
        batch.state === 'planning' ? 'The plan is still being made.' : 'This batch was started already.',
      );
    if (totals.length === 0)
      return problem('validation', {
        message: 'Nothing of this batch can be shipped.',
        advice: 'See what blocks its orders.',
      });
    if (!same) return changedPlan(tx, batch, totals);
    await set(
      tx,
      batch,
      sql`state = 'running', started_at = clock_timestamp(), problem = NULL, started_by = ${asker.userId},
        started_by_session = ${asker.sessionId}`,
    );
    await keepReasons(tx, batch);
    return done;
  });

/** The reasons of the choices, kept with the orders once their labels are planned for good. */
export async function keepReasons(tx: Tx, batch: BatchRow): Promise<void> {
  const { rows } = await sql<{ orderId: string; reasons: readonly DecisionReasonDto[] }>`
    SELECT order_id AS "orderId", choice -> 'reasons' AS reasons FROM batch_items
    WHERE ${items(batch)} AND state = 'planned' ORDER BY position`.execute(tx);
  await keepDecisions({ tenantId: batch.tenantId }, tx, 'shipping', rows);
}

export const pauseBatch = (db: Database, asker: Asker, id: string): Promise<Outcome<void>> =>
  change(db, asker.tenantId, id, async (tx, batch) => {
    if (batch.state === 'paused') return done;
    if (batch.state !== 'running') return wrongState(batch, 'Only a batch that is running can be paused.');
    await set(tx, batch, sql`state = 'paused'`);
    return done;
  });

export const resumeBatch = (db: Database, asker: Asker, id: string): Promise<Outcome<void>> =>
  changeToBuy(db, asker.tenantId, id, async (tx, batch) => {
    if (batch.state === 'running') return done;
    if (batch.state !== 'paused') return wrongState(batch, 'Only a paused batch can be resumed.');
    await set(tx, batch, sql`state = 'running', problem = NULL`);
    return done;
  });

/** What is bought stays, what is being bought is finished. */
export const cancelBatch = (db: Database, asker: Asker, id: string): Promise<Outcome<void>> =>
  change(db, asker.tenantId, id, async (tx, batch) => {
    if (batch.state === 'cancelled') return done;
    if (batch.state === 'done') return wrongState(batch, 'This batch is finished.');
    await set(tx, batch, sql`state = 'cancelled', problem = NULL`);
    await sql`UPDATE batch_items SET state = 'cancelled', cause = NULL, message = NULL, due_at = NULL
      WHERE ${items(batch)} AND state IN ('rating', 'planned', 'waiting')`.execute(tx);
    return done;
  });

/** Before the start: everything is rated anew, blocked orders too. */
export const replanBatch = (db: Database, asker: Asker, id: string): Promise<Outcome<void>> =>
  changeToBuy(db, asker.tenantId, id, async (tx, batch) => {
    if (batch.state === 'planning') return done;
    if (batch.state !== 'planned') return wrongState(batch, 'A batch that was started keeps its plan.');
    // Whoever plans anew asks everybody again.
    await set(tx, batch, sql`state = 'planning', version = version + 1, options = options - 'leftOut'`);
    await sql`UPDATE batch_items SET state = 'rating', cause = NULL, message = NULL, due_at = NULL, tries = 0, planned_minor = NULL,
        currency = NULL, compare_minor = NULL WHERE ${items(batch)} AND state IN ('planned', 'blocked')`.execute(tx);
    return done;
  });

/**
 * The blocked orders alone. Before the start they are planned in the same batch.
 * @returns false where the batch was started or given up: its blocked orders need a plan of their own
 */
export async function planBlocked(db: Database, asker: Asker, id: string): Promise<Outcome<boolean>> {
  let inPlace = true;
  const changed = await changeToBuy(db, asker.tenantId, id, async (tx, batch) => {
    if (batch.state === 'planning') return done;
    if (batch.state !== 'planned') {
      inPlace = false;
      return done;
    }
    const freed =
      await sql`UPDATE batch_items SET state = 'rating', cause = NULL, message = NULL, due_at = NULL, tries = 0
      WHERE ${items(batch)} AND state = 'blocked'`.execute(tx);
    if (!freed.numAffectedRows) return NOTHING_BLOCKED;
    await set(tx, batch, sql`state = 'planning', version = version + 1`);
    return done;
  });
  return changed.ok ? { ok: true, value: inPlace } : changed;
}

export const NOTHING_BLOCKED = problem('validation', { message: 'No order of this batch is blocked.' });

/** Orders that wait for the account are looked at at once, and planned with what the others offer. */
export const leaveOutAccount = (db: Database, asker: Asker, id: string, grantId: string): Promise<Outcome<void>> =>
  changeToBuy(db, asker.tenantId, id, async (tx, batch) => {
    const leftOut = batch.options.leftOut ?? [];
    if (leftOut.some((each) => each.grantId === grantId)) return done;
    if (batch.state !== 'planning') return wrongState(batch, 'This plan is made; it waits for nobody.');
    const wait = batch.waits.find((each) => each.grantId === grantId);
    if (!wait)
      return problem('validation', {
        message: 'The plan does not wait for this account.',
        errors: [{ field: 'grantId', code: 'not_awaited', message: 'The plan does not wait for this account.' }],
      });
    const all = [...leftOut, { grantId, carrierName: wait.carrierName }];
    await set(
      tx,
      batch,
      sql`options = options || ${json({ leftOut: all })}, waits = ${json(batch.waits.filter((each) => each !== wait))}`,
    );
    await sql`UPDATE batch_items SET due_at = NULL WHERE ${items(batch)} AND state = 'rating'`.execute(tx);
    return done;
  });

/**
 * Tries again what failed, as it was planned: a new price above the tolerance is refused again, because nobody has seen it.
 * What waits for a carrier is tried at once.
 */
export const retryBatch = (
  db: Database,
  asker: Asker,
  id: string,
  causes: readonly BatchCause[] | undefined,
): Promise<Outcome<void>> =>
  changeToBuy(db, asker.tenantId, id, async (tx, batch) => {
    if (batch.startedAt === null || batch.state === 'cancelled')
      return wrongState(batch, 'Only a batch that was started can try again.');
    const { rows } = await sql<{ position: number; cause: BatchCause; state: string; rate: boolean }>`
      SELECT position, cause, state, rate_id IS NOT NULL AS rate FROM batch_items
      WHERE ${items(batch)} AND state IN ('failed', 'skipped', 'waiting') ORDER BY position`.execute(tx);
    const wanted = rows.filter(
      (row) => row.rate && (row.state === 'waiting' || canRetry(row.cause)) && (causes?.includes(row.cause) ?? true),
    );
    if (wanted.length === 0)
      return problem('validation', {
        message: 'There is nothing to try again.',
        advice: 'See the outcome of each order.',
      });
    const positions = (which: (row: (typeof wanted)[number]) => boolean) =>
      wanted.filter(which).map((row) => row.position);
    // Whose outcome is open is looked at again, never bought again.
    await sql`UPDATE batch_items SET state = 'open', cause = NULL, message = NULL, settled_at = NULL
      WHERE ${items(batch)} AND position = ANY (${positions((row) => row.cause === 'undecided')}::int[])`.execute(tx);
    await sql`UPDATE batch_items SET state = 'planned', cause = NULL, message = NULL, due_at = NULL, tries = 0, settled_at = NULL,
        intent_no = CASE WHEN state = 'waiting' THEN intent_no ELSE intent_no + 1 END, shipment_id = NULL
      WHERE ${items(batch)} AND position = ANY (${positions((row) => row.cause !== 'undecided')}::int[])`.execute(tx);
    await set(
      tx,
      batch,
      sql`state = CASE WHEN state = 'done' THEN 'running' ELSE state END, ended_at = NULL, started_by = ${asker.userId},
        started_by_session = ${asker.sessionId}`,
    );
    return done;
  });

export const mergeBatch = (db: Database, asker: Asker, id: string, wish: PapersWish): Promise<Outcome<void>> =>
  change(db, asker.tenantId, id, async (tx, batch) => {
    if (batch.state === 'running' || batch.startedAt === null)
      return wrongState(
        batch,
        batch.startedAt === null
          ? 'Nothing of this batch is bought yet.'
          : 'Pause the batch, or wait until it is done.',
      );
    await set(tx, batch, sql`options = options || ${json(wish)}`);
    await planPapers(tx, batch, { ...batch.options, ...wish });
    return done;
  });
