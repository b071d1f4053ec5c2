/** Waits for a purchase whose outcome is open, and opens its documents when it comes while the person is still here. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DataOf } from '@scanship/contracts/call';
import type { createShipment } from '@scanship/contracts/shipping/shipments';
import { getShipment } from '@scanship/contracts/shipping/shipments';
import { fetchData } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { orderChanged } from '../orders/api/orders-api.ts';
import { isOpen } from './shipping-api.ts';
import { openAfterPurchase } from './printing/use-print-jobs.ts';

const POLL_MS = 2000;
/** Longer than this the documents are not thrown at somebody who went on; the shipment and Exceptions show the outcome. */
const PATIENCE_MS = 90_000;

export async function awaitOutcome(orderId: string, bought: DataOf<typeof createShipment>): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const shipment = await fetchData(getShipment, { params: { id: bought.shipment.id } }).catch(() => undefined);
    if (!shipment || isOpen(shipment)) continue;
    void queryClient.invalidateQueries({ queryKey: ['exceptions'] });
    await orderChanged(orderId);
    if (shipment.state === 'bought') {
      notify.success(i18n._(msg`Shipment created successfully.`));
      await openAfterPurchase(orderId, { ...bought, shipment });
    }
    return;
  }
}
