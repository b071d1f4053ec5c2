/** The vendor prices one parcel a call; a shipment of several asks for each and adds up. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sumOffers } from '@scanship/connector-kit/rates/sum-offers';
import { toGrams } from '@scanship/domain/values/measure';
import type { Parcel } from '@scanship/domain/shipping/shipment';
import { call, customerOf } from './client.ts';
import { optionsMessage, parcelMessage, price } from './messages.ts';

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  return sumOffers(
    await Promise.all(input.shipment.parcels.map((parcel, index) => rateParcel(input, parcel, index, env))),
  );
}

async function rateParcel(input: RateInput, parcel: Parcel, index: number, env: CarrierEnv): Promise<RateAnswer> {
  const { from, to } = input.shipment;
  const tree = {
    'rate-request': {
      '@xmlns': 'urn:testline:rate-v1',
      'customer-number': customerOf(env),
      'expected-mailing-date': input.shipment.shipDate,
      parcel: parcelMessage(parcel, index),
      options: optionsMessage(input.shipment),
      services: input.services?.length ? { 'service-code': input.services } : undefined,
      origin: { 'postal-code': from.zipcode.replace(/\s+/g, '').toUpperCase(), province: from.provinceCode },
      destination: {
        'country-code': to.countryCode,
        province: to.provinceCode,
        'postal-code': to.zipcode.replace(/\s+/g, '').toUpperCase(),
      },
    },
  };
  const answer = (
    await call(env, { method: 'POST', path: '/rs/price', name: 'rates', readOnly: true, type: 'rate', tree })
  ).object('price-quotes');
  const offers = answer.object('quotes').list('quote', offer);
  return { offers, problems: answer.problems.map((message) => ({ message })) };
}

const offer = (q: ObjectReader): RateOffer => ({
  service: q.string('service-code', /^[A-Z]{3}\.[A-Z]{2}$/),
  serviceName: q.string('service-name'),
  ...price(q.object('price')),
  billableGrams: q.maybe('billed-weight', (n) => toGrams(q.number(n), 'kg')),
  transitDays: q.maybe('transit-days', (n) => q.integer(n, 0)),
  deliverBy: q.maybe('expected-delivery-date', (n) => q.date(n)),
});
