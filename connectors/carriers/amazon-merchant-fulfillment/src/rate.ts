/** Prices of all services Amazon offers for items of an order, one call for each parcel. */
import type { RateAnswer, RateInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { payloadOf } from '@scanship/connector-kit/amazon/selling-partner-carrier';
import { sumOffers } from '@scanship/connector-kit/rates/sum-offers';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { exchange } from './client.ts';
import { requestDetails } from './messages.ts';
import { readOffers, type ReadOffers } from './offers.ts';

/** @param wanted service codes; empty means all @param reference of a purchase, absent for a price */
export async function askOffers(
  env: CarrierEnv,
  shipment: ShipmentRequest,
  parcel: Parcel,
  wanted: readonly string[],
  reference?: string,
): Promise<ReadOffers> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/mfn/v0/eligibleShippingServices',
    name: 'offers',
    readOnly: true,
    json: { ShipmentRequestDetails: requestDetails(shipment, parcel, { reference, now: env.now() }) },
    rate: 6,
  });
  const way = { from: shipment.from.countryCode, to: shipment.to.countryCode };
  return readOffers(payloadOf(response), wanted, way);
}

export async function rate({ shipment, services = [] }: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  // What is in which parcel is looked at before any is asked for.
  for (const parcel of shipment.parcels) requestDetails(shipment, parcel, { now: env.now() });
  const answers = await Promise.all(
    shipment.parcels.map(async (parcel): Promise<RateAnswer> => {
      const { offers, problems } = await askOffers(env, shipment, parcel, services);
      return { offers: offers.map(({ offerId: _offerId, formats: _formats, ...offer }) => offer), problems };
    }),
  );
  return sumOffers(answers);
}
