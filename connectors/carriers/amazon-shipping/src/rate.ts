/** Prices of all services Amazon offers for a parcel, in one call. */
import type { RateAnswer, RateInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { exchange, payloadOf, placeOf } from './client.ts';
import { ratesMessage } from './messages.ts';
import { readRates } from './offers.ts';

/** Asks prices. @param reference names the parcel in the answer of a purchase */
export const askRates = (env: CarrierEnv, shipment: ShipmentRequest, reference: string): Promise<HttpResponse> =>
  exchange(env, {
    method: 'POST',
    path: '/shipping/v2/shipments/rates',
    name: 'rates',
    readOnly: true,
    json: ratesMessage(shipment, placeOf(env), reference),
  });

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { carrierId } = placeOf(env);
  const answer = payloadOf(await askRates(env, input.shipment, 'QUOTE'));
  const read = readRates(answer, input.services ?? [], carrierId, input.shipment.options.signature ?? 'none');
  return {
    offers: read.offers.map(({ rateId: _rateId, extras: _extras, ...offer }) => offer),
    problems: read.problems,
  };
}
