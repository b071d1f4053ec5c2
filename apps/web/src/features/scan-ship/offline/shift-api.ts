/** The shift's way to the server, and the one hold of this browser. */
import { i18n } from '@lingui/core';
import { printDocuments } from '@scanship/contracts/printing/printers';
import { printScanned, type ScanSettingDto } from '@scanship/contracts/printing/scan-ship';
import { endShift, loadShift, prepareShift, sendScanJournal } from '@scanship/contracts/printing/scan-shift';
import { useSyncExternalStore } from 'react';
import { api, fetchData, newIdempotencyKey } from '../../../app/api.ts';
import { ApiError, SessionEndedError, TransportError } from '../../../lib/api-errors.ts';
import { sayError } from '../../../lib/error-words.ts';
import { openPreview } from '../../shipping/printing/preview-store.ts';
import { buy } from '../scan-ship-api.ts';
import { memoryDisk } from './memory-disk.ts';
import { openShiftDisk } from './shift-disk.ts';
import { createShiftHold, type ShiftCalls, type ShiftHold, type ShiftView } from './shift-hold.ts';
import type { ShiftPapers } from './shift-station-calls.ts';

const isCutOff = (error: unknown): boolean =>
  error instanceof TransportError && (error.kind === 'network' || error.kind === 'aborted');

/** Codes for which the server keeps no answer under the key. */
const UNDECIDED: ReadonlySet<string | undefined> = new Set(['request_running', 'rate_limited', 'unavailable']);
/** Those, a sign-in that ended meanwhile, and what a proxy says while the server starts. */
const isUndecided = (error: unknown): boolean =>
  error instanceof TransportError ||
  error instanceof SessionEndedError ||
  (error instanceof ApiError && (UNDECIDED.has(error.code) || [502, 503, 504].includes(error.status)));

const shiftCalls = (machineId: string | undefined, settingOf: () => ScanSettingDto): ShiftCalls => ({
  load: async (wish, idempotencyKey) =>
    (await api.call(loadShift, { body: { ...wish, machineId }, idempotencyKey })).data,
  prepare: async (id, orderIds) =>
    (await fetchData(prepareShift, { params: { id }, body: { orderIds: [...orderIds] } })).orders,
  label: async (shipmentId) =>
    (await api.file(printScanned, { body: { shipmentId, documentType: 'SHIPPING_LABEL' } })).blob,
  end: async (id) => (await fetchData(endShift, { params: { id } })).unpacked,
  send: async (id, entries) =>
    (await fetchData(sendScanJournal, { params: { id }, body: { entries: [...entries] } })).results,
  ship: (wish, stationId, idempotencyKey) =>
    buy(wish, null, { ...settingOf(), shipMode: wish.shipMode }, { machineId, stationId }, idempotencyKey),
  isCutOff,
  isUndecided,
  wordsOf: (error) => sayError(error, i18n).title,
  newKey: newIdempotencyKey,
  now: () => Date.now(),
});

/** Labels that lie here: at the station's printer while there is a line, else in the browser's own dialog. */
export const shiftPapers = (machineId: string | undefined): ShiftPapers => ({
  async print({ shipment, ecomOrderNumber }, label, again, onPrint) {
    const show = () =>
      openPreview([
        {
          kind: 'label',
          blob: label,
          fileName: `ShippingLabel-${ecomOrderNumber.replace(/[^\w-]/g, '')}.pdf`,
          onPrint,
        },
      ]);
    if (!machineId) {
      show();
      return;
    }
    try {
      const { data } = await api.call(printDocuments, {
        body: {
          machineId,
          documents: [{ documentType: 'SHIPPING_LABEL', shipmentId: shipment.id }],
          evenWithoutAutoprint: again,
        },
        idempotencyKey: newIdempotencyKey(),
      });
      if (data.outcomes.some(({ outcome }) => outcome === 'show')) show();
    } catch (error) {
      if (!isCutOff(error)) throw error;
      show();
    }
  },
});

/** @param owner who is signed in: a shift of somebody else is forgotten */
export async function openShiftHold(
  owner: string,
  machineId: string | undefined,
  settingOf: () => ScanSettingDto,
): Promise<ShiftHold> {
  // Private windows of some browsers have no data base: the shift then lasts as long as the page.
  const disk = await openShiftDisk().catch(() => memoryDisk());
  const hold = createShiftHold(disk, shiftCalls(machineId, settingOf));
  await hold.restore(owner);
  return hold;
}

export const useShift = (hold: ShiftHold): ShiftView => useSyncExternalStore(hold.subscribe, hold.view);
