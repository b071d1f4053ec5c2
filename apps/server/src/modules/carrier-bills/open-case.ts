/**
 * An accepted difference becomes a case: one row at every level that pays, under its own tenant, with what it is charged and
 * what it charges on. Nothing moves before the notice has passed; credits move at once.
 */
import type { Sale } from '@scanship/domain/money/ledger';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { LABELS } from './case-labels.ts';
import type { OpenDifference, PlannedCase } from './plan-cases.ts';

/** Opens the case of a difference as it was planned; part of the transaction that decides it, which works as the owner. */
export async function openCase(
  tx: Tx,
  owner: { readonly tenantId: string; readonly userId: string },
  { difference, chain, noticeDays }: PlannedCase,
): Promise<string> {
  const { tenantId } = owner;
  const caseId = newId();
  const shipmentId = await shipmentOf(tx, tenantId, difference.purchase_id);
  const tenants = chain.map((sale) => sale.to);
  for (const [index, sale] of chain.entries()) {
    await actAs(tx, { role: 'app_tenant', tenantId: sale.to });
    await tx
      .insertInto('adjustments')
      .values(levelRow({ chain, index, sale, caseId, difference, owner, shipmentId, tenants, noticeDays }))
      .execute();
  }
  await actAs(tx, { role: 'app_tenant', tenantId });
  return caseId;
}

async function shipmentOf(tx: Tx, tenantId: string, purchaseId: string | null): Promise<string | null> {
  if (purchaseId === null) return null;
  const row = await tx
    .selectFrom('bill_shipments')
    .select('shipment_id')
    .where('tenant_id', '=', tenantId)
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirst();
  return row?.shipment_id ?? null;
}

interface RowFacts {
  readonly chain: readonly Sale[];
  readonly index: number;
  readonly sale: Sale;
  readonly caseId: string;
  readonly difference: OpenDifference;
  readonly owner: { readonly userId: string };
  readonly shipmentId: string | null;
  readonly tenants: readonly string[];
  readonly noticeDays: number;
}

const levelRow = ({ chain, index, sale, caseId, difference, owner, shipmentId, tenants, noticeDays }: RowFacts) => {
  const next = chain[index + 1];
  return {
    tenant_id: sale.to,
    id: newId(),
    case_id: caseId,
    purchase_id: difference.purchase_id,
    // Whose difference it is, is known to the owner alone.
    difference_id: index === 0 ? difference.id : null,
    from_tenant: sale.from,
    to_tenant: next?.to ?? null,
    kind: difference.kind,
    amount_minor: sale.price.minor,
    passed_minor: next?.price.minor ?? 0,
    lines: json(sale.lines),
    passed_lines: json(next?.lines ?? []),
    currency: difference.currency,
    reason: LABELS[difference.kind],
    evidence: json(difference.evidence),
    shipment_id: shipmentId,
    levels: json(tenants),
    notice_until: sql<Date>`clock_timestamp() + make_interval(days => ${noticeDays})`,
    due_at: index === 0 ? sql<Date>`clock_timestamp() + make_interval(days => ${noticeDays})` : null,
    created_by: index === 0 ? owner.userId : null,
  };
};
