/**
 * The offer first, then it is bought, label and all in one answer. Amazon takes no key of ours and lists no purchases, so that what
 * became of one that was cut off only a person in Seller Central can tell.
 */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { payloadOf } from '@scanship/connector-kit/amazon/selling-partner-carrier';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { onlyParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Parcel } from '@scanship/domain/shipping/shipment';
import { exchangeRestricted } from './client.ts';
import { labelOf, WISHES } from './label.ts';
import { manifest } from './manifest.ts';
import { orderOf, requestDetails } from './messages.ts';
import { price } from './offers.ts';
import { askOffers } from './rate.ts';
import { SHIPMENT_ID, stateOf } from './shipment.ts';

/** Refusals that are not about how our data are written (README.md, "Refusals"). */
const REFUSALS = {
  InsufficientFunds: 'refused',
  InvalidShippingServiceOfferId: 'refused',
  LabelFormatNotSupported: 'refused',
  ShipmentAlreadyExists: 'refused',
  ShipmentRequestDetailsTooRestrictive: 'refused',
} as const;

const parcelOf = ({ shipment }: ShipInput): Parcel => onlyParcel(manifest.name, shipment);

async function offer(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const read = await askOffers(env, input.shipment, parcelOf(input), [input.service], input.reference);
  const [found] = read.offers;
  if (!found)
    throw fail(
      'refused',
      read.problems.find((p) => p.service === input.service)?.message ??
        `${manifest.name} no longer offers this service for the parcel.`,
    );
  const wished = WISHES[input.labelFormat];
  return {
    kind: 'done',
    keep: { offerId: found.offerId, ...(found.formats.includes(wished) ? { labelFormat: wished } : {}) },
  };
}

const textOf = (kept: JsonObject, name: string): string | undefined => {
  const value = kept[name];
  return typeof value === 'string' ? value : undefined;
};

/** @throws FieldProblem when number or label cannot be read: a purchase is right as a whole or looked at */
export function readPurchase(shipment: ObjectReader, input: ShipInput): ShipResult {
  if (shipment.string('AmazonOrderId') !== orderOf(input.shipment).orderId)
    throw new FieldProblem(shipment.at('AmazonOrderId'), 'is another order than the one bought for');
  if (stateOf(shipment) !== 'bought') throw new FieldProblem(shipment.at('Status'), 'is not that of a bought label');
  const { number } = parcelOf(input);
  return {
    carrierShipmentId: shipment.string('ShipmentId', SHIPMENT_ID),
    parcels: [{ number, trackingNumber: shipment.id('TrackingId', /^[A-Za-z0-9]{8,40}$/).toUpperCase() }],
    files: [labelOf(shipment.object('Label'), number)],
    charged: shipment.maybe('ShippingService', (n) => price(shipment.object(n))),
  };
}

async function purchase(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment, service, reference } = input;
  const details = requestDetails(shipment, parcelOf(input), {
    reference,
    labelFormat: textOf(kept, 'labelFormat'),
    now: env.now(),
  });
  const response = await exchangeRestricted(env, {
    method: 'POST',
    path: '/mfn/v0/shipments',
    name: 'purchase',
    codes: REFUSALS,
    json: {
      ShipmentRequestDetails: details,
      ShippingServiceId: service,
      ShippingServiceOfferId: textOf(kept, 'offerId'),
      ...(shipment.options.dangerousGoods?.kind === 'limited-quantity' ? { HazmatType: 'LQHazmat' } : {}),
    },
    rate: 2,
  });
  return { kind: 'done', result: readPurchase(payloadOf(response), input) };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'offer', effect: 'read', run: offer },
    { name: 'purchase', effect: 'create', run: purchase },
  ],
  recovery: 'none',
  settleAfterMs: 60_000,
};
