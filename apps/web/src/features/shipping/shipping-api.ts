/** Buying, watching, cancelling and printing. */
import { queryOptions } from '@tanstack/react-query';
import {
  cancelShipment,
  countPrinted,
  createShipment,
  customInvoice,
  finishShipment,
  getDocument,
  getShipment,
  labelMultiple,
  packingSlip,
  type ShipmentSummary,
} from '@scanship/contracts/shipping/shipments';
import { api, fetchData, newIdempotencyKey } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { DOWNLOAD_NAMES } from '../../lib/download.ts';
import type { PreviewDocument } from './printing/preview-store.ts';

export interface BuyInput {
  readonly orderId: string;
  readonly quoteId: string;
  readonly rateId: string;
  readonly additional: boolean;
  readonly key: string;
}
export const buyLabel = ({ key, additional, ...body }: BuyInput) =>
  api.call(createShipment, { body: { ...body, ...(additional ? { additional } : {}) }, idempotencyKey: key });

export const voidShipment = (input: { readonly id: string; readonly key: string }) =>
  api.call(cancelShipment, { params: { id: input.id }, idempotencyKey: input.key });

/** States that settle by themselves: looked at every two seconds until they do. */
const OPEN_STATES: ReadonlySet<ShipmentSummary['state']> = new Set(['buying', 'voiding']);
export const isOpen = (shipment: ShipmentSummary): boolean => OPEN_STATES.has(shipment.state);
/** Parcels of a partly bought shipment whose label was refused and can be bought after all. */
export const missingParcels = (shipment: ShipmentSummary): readonly number[] =>
  shipment.state === 'partly_bought'
    ? shipment.parcels
        .filter((parcel) => parcel.purchaseState === 'refused' || parcel.purchaseState === 'absent')
        .map((parcel) => parcel.number)
    : [];

export const buyMissing = (input: { readonly id: string; readonly key: string }) =>
  api.call(finishShipment, { params: { id: input.id }, idempotencyKey: input.key });
const POLL_MS = 2000;

/** Watches a shipment whose outcome is open; each open state is watched anew, so that no older answer stands in. */
export const shipmentQuery = (known: ShipmentSummary) =>
  queryOptions({
    queryKey: ['shipment', known.id, known.state],
    queryFn: ({ signal }) => fetchData(getShipment, { params: { id: known.id }, signal }),
    enabled: isOpen(known),
    gcTime: 0,
    refetchInterval: (query) => (query.state.data && !isOpen(query.state.data) ? false : POLL_MS),
    meta: { quiet: true },
  });

/** Labels that were paid for and not given back. */
export const hasLabels = (shipment: ShipmentSummary): boolean =>
  shipment.state !== 'voided' && shipment.parcels.some((p) => p.hasLabel);

/** Shown wherever orders and labels are. */
export const copiesChanged = (): Promise<unknown> =>
  Promise.all(['order', 'orders', 'labels'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

/** After somebody sent labels to a printer from the browser. */
export async function notePrinted(shipmentIds: readonly string[]): Promise<void> {
  await api.call(countPrinted, { body: { shipmentIds: [...shipmentIds] }, idempotencyKey: newIdempotencyKey() });
  await copiesChanged();
}

export async function labelPdf(shipmentIds: readonly string[], name: string): Promise<PreviewDocument> {
  const { blob, fileName } = await api.file(labelMultiple, { body: { shipmentIds: [...shipmentIds] } });
  return { kind: 'label', blob, fileName: fileName ?? name, onPrint: () => notePrinted(shipmentIds) };
}
export async function slipPdf(orderIds: readonly string[]): Promise<PreviewDocument> {
  const { blob } = await api.file(packingSlip, { body: { orderIds: [...orderIds] } });
  return { kind: 'slip', blob, fileName: DOWNLOAD_NAMES.packingSlip };
}
export async function invoicePdf(shipmentId: string): Promise<PreviewDocument> {
  const { blob } = await api.file(customInvoice, { params: { id: shipmentId } });
  return { kind: 'invoice', blob, fileName: DOWNLOAD_NAMES.customInvoice };
}
export const documentBytes = (id: string) => api.file(getDocument, { params: { id } });
