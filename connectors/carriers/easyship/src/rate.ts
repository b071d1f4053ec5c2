/** Prices of every courier service of the account in one question. */
import { carriedBy, type Way } from '@scanship/connector-kit/rates/carried-by';
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import { cheapestOfEach } from '@scanship/connector-kit/rates/cheapest-offers';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { exchange, UUID } from './client.ts';
import { codeOf, readableName, serviceWords } from './manifest-services.ts';
import { ratesQuestion } from './messages.ts';
import { readPrice } from './prices.ts';

export const categoryOf = (env: CarrierEnv): string => env.credentials.category ?? '';

/** @param currency of the answer, where it is not to be that of the origin */
export async function askRates(env: CarrierEnv, s: ShipmentRequest, name: string, currency?: string): Promise<unknown> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/rates',
    name,
    readOnly: true,
    json: ratesQuestion(s, categoryOf(env), currency),
  });
  return response.json();
}

export async function rate({ shipment, services = [] }: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const answer = readRates(await askRates(env, shipment, 'rates'), shipment, services);
  return answer.offers.length + answer.problems.length > 0
    ? answer
    : { offers: [], problems: [{ message: 'None of its couriers takes this shipment on these terms.' }] };
}

export function readRates(json: unknown, s: ShipmentRequest, wanted: readonly string[]): RateAnswer {
  const answer = readObject(json);
  const way = { from: s.from.countryCode, to: s.to.countryCode };
  const payer = s.customs?.dutiesPaidBy === 'Shipper' ? 'DDP' : 'DDU';
  const all = answer.list('rates', (r) => ({ offer: offerOf(r, way), terms: termsOf(r) }));
  // A courier that does not collect duties from the sender answers with other terms than were asked for.
  const fitting = all.filter(
    ({ offer, terms }) => terms === payer && (wanted.length === 0 || wanted.includes(offer.service)),
  );
  const { offers, problems } = cheapestOfEach(fitting.map(({ offer }) => offer));
  return { offers, problems: [...problems, ...answer.problems.map((message) => ({ message }))] };
}

/** `null` is DDU (documents, "incoterms"). */
const termsOf = (r: ObjectReader): string => (r.has('incoterms') ? r.string('incoterms', /^DD[UP]$/) : 'DDU');

export function courierOf(r: ObjectReader): { readonly id: string; readonly carrier: string; readonly name: string } {
  const courier = r.object('courier_service');
  return { id: courier.string('id', UUID), carrier: courier.string('umbrella_name'), name: courier.string('name') };
}

function offerOf(r: ObjectReader, way: Way): RateOffer {
  const { id, carrier, name } = courierOf(r);
  const words = serviceWords(carrier, name);
  const carried = carriedBy({ carrier, service: words, serviceName: words }, way);
  return {
    service: codeOf(carrier, name),
    serviceName: carried.service === undefined ? readableName(words) : carried.serviceName,
    ...readPrice(r),
    transitDays: r.maybe('max_delivery_time', (n) => r.integer(n, 0)),
    token: { courierService: id },
    carriedBy: carried,
  };
}
