import type { AutoPopupTag } from '@scanship/contracts/common';
import { crossesBorder } from '@scanship/domain/customs/order-customs';
import type { Tx } from '../../../platform/database/database.ts';
import { autoPopupTagOf } from '../../orders/index.ts';

/** Which documents open after a label was bought: the flags of the order, and whether a commercial invoice belongs to it. */
export async function afterBuying(
  tx: Tx,
  tenantId: string,
  bought: { readonly shipmentId: string; readonly orderId: string },
): Promise<{ readonly autoPopupTag: AutoPopupTag; readonly customInvoice: boolean }> {
  const row = await tx
    .selectFrom('shipments')
    .select(['from_address', 'to_address'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', bought.shipmentId)
    .executeTakeFirstOrThrow();
  const from = row.from_address as { readonly countryCode: string };
  const to = row.to_address as { readonly countryCode: string };
  return {
    autoPopupTag: await autoPopupTagOf(tx, bought.orderId),
    customInvoice: crossesBorder(from.countryCode, to.countryCode),
  };
}
