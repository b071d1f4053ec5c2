/** A tracker for each bought parcel: made with the purchase's outcome, ended with its void. Runs in the caller's transaction. */
import { FIRST_LOOK_MS } from '@scanship/domain/tracking/tracking-schedule';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';

export interface BoughtParcels {
  readonly tenantId: string;
  readonly shipmentId: string;
  readonly purchaseId: string;
  readonly slug: string;
  readonly grantId: string;
  /** Their numbers within the shipment. */
  readonly parcels: readonly number[];
  /** Whether the carrier answers questions about parcels (capability `track`). */
  readonly tracks: boolean;
}

/** Follows the numbered parcels of a purchase. Repeatable: a parcel that is followed already is left alone. */
export async function beginTracking(tx: Tx, bought: BoughtParcels): Promise<void> {
  const { tenantId } = bought;
  const ids = bought.parcels.map(() => newId());
  const stopped = bought.tracks ? sql`CASE WHEN g.id IS NULL THEN 'no-account' END` : sql`'not-offered'`;
  const due = bought.tracks
    ? sql`CASE WHEN g.id IS NOT NULL THEN clock_timestamp() + ${FIRST_LOOK_MS} * interval '1 millisecond' END`
    : sql`NULL::timestamptz`;
  await sql`
    INSERT INTO trackers (tenant_id, id, shipment_id, parcel_no, slug, tracking_key, purchase_id, grant_id,
      owner_tenant_id, account_id, bought_at, due_at, stopped)
    SELECT c.tenant_id, n.id, c.shipment_id, c.no, ${bought.slug}::text, c.tracking_key, c.purchase_id, ${bought.grantId}::uuid,
      g.owner_tenant_id, g.account_id, clock_timestamp(), ${due}, ${stopped}
    FROM unnest(${[...bought.parcels]}::int[], ${ids}::uuid[]) AS n(no, id)
    JOIN parcels AS c ON c.tenant_id = ${tenantId}::uuid AND c.purchase_id = ${bought.purchaseId}::uuid AND c.no = n.no
      AND c.tracking_key IS NOT NULL
    LEFT JOIN account_grants AS g ON g.tenant_id = c.tenant_id AND g.id = ${bought.grantId}::uuid
    ORDER BY c.no
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** The labels of a purchase are void: nobody asks about its parcels any more. Other parcels of the shipment go on. */
export async function endTracking(tx: Tx, tenantId: string, purchaseId: string): Promise<void> {
  await tx
    .updateTable('trackers')
    .set({ due_at: null, lease_until: null, watch_at: null, stopped: 'voided', attempt: sql<number>`attempt + 1` })
    .where('tenant_id', '=', tenantId)
    .where('purchase_id', '=', purchaseId)
    .execute();
}
