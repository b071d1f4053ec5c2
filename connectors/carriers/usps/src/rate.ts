/** Prices: one question a parcel, every service of the way in its answer; a shipment of several parcels is added up. */
import type { RateAnswer, RateInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { sumOffers } from '@scanship/connector-kit/rates/sum-offers';
import { accountOf } from './account.ts';
import { call } from './client.ts';
import { readPrices } from './price-answer.ts';
import { priceMessage, wantsDuties, type Question } from './price-question.ts';
import { mailClassOf } from './services.ts';

export const askPrices = (input: RateInput, question: Question, env: CarrierEnv): Promise<HttpResponse> =>
  call(env, {
    method: 'POST',
    path: '/shipments/v3/options/search',
    name: 'rates',
    readOnly: true,
    json: priceMessage(input.shipment, question, accountOf(env), env.now()),
  });

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { shipment } = input;
  const wanted = input.services?.filter((code) => mailClassOf(code, shipment) !== undefined);
  const all = wanted === undefined || input.services?.length === 0;
  if (!all && wanted.length === 0) return { offers: [], problems: [] };
  const only = !all && wanted.length === 1 ? wanted[0] : undefined;
  const { priceType } = accountOf(env);
  const duties = wantsDuties(shipment);
  return sumOffers(
    await Promise.all(
      shipment.parcels.map(async (parcel, index) => {
        const response = await askPrices(input, { parcel, index, only, duties }, env);
        return readPrices(response.json(), {
          shipment,
          parcel,
          priceType,
          wanted: all ? undefined : new Set(wanted),
        });
      }),
    ),
  );
}
