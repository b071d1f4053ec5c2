/**
 * Prices. The price question knows nothing of a signature, so where one is wished for, drafts answer instead and are taken back
 * once they are read.
 */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { ask, tell } from './client.ts';
import { manifest } from './manifest.ts';
import { draftMessage, parcelMessage } from './messages.ts';
import { price } from './prices.ts';
import { questionsFor, serviceOf } from './services.ts';

export const ORDER = /^[A-Z0-9]{6,40}$/;

const nameOf = (code: string): string => manifest.services.find((s) => s.code === code)?.name ?? code;

function offer(rate: ObjectReader): RateOffer {
  const type = rate.string('postageType', /^[\w ]{3,60}$/);
  const service = serviceOf(type);
  if (service === undefined) throw new FieldProblem(type, 'is a kind of postage that is not known here');
  return {
    service,
    serviceName: nameOf(service),
    ...price(rate),
    transitDays: rate.maybe('maxDeliveryDays', (n) => rate.integer(n, 0)),
  };
}

export function readQuote(data: ObjectReader): RateAnswer {
  const offers = data.list('rates', offer);
  return { offers, problems: data.problems.map((message) => ({ message })) };
}

async function quote(input: RateInput, type: string, env: CarrierEnv): Promise<RateAnswer> {
  const data = await ask(env, {
    method: 'POST',
    path: '/shipments/quote',
    name: 'quote',
    readOnly: true,
    json: { ...parcelMessage(input.shipment), postageType: type },
  });
  return readQuote(data);
}

async function draft(input: RateInput, type: string, env: CarrierEnv): Promise<RateAnswer> {
  const data = await ask(env, {
    method: 'POST',
    path: '/shipments/create',
    name: 'draft',
    readOnly: true,
    json: draftMessage(input.shipment, type),
  });
  const order = data.maybe('orderNumber', (n) => data.string(n, ORDER));
  const found = data.maybe('rates', (n) => offer(data.object(n)));
  if (order !== undefined) await discard(order, env);
  return { offers: found ? [found] : [], problems: data.problems.map((message) => ({ message })) };
}

/** A draft that stays behind costs nothing and bothers only its owner's list; it never costs the prices. */
async function discard(order: string, env: CarrierEnv): Promise<void> {
  try {
    await tell(env, { method: 'POST', path: path`/shipments/${order}/delete`, name: 'discard draft', readOnly: true });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
  }
}

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { shipment, services = [] } = input;
  const types = questionsFor(shipment.to.countryCode !== shipment.from.countryCode);
  // A price is no use where the purchase would be refused: what a draft needs is looked for before.
  for (const type of types) draftMessage(shipment, type);
  const asked = shipment.options.signature === 'any' ? draft : quote;
  const answers = await Promise.all(types.map((type) => asked(input, type, env)));
  const offers = answers.flatMap((one) => one.offers);
  return {
    // Two questions may both be answered with the one type that is available.
    offers: offers.filter(
      (one, i) =>
        offers.findIndex(({ service }) => service === one.service) === i &&
        (services.length === 0 || services.includes(one.service)),
    ),
    problems: answers.flatMap((one) => one.problems),
  };
}
