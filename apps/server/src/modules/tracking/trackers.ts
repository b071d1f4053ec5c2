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
  /** Whether the carrier answers questions about parcels (capability `track`). */
  readonly tracks: boolean;
}

/** Follows the numbered parcels of a purchase. Repeatable: a parcel that is followed already is left alone. */
export async function beginTracking(tx: Tx, bought: BoughtParcels): Promise<void> {
  const { tenantId } = bought;
  const parcels = await tx
    .selectFrom('parcels')
    .select(['no', 'tracking_key'])
    .where('tenant_id', '=', tenantId)
    .where('purchase_id', '=', bought.purchaseId)
    .where('tracking_key', 'is not', null)
    .orderBy('no')
    .execute();
  if (parcels.length === 0) return;
  const grant = await tx
    .selectFrom('account_grants')
    .select(['owner_tenant_id', 'account_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', bought.grantId)
    .executeTakeFirst();
  await tx
    .insertInto('trackers')
    .values(
      parcels.map((parcel) => ({
        tenant_id: tenantId,
        id: newId(),
        shipment_id: bought.shipmentId,
        parcel_no: parcel.no,
        slug: bought.slug,
        tracking_key: parcel.tracking_key ?? '',
        purchase_id: bought.purchaseId,
        grant_id: bought.grantId,
        owner_tenant_id: grant?.owner_tenant_id ?? null,
        account_id: grant?.account_id ?? null,
        bought_at: sql<Date>`clock_timestamp()`,
        ...(!bought.tracks
          ? { due_at: null, stopped: 'not-offered' as const }
          : !grant
            ? { due_at: null, stopped: 'no-account' as const }
            : { due_at: sql<Date>`clock_timestamp() + ${FIRST_LOOK_MS} * interval '1 millisecond'` }),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The labels of a purchase are void: nobody asks about its parcels any more. Other parcels of the shipment go on. */
export async function endTracking(tx: Tx, tenantId: string, purchaseId: string): Promise<void> {
  await tx
    .updateTable('trackers')
    .set({ due_at: null, lease_until: null, stopped: 'voided', attempt: sql<number>`attempt + 1` })
    .where('tenant_id', '=', tenantId)
    .where('purchase_id', '=', purchaseId)
    .execute();
}
