/**
 * Books a case at all levels in one transaction when its notice has passed and nobody objects. Booked once whatever
 * crashes: the rows' states change with the entries, and the entries are unique by the case.
 */
import type { Sale } from '@scanship/domain/money/ledger';
import { money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { bookAdjustment } from '../billing/index.ts';
import { caseNote } from './case-labels.ts';

export interface CaseRow {
  readonly id: string;
  readonly case_id: string;
  readonly from_tenant: string | null;
  readonly to_tenant: string | null;
  readonly amount_minor: number;
  readonly currency: string;
  readonly kind: string;
  readonly lines: readonly PriceLine[];
  readonly levels: readonly string[];
  readonly state: 'notice' | 'disputed' | 'booked' | 'cancelled';
  readonly waits: boolean;
  readonly evidence: { readonly trackingNumber?: string | null };
}

/** One level's row of a case, locked; runs as that level. */
export async function lockLevel(tx: Tx, tenantId: string, caseId: string): Promise<CaseRow | undefined> {
  const { rows } =
    await sql<CaseRow>`SELECT id, case_id, from_tenant, to_tenant, amount_minor, currency, kind, lines, levels, state, evidence,
      coalesce(notice_until > clock_timestamp(), false) AS waits
    FROM adjustments WHERE tenant_id = ${tenantId} AND case_id = ${caseId} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Locks a case from the owner down, so that two who change it never wait for each other in a circle. */
export async function lockCase(
  tx: Tx,
  levels: readonly string[],
  caseId: string,
): Promise<readonly (CaseRow & { readonly tenantId: string })[]> {
  const rows: (CaseRow & { readonly tenantId: string })[] = [];
  for (const tenantId of levels) {
    await actAs(tx, { role: 'app_tenant', tenantId });
    const row = await lockLevel(tx, tenantId, caseId);
    if (row) rows.push({ ...row, tenantId });
  }
  return rows;
}

export type Settled = 'booked' | 'waiting' | 'disputed' | 'over';

/** Runs as the owner, and does so again afterwards. */
export async function settleCase(tx: Tx, ownerTenantId: string, caseId: string): Promise<Settled> {
  const first = await lockLevel(tx, ownerTenantId, caseId);
  if (!first) return 'over';
  const rows = await lockCase(tx, first.levels, caseId);
  const home = () => actAs(tx, { role: 'app_tenant', tenantId: ownerTenantId });
  const due = async (at: 'never' | 'after-notice'): Promise<void> => {
    await home();
    await sql`UPDATE adjustments SET lease_until = NULL, due_at = CASE WHEN ${at} = 'never' THEN NULL ELSE notice_until END
      WHERE tenant_id = ${ownerTenantId} AND case_id = ${caseId}`.execute(tx);
  };
  if (first.state === 'booked' || first.state === 'cancelled') {
    await due('never');
    return 'over';
  }
  if (rows.some((row) => row.state === 'disputed')) {
    // Whoever decides the objection lets it go on.
    await due('never');
    return 'disputed';
  }
  if (rows.some((row) => row.state === 'notice' && row.waits)) {
    await due('after-notice');
    return 'waiting';
  }
  const standing: (typeof rows)[number][] = [];
  for (const row of rows) {
    if (row.state !== 'notice') break;
    standing.push(row);
  }
  const chain = standing.map(
    (row): Sale => ({
      from: row.from_tenant,
      to: row.tenantId,
      price: money(row.amount_minor, row.currency),
      lines: row.lines,
    }),
  );
  await home();
  await bookAdjustment(
    tx,
    {
      homeTenantId: ownerTenantId,
      kind: 'adjustment',
      source: { kind: 'adjustment', id: caseId, note: caseNote(first.kind, first.evidence.trackingNumber) },
    },
    chain,
  );
  for (const { tenantId } of standing) {
    await actAs(tx, { role: 'app_tenant', tenantId });
    await sql`UPDATE adjustments SET state = 'booked', booked_at = clock_timestamp(), due_at = NULL, lease_until = NULL, version = version + 1,
        entry_id = (SELECT id FROM entries WHERE tenant_id = ${tenantId} AND source_kind = 'adjustment' AND source_id = ${caseId})
      WHERE tenant_id = ${tenantId} AND case_id = ${caseId}`.execute(tx);
  }
  await home();
  return 'booked';
}
