/**
 * Undoes what was accepted or borne: what is announced is withdrawn, what is booked is booked back at every level by the
 * entries' own mirror, and the difference waits to be decided again.
 */
import { ok } from '@scanship/domain/values/result';
import type { BillEvidence } from '@scanship/contracts/carriers/carrier-bills';
import type { DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { reverseAdjustment } from '../billing/index.ts';
import { auditPurchases } from './audit-purchases.ts';
import { caseNote } from './case-labels.ts';
import { cancelFrom } from './disputes.ts';
import { fingerprintOf } from './plan-cases.ts';
import { lockCase } from './settle-case.ts';
import { readSettings } from './settings.ts';

export interface UndoRow {
  readonly id: string;
  readonly account_id: string;
  readonly slug: string;
  readonly purchase_id: string | null;
  readonly kind: DifferenceKind;
  readonly minor: number;
  readonly currency: string;
  readonly evidence: BillEvidence;
  readonly case_id: string;
  readonly state: 'notice' | 'disputed' | 'booked' | 'cancelled';
  readonly amount_minor: number;
  readonly lines: readonly PriceLine[];
  readonly passed_minor: number;
  readonly passed_lines: readonly PriceLine[];
  readonly to_tenant: string | null;
  readonly version: number;
  /** Decided later for the same label and not chosen too: what that gave back may hang on this. */
  readonly under: boolean;
}
export interface UndoPlan {
  /** The last decision first. */
  readonly rows: readonly UndoRow[];
  readonly kept: readonly UndoRow[];
  readonly fingerprint: string;
}

async function readUndo(tx: Tx, tenantId: string, ids: readonly string[], lock: boolean): Promise<UndoPlan> {
  const chosen = sql`${[...ids]}::uuid[]`;
  if (lock)
    await sql`SELECT id FROM bill_differences WHERE tenant_id = ${tenantId} AND id = ANY(${chosen}) ORDER BY id FOR UPDATE`.execute(
      tx,
    );
  const { rows } =
    await sql<UndoRow>`SELECT d.id, d.account_id, c.slug, d.purchase_id, d.kind, d.minor, d.currency, d.evidence, d.case_id, j.state,
        j.amount_minor, j.lines, j.passed_minor, j.passed_lines, j.to_tenant, j.version,
        EXISTS (SELECT 1 FROM bill_differences o WHERE o.tenant_id = d.tenant_id AND o.purchase_id = d.purchase_id
          AND o.state IN ('accepted', 'absorbed') AND o.decided_at > d.decided_at AND o.id <> ALL (${chosen})) AS under
      FROM bill_differences d JOIN carrier_accounts c ON c.tenant_id = d.tenant_id AND c.id = d.account_id
      JOIN adjustments j ON j.tenant_id = d.tenant_id AND j.case_id = d.case_id
      WHERE d.tenant_id = ${tenantId} AND d.id = ANY(${chosen}) AND d.state IN ('accepted', 'absorbed')
      ORDER BY d.decided_at DESC, d.id DESC`.execute(tx);
  const free = rows.filter(({ under }) => !under);
  return {
    rows: free,
    kept: rows.filter(({ under }) => under),
    fingerprint: fingerprintOf(['undo', free.map((row) => [row.id, row.case_id, row.state, row.version])]),
  };
}

/** What undoing would book back; nothing is. */
export const planUndo = (db: Database, who: { readonly tenantId: string }, ids: readonly string[]): Promise<UndoPlan> =>
  db.tenant(who, (tx) => readUndo(tx, who.tenantId, ids, false), { readOnly: true });

async function undoCase(tx: Tx, tenantId: string, row: UndoRow): Promise<void> {
  const [owner] = await lockCase(tx, [tenantId], row.case_id);
  if (!owner) return;
  const rows = await lockCase(tx, owner.levels, row.case_id);
  await actAs(tx, { role: 'app_tenant', tenantId });
  if (owner.state === 'booked')
    await reverseAdjustment(
      tx,
      { homeTenantId: tenantId, caseId: row.case_id, note: caseNote(row.kind, row.evidence.trackingNumber) },
      rows.filter(({ state }) => state === 'booked').map((level) => level.tenantId),
    );
  await cancelFrom(tx, rows, 0);
  await actAs(tx, { role: 'app_tenant', tenantId });
  // Where the same kind was found again meanwhile, both are one difference from now on.
  await sql`UPDATE bill_differences AS d SET case_id = NULL, decided_by = NULL, decided_at = NULL, version = version + 1,
      state = CASE WHEN EXISTS (SELECT 1 FROM bill_differences o WHERE o.tenant_id = d.tenant_id AND o.purchase_id = d.purchase_id
        AND o.kind = d.kind AND o.state = 'open') THEN 'gone' ELSE 'open' END
    WHERE d.tenant_id = ${tenantId} AND d.id = ${row.id}`.execute(tx);
}

/** All of them or none. Problem: `stale_version` when something else would be booked back than was shown. */
export async function undoDecisions(
  db: Database,
  who: { readonly tenantId: string },
  ids: readonly string[],
  fingerprint: string,
): Promise<Outcome<{ readonly undone: number; readonly left: number }>> {
  const { tenantId } = who;
  const done = await allOrNothing(db, who, async (tx) => {
    const plan = await readUndo(tx, tenantId, ids, true);
    if (plan.fingerprint !== fingerprint)
      return problem('stale_version', {
        message: 'What this would book has changed since it was shown. Nothing was booked.',
        advice: 'Look at it again.',
      });
    for (const row of plan.rows) await undoCase(tx, tenantId, row);
    return ok({ rows: plan.rows, toleranceMinor: (await readSettings(tx, tenantId)).toleranceMinor });
  });
  if (!done.ok) return done;
  const { rows, toleranceMinor } = done.value;
  for (const accountId of new Set(rows.map((row) => row.account_id))) {
    const of = rows.filter((row) => row.account_id === accountId);
    const scope = { tenantId, accountId, slug: of[0]?.slug ?? '', toleranceMinor };
    // What was undone counts as not decided again, beside everything that was billed meanwhile.
    await auditPurchases(db, scope, [...new Set(of.flatMap((row) => row.purchase_id ?? []))]);
  }
  return ok({ undone: rows.length, left: new Set(ids).size - rows.length });
}
