/** What the owner of an account does about differences: accept (and pass down), bear, dispute with the carrier. */
import { claimUntil } from '@scanship/domain/carrier-bills/claim-periods';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type DecidedDifference, openCase } from './open-case.ts';

export interface Decision {
  readonly action: 'accept' | 'absorb' | 'dispute';
  readonly note: string;
  /** Where the carrier's own period is not known. */
  readonly claimUntil?: string | null | undefined;
}
interface Who {
  readonly tenantId: string;
  readonly userId: string;
}
interface Row extends DecidedDifference {
  readonly slug: string;
  readonly invoice_date: string | null;
  readonly claim_until: string | null;
}

const lockOpen = async (tx: Tx, tenantId: string, id: string): Promise<Row | undefined> =>
  (
    await sql<Row>`SELECT d.id, d.purchase_id, d.kind, d.minor, d.tax_minor, d.currency, d.evidence, a.slug,
        d.invoice_date::text AS invoice_date, d.claim_until::text AS claim_until
      FROM bill_differences d JOIN carrier_accounts a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
      WHERE d.tenant_id = ${tenantId} AND d.id = ${id} AND d.state = 'open' FOR UPDATE OF d`.execute(tx)
  ).rows[0];

/** Problem: `forbidden` when it is decided already, or a credit is to be disputed. */
async function decideOne(tx: Tx, who: Who, id: string, decision: Decision): Promise<Outcome<number>> {
  const row = await lockOpen(tx, who.tenantId, id);
  if (!row) return problem('forbidden', { message: 'This is decided already.' });
  let told = 0;
  let caseId: string | null = null;
  if (decision.action === 'dispute') {
    if (row.minor <= 0) return problem('forbidden', { message: 'A credit is not disputed.' });
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
  } else {
    const opened = await openCase(tx, who, row, decision.action === 'absorb');
    told = opened.told;
    caseId = opened.caseId;
  }
  const state = { accept: 'accepted', absorb: 'absorbed', dispute: 'disputed' }[decision.action];
  await sql`UPDATE bill_differences SET state = ${state}, case_id = ${caseId}, note = ${decision.note}, decided_by = ${who.userId},
      decided_at = clock_timestamp(), version = version + 1
    WHERE tenant_id = ${who.tenantId} AND id = ${id}`.execute(tx);
  return ok(told);
}

/** Each by itself, so that one that was decided meanwhile keeps nobody from the others. */
export async function decideDifferences(
  db: Database,
  who: Who,
  ids: readonly string[],
  decision: Decision,
): Promise<{ readonly decided: number; readonly passedOn: number; readonly left: number }> {
  let decided = 0;
  let passedOn = 0;
  for (const id of new Set(ids)) {
    const outcome = await allOrNothing(db, who, (tx) => decideOne(tx, who, id, decision));
    if (!outcome.ok) continue;
    decided += 1;
    if (outcome.value > 0) passedOn += 1;
  }
  return { decided, passedOn, left: new Set(ids).size - decided };
}
