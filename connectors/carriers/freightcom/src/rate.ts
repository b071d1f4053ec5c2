/** Prices are worked out at Freightcom, carrier by carrier: ask, get a number, poll until all have answered or time is short. */
import {
  carriedBy,
  carriedName,
  carrierNamed,
  type CarriedBy,
  type Way,
} from '@scanship/connector-kit/rates/carried-by';
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { pollUntil } from '@scanship/connector-kit/http/poll';
import { exchange, ID } from './client.ts';
import { manifest } from './manifest.ts';
import { detailsMessage } from './messages.ts';
import { dayOf, price } from './prices.ts';
import { CARRIERS } from './manifest-services.ts';

const EVERY_MS = 300;
/** A slow carrier holds up the question of all; after this many looks the others are shown without it. */
const LOOKS = 60;

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const services = input.services ?? [];
  const asked = await exchange(env, {
    method: 'POST',
    path: '/rate',
    name: 'ask rates',
    readOnly: true,
    json: { ...(services.length === 0 ? {} : { services }), details: detailsMessage(input.shipment) },
  });
  const id = readObject(asked.json()).string('request_id', ID);
  let looks = 0;
  return pollUntil(env, { vendor: manifest.name, what: 'the prices', everyMs: EVERY_MS, attempts: LOOKS }, async () => {
    looks += 1;
    const response = await exchange(env, { method: 'GET', path: path`/rate/${id}`, name: 'poll rates' });
    return readRates(readObject(response.json()), input, looks >= LOOKS);
  });
}

/** @param late takes what is there; undefined while carriers are still working */
export function readRates(answer: ObjectReader, input: RateInput, late = false): RateAnswer | undefined {
  const status = answer.object('status');
  const done = status.boolean('done');
  if (!done && !late) return undefined;
  const { from, to } = input.shipment;
  const way = { from: from.countryCode, to: to.countryCode };
  const wanted = input.services ?? [];
  const offers = answer.list('rates', (r) => offer(r, way));
  if (!done && offers.length === 0) return undefined;
  const problems = answer.problems.map((message) => ({ message }));
  const waiting = done
    ? []
    : [{ message: `Some carriers of ${manifest.name} did not answer in time; their prices are missing.` }];
  const fits = offers.filter((o) => wanted.length === 0 || wanted.includes(o.service));
  return { offers: fits, problems: [...problems, ...waiting] };
}

/** Whose service it is; Freightcom's name of the carrier where its id says nothing known. */
const nameOf = (prefix: string, carrierName: string): string =>
  (Object.hasOwn(CARRIERS, prefix) ? CARRIERS[prefix] : undefined) ?? carrierName;

/** Our name of the carrier whose service it is, as offers of the service have it. */
export const carrierSlug = (serviceId: string, carrierName: string): string =>
  carrierNamed(nameOf(serviceId.split('.')[0] ?? '', carrierName)).slug;

export function carrierOf(serviceId: string, carrierName: string, serviceName: string, way: Way): CarriedBy {
  const [prefix = '', ...rest] = serviceId.split('.');
  return carriedBy({ carrier: nameOf(prefix, carrierName), service: rest.join('.'), serviceName }, way);
}

function offer(r: ObjectReader, way: Way): RateOffer {
  const service = r.string('service_id', /^[\w–.-]{1,120}$/);
  const by = carrierOf(service, r.string('carrier_name'), r.string('service_name'), way);
  const unknownTime = r.maybe('transit_time_not_available', (n) => r.boolean(n));
  const transitDays = unknownTime === true ? undefined : r.maybe('transit_time_days', (n) => r.integer(n, 0));
  const validUntil = r.maybe('valid_until', (n) => dayOf(r, n));
  return {
    service,
    serviceName: carriedName(by),
    ...price(r),
    transitDays,
    // Good through that day, whose end Freightcom does not place; the earliest in Canada is meant.
    expiresAt: validUntil === undefined ? undefined : new Date(`${validUntil}T23:59:59Z`),
    carriedBy: by,
  };
}
