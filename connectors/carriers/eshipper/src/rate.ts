/** Prices of all carriers of the account in one answer; those that cannot offer any say why in words. */
import { carriedBy, carriedName, type Way } from '@scanship/connector-kit/rates/carried-by';
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { exchange } from './client.ts';
import { shipmentMessage } from './messages.ts';
import { price } from './prices.ts';

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const services = input.services ?? [];
  const [only, another] = services;
  const response = await exchange(env, {
    method: 'POST',
    path: '/quote',
    name: 'rates',
    readOnly: true,
    json: shipmentMessage(input.shipment, { service: another === undefined ? only : undefined }),
  });
  return readRates(readObject(response.json()), input);
}

const said = (answer: ObjectReader, name: 'warnings' | 'errors'): readonly string[] => {
  const list = answer.raw(name);
  return Array.isArray(list)
    ? list.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    : [];
};

export function readRates(answer: ObjectReader, input: RateInput): RateAnswer {
  const { from, to } = input.shipment;
  const wanted = input.services ?? [];
  const refusals = [...said(answer, 'errors'), ...said(answer, 'warnings')];
  const offers = answer.list('quotes', (q) => offer(q, { from: from.countryCode, to: to.countryCode }), {
    // Where nobody sells anything the list may be missing, and the reasons stand beside it.
    optional: refusals.length > 0,
  });
  const problems = [...answer.problems, ...refusals];
  return {
    offers: offers.filter((o) => wanted.length === 0 || wanted.includes(o.service)),
    problems: problems.map((message) => ({ message: message.replaceAll(/[<>{}]/g, '').slice(0, 300) })),
  };
}

function offer(q: ObjectReader, way: Way): RateOffer {
  const service = q.id('serviceId', /^\d{1,12}$/);
  const name = q.string('serviceName');
  const by = carriedBy({ carrier: q.string('carrierName'), service: name, serviceName: name }, way);
  return {
    service,
    serviceName: carriedName(by),
    ...price(q),
    transitDays: q.maybe('transitDays', (n) => q.integer(n, 0)),
    carriedBy: by,
  };
}
