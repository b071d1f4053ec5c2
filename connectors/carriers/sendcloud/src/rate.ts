/** Prices of every carrier the account has, in one question. */
import { carriedBy, type CarriedBy, type Way } from '@scanship/connector-kit/rates/carried-by';
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import { cheapestOfEach } from '@scanship/connector-kit/rates/cheapest-offers';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { exchange } from './client.ts';
import { plainService } from './manifest-services.ts';
import { optionsQuestion } from './messages.ts';
import { isWished, lackOf, readOption, type ShippingOption } from './options.ts';

/** Options with their prices for a shipment. @param option ask for this one alone */
export async function askOptions(env: CarrierEnv, s: ShipmentRequest, name: string, option?: string): Promise<unknown> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipping-options',
    name,
    readOnly: true,
    json: optionsQuestion(s, option),
  });
  return response.json();
}

export async function rate({ shipment, services = [] }: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const only = services.length === 1 ? services[0] : undefined;
  const answer = readRates(await askOptions(env, shipment, 'shipping options', only), shipment, services);
  return answer.offers.length + answer.problems.length > 0
    ? answer
    : { offers: [], problems: [{ message: 'None of the account’s services takes this shipment.' }] };
}

export function readRates(json: unknown, s: ShipmentRequest, wanted: readonly string[]): RateAnswer {
  const answer = readObject(json);
  // "null" where Sendcloud has nothing at all.
  const options = answer.raw('data') === null ? [] : answer.list('data', readOption);
  const way = { from: s.from.countryCode, to: s.to.countryCode };
  const offers: RateOffer[] = [];
  const problems: RateProblem[] = [];
  for (const option of options) {
    if (!isWished(option, s) || (wanted.length > 0 && !wanted.includes(option.code))) continue;
    const lack = lackOf(option, s);
    if (option.price && lack === undefined) offers.push(offerOf(option, option.price, way));
    else problems.push({ service: option.code, message: lack ?? 'It has no price.' });
  }
  const cheapest = cheapestOfEach(offers);
  return {
    offers: cheapest.offers,
    problems: [...cheapest.problems, ...problems, ...answer.problems.map((message) => ({ message }))],
  };
}

/** Sendcloud's "DHL" is the parcel network of the Benelux and its "GLS" the European one: other carriers than ours of that name. */
export function carrierOf({ carrierCode, carrierName }: ShippingOption): string {
  if (carrierCode.startsWith('gls')) return 'GLS Europe';
  return carrierCode !== 'dhl_express' && /^dhl$/i.test(carrierName) ? 'DHL Parcel' : carrierName;
}

/** Only the carrier's plain service is claimed to be the same as elsewhere: with a signature it is another offer. */
export function carriedOf(option: ShippingOption, way: Way): CarriedBy {
  const plain = plainService(option.code);
  const carried = carriedBy(
    { carrier: carrierOf(option), service: plain ?? option.code, serviceName: option.name },
    way,
  );
  if (plain !== undefined || carried.service === undefined) return carried;
  const { service: _claimed, ...unclaimed } = carried;
  return { ...unclaimed, serviceName: option.name };
}

function offerOf(option: ShippingOption, price: NonNullable<ShippingOption['price']>, way: Way): RateOffer {
  const carried = carriedOf(option, way);
  return {
    service: option.code,
    serviceName: carried.serviceName,
    lines: price.lines,
    total: price.total,
    transitDays: option.days,
    token: { contract: option.contract },
    carriedBy: carried,
  };
}
