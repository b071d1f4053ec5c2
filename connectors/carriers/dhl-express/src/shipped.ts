/** What is known of a shipment once DHL has it, however it was learned. */
import type { ShipInput, ShippedParcel } from '@scanship/connector-kit/carrier/carrier';
import type { JsonObject } from '@scanship/connector-kit/steps/steps';
import { trackingUrl } from './numbers.ts';

/** What attaching a document needs later, and when it is possible. */
export const keepOf = (input: Pick<ShipInput, 'shipment' | 'service'>, waybill: string, now: Date): JsonObject => ({
  waybill,
  productCode: input.service,
  shipDate: input.shipment.shipDate,
  boughtAt: now.toISOString(),
});

/** The waybill for one parcel, which people know; the piece ids for several, because they tell them apart. */
export const shippedParcels = (
  numbers: readonly number[],
  waybill: string,
  pieces: readonly string[],
): readonly ShippedParcel[] =>
  numbers.map((number, index) => {
    const trackingNumber = numbers.length === 1 ? waybill : (pieces[index] ?? '');
    return { number, trackingNumber, trackingUrl: trackingUrl(trackingNumber) };
  });
