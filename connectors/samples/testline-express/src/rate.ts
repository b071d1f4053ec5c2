/** Prices: one question, every service in one answer. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { addedUp, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams } from '@scanship/domain/values/measure';
import { call } from './client.ts';
import { priceLine, shipmentMessage } from './messages.ts';
import type { VendorRateRequest } from './vendor.ts';

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const message: VendorRateRequest = {
    ...shipmentMessage(input.shipment),
    services: input.services?.length ? input.services : undefined,
  };
  const response = await call(env, { method: 'POST', path: '/v1/rates', name: 'rates', readOnly: true, json: message });
  const answer = readObject(response.json());
  const offers = answer.list('quotes', quote);
  const notices = answer.list('notices', notice, { optional: true });
  return { offers, problems: [...notices, ...answer.problems.map((message) => ({ message }))] };
}

function quote(q: ObjectReader): RateOffer {
  const currency = q.currency('currency');
  const service = q.string('serviceCode', /^[A-Z_]{3,20}$/);
  return {
    service,
    serviceName: q.string('serviceName'),
    ...addedUp(
      q.at('total'),
      q.strictList('charges', (line) => priceLine(line, currency)),
      q.money('total', currency),
    ),
    billableGrams: q.maybe('billableWeightKg', (n) => toGrams(q.number(n), 'kg')),
    transitDays: q.maybe('transitDays', (n) => q.integer(n, 0)),
    deliverBy: q.maybe('deliveryDate', (n) => q.date(n)),
    expiresAt: q.maybe('validUntil', (n) => new Date(q.instant(n))),
  };
}

const notice = (n: ObjectReader): { service: string; message: string; vendorCode: string } => ({
  service: n.string('serviceCode', /^[A-Z_]{3,20}$/),
  message: n.string('message'),
  vendorCode: n.string('code', /^[A-Z_]{3,40}$/),
});
