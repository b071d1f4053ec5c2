import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { GrantsPort } from '../ports.ts';
import { readShipments } from './shipment-view.ts';

/** All shipments that have units of an order. */
export async function shipmentsOfOrder(
  ctx: Pick<RequestContext, 'tenantId'>,
  tx: Tx,
  orderId: string,
  grants: Pick<GrantsPort, 'describe'>,
) {
  const items = await tx
    .selectFrom('shipment_items')
    .select('shipment_id')
    .distinct()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .execute();
  const ids = items.map((item) => item.shipment_id);
  return [...(await readShipments(tx, ctx.tenantId, ids, grants))];
}
