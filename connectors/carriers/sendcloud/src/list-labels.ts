/** Shipments that were announced, by the cursor Sendcloud links to. Returns stand in another list, which does not filter. */
import type { LabelListInput, LabelPage, ListedLabel } from '@scanship/connector-kit/carrier/label-list';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { ASKED } from './cancel.ts';
import { exchange } from './client.ts';
import { isFailed, NUMBER, parcelOf, SHIPMENT, statusCode } from './ship.ts';

/** The most Sendcloud gives. */
const PAGE = 100;

function readShipment(shipment: ObjectReader): ListedLabel | undefined {
  if (isFailed(shipment)) return undefined;
  const shipmentId = shipment.string('id', SHIPMENT);
  const parcel = parcelOf(shipment);
  return {
    carrierShipmentId: shipmentId,
    trackingNumbers: parcel.has('tracking_number') ? [parcel.string('tracking_number', NUMBER)] : [],
    reference: shipment.has('external_reference_id') ? shipment.string('external_reference_id') : undefined,
    madeAt: new Date(parcel.instant(parcel.has('announced_at') ? 'announced_at' : 'created_at')).toISOString(),
    state: ASKED.has(statusCode(shipment)) ? 'voided' : 'live',
    service: shipment.maybe('carrier', (n) => shipment.object(n).string('name')),
    to: shipment.maybe('to_address', (n) => placeOf(shipment.object(n))),
    kept: { shipmentId },
  };
}

const placeOf = (address: ObjectReader): ListedLabel['to'] => ({
  city: address.maybe('city', (n) => address.string(n)),
  zipcode: address.maybe('postal_code', (n) => address.string(n)),
  countryCode: address.maybe('country_code', (n) => address.string(n, /^[A-Z]{2}$/)),
});

export async function listLabels({ since, cursor, size = PAGE }: LabelListInput, env: CarrierEnv): Promise<LabelPage> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/shipments',
    name: 'list shipments',
    query: { announced_after: since.toISOString(), page_size: size, cursor },
    accept: [404],
  });
  if (response.status === 404) return { labels: [], problems: [] };
  const answer = readObject(response.json());
  const labels = answer.list('data', readShipment).flatMap((label) => label ?? []);
  return { labels, next: nextCursor(response.headers.link), problems: answer.problems };
}

/** `<https://.../shipments?cursor=bz0x>; rel="next"`. @throws FieldProblem for a link that leads nowhere */
function nextCursor(link: string | undefined): string | undefined {
  const next = link?.split(',').find((part) => /rel="?next"?/.test(part));
  if (next === undefined) return undefined;
  const cursor = /[?&]cursor=([^&>\s]+)/.exec(next)?.[1];
  if (cursor === undefined) throw new FieldProblem('The link to the next page', 'has no cursor');
  return decodeURIComponent(cursor);
}
