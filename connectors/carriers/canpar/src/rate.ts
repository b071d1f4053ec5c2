/** Prices: one question for all services, or `rateShipment` where only one is wanted. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams } from '@scanship/domain/values/measure';
import { call, shipperOf, texts } from './client.ts';
import { easternDay } from './eastern-day.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { price } from './prices.ts';

const NAMES = new Map(manifest.services.map((s) => [s.code, s.name]));
const WEIGHT_UNITS = { L: 'lb', K: 'kg' } as const;

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const wanted = input.services ?? [];
  const only = wanted.length === 1 ? wanted[0] : undefined;
  const answer = await call(env, {
    service: 'rating',
    method: only === undefined ? 'rateShipmentAllServices' : 'rateShipment',
    name: 'rates',
    request: {
      apply_association_discount: true,
      apply_individual_discount: true,
      apply_invoice_discount: true,
      shipment: shipmentMessage(input.shipment, { shipper: shipperOf(env), service: only }),
    },
    readOnly: true,
    arrays: ['*.processShipmentResult', '*.processShipmentResult.errors'],
  });
  return readRates(answer, wanted);
}

/** Every service that can be read; the others become messages. */
export function readRates(answer: ObjectReader, wanted: readonly string[]): RateAnswer {
  const offers = answer.list('processShipmentResult', (result) => {
    const [error] = texts(result, 'errors');
    const shipment = result.has('shipment') ? result.object('shipment') : undefined;
    if (error === undefined && shipment) return offer(shipment);
    const service = shipment?.maybe('service_type', (n) => shipment.string(n, /^[0-9A-Z]$/));
    const name = NAMES.get(service ?? '') ?? result.path;
    throw new FieldProblem(
      name,
      error === undefined ? 'has no price' : `is not offered here: ${error.replace(/\.\s*$/, '')}`,
    );
  });
  const fits = (o: RateOffer): boolean => NAMES.has(o.service) && (wanted.length === 0 || wanted.includes(o.service));
  return { offers: offers.filter(fits), problems: answer.problems.map((message) => ({ message })) };
}

function offer(s: ObjectReader): RateOffer {
  const service = s.string('service_type', /^[0-9A-Z]$/);
  const billed = s.maybe('billed_weight', (n) => s.number(n));
  const unit = s.maybe('billed_weight_unit', (n) => s.choice(n, WEIGHT_UNITS));
  const transit = s.maybe('transit_time', (n) => s.integer(n, 0));
  return {
    service,
    serviceName: NAMES.get(service) ?? service,
    ...price(s),
    billableGrams: billed !== undefined && billed > 0 && unit !== undefined ? toGrams(billed, unit) : undefined,
    zone: s.maybe('zone', (n) => s.id(n)),
    // Nought where the service does not say.
    transitDays: transit === 0 ? undefined : transit,
    deliverBy: s.maybe('estimated_delivery_date', (n) => easternDay(s.instant(n))),
  };
}
