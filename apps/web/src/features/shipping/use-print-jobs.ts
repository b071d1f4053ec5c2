/** Printing for one or many orders: the files are fetched, then the preview opens. */
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { customInvoice } from '@scanship/contracts/shipments';
import type { DataOf } from '@scanship/contracts/call';
import type { createShipment, ShipmentSummary } from '@scanship/contracts/shipments';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { orderQuery } from '../orders/api/orders-api.ts';
import { openPreview, type PreviewDocument } from './preview-store.ts';
import { hasLabels, invoicePdf, labelPdf, slipPdf } from './shipping-api.ts';

/** Orders looked up at the same time while gathering their shipments. */
const AT_ONCE = 6;

/** Shipments with labels of orders, in the order of the list. */
async function shipmentsOf(orderIds: readonly string[]): Promise<string[]> {
  const found: string[][] = [];
  for (let i = 0; i < orderIds.length; i += AT_ONCE) {
    const part = await Promise.all(orderIds.slice(i, i + AT_ONCE).map((id) => queryClient.fetchQuery(orderQuery(id))));
    found.push(...part.map((order) => order.shipments.filter(hasLabels).map((s) => s.id)));
  }
  return found.flat();
}

export function usePrintJobs() {
  const { t } = useLingui();
  const onError = (error: unknown) => notify.error(error);
  const slips = useMutation({
    mutationKey: ['print', 'slips'],
    mutationFn: (orderIds: readonly string[]) => slipPdf(orderIds),
    onSuccess: (document) => openPreview([document]),
    onError,
  });
  const labels = useMutation({
    mutationKey: ['print', 'labels'],
    mutationFn: async (orderIds: readonly string[]) => {
      const shipments = await shipmentsOf(orderIds);
      return shipments.length === 0 ? undefined : labelPdf(shipments, 'ShippingLabels.pdf');
    },
    onSuccess: (document) => {
      if (document) openPreview([document]);
      else notify.problem(t`There are no labels to print.`, t`Buy a label first.`);
    },
    onError,
  });
  const shipmentLabels = useMutation({
    mutationKey: ['print', 'label'],
    mutationFn: (shipment: ShipmentSummary) => labelPdf([shipment.id], 'ShippingLabel.pdf'),
    onSuccess: (document) => openPreview([document]),
    onError,
  });
  const invoice = useMutation({
    mutationKey: ['print', customInvoice.id],
    mutationFn: (shipmentId: string) => invoicePdf(shipmentId),
    onSuccess: (document) => openPreview([document]),
    onError,
  });
  return { slips, labels, shipmentLabels, invoice };
}

type Bought = DataOf<typeof createShipment>;
/**
 * Opens what the flags of autoPopupTag direct (product-spec section 4). A document that fails is said, and the others open
 * all the same: the label is bought.
 */
export async function openAfterPurchase(
  orderId: string,
  { shipment, autoPopupTag, customInvoice: needsInvoice }: Bought,
): Promise<void> {
  const wanted: Promise<PreviewDocument>[] = [];
  if (autoPopupTag.SHIPPING_LABEL) wanted.push(labelPdf([shipment.id], 'ShippingLabel.pdf'));
  if (autoPopupTag.PACKAGING_SLIPS) wanted.push(slipPdf([orderId]));
  if (autoPopupTag.CUSTOM_INVOICE && needsInvoice) wanted.push(invoicePdf(shipment.id));
  const settled = await Promise.allSettled(wanted);
  for (const result of settled) if (result.status === 'rejected') notify.error(result.reason);
  const documents = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (documents.length > 0) openPreview(documents);
}
