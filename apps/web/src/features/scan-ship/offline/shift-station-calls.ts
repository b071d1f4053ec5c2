/**
 * The packing table's calls while a shift is loaded: orders of the shift are found here, their labels come from here, and
 * what is done is written down first. Everything else goes to the server as usual; without a line it is said to be not of
 * this shift instead of being waited for.
 */
import type { ScannedOrder, ScanSettingDto, ScanShipped } from '@scanship/contracts/printing/scan-ship';
import type { ShiftOrder } from '@scanship/contracts/printing/scan-shift';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import type { ShipWish, StationCalls } from '../model/station-types.ts';
import type { ShiftHold } from './shift-hold.ts';

/** Not a failure of the line any more: the table goes on with the next scan. */
export class NotOfThisShift extends Error {
  override readonly name = 'NotOfThisShift';
  readonly code: string;
  constructor(code: string) {
    super(`Order ${code} is not one of this shift, and there is no line to look it up.`);
    this.code = code;
  }
}

export interface ShiftPapers {
  /**
   * Prints labels that lie here: at the station's printer while there is a line, else in the browser's own dialog.
   * @param onPrint told when it is printed from the browser: the station's printer counts its jobs by itself
   */
  print(shipped: ScanShipped, label: Blob, again: boolean, onPrint: () => Promise<unknown>): Promise<void>;
}

export function shiftStationCalls(
  server: StationCalls,
  hold: ShiftHold,
  papers: ShiftPapers,
  setting: () => ScanSettingDto,
): StationCalls {
  /** Labels that were wished without a line, by the key that stands for their shipment until they are bought. */
  const later = new Map<string, ShiftOrder>();

  const unitsOf = (wish: ShipWish): { line: number; quantity: number }[] =>
    [...wish.counts].map(([line, quantity]) => ({ line, quantity }));

  async function writeDown(wish: ShipWish): Promise<void> {
    const orderId = wish.order.id;
    const verified = unitsOf(wish);
    if (verified.length > 0) await hold.note('verify', { orderId, verified });
    if (wish.override !== null) await hold.note('override', { orderId, text: wish.override });
  }

  const answer = (held: ShiftOrder, shipment: ShipmentSummary): ScanShipped => ({
    orderId: held.order.id,
    ecomOrderNumber: held.order.ecomOrderNumber,
    shipment,
    autoPopupTag: held.order.autoPopupTag,
    customInvoice: held.customInvoice,
    reason: '',
    prints: [],
  });

  return {
    ...server,
    async lookUp(code) {
      const here = hold.find(code);
      if (here && here.length > 0) {
        const [only] = here;
        await hold.note('scan', { text: code.slice(0, 200), ...(only ? { orderId: only.id } : {}) });
        return here;
      }
      try {
        return await server.lookUp(code);
      } catch (error) {
        if (here === undefined || !server.isCutOff(error)) throw error;
        throw new NotOfThisShift(code);
      }
    },
    async choose(order: ScannedOrder, details) {
      // Rated or bought already.
      if (!hold.orderOf(order.id)) await server.choose(order, details);
    },
    async ship(wish, key) {
      const held = hold.orderOf(wish.order.id);
      if (!held) return server.ship(wish, key);
      if (held.shipment) {
        await writeDown(wish);
        await hold.packed(wish.order.id, key);
        void hold.replay();
        return answer(held, held.shipment);
      }
      try {
        // With a line the label is bought now; the station's lease lets it.
        const shipped = await server.ship(wish, key);
        await hold.shippedHere(wish.order.id);
        return shipped;
      } catch (error) {
        // A service that a person chose waits at the table with its quote.
        if (!server.isCutOff(error) || !held.choice || wish.quote) throw error;
        await writeDown(wish);
        await hold.shipLater(
          {
            orderId: wish.order.id,
            number: wish.order.ecomOrderNumber,
            shipMode: setting().shipMode,
            packageId: wish.packageId ?? setting().packageId,
            weightGrams: wish.weightGrams,
            verified: unitsOf(wish),
            override: wish.override,
          },
          key,
        );
        later.set(key, held);
        return answer(held, waitingShipment(key, held));
      }
    },
    async shipment(id) {
      const held = later.get(id);
      if (!held) return server.shipment(id);
      const bought = hold.shippedLater(id);
      return bought ? bought.shipment : waitingShipment(id, held);
    },
    async papers(shipped, again) {
      const held = hold.orderOf(shipped.orderId);
      const label = held && (await hold.labelOf(held));
      if (!label) {
        await server.papers(shipped, again);
        return;
      }
      await papers.print(shipped, label, again, () => hold.note('printed', { orderId: shipped.orderId }));
    },
  };
}

/** A label that is bought when the line is back: looks like one whose carrier has not answered yet. */
function waitingShipment(id: string, { choice, order }: ShiftOrder): ShipmentSummary {
  if (!choice) throw new Error(`order ${order.ecomOrderNumber} has no choice to ship it with`);
  return {
    id,
    direction: 'outbound',
    returnOf: null,
    state: 'buying',
    carrier: '',
    carrierName: choice.carrierName,
    service: '',
    serviceName: choice.serviceName,
    test: false,
    price: choice.price,
    priceLines: [],
    shipDate: '',
    createdAt: '',
    parcels: [],
    documents: [],
    problems: [],
    cancel: { allowed: false, reason: null, until: null, refund: 'unknown' },
    refund: 'none',
    refunds: [],
    trackingStatus: null,
    scannedAt: null,
    reprint: { warn: false, reason: null },
  };
}
