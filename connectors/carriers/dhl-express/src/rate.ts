/** Prices: one question, every product in one answer. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams } from '@scanship/domain/values/measure';
import { accountNumber, call } from './client.ts';
import { manifest } from './manifest.ts';
import { rateMessage } from './messages.ts';
import { warningsOf } from './warnings.ts';
import { itemised, summed, totalOf } from './prices.ts';

const NAMES: ReadonlyMap<string, string> = new Map(manifest.services.map(({ code, name }) => [code, name]));

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const response = await call(env, {
    method: 'POST',
    path: '/rates',
    name: 'rates',
    readOnly: true,
    json: rateMessage(input.shipment, accountNumber(env), env.now()),
  });
  return readRates(response.json(), input.services?.length ? new Set(input.services) : undefined);
}

/** @throws FieldProblem when the answer holds no list of products */
export function readRates(json: unknown, wanted?: ReadonlySet<string>): RateAnswer {
  const answer = readObject(json);
  const raw = answer.raw('products');
  // Prices are itemised for all products or for none; what one lacks among others is told as unnamed.
  const parts =
    Array.isArray(raw) && raw.some((one) => typeof one === 'object' && one !== null && 'detailedPriceBreakdown' in one);
  const read = answer.list('products', (product) => offer(product, parts, wanted));
  const problems: RateAnswer['problems'][number][] = [];
  const offers = new Map<string, RateOffer>();
  for (const one of read) {
    if (one === undefined) continue;
    if ('message' in one) problems.push(one);
    else {
      // A country may sell one product under several local codes: the least of them stands for it.
      const before = offers.get(one.service);
      if (!before || one.total.minor < before.total.minor) offers.set(one.service, one);
    }
  }
  const said = [...answer.problems, ...warningsOf(answer)].map((message) => ({ message }));
  return { offers: [...offers.values()], problems: [...problems, ...said] };
}

type Read = RateOffer | { readonly service: string; readonly message: string } | undefined;

function offer(product: ObjectReader, parts: boolean, wanted: ReadonlySet<string> | undefined): Read {
  const service = product.id('productCode', /^[0-9A-Z]{1,6}$/);
  if (wanted && !wanted.has(service)) return undefined;
  const name = NAMES.get(service);
  if (name === undefined)
    return { service, message: `DHL Express also offers product ${service}, which is not sold here.` };
  const total = totalOf(product, 'BILLC');
  if (!total || total.minor <= 0)
    return { service, message: `DHL Express offers ${name} but states no price for this account.` };
  const { lines } = parts ? itemised(product, 'BILLC', total) : summed(total);
  const delivery = product.maybe('deliveryCapabilities', (n) => product.object(n));
  const local = product.maybe('localProductCode', (n) => product.id(n, /^[0-9A-Z]{1,3}$/));
  return {
    service,
    serviceName: name,
    lines,
    total,
    billableGrams: product.maybe('weight', (n) => billable(product.object(n))),
    transitDays: delivery?.maybe('totalTransitDays', (n) => delivery.integer(n, 0)),
    deliverBy: delivery?.maybe('estimatedDeliveryDateAndTime', (n) => delivery.instant(n, false).slice(0, 10)),
    token: local === undefined ? undefined : { localProductCode: local },
  };
}

/** The greater of scale and volume, where both are told. */
function billable(weight: ObjectReader): number | undefined {
  if (!weight.has('volumetric') || !weight.has('provided')) return undefined;
  const unit = weight.choice('unitOfMeasurement', { metric: 'kg', imperial: 'lb' } as const);
  const most = Math.max(weight.number('volumetric'), weight.number('provided'));
  if (most < 0) throw new FieldProblem(weight.at('provided'), 'should not be negative');
  return toGrams(most, unit);
}
