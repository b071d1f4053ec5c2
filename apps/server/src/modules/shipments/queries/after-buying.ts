import type { AutoPopupTag } from '@scanship/contracts/common';
import { crossesBorder } from '@scanship/domain/customs/order-customs';
import type { Tx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import { autoPopupTagOf } from '../../orders/index.ts';

/** Which documents open after a label was bought: the flags of the order, and whether a commercial invoice belongs to it. */
export async function afterBuying(
  tx: Tx,
  tenantId: string,
  bought: { readonly shipmentId: string; readonly orderId: string },
): Promise<{ readonly autoPopupTag: AutoPopupTag; readonly customInvoice: boolean }> {
  const reading = tx
    .selectFrom('shipments')
    .select(['from_address', 'to_address'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', bought.shipmentId)
    .executeTakeFirstOrThrow();
  const [row, autoPopupTag] = await together([reading, autoPopupTagOf(tx, bought.orderId)]);
  const from = row.from_address as { readonly countryCode: string };
  const to = row.to_address as { readonly countryCode: string };
  return {
    autoPopupTag,
    customInvoice: crossesBorder(from.countryCode, to.countryCode),
  };
}
