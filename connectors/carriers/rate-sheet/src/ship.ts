/** Labels of an own courier: numbers from the account's serials, drawn by us. Nothing outside is called. */
import type {
  CancelInput,
  CancelResult,
  CarrierFile,
  RateOffer,
  ShipInput,
  ShipResult,
} from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { offersFromList, priceListOf } from '@scanship/connector-kit/rates/price-list';
import type { SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { zoneName, zoneOf } from '@scanship/domain/rating/zones';
import type { Parcel } from '@scanship/domain/shipping/shipment';
import { courierTrackingNumber } from '@scanship/domain/tracking/tracking-numbers';

/** "ML 0000 0012 34 5": prefix, serial in groups, check digit. */
const grouped = (number: string): string =>
  [number.slice(0, 2), number.slice(2, 6), number.slice(6, 10), number.slice(10, 12), number.slice(12)].join(' ');

/** One number per parcel from the allotted serials: the same serials always give the same numbers. */
function numbersOf(input: ShipInput, sheet: RateSheet): readonly string[] {
  const { serials = [] } = input;
  const { parcels } = input.shipment;
  if (serials.length !== parcels.length)
    throw fail('invalid-input', `${parcels.length} parcels need as many numbers; ${serials.length} were allotted.`);
  if (new Set(serials).size !== serials.length)
    throw fail('invalid-input', 'Two parcels were allotted the same number.');
  return serials.map((serial) => {
    if (!Number.isSafeInteger(serial) || serial < 0 || serial > 9_999_999_999)
      throw fail(
        'refused',
        'The tracking numbers of this prefix are used up; upload a rate sheet with another prefix.',
      );
    return courierTrackingNumber(sheet.settings.prefix, serial);
  });
}

function labelOf(
  input: ShipInput,
  sheet: RateSheet,
  offer: RateOffer,
  parcel: Parcel,
  number: string,
  env: CarrierEnv,
): LabelModel {
  const { shipment } = input;
  const zone = zoneOf(sheet, shipment.to) ?? '';
  return {
    language: shipment.language,
    carrierName: sheet.settings.name,
    serviceName: offer.serviceName,
    trackingNumber: number,
    trackingText: grouped(number),
    from: shipment.from,
    to: shipment.to,
    routingCode: shipment.to.zipcode === '' ? undefined : shipment.to.zipcode,
    sortCode: zone.length <= 10 ? zone : zoneName(sheet, zone).slice(0, 10),
    weightGrams: parcel.weightGrams,
    shipDate: shipment.shipDate,
    parcelNumber: parcel.number,
    parcelCount: shipment.parcels.length,
    references: shipment.references,
    test: env.mode !== 'live',
  };
}

function create(input: ShipInput, env: CarrierEnv): ShipResult {
  const sheet = priceListOf(env.settings);
  const { from, to, customs } = input.shipment;
  if (from.countryCode !== to.countryCode && customs === undefined)
    throw fail('invalid-input', 'A shipment that crosses a border needs customs data.', { field: 'customs' });
  const { offers, problems } = offersFromList(sheet, { shipment: input.shipment, services: [input.service] });
  const [offer] = offers;
  if (offer === undefined) throw fail('refused', problems[0]?.message ?? 'This service cannot be offered.');
  const numbers = numbersOf(input, sheet);
  const parcels = input.shipment.parcels.map((parcel, index) => ({ parcel, number: numbers[index] ?? '' }));
  const files = parcels.map(
    ({ parcel, number }): CarrierFile => ({
      kind: 'drawn',
      document: 'label',
      parcelNumber: parcel.number,
      model: labelOf(input, sheet, offer, parcel, number, env),
    }),
  );
  return {
    carrierShipmentId: input.reference,
    parcels: parcels.map(({ parcel, number }) => ({ number: parcel.number, trackingNumber: number })),
    files,
    // What was quoted is what is charged, even if another sheet came into force in between.
    charged: undefined,
  };
}

/**
 * One step. The numbers come from the caller, so repeating the step after a cut-off gives the same labels: the serials are
 * the idempotency key, and there is no other side that could have done it twice.
 */
export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    {
      name: 'create',
      effect: 'create',
      async run(input, _kept, env) {
        return { kind: 'done', result: create(input, env) };
      },
    },
  ],
  recovery: 'own-key',
  settleAfterMs: 0,
};

/** Cancelling is always possible: scans of an own courier are not collected yet, so nothing is known to have moved. */
export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    {
      name: 'cancel',
      effect: 'none',
      async run() {
        return { kind: 'done', result: { refund: 'now' } };
      },
    },
  ],
  recovery: 'own-key',
  settleAfterMs: 0,
};
