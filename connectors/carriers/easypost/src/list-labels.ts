/** Shipments that were bought, the newest first; the next page begins before the last id of this one. */
import type { LabelListInput, LabelPage, ListedLabel } from '@scanship/connector-kit/carrier/label-list';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { stateOf } from './cancel.ts';
import { exchange, SHIPMENT } from './client.ts';
import { readRate } from './rate.ts';
import { chargedFor, isBought, NUMBER } from './ship.ts';

/** The most EasyPost gives. */
const PAGE = 100;

function readShipment(shipment: ObjectReader): ListedLabel | undefined {
  if (!isBought(shipment)) return undefined;
  const shipmentId = shipment.string('id', SHIPMENT);
  const refund = stateOf(shipment);
  return {
    carrierShipmentId: shipmentId,
    trackingNumbers: [shipment.string('tracking_code', NUMBER)],
    reference: shipment.has('reference') ? shipment.string('reference') : undefined,
    madeAt: new Date(shipment.instant('created_at')).toISOString(),
    state: refund === 'asked' || refund === 'paid-back' ? 'voided' : 'live',
    ...(shipment.has('selected_rate') ? sold(shipment) : {}),
    to: shipment.maybe('to_address', (n) => placeOf(shipment.object(n))),
    kept: { shipmentId },
  };
}

const sold = (shipment: ObjectReader): Pick<ListedLabel, 'service' | 'cost'> | undefined => {
  const rate = shipment.maybe('selected_rate', (n) => readRate(shipment.object(n)));
  return rate && { service: `${rate.carrier} ${rate.service}`, cost: chargedFor(shipment, rate.total).total };
};

const placeOf = (address: ObjectReader): ListedLabel['to'] => ({
  city: address.maybe('city', (n) => address.string(n)),
  provinceCode: address.maybe('state', (n) => address.string(n)),
  zipcode: address.maybe('zip', (n) => address.string(n)),
  countryCode: address.maybe('country', (n) => address.string(n, /^[A-Z]{2}$/)),
});

export async function listLabels({ since, cursor, size = PAGE }: LabelListInput, env: CarrierEnv): Promise<LabelPage> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/v2/shipments',
    name: 'list shipments',
    query: { purchased: 'true', start_datetime: since.toISOString(), page_size: size, before_id: cursor },
  });
  const answer = readObject(response.json());
  const labels = answer.list('shipments', readShipment).flatMap((label) => label ?? []);
  return { labels, next: answer.boolean('has_more') ? lastId(answer) : undefined, problems: answer.problems };
}

function lastId(answer: ObjectReader): string {
  const last = answer.strictList('shipments', (shipment) => shipment).at(-1);
  if (!last) throw new FieldProblem('has_more', 'names more shipments than the page has');
  return last.string('id', SHIPMENT);
}
