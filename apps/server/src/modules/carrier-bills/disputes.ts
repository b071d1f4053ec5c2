/**
 * Objections: a buyer's to its seller, the seller's to the level above, the owner's to the carrier. Each side has its own
 * row under one id. While one is open its case waits; its end lets the case go on or cancels it from that level down.
 */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type CaseRow, lockCase } from './settle-case.ts';

interface Who {
  readonly tenantId: string;
  readonly userId: string;
}
type Level = CaseRow & { readonly tenantId: string };

const as = (tx: Tx, tenantId: string): Promise<void> => actAs(tx, { role: 'app_tenant', tenantId });

/** Lets the case be looked at again when its notice has passed. */
async function wake(tx: Tx, levels: readonly string[], caseId: string): Promise<void> {
  const [owner] = levels;
  if (owner === undefined) return;
  await as(tx, owner);
  await sql`UPDATE adjustments SET due_at = greatest(notice_until, clock_timestamp())
    WHERE tenant_id = ${owner} AND case_id = ${caseId} AND state = 'notice'`.execute(tx);
}

const setState = async (tx: Tx, level: Level, state: 'notice' | 'disputed' | 'cancelled'): Promise<void> => {
  await as(tx, level.tenantId);
  await sql`UPDATE adjustments SET state = ${state}, version = version + 1, due_at = CASE WHEN ${state} = 'cancelled' THEN NULL ELSE due_at END
    WHERE tenant_id = ${level.tenantId} AND case_id = ${level.case_id}`.execute(tx);
};

/** Nobody from this level down pays; what they objected to is granted. The level above charges nothing on. */
export async function cancelFrom(tx: Tx, rows: readonly Level[], index: number): Promise<void> {
  for (const level of rows.slice(index)) {
    await setState(tx, level, 'cancelled');
    await sql`UPDATE disputes SET state = 'won', ended_at = clock_timestamp(), version = version + 1
      WHERE tenant_id = ${level.tenantId} AND case_id = ${level.case_id} AND state IN ('open', 'sent')`.execute(tx);
  }
  const above = rows[index - 1];
  if (!above) return;
  await as(tx, above.tenantId);
  await sql`UPDATE adjustments SET passed_minor = 0, passed_lines = '[]', version = version + 1
    WHERE tenant_id = ${above.tenantId} AND case_id = ${above.case_id}`.execute(tx);
  await sql`UPDATE disputes SET state = 'won', ended_at = clock_timestamp(), version = version + 1
    WHERE tenant_id = ${above.tenantId} AND case_id = ${above.case_id} AND side = 'received' AND state IN ('open', 'sent')`.execute(
    tx,
  );
}

interface NewDispute {
  readonly id: string;
  readonly adjustmentId: string;
  readonly side: 'raised' | 'received';
  readonly withTenant: string | null;
  readonly level: Level;
  readonly text: string;
  readonly userId: string | null;
  readonly dueAt?: string | null;
  readonly state?: 'open' | 'sent';
}
const insertDispute = (tx: Tx, tenantId: string, dispute: NewDispute) =>
  tx
    .insertInto('disputes')
    .values({
      tenant_id: tenantId,
      id: dispute.id,
      adjustment_id: dispute.adjustmentId,
      side: dispute.side,
      case_id: dispute.level.case_id,
      with_tenant: dispute.withTenant,
      // What the buyer is charged: both sides know it.
      amount_minor: dispute.level.amount_minor,
      currency: dispute.level.currency,
      kind: dispute.level.kind,
      state: dispute.state ?? 'open',
      evidence: json({ text: dispute.text }),
      due_at: dispute.dueAt ?? null,
      created_by: dispute.userId,
    })
    .execute();

/** The rows of a case by one level's own row; that level's is at `index`. Ends as that level. */
async function caseOf(tx: Tx, tenantId: string, where: { readonly caseId: string }) {
  const own = await tx
    .selectFrom('adjustments')
    .select('levels')
    .where('tenant_id', '=', tenantId)
    .where('case_id', '=', where.caseId)
    .executeTakeFirst();
  const levels = (own?.levels ?? []) as readonly string[];
  const rows = await lockCase(tx, levels, where.caseId);
  await as(tx, tenantId);
  return { levels, rows, index: rows.findIndex((row) => row.tenantId === tenantId) };
}

/** Problems: `not_found`; `forbidden` when it is charged already, is a credit, or was objected to before. */
export async function raiseDispute(tx: Tx, who: Who, adjustmentId: string, text: string): Promise<Outcome<string>> {
  const adjustment = await tx
    .selectFrom('adjustments')
    .select(['case_id'])
    .where('tenant_id', '=', who.tenantId)
    .where('id', '=', adjustmentId)
    .executeTakeFirst();
  if (!adjustment?.case_id) return problem('not_found');
  const { levels, rows, index } = await caseOf(tx, who.tenantId, { caseId: adjustment.case_id });
  const level = rows[index];
  const above = rows[index - 1];
  if (!level || !above) return problem('forbidden', { message: 'This was billed by the carrier; dispute it there.' });
  if (level.state === 'booked' || level.state === 'cancelled')
    return problem('forbidden', {
      message: 'This is settled already. Write to your seller if you do not agree; a correction is a new entry.',
    });
  if (level.amount_minor <= 0) return problem('forbidden', { message: 'This is a credit in your favour.' });
  if (level.state === 'disputed') return problem('forbidden', { message: 'You objected to this already.' });
  const id = newId();
  await insertDispute(tx, who.tenantId, {
    id,
    adjustmentId: level.id,
    side: 'raised',
    withTenant: above.tenantId,
    level,
    text,
    userId: who.userId,
  });
  await setState(tx, level, 'disputed');
  await as(tx, above.tenantId);
  await insertDispute(tx, above.tenantId, {
    id,
    adjustmentId: above.id,
    side: 'received',
    withTenant: level.tenantId,
    level,
    text,
    userId: null,
  });
  await wake(tx, levels, level.case_id);
  await as(tx, who.tenantId);
  return ok(id);
}

const end = async (
  tx: Tx,
  tenantId: string,
  id: string,
  state: 'won' | 'lost' | 'withdrawn' | 'sent' | 'open',
  answer?: string,
): Promise<void> => {
  await as(tx, tenantId);
  await sql`UPDATE disputes SET state = ${state}, answer = coalesce(${answer ?? null}, answer), version = version + 1,
      ended_at = CASE WHEN ${state} IN ('open', 'sent') THEN NULL ELSE clock_timestamp() END
    WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
};

interface DisputeRow {
  readonly id: string;
  readonly side: 'raised' | 'received';
  readonly state: string;
  readonly case_id: string | null;
  readonly difference_id: string | null;
  readonly with_tenant: string | null;
  readonly evidence: { readonly text?: string };
}
const readDispute = async (tx: Tx, tenantId: string, id: string): Promise<DisputeRow | undefined> =>
  (
    await sql<DisputeRow>`SELECT id, side, state, case_id, difference_id, with_tenant, evidence FROM disputes
      WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(tx)
  ).rows[0];

/** The buyer takes its objection back. */
export async function withdraw(tx: Tx, who: Who, id: string): Promise<Outcome<string>> {
  const dispute = await readDispute(tx, who.tenantId, id);
  if (!dispute || dispute.side !== 'raised') return problem('not_found');
  if (dispute.state !== 'open' && dispute.state !== 'sent')
    return problem('forbidden', { message: 'This objection is decided already.' });
  if (dispute.difference_id !== null) {
    await endClaim(tx, who, dispute, 'withdrawn', '');
    return ok('withdrawn');
  }
  if (!dispute.case_id || dispute.with_tenant === null)
    return problem('forbidden', { message: 'State the carrier’s answer instead.' });
  const { levels, rows, index } = await caseOf(tx, who.tenantId, { caseId: dispute.case_id });
  await end(tx, who.tenantId, id, 'withdrawn');
  await end(tx, dispute.with_tenant, id, 'withdrawn');
  const level = rows[index];
  if (level) await setState(tx, level, 'notice');
  await reopenBelow(tx, who.tenantId, id);
  await wake(tx, levels, dispute.case_id);
  await as(tx, who.tenantId);
  return ok('withdrawn');
}

/** Objections that were handed on with this one are this level's to decide again. */
async function reopenBelow(tx: Tx, tenantId: string, aboveId: string): Promise<void> {
  await as(tx, tenantId);
  const below = await tx
    .selectFrom('disputes')
    .select(['id', 'with_tenant'])
    .where('tenant_id', '=', tenantId)
    .where('above_id', '=', aboveId)
    .where('state', '=', 'sent')
    .execute();
  for (const each of below) {
    await end(tx, tenantId, each.id, 'open');
    if (each.with_tenant) await end(tx, each.with_tenant, each.id, 'open');
  }
  await as(tx, tenantId);
}

export type DisputeAnswer = 'won' | 'lost' | 'hand-on' | 'sent';

/**
 * The seller decides an objection or hands it on; the owner states what the carrier said. Problems: `not_found`,
 * `forbidden` when it is decided already or the answer does not fit.
 */
export async function answerDispute(
  tx: Tx,
  who: Who,
  id: string,
  action: DisputeAnswer,
  answer: string,
): Promise<Outcome<'open' | 'sent' | 'won' | 'lost'>> {
  const dispute = await readDispute(tx, who.tenantId, id);
  if (!dispute) return problem('not_found');
  if (dispute.state !== 'open' && dispute.state !== 'sent')
    return problem('forbidden', { message: 'This is decided already.' });
  const atCarrier = dispute.side === 'raised' && dispute.with_tenant === null;
  if (atCarrier) {
    if (action === 'hand-on') return problem('forbidden', { message: 'There is nobody above the carrier.' });
    if (action === 'sent') {
      await end(tx, who.tenantId, id, 'sent', answer);
      return ok('sent');
    }
    return dispute.difference_id !== null
      ? endClaim(tx, who, dispute, action, answer)
      : endCarrierCase(tx, who, dispute, action, answer);
  }
  if (dispute.side === 'raised' || !dispute.case_id || action === 'sent')
    return problem('forbidden', { message: 'Your seller decides this.' });
  const { levels, rows, index } = await caseOf(tx, who.tenantId, { caseId: dispute.case_id });
  const buyer = rows[index + 1];
  const own = rows[index];
  if (!own || !buyer) return problem('not_found');
  if (action === 'hand-on') return handOn(tx, who, dispute, { levels, rows, index }, answer);
  await end(tx, who.tenantId, id, action, answer);
  await end(tx, buyer.tenantId, id, action, answer);
  if (action === 'won') await cancelFrom(tx, rows, index + 1);
  else {
    await setState(tx, buyer, 'notice');
    // The buyer handed on what its own buyers said; that is its to decide now.
    await reopenBelow(tx, buyer.tenantId, id);
  }
  await wake(tx, levels, dispute.case_id);
  await as(tx, who.tenantId);
  return ok(action);
}

/** To the level above, or to the carrier where this level owns the account. */
async function handOn(
  tx: Tx,
  who: Who,
  dispute: DisputeRow,
  at: { readonly levels: readonly string[]; readonly rows: readonly Level[]; readonly index: number },
  text: string,
): Promise<Outcome<'sent'>> {
  if (dispute.state === 'sent') return problem('forbidden', { message: 'This was handed on already.' });
  const own = at.rows[at.index];
  const above = at.rows[at.index - 1];
  const buyer = at.rows[at.index + 1];
  if (!own || !buyer) return problem('not_found');
  const aboveId = newId();
  const words = text === '' ? (dispute.evidence.text ?? '') : text;
  await as(tx, who.tenantId);
  await insertDispute(tx, who.tenantId, {
    id: aboveId,
    adjustmentId: own.id,
    side: 'raised',
    withTenant: above?.tenantId ?? null,
    level: own,
    text: words,
    userId: who.userId,
    state: above ? 'open' : 'sent',
  });
  await sql`UPDATE disputes SET above_id = ${aboveId} WHERE tenant_id = ${who.tenantId} AND id = ${dispute.id}`.execute(
    tx,
  );
  await end(tx, who.tenantId, dispute.id, 'sent');
  await end(tx, buyer.tenantId, dispute.id, 'sent');
  if (above) {
    await setState(tx, own, 'disputed');
    await as(tx, above.tenantId);
    await insertDispute(tx, above.tenantId, {
      id: aboveId,
      adjustmentId: above.id,
      side: 'received',
      withTenant: own.tenantId,
      level: own,
      text: words,
      userId: null,
    });
  }
  await as(tx, who.tenantId);
  return ok('sent');
}

/** A claim at the carrier about a difference that nobody below was told of. */
async function endClaim(
  tx: Tx,
  who: Who,
  dispute: DisputeRow,
  action: 'won' | 'lost' | 'withdrawn',
  answer: string,
): Promise<Outcome<'won' | 'lost'>> {
  await end(tx, who.tenantId, dispute.id, action, answer);
  // Lost or given up, it is to be accepted or borne after all.
  await sql`UPDATE bill_differences SET state = ${action === 'won' ? 'recovered' : 'open'}, note = ${answer}, version = version + 1
    WHERE tenant_id = ${who.tenantId} AND id = ${dispute.difference_id} AND state = 'disputed'`.execute(tx);
  return ok(action === 'won' ? 'won' : 'lost');
}

/** The carrier takes back a charge that was already on its way down, or does not. */
async function endCarrierCase(
  tx: Tx,
  who: Who,
  dispute: DisputeRow,
  action: 'won' | 'lost',
  answer: string,
): Promise<Outcome<'won' | 'lost'>> {
  if (!dispute.case_id) return problem('not_found');
  const { levels, rows } = await caseOf(tx, who.tenantId, { caseId: dispute.case_id });
  await end(tx, who.tenantId, dispute.id, action, answer);
  if (action === 'won') {
    await cancelFrom(tx, rows, 0);
    await as(tx, who.tenantId);
    await sql`UPDATE bill_differences SET state = 'recovered', note = ${answer}, version = version + 1
      WHERE tenant_id = ${who.tenantId} AND case_id = ${dispute.case_id}`.execute(tx);
  } else {
    await reopenBelow(tx, who.tenantId, dispute.id);
    await wake(tx, levels, dispute.case_id);
  }
  await as(tx, who.tenantId);
  return ok(action);
}

/** The seller charges nothing on, though its policy would have. Problems: `not_found`, `forbidden`. */
export async function bear(
  tx: Tx,
  who: Who,
  adjustmentId: string,
): Promise<Outcome<'notice' | 'disputed' | 'booked' | 'cancelled'>> {
  const adjustment = await tx
    .selectFrom('adjustments')
    .select('case_id')
    .where('tenant_id', '=', who.tenantId)
    .where('id', '=', adjustmentId)
    .executeTakeFirst();
  if (!adjustment?.case_id) return problem('not_found');
  const { levels, rows, index } = await caseOf(tx, who.tenantId, { caseId: adjustment.case_id });
  const own = rows[index];
  const buyer = rows[index + 1];
  if (!own || !buyer || buyer.state === 'cancelled')
    return problem('forbidden', { message: 'Nothing of this is passed on.' });
  if (own.state === 'booked')
    return problem('forbidden', { message: 'This is on the books already; give a credit instead.' });
  await cancelFrom(tx, rows, index + 1);
  await wake(tx, levels, adjustment.case_id);
  await as(tx, who.tenantId);
  return ok(own.state);
}
