/** One parcel a question; a shipment of several asks for each and adds up. */
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sumOffers } from '@scanship/connector-kit/rates/sum-offers';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import { toGrams } from '@scanship/domain/values/measure';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { accountOf, type Account } from './account.ts';
import { exchange, parse } from './client.ts';
import { manifest } from './manifest.ts';
import { canadianPostalCode, optionsMessage, parcelMessage, zipCode } from './messages.ts';
import { quotedPrice } from './prices.ts';
import { checkParcels, isUnitedStates, prepaidDutyGap } from './rules.ts';

const KNOWN: ReadonlySet<string> = new Set(manifest.services.map((s) => s.code));

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { shipment } = input;
  checkParcels(shipment);
  const account = accountOf(env);
  const services = servicesFor(shipment, input.services);
  if (services?.length === 0) return { offers: [], problems: [] };
  const answer = sumOffers(
    await Promise.all(
      shipment.parcels.map((parcel, index) => rateParcel(shipment, parcel, index, services, account, env)),
    ),
  );
  const gap = prepaidDutyGap(shipment, account);
  return gap === undefined ? answer : { ...answer, problems: [...answer.problems, { message: gap }] };
}

/** Codes that fit the destination; the service refuses a question that names others. Undefined asks for all. */
function servicesFor(s: ShipmentRequest, wanted: readonly string[] | undefined): readonly string[] | undefined {
  if (wanted === undefined || wanted.length === 0) return undefined;
  const region = s.to.countryCode === 'CA' ? 'DOM.' : isUnitedStates(s.to.countryCode) ? 'USA.' : 'INT.';
  return wanted.filter((code) => code.startsWith(region) && KNOWN.has(code));
}

function destination({ to }: ShipmentRequest): XmlTree {
  if (to.countryCode === 'CA') return { domestic: { 'postal-code': canadianPostalCode(to.zipcode, 'to.zipcode') } };
  if (isUnitedStates(to.countryCode)) return { 'united-states': { 'zip-code': zipCode(to.zipcode, 'to.zipcode') } };
  const code = to.zipcode.trim();
  return {
    international: {
      'country-code': to.countryCode,
      // At most ten characters here, fourteen in the purchase; it only refines the price.
      'postal-code': code === '' || code.length > 10 ? undefined : code,
    },
  };
}

export function rateMessage(
  s: ShipmentRequest,
  parcel: Parcel,
  index: number,
  services: readonly string[] | undefined,
  account: Account,
): XmlTree {
  return {
    'customer-number': account.customer,
    'contract-id': account.contract,
    'expected-mailing-date': s.shipDate,
    // What to do with an undeliverable parcel costs nothing and is left to the purchase.
    options: optionsMessage(s, undefined),
    'parcel-characteristics': parcelMessage(parcel, index),
    services: services && { 'service-code': services },
    'origin-postal-code': canadianPostalCode(s.from.zipcode, 'from.zipcode'),
    destination: destination(s),
  };
}

async function rateParcel(
  s: ShipmentRequest,
  parcel: Parcel,
  index: number,
  services: readonly string[] | undefined,
  account: Account,
  env: CarrierEnv,
): Promise<RateAnswer> {
  const response = await exchange(env, 'rate', {
    method: 'POST',
    path: '/rs/ship/price',
    name: 'rates',
    readOnly: true,
    language: s.language,
    content: { root: 'mailing-scenario', tree: rateMessage(s, parcel, index, services, account) },
  });
  return readRates(parse(response), parcel);
}

/** The offers of an answer; a quote that cannot be read becomes a message beside the others. */
export function readRates(document: ObjectReader, parcel: Parcel): RateAnswer {
  if (document.raw('price-quotes') === '') return { offers: [], problems: [] };
  const answer = document.object('price-quotes');
  const offers = answer.list('price-quote', (q) => offer(q, parcel));
  const problems: RateProblem[] = answer.problems.map((message) => ({ message }));
  return { offers: offers.filter((o) => KNOWN.has(o.service)), problems };
}

function offer(q: ObjectReader, parcel: Parcel): RateOffer {
  const standard = q.maybe('service-standard', (n) => q.object(n));
  const weights = q.maybe('weight-details', (n) => q.object(n));
  const cubed = weights?.maybe('cubed-weight', (n) => toGrams(weights.number(n), 'kg'));
  return {
    service: q.string('service-code', /^(DOM|USA|INT)(\.[A-Z]+){1,2}$/),
    serviceName: q.string('service-name'),
    ...quotedPrice(q.object('price-details')),
    billableGrams: cubed === undefined ? undefined : Math.max(cubed, parcel.weightGrams),
    transitDays: standard?.maybe('expected-transit-time', (n) => standard.integer(n, 0)),
    deliverBy: standard?.maybe('expected-delivery-date', (n) => standard.date(n)),
  };
}
