/** What the owner of an account does about differences: accept (and pass down), bear, dispute with the carrier. */
import { CREDIT_KINDS, isTakenBack } from '@scanship/domain/carrier-bills/bill-kinds';
import { claimUntil } from '@scanship/domain/carrier-bills/claim-periods';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { openCase } from './open-case.ts';
import { type OpenDifference, type Plan, planCases } from './plan-cases.ts';

interface Who {
  readonly tenantId: string;
  readonly userId: string;
}
export type Decision =
  | {
      readonly action: 'accept' | 'absorb';
      readonly note: string;
      /** Of the preview that was looked at. */
      readonly fingerprint: string;
    }
  | {
      readonly action: 'dispute';
      readonly note: string;
      /** Where the carrier's own period is not known. */
      readonly claimUntil?: string | null | undefined;
    };
export interface Decided {
  readonly decided: number;
  readonly passedOn: number;
  /** Not decided: nothing proves what they are, or they were decided meanwhile. */
  readonly left: number;
}

interface Row extends OpenDifference {
  readonly slug: string;
  readonly invoice_date: string | null;
  readonly claim_until: string | null;
}

/** In the order of their ids, so that two who decide the same never wait for each other in a circle. */
const openRows = async (tx: Tx, tenantId: string, ids: readonly string[], lock: boolean): Promise<readonly Row[]> =>
  (
    await sql<Row>`SELECT d.id, d.purchase_id, d.kind, d.minor, d.tax_minor, d.currency, d.evidence, a.slug,
        d.invoice_date::text AS invoice_date, d.claim_until::text AS claim_until
      FROM bill_differences d JOIN carrier_accounts a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
      WHERE d.tenant_id = ${tenantId} AND d.id = ANY(${[...ids]}::uuid[]) AND d.state = 'open'
      ORDER BY d.id ${lock ? sql`FOR UPDATE OF d` : sql``}`.execute(tx)
  ).rows;

/** What would be booked; nothing is. */
export const planDecision = (
  db: Database,
  who: { readonly tenantId: string },
  ids: readonly string[],
  action: 'accept' | 'absorb',
): Promise<Plan> =>
  db.tenant(who, async (tx) => planCases(tx, who.tenantId, await openRows(tx, who.tenantId, ids, false), action), {
    readOnly: true,
  });

const decided = async (
  tx: Tx,
  who: Who,
  id: string,
  state: 'accepted' | 'absorbed' | 'disputed',
  note: string,
  caseId: string | null,
): Promise<void> => {
  await sql`UPDATE bill_differences SET state = ${state}, case_id = ${caseId}, note = ${note}, decided_by = ${who.userId},
      decided_at = clock_timestamp(), version = version + 1
    WHERE tenant_id = ${who.tenantId} AND id = ${id}`.execute(tx);
};

/**
 * All of them or none. Problem: `stale_version` when something else would be booked than the preview said: a difference
 * was decided or changed, or a level below changed its rules.
 */
async function bookAsShown(
  tx: Tx,
  who: Who,
  ids: readonly string[],
  decision: Extract<Decision, { readonly fingerprint: string }>,
): Promise<Outcome<Decided>> {
  const rows = await openRows(tx, who.tenantId, ids, true);
  const plan = await planCases(tx, who.tenantId, rows, decision.action);
  if (plan.fingerprint !== decision.fingerprint)
    return problem('stale_version', {
      message: 'What this would book has changed since it was shown. Nothing was booked.',
      advice: 'Look at it again.',
    });
  let passedOn = 0;
  for (const each of plan.cases) {
    const caseId = await openCase(tx, who, each);
    if (each.chain.length > 1) passedOn += 1;
    const state = decision.action === 'accept' ? 'accepted' : 'absorbed';
    await decided(tx, who, each.difference.id, state, decision.note, caseId);
  }
  return ok({ decided: plan.cases.length, passedOn, left: ids.length - plan.cases.length });
}

/** Problem: `forbidden` when it is decided already, or is nothing that the carrier asks for. */
async function disputeOne(
  tx: Tx,
  who: Who,
  id: string,
  decision: Extract<Decision, { readonly action: 'dispute' }>,
): Promise<Outcome<void>> {
  const [row] = await openRows(tx, who.tenantId, [id], true);
  if (!row) return problem('forbidden', { message: 'This is decided already.' });
  if (row.minor <= 0 && (CREDIT_KINDS.has(row.kind) || isTakenBack(row.kind, row.minor)))
    return problem('forbidden', { message: 'A credit is not disputed.' });
  if (row.minor <= 0) return problem('forbidden', { message: 'What the carrier has not billed is not disputed.' });
  const until = row.claim_until ?? decision.claimUntil ?? claimUntil(row.slug, row.invoice_date) ?? null;
  await tx
    .insertInto('disputes')
    .values({
      tenant_id: who.tenantId,
      id: newId(),
      side: 'raised',
      difference_id: row.id,
      amount_minor: row.minor,
      currency: row.currency,
      kind: row.kind,
      state: 'open',
      evidence: json({ text: decision.note }),
      due_at: until,
      created_by: who.userId,
    })
    .execute();
  await decided(tx, who, id, 'disputed', decision.note, null);
  return ok(undefined);
}

/**
 * What moves money is booked whole, as it was shown, or not at all; disputes go each by themselves, so that one that was decided
 * meanwhile keeps nobody from the others. Problem: `stale_version`.
 */
export async function decideDifferences(
  db: Database,
  who: Who,
  chosen: readonly string[],
  decision: Decision,
): Promise<Outcome<Decided>> {
  const ids = [...new Set(chosen)];
  if (decision.action !== 'dispute') return allOrNothing(db, who, (tx) => bookAsShown(tx, who, ids, decision));
  let disputed = 0;
  for (const id of ids) {
    const outcome = await allOrNothing(db, who, (tx) => disputeOne(tx, who, id, decision));
    if (outcome.ok) disputed += 1;
  }
  return ok({ decided: disputed, passedOn: 0, left: ids.length - disputed });
}
