/** One price: Nationex sells one service. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readList, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams } from '@scanship/domain/values/measure';
import { ask, customerOf } from './client.ts';
import { rateMessage } from './messages.ts';
import { price } from './prices.ts';

const SERVICE = { service: 'Delivery', serviceName: 'Nationex Delivery' };

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const customer = customerOf(env);
  if (input.services && input.services.length > 0 && !input.services.includes(SERVICE.service))
    return { offers: [], problems: [] };
  const answer = await ask(env, {
    method: 'POST',
    path: path`/Customers/${customer}/rates`,
    name: 'rates',
    readOnly: true,
    json: rateMessage(input.shipment, customer),
  });
  return readRates(answer.whole);
}

/** @param body the one price there is; where it cannot be read there is a message instead */
export function readRates(body: unknown): RateAnswer {
  const { items, problems } = readList({ prices: [body] }, 'prices', offer);
  return { offers: items, problems: problems.map((message) => ({ message })) };
}

function offer(answer: ObjectReader): RateOffer {
  const billed = answer.maybe('TotalBillableWeight', (n) => answer.number(n));
  return {
    ...SERVICE,
    ...price(answer),
    // Zero where the weight that was sent is billed.
    billableGrams: billed !== undefined && billed > 0 ? toGrams(billed, 'lb') : undefined,
    transitDays: answer.maybe('DelayTransitDays', (n) => answer.integer(n, 0)),
    deliverBy: answer.maybe('EstimatedDeliveryDate', (n) => answer.date(n)),
  };
}
