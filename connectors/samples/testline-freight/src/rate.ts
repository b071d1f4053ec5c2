/** Prices are worked out at the vendor: ask, get a number, poll until it is done. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { pollUntil } from '@scanship/connector-kit/http/poll';
import { toGrams } from '@scanship/domain/values/measure';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { charges, requestMessage } from './messages.ts';

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const json = { ...requestMessage(input.shipment), services: input.services?.length ? input.services : undefined };
  const asked = readObject(
    (await call(env, { method: 'POST', path: '/rates', name: 'ask rates', readOnly: true, json })).json(),
  );
  const id = asked.string('rateRequestId', /^rr_[0-9a-f]{12}$/);
  return pollUntil(env, { vendor: manifest.name, what: 'the prices', everyMs: 200, attempts: 50 }, async () => {
    const answer = readObject(
      (await call(env, { method: 'GET', path: path`/rates/${id}`, name: 'poll rates' })).json(),
    );
    if (!answer.choice('status', { working: false, done: true })) return undefined;
    const offers = answer.list('quotes', offer);
    const refusals = answer.list(
      'unavailable',
      (u) => ({ service: u.string('serviceId', /^[a-z-]{3,30}$/), message: u.string('reason') }),
      { optional: true },
    );
    return { offers, problems: [...refusals, ...answer.problems.map((message) => ({ message }))] };
  });
}

const offer = (q: ObjectReader): RateOffer => ({
  service: q.string('serviceId', /^[a-z-]{3,30}$/),
  serviceName: q.string('serviceName'),
  ...charges(q),
  billableGrams: q.maybe('billedKg', (n) => toGrams(q.number(n), 'kg')),
  transitDays: q.maybe('days', (n) => q.integer(n, 0)),
  // The purchase names the quote, so that the price asked is the price paid.
  token: { quoteId: q.string('quoteId', /^qu_[0-9a-f]{12}$/) },
  expiresAt: q.maybe('validUntil', (n) => new Date(q.instant(n))),
});
