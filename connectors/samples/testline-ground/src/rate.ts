/** Prices of all parcels in one question. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { call } from './client.ts';
import { price, shipmentMessage } from './messages.ts';

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const services = input.services?.length ? { Service: input.services } : {};
  const { answer } = await call(env, {
    action: 'rates',
    name: 'rates',
    body: { ...shipmentMessage(input.shipment), ...services },
    readOnly: true,
  });
  // No `Rate` in `Rates` means no service for this shipment, which is an answer.
  const offers = answer.has('Rates') ? answer.object('Rates').list('Rate', offer) : [];
  if (!answer.has('Rates')) answer.problems.push('The answer names no service.');
  return { offers, problems: answer.problems.map((message) => ({ message })) };
}

const offer = (r: ObjectReader): RateOffer => ({
  service: r.string('ServiceCode', /^[A-Z0-9]{3,6}$/),
  serviceName: r.string('ServiceName'),
  ...price(r.object('Price')),
  billableGrams: r.maybe('BilledGrams', (n) => r.integer(n, 1)),
  transitDays: r.maybe('Days', (n) => r.integer(n, 0)),
  deliverBy: r.maybe('DeliveryDate', (n) => r.date(n)),
});
