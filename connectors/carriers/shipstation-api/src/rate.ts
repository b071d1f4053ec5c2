/** Prices of every connected carrier account in one question. */
import { asSentence } from '@scanship/connector-kit/http/http-response';
import { carriedBy } from '@scanship/connector-kit/rates/carried-by';
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { withFact } from '@scanship/connector-kit/credentials/account-facts';
import { type Account, keptAccounts } from './accounts.ts';
import { exchange, ID } from './client.ts';
import { shipmentMessage } from './messages.ts';
import { ratePrice } from './prices.ts';
import { partsOf } from './manifest-services.ts';

export const rate = (input: RateInput, env: CarrierEnv): Promise<RateAnswer> =>
  withFact(env, keptAccounts(env), (all) => ratesOf(input, env, all));

async function ratesOf(input: RateInput, env: CarrierEnv, all: readonly Account[]): Promise<RateAnswer> {
  const shipment = shipmentMessage(input.shipment);
  const wanted = input.services ?? [];
  const carriers = new Set(wanted.flatMap((service) => partsOf(service)?.carrierCode ?? []));
  const asked = all.filter(({ code }) => carriers.size === 0 || carriers.has(code));
  if (asked.length === 0) return { offers: [], problems: [] };
  const response = await exchange(env, {
    method: 'POST',
    path: '/v1/rates',
    name: 'rates',
    // A question leaves a shipment without a label behind, which costs nothing.
    readOnly: true,
    json: { shipment, rate_options: { carrier_ids: asked.map(({ id }) => id) } },
  });
  return readRates(response.json(), input.shipment, wanted);
}

export function readRates(json: unknown, s: ShipmentRequest, wanted: readonly string[]): RateAnswer {
  const answer = readObject(json).object('rate_response');
  const warnings: RateProblem[] = [];
  const all = answer.list('rates', (r) => {
    const one = offer(r, s);
    warnings.push(
      ...textsOf(r, 'warning_messages').map((words) => ({ service: one.service, message: asSentence(words) })),
    );
    return one;
  });
  const invalid = answer.list('invalid_rates', refusal, { optional: true });
  const errors = answer.list('errors', failure, { optional: true });
  const isWanted = (service: string | undefined): boolean =>
    wanted.length === 0 || service === undefined || wanted.includes(service);
  const { offers, problems } = cheapestOfEach(all.filter((one) => isWanted(one.service)));
  return {
    offers,
    problems: [
      ...problems,
      ...warnings.filter(({ service }) => isWanted(service)),
      ...invalid.filter(({ service }) => isWanted(service)),
      ...errors,
      ...answer.problems.map((message) => ({ message })),
    ],
  };
}

/** Two accounts of one carrier may sell the same service; the purchase names the account, so the dearer is only told of. */
function cheapestOfEach(all: readonly RateOffer[]): RateAnswer {
  const offers = new Map<string, RateOffer>();
  const problems: RateProblem[] = [];
  for (const one of all) {
    const before = offers.get(one.service);
    if (!before || one.total.minor < before.total.minor) offers.set(one.service, one);
    if (before && before.total.minor !== one.total.minor)
      problems.push({
        service: one.service,
        message: 'A second account with this carrier offers it at a higher price.',
      });
  }
  return { offers: [...offers.values()], problems };
}

const serviceOf = (r: ObjectReader): { readonly carrierCode: string; readonly serviceCode: string } => ({
  carrierCode: r.string('carrier_code', /^[a-z0-9_]{2,50}$/),
  serviceCode: r.string('service_code', /^[a-z0-9]+(_[a-z0-9-]+)*$/),
});

function offer(r: ObjectReader, s: ShipmentRequest): RateOffer {
  const { carrierCode, serviceCode } = serviceOf(r);
  const status = r.string('validation_status');
  if (status === 'invalid') throw new FieldProblem(r.at('validation_status'), 'says that this price is none');
  const serviceName = r.string('service_type').replace(/[®™]/g, '');
  const deliverBy = r.maybe('estimated_delivery_date', (n) => r.string(n, /^\d{4}-\d{2}-\d{2}(T|$)/).slice(0, 10));
  return {
    service: `${carrierCode}.${serviceCode}`,
    serviceName,
    ...ratePrice(r),
    transitDays: r.maybe('delivery_days', (n) => r.integer(n, 0)),
    deliverBy,
    token: { rateId: r.string('rate_id', ID), carrierId: r.string('carrier_id', ID) },
    carriedBy: carriedBy(
      { carrier: carrierCode, service: serviceCode, serviceName },
      { from: s.from.countryCode, to: s.to.countryCode },
    ),
  };
}

function textsOf(r: ObjectReader, name: string): readonly string[] {
  const raw = r.raw(name);
  return Array.isArray(raw) ? raw.filter((each): each is string => typeof each === 'string' && each !== '') : [];
}

/** One of several carriers could not answer: its name stands before its words. */
function failure(e: ObjectReader): RateProblem {
  const named = e.maybe('carrier_name', (n) => e.string(n));
  // What ShipEngine could not match to an account comes with this word for its id, its code and its name.
  const carrier = named === 'unknown' ? undefined : named;
  return { message: `${carrier === undefined ? '' : `${carrier}: `}${asSentence(e.string('message'))}` };
}

function refusal(r: ObjectReader): RateProblem {
  const { carrierCode, serviceCode } = serviceOf(r);
  const [said] = textsOf(r, 'error_messages');
  return {
    service: `${carrierCode}.${serviceCode}`,
    message: said === undefined ? 'It is not offered for this shipment.' : asSentence(said),
  };
}
