/** Prices: one question (Shop, with time in transit), every service in one answer. */
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams } from '@scanship/domain/values/measure';
import { itemisedPrice, publishedTotal } from './charges.ts';
import { accountNumber, call } from './client.ts';
import { rateMessage, type RateOption } from './messages.ts';
import { compactDay, eachOf } from './reading.ts';
import { serviceName } from './services.ts';

/** Said with every answer ("Your invoice may vary from the displayed reference rates"): nothing anybody could mend. */
const ALWAYS_SAID: ReadonlySet<string> = new Set(['110971']);

const OPTION: RateOption = 'Shoptimeintransit';

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { from, to } = input.shipment;
  const response = await call(env, {
    method: 'POST',
    path: path`/api/rating/v2409/${OPTION}`,
    name: 'rates',
    readOnly: true,
    json: rateMessage(input.shipment, accountNumber(env), OPTION, env.credentials['pickupType']?.trim()),
  });
  return readRates(response.json(), {
    name: (code) => serviceName(code, from.countryCode, to.countryCode),
    wanted: input.services?.length ? new Set(input.services) : undefined,
    saturday: input.shipment.options.saturdayDelivery === true,
  });
}

interface Asked {
  readonly name: (code: string) => string | undefined;
  readonly wanted: ReadonlySet<string> | undefined;
  /** Delivery on a Saturday was asked for: UPS then answers the services that have it, else each of them with it and without. */
  readonly saturday?: boolean | undefined;
}

/** A service's own message, beside its price. */
interface Read {
  readonly offer: RateOffer | undefined;
  readonly alerts: readonly RateProblem[];
}

/** @throws FieldProblem when the answer holds no list of prices */
export function readRates(json: unknown, asked: Asked): RateAnswer {
  const answer = readObject(json).object('RateResponse');
  if (!answer.has('RatedShipment')) throw new FieldProblem(answer.at('RatedShipment'), 'is missing');
  const general = answer.maybe('Response', (name) => eachOf(answer.object(name), 'Alert', alert)) ?? [];
  // UPS states negotiated prices for all services or for none; where one lacks them among others, its cost is not known.
  const negotiated = listOf(answer.raw('RatedShipment')).some(
    (rated) => typeof rated === 'object' && rated !== null && 'NegotiatedRateCharges' in rated,
  );
  const read = eachOf(answer, 'RatedShipment', (rated) => service(rated, negotiated, asked));
  const said = new Set(general.map((one) => one.vendorCode));
  const alerts = [...general, ...read.flatMap((one) => one.alerts.filter((a) => !said.has(a.vendorCode)))];
  return {
    offers: read.flatMap(({ offer }) => offer ?? []),
    problems: [
      ...alerts.filter((one) => !ALWAYS_SAID.has(one.vendorCode ?? '')),
      ...answer.problems.map((message) => ({ message })),
    ],
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const alert = (o: ObjectReader): RateProblem => ({
  vendorCode: o.id('Code', /^[0-9A-Za-z]{1,10}$/),
  message: o.string('Description'),
});

function service(rated: ObjectReader, negotiated: boolean, asked: Asked): Read {
  const code = rated.object('Service').id('Code', /^[0-9A-Z]{1,3}$/);
  if (asked.wanted && !asked.wanted.has(code)) return { offer: undefined, alerts: [] };
  const alerts = eachOf(rated, 'RatedShipmentAlert', alert).map((one) => ({ ...one, service: code }));
  const name = asked.name(code);
  if (name === undefined)
    return {
      offer: undefined,
      alerts: [{ service: code, message: `UPS also offers service ${code}, which is not sold here.` }],
    };
  const on = rated.maybe('TimeInTransit', (n) => saturdayOf(rated.object(n)));
  if (asked.saturday && on?.charged === false && !on.arrives)
    return { offer: undefined, alerts: [{ service: code, message: `${name} does not arrive on a Saturday.` }] };
  const packages = eachOf(rated, 'RatedPackage', (p) => p);
  const price = negotiated
    ? itemisedPrice(
        rated.object('NegotiatedRateCharges'),
        packages.filter((p) => p.has('NegotiatedCharges')).map((p) => p.object('NegotiatedCharges')),
        'TotalCharge',
      )
    : itemisedPrice(rated, packages, 'TotalCharges');
  return {
    alerts,
    offer: {
      service: code,
      serviceName: name,
      ...price,
      saturdayDelivery: asked.saturday || on?.charged || undefined,
      retail: negotiated ? maybeRetail(rated) : undefined,
      billableGrams: rated.maybe('BillingWeight', (n) => billable(rated.object(n))),
      zone: rated.maybe('Zone', (n) => rated.id(n)),
      ...transit(rated),
    },
  };
}

/** The published price beside a negotiated one; it is shown only where its own parts agree. */
const maybeRetail = (rated: ObjectReader): RateOffer['retail'] =>
  rated.maybe('TotalCharges', () => publishedTotal(rated));

/**
 * Whether the price holds delivery on a Saturday (ServiceSummary, SaturdayDelivery: 1 is "with additional charges"; without a charge
 * only the day tells).
 */
function saturdayOf(transit: ObjectReader): { readonly charged: boolean; readonly arrives: boolean } | undefined {
  const summary = transit.maybe('ServiceSummary', (n) => transit.object(n));
  const charged = summary?.maybe('SaturdayDelivery', (n) => summary.id(n, /^[01]$/)) === '1';
  const arrival = summary?.maybe('EstimatedArrival', (n) => summary.object(n));
  const day = arrival?.maybe('Arrival', (n) => compactDay(arrival.object(n), 'Date'));
  return summary && { charged, arrives: day !== undefined && new Date(`${day}T00:00:00Z`).getUTCDay() === 6 };
}

const UNITS = { KGS: 'kg', LBS: 'lb', OZS: 'oz' } as const;

const billable = (o: ObjectReader): number =>
  toGrams(o.number('Weight'), o.object('UnitOfMeasurement').choice('Code', UNITS));

function transit(rated: ObjectReader): Pick<RateOffer, 'transitDays' | 'deliverBy'> {
  const arrival = rated.maybe('TimeInTransit', (n) =>
    rated.object(n).object('ServiceSummary').object('EstimatedArrival'),
  );
  if (arrival)
    return {
      transitDays: arrival.maybe('BusinessDaysInTransit', (n) => arrival.integer(n, 0)),
      deliverBy: arrival.maybe('Arrival', (n) => compactDay(arrival.object(n), 'Date')),
    };
  if (rated.has('TimeInTransit')) return {};
  const promise = rated.maybe('GuaranteedDelivery', (n) => rated.object(n));
  return { transitDays: promise?.maybe('BusinessDaysInTransit', (n) => promise.integer(n, 0)) };
}
