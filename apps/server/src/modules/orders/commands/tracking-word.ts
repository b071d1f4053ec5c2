/** The one word for the parcels of an order that its row in the list shows. */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrderContext } from './order-context.ts';

/** Null: nothing travels. Written only when it changes, because the row is read by every list. */
export async function setTrackingWord(
  ctx: OrderContext,
  tx: Tx,
  input: { readonly orderId: string; readonly status: TrackingStatus | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ tracking_status: input.status })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', input.orderId)
    .where('tracking_status', 'is distinct from', input.status)
    .execute();
}
