/** The packing table's way to the server. */
import { queryOptions } from '@tanstack/react-query';
import { printDocuments } from '@scanship/contracts/printing/printers';
import {
  addScanSetting,
  getScannedShipment,
  getScanSetting,
  holdScanned,
  printScanned,
  rateScanned,
  saveScanSelection,
  scanCommandSheet,
  scanOrder,
  type ScanQuote,
  type ScanSettingDto,
  type ScanSettings,
  type ScanShipped,
  shipScanned,
  shipScannedByCarrier,
  shipScannedByDetails,
  voidScanned,
} from '@scanship/contracts/printing/scan-ship';
import type { PrintedPaper } from '@scanship/domain/printing/printing';
import { api, fetchData, newIdempotencyKey } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { TransportError } from '../../lib/api-errors.ts';
import { DOWNLOAD_NAMES } from '../../lib/download.ts';
import { orKept } from '../../lib/offline-start.ts';
import { browserStore } from '../../lib/storage.ts';
import { whileLoading } from '../../ui/loading.ts';
import { closePreview, openPreview, type PreviewDocument } from '../shipping/printing/preview-store.ts';
import { notePrinted } from '../shipping/shipping-api.ts';
import { browserHid, readScale } from '../shipping/scale/scale.ts';
import { type BuyingStation, detailsOf, type Purchase, purchaseBody } from './model/purchase.ts';
import type { ShipWish, StationCalls } from './model/station-types.ts';

/** Name under which a station with a shift keeps it (lib/offline-start.ts). */
export const keptSettingName = (machineId: string | undefined): string => `scan-setting ${machineId ?? ''}`;

export const scanSettingQuery = (machineId: string | undefined) =>
  queryOptions({
    queryKey: ['scan-setting', machineId ?? null],
    queryFn: ({ signal }) =>
      orKept(browserStore(), keptSettingName(machineId), () =>
        fetchData(getScanSetting, { query: { machineId }, signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
export async function saveSetting(machineId: string | undefined, setting: ScanSettingDto): Promise<void> {
  await api.call(addScanSetting, { body: { machineId, setting } });
  keepSetting(machineId, setting);
}
export const keepSetting = (machineId: string | undefined, setting: ScanSettingDto): void =>
  void queryClient.setQueryData(scanSettingQuery(machineId).queryKey, (known: ScanSettings | undefined) =>
    known ? { ...known, setting } : known,
  );

export async function openCommandSheet(): Promise<void> {
  const { blob, fileName } = await api.file(scanCommandSheet, { query: {} });
  openPreview([{ kind: 'slip', blob, fileName: fileName ?? 'CommandBarcodes.pdf' }]);
}

const KIND_OF: Readonly<Record<PrintedPaper, PreviewDocument['kind']>> = {
  SHIPPING_LABEL: 'label',
  PACKAGING_SLIPS: 'slip',
  CUSTOM_INVOICE: 'invoice',
};
const NAME_OF: Readonly<Record<PrintedPaper, string>> = {
  SHIPPING_LABEL: 'ShippingLabel.pdf',
  PACKAGING_SLIPS: DOWNLOAD_NAMES.packingSlip,
  CUSTOM_INVOICE: DOWNLOAD_NAMES.customInvoice,
};

async function show(shipmentId: string, papers: readonly PrintedPaper[]): Promise<void> {
  const settled = await Promise.allSettled(
    papers.map(async (documentType): Promise<PreviewDocument> => {
      const { blob, fileName } = await api.file(printScanned, { body: { shipmentId, documentType } });
      return {
        kind: KIND_OF[documentType],
        blob,
        fileName: fileName ?? NAME_OF[documentType],
        ...(documentType === 'SHIPPING_LABEL' ? { onPrint: () => notePrinted([shipmentId]) } : {}),
      };
    }),
  );
  const documents = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (documents.length > 0) openPreview(documents);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Papers the flags of the order name. */
const wantedOf = ({ autoPopupTag, customInvoice }: ScanShipped): PrintedPaper[] => [
  ...(autoPopupTag.SHIPPING_LABEL ? (['SHIPPING_LABEL'] as const) : []),
  ...(autoPopupTag.PACKAGING_SLIPS ? (['PACKAGING_SLIPS'] as const) : []),
  ...(autoPopupTag.CUSTOM_INVOICE && customInvoice ? (['CUSTOM_INVOICE'] as const) : []),
];

/** After a purchase what the station did not print is shown; asked for again, everything is printed or shown. */
async function papersOf(machineId: string | undefined, shipped: ScanShipped, again: boolean): Promise<void> {
  const { id } = shipped.shipment;
  if (!again)
    return show(
      id,
      shipped.prints.filter(({ outcome }) => outcome === 'show').map(({ documentType }) => documentType),
    );
  const wanted = wantedOf(shipped);
  const papers: PrintedPaper[] = wanted.length > 0 ? wanted : ['SHIPPING_LABEL'];
  if (!machineId) return show(id, papers);
  const { data } = await api.call(printDocuments, {
    body: {
      machineId,
      evenWithoutAutoprint: true,
      documents: papers.map((documentType) =>
        documentType === 'PACKAGING_SLIPS'
          ? { documentType, orderId: shipped.orderId }
          : { documentType, shipmentId: id },
      ),
    },
    idempotencyKey: newIdempotencyKey(),
  });
  return show(
    id,
    data.outcomes.filter(({ outcome }) => outcome === 'show').map(({ documentType }) => documentType),
  );
}

/** Buys as the station is set; `quote` is what a person chose of its quotes. */
export async function buy(
  purchase: Purchase,
  quote: Pick<ScanQuote, 'quoteId' | 'id'> | null,
  setting: ScanSettingDto,
  station: BuyingStation,
  idempotencyKey: string,
): Promise<ScanShipped> {
  const { printMode, grantId, service } = setting;
  const body = purchaseBody(purchase, setting, station);
  if (quote) {
    const chosen = { ...body, quoteId: quote.quoteId, rateId: quote.id };
    return (await api.call(shipScannedByDetails, { body: chosen, idempotencyKey })).data;
  }
  if (printMode === 'printByCarrier' && grantId)
    return (await api.call(shipScannedByCarrier, { body: { ...body, grantId, service }, idempotencyKey })).data;
  if (printMode === 'printByDetails')
    return (await api.call(shipScannedByDetails, { body: { ...body, grantId, service }, idempotencyKey })).data;
  return (await api.call(shipScanned, { body, idempotencyKey })).data;
}

/**
 * @param settingOf as it is at the time of each call
 * @param stationIdOf the station that holds orders for a shift; undefined while none is loaded
 */
export function stationCalls(
  machineId: string | undefined,
  settingOf: () => ScanSettingDto,
  stationIdOf: () => string | undefined,
): StationCalls {
  const details = (wish: Pick<ShipWish, 'packageId' | 'weightGrams'>) => detailsOf(wish, settingOf());
  const ship = ({ order, counts, quote, ...wish }: ShipWish, idempotencyKey: string): Promise<ScanShipped> => {
    const verified = [...counts].map(([line, quantity]) => ({ line, quantity }));
    const station = { machineId, stationId: stationIdOf() };
    return whileLoading(buy({ ...wish, orderId: order.id, verified }, quote, settingOf(), station, idempotencyKey));
  };

  return {
    async lookUp(orderNumber) {
      const { storeId } = settingOf();
      const query = { machineId, stationId: stationIdOf(), ...(storeId ? { storeId } : {}) };
      return (await whileLoading(fetchData(scanOrder, { params: { orderNumber }, query }))).orders;
    },
    async choose(order, wish) {
      await api.call(saveScanSelection, { body: { orderId: order.id, machineId, ...details(wish) } });
    },
    ship,
    async rate(wish) {
      const body = { orderId: wish.order.id, ...details(wish) };
      const { scanShipQuote, problems } = await whileLoading(fetchData(rateScanned, { body }));
      return { quotes: scanShipQuote, problems };
    },
    shipment: async (id) => (await fetchData(getScannedShipment, { params: { id } })).shipment,
    void: async (shipmentId, idempotencyKey) =>
      (await whileLoading(api.call(voidScanned, { body: { shipmentId }, idempotencyKey }))).data.shipment,
    async hold(orderId, reason) {
      await api.call(holdScanned, { body: { orderId, reason } });
    },
    papers: (shipped, again) => papersOf(machineId, shipped, again),
    closePapers: closePreview,
    async weigh() {
      const reading = await readScale(browserHid());
      return reading.kind === 'weight' ? reading.grams : reading.why;
    },
    isCutOff: (error) => error instanceof TransportError && (error.kind === 'network' || error.kind === 'aborted'),
    newKey: newIdempotencyKey,
    now: () => Date.now(),
  };
}
