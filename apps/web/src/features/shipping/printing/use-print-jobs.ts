/** Printing for one or many orders: what this station prints by itself is sent there, the rest opens in the preview. */
import { type I18n, i18n as lingui } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { PrintWish } from '@scanship/contracts/printing/printers';
import { useMutation } from '@tanstack/react-query';
import { customInvoice } from '@scanship/contracts/shipping/shipments';
import type { DataOf } from '@scanship/contracts/call';
import type { createShipment, ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { orderQuery } from '../../orders/api/orders-api.ts';
import { openPreview, type PreviewDocument } from './preview-store.ts';
import { hasLabels, invoicePdf, labelPdf, slipPdf } from '../shipping-api.ts';

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

/**
 * Sends what the station prints automatically; of the rest the files are fetched, with what they show, for the preview.
 * Nothing opens where everything is printed (decisions 38).
 */
export async function printOrFetch(
  wishes: readonly PrintWish[],
  i18n: I18n,
  load: (show: readonly PrintWish[]) => Promise<PreviewDocument>,
): Promise<PreviewDocument | undefined> {
  const { printAtStation } = await import('./station-print.ts');
  const { show } = await printAtStation(wishes, false, i18n);
  return show.length === 0 ? undefined : { ...(await load(show)), wishes: show };
}
const open = (document: PreviewDocument | undefined): void => {
  if (document) openPreview([document]);
};

const labelOf = (shipmentId: string): PrintWish => ({ documentType: 'SHIPPING_LABEL', shipmentId });
const slipOf = (orderId: string): PrintWish => ({ documentType: 'PACKAGING_SLIPS', orderId });
const invoiceOf = (shipmentId: string): PrintWish => ({ documentType: 'CUSTOM_INVOICE', shipmentId });
const shipmentIdsOf = (wishes: readonly PrintWish[]): string[] => wishes.flatMap(({ shipmentId }) => shipmentId ?? []);
/** Labels of shipments, printed or fetched. */
export const printLabels = (
  shipmentIds: readonly string[],
  i18n: I18n,
  name = shipmentIds.length === 1 ? 'ShippingLabel.pdf' : 'ShippingLabels.pdf',
): Promise<PreviewDocument | undefined> =>
  printOrFetch(shipmentIds.map(labelOf), i18n, (show) => labelPdf(shipmentIdsOf(show), name));
const printSlips = (orderIds: readonly string[], i18n: I18n): Promise<PreviewDocument | undefined> =>
  printOrFetch(orderIds.map(slipOf), i18n, (show) => slipPdf(show.flatMap(({ orderId }) => orderId ?? [])));
const printInvoice = (shipmentId: string, i18n: I18n): Promise<PreviewDocument | undefined> =>
  printOrFetch([invoiceOf(shipmentId)], i18n, () => invoicePdf(shipmentId));

export function usePrintJobs() {
  const { t, i18n } = useLingui();
  const onError = (error: unknown) => notify.error(error);
  const slips = useMutation({
    mutationKey: ['print', 'slips'],
    mutationFn: (orderIds: readonly string[]) => printSlips(orderIds, i18n),
    onSuccess: open,
    onError,
  });
  const labels = useMutation({
    mutationKey: ['print', 'labels'],
    mutationFn: async (orderIds: readonly string[]) => {
      const shipments = await shipmentsOf(orderIds);
      if (shipments.length === 0) notify.problem(t`There are no labels to print.`, t`Buy a label first.`);
      return printLabels(shipments, i18n, 'ShippingLabels.pdf');
    },
    onSuccess: open,
    onError,
  });
  const shipmentLabels = useMutation({
    mutationKey: ['print', 'label'],
    mutationFn: (shipment: ShipmentSummary) => printLabels([shipment.id], i18n),
    onSuccess: open,
    onError,
  });
  const invoice = useMutation({
    mutationKey: ['print', customInvoice.id],
    mutationFn: (shipmentId: string) => printInvoice(shipmentId, i18n),
    onSuccess: open,
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
  const wishes = [
    ...(autoPopupTag.SHIPPING_LABEL ? [labelOf(shipment.id)] : []),
    ...(autoPopupTag.PACKAGING_SLIPS ? [slipOf(orderId)] : []),
    ...(autoPopupTag.CUSTOM_INVOICE && needsInvoice ? [invoiceOf(shipment.id)] : []),
  ];
  // Asked in one go, so that they come out together and are said once.
  const { printAtStation } = await import('./station-print.ts');
  const { show } = await printAtStation(wishes, false, lingui);
  const files = {
    SHIPPING_LABEL: () => labelPdf([shipment.id], 'ShippingLabel.pdf'),
    PACKAGING_SLIPS: () => slipPdf([orderId]),
    CUSTOM_INVOICE: () => invoicePdf(shipment.id),
  };
  const wanted = show.map(async (wish) => ({ ...(await files[wish.documentType]()), wishes: [wish] }));
  const settled = await Promise.allSettled(wanted);
  for (const result of settled) if (result.status === 'rejected') notify.error(result.reason);
  const documents = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (documents.length > 0) openPreview(documents);
}
