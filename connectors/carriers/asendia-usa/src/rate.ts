/** One question answers the prices of every product of the account. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { fittingOffers } from '@scanship/connector-kit/rates/fitting-offers';
import { accountOf, ask } from './client.ts';
import { manifest } from './manifest.ts';
import { packageMessage, rateQuery, unfit } from './messages.ts';
import { price } from './prices.ts';

function offer(rate: ObjectReader): RateOffer {
  const { product, lines, total } = price(rate);
  const service = manifest.services.find(({ code }) => code === product);
  if (!service) throw new FieldProblem(product, 'is a product that is not known here');
  return { service: product, serviceName: service.name, lines, total };
}

export function readRates(body: ObjectReader): RateAnswer {
  const offers = body.list('shippingRates', offer, { optional: true });
  return { offers, problems: body.problems.map((message) => ({ message })) };
}

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { shipment, services = [] } = input;
  const account = accountOf(env);
  // A price is no use where the purchase would be refused: what it needs is looked for before.
  packageMessage(shipment, '', account, 'PRICE', 'pdf');
  const { body } = await ask(env, {
    method: 'GET',
    path: '/v1.0/ShippingPlatform/ShippingRate',
    name: 'rates',
    query: rateQuery(shipment, account),
  });
  const { offers, problems } = readRates(body);
  if (offers.length === 0 && problems.length === 0)
    throw fail('refused', `${manifest.name} offers nothing for this parcel.`);
  const wished = offers.filter(({ service }) => services.length === 0 || services.includes(service));
  return fittingOffers({ offers: wished, problems }, (service) => unfit(service, shipment));
}
