import { overallStatus, type TrackingStatus } from '@scanship/domain/tracking/tracking';
import type { Tx } from '../../platform/database/database.ts';

/** One word for the parcels that travel, on the shipment itself: its list is filtered by it. */
export async function keepTrackingWord(
  tx: Tx,
  tenantId: string,
  shipmentId: string,
  parcels: readonly { readonly status: TrackingStatus }[],
  shown: TrackingStatus | null,
): Promise<void> {
  const word = overallStatus(parcels.map(({ status }) => status)) ?? null;
  if (word === shown) return;
  await tx
    .updateTable('shipments')
    .set({ tracking_status: word })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', shipmentId)
    .where('tracking_status', 'is distinct from', word)
    .execute();
}
