/** Shipments whose label was made, by pages; voided ones among them. */
import type { LabelListInput, LabelPage, ListedLabel } from '@scanship/connector-kit/carrier/label-list';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchange, nextPage, SHIPMENT, UUID } from './client.ts';
import { stateOf } from './ship.ts';

const PAGE = 100;
const CANCELLED: ReadonlySet<string> = new Set(['cancelling', 'cancelled']);

function readShipment(shipment: ObjectReader): ListedLabel | undefined {
  const state = stateOf(shipment);
  if (state === 'none' || state === 'failed') return undefined;
  const shipmentId = shipment.string('easyship_shipment_id', SHIPMENT);
  const order = shipment.has('order_data') ? shipment.object('order_data') : undefined;
  const isVoided = state === 'voided' || CANCELLED.has(shipment.string('shipment_state', /^[a-z_]+$/));
  const service = shipment.has('courier_service') ? shipment.object('courier_service') : undefined;
  return {
    carrierShipmentId: shipmentId,
    trackingNumbers: shipment
      .strictList('trackings', (t) => (t.raw('tracking_number') === null ? [] : [t.string('tracking_number')]))
      .flat(),
    reference: order?.has('platform_order_number') === true ? order.string('platform_order_number') : undefined,
    madeAt: new Date(
      shipment.instant(shipment.has('label_generated_at') ? 'label_generated_at' : 'created_at'),
    ).toISOString(),
    state: isVoided ? 'voided' : 'live',
    service: service?.maybe('name', (n) => service.string(n)),
    to: shipment.maybe('destination_address', (n) => placeOf(shipment.object(n))),
    kept: { shipmentId, ...(service ? { courierService: service.string('id', UUID) } : {}) },
  };
}

const placeOf = (address: ObjectReader): ListedLabel['to'] => ({
  city: address.maybe('city', (n) => address.string(n)),
  provinceCode: address.maybe('state', (n) => address.string(n)),
  zipcode: address.maybe('postal_code', (n) => address.string(n)),
  countryCode: address.maybe('country_alpha2', (n) => address.string(n, /^[A-Z]{2}$/)),
});

export async function listLabels(
  { since, cursor = '1', size = PAGE }: LabelListInput,
  env: CarrierEnv,
): Promise<LabelPage> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/shipments',
    name: 'list shipments',
    query: { label_generated_at_from: since.toISOString(), page: Number(cursor), per_page: size },
  });
  const answer = readObject(response.json());
  const labels = answer.list('shipments', readShipment).flatMap((label) => label ?? []);
  const next = nextPage(answer.object('meta').object('pagination'));
  return { labels, next: next === undefined ? undefined : String(next), problems: answer.problems };
}
