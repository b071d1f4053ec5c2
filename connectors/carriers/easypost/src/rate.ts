/** A shipment that is made without a label holds the prices of every carrier account. */
import { asSentence } from '@scanship/connector-kit/http/http-response';
import { carriedBy } from '@scanship/connector-kit/rates/carried-by';
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import type { Money } from '@scanship/domain/money/money';
import { exchange } from './client.ts';
import { ignores } from './declared.ts';
import { shipmentMessage } from './messages.ts';
import { codeOf, PATTERNS } from './manifest-services.ts';

export interface VendorRate {
  readonly id: string;
  readonly carrier: string;
  readonly service: string;
  readonly account: string | undefined;
  readonly total: Money;
}

const RATE_ID = /^rate_[0-9a-f]{8,40}$/;

export const readRate = (r: ObjectReader): VendorRate => ({
  id: r.string('id', RATE_ID),
  carrier: r.string('carrier', PATTERNS.carrier),
  service: r.string('service', PATTERNS.service),
  account: r.maybe('carrier_account_id', (n) => r.string(n, /^ca_[0-9a-f]{8,40}$/)),
  total: r.money('rate', r.currency('currency')),
});

export const oneLine = (total: Money): readonly PriceLine[] => [
  { kind: 'base', code: 'rate', label: 'Shipping', amount: total },
];

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/v2/shipments',
    name: 'rates',
    // A shipment without a label costs nothing.
    readOnly: true,
    json: shipmentMessage(input.shipment, {}),
  });
  return readRates(response.json(), input);
}

export function readRates(json: unknown, { shipment, services = [] }: RateInput): RateAnswer {
  const answer = readObject(json);
  const way = { from: shipment.from.countryCode, to: shipment.to.countryCode };
  const all = answer.list('rates', (r) => offer(r, way));
  const messages = answer.list(
    'messages',
    (m): RateProblem => {
      const carrier = m.maybe('carrier', (n) => m.string(n));
      return { message: `${carrier === undefined ? '' : `${carrier}: `}${asSentence(m.string('message'))}` };
    },
    { optional: true },
  );
  const offers = new Map<string, RateOffer>();
  const ignored: RateProblem[] = [];
  const dearer: RateProblem[] = [];
  for (const one of all.filter(({ service }) => services.length === 0 || services.includes(service))) {
    const why = one.carriedBy && ignores(one.carriedBy, shipment);
    if (why !== undefined) {
      ignored.push({ message: why });
      continue;
    }
    const before = offers.get(one.service);
    if (!before || one.total.minor < before.total.minor) offers.set(one.service, one);
    if (before && before.total.minor !== one.total.minor)
      dearer.push({ service: one.service, message: 'A second account with this carrier offers it at a higher price.' });
  }
  return {
    offers: [...offers.values()],
    problems: [...dearer, ...distinct([...ignored, ...messages]), ...answer.problems.map((message) => ({ message }))],
  };
}

/** Several accounts of one carrier fail in the same words. */
const distinct = (problems: readonly RateProblem[]): readonly RateProblem[] => [
  ...new Map(problems.map((problem) => [problem.message, problem])).values(),
];

function offer(r: ObjectReader, way: { readonly from: string; readonly to: string }): RateOffer {
  const { carrier, service, account, total } = readRate(r);
  const carried = carriedBy({ carrier, service }, way);
  const retail = r.maybe('retail_rate', (n) => r.money(n, r.currency('retail_currency')));
  const days = r.maybe('delivery_days', (n) => r.integer(n, 0));
  const deliverBy = r.maybe('delivery_date', (n) => r.string(n, /^\d{4}-\d{2}-\d{2}(T|$)/).slice(0, 10));
  return {
    service: codeOf(carrier, service),
    serviceName: carried.serviceName,
    lines: oneLine(total),
    total,
    ...(retail && retail.currency === total.currency ? { retail } : {}),
    transitDays: days,
    deliverBy,
    ...(account === undefined ? {} : { token: { account } }),
    carriedBy: carried,
  };
}
