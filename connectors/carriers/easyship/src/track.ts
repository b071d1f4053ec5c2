/** Checkpoints of a shipment by Easyship's own number of it; tracking numbers alone it does not look up. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange, SHIPMENT } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  'awaiting pickup at seller': 'label-created',
  'tracking info received': 'label-created',
  'in transit to customer': 'in-transit',
  'out for delivery': 'out-for-delivery',
  'failed delivery attempt': 'exception',
  delivered: 'delivered',
  exception: 'exception',
};
export const statusOf = (words: string): TrackingStatus => STATUSES[words.toLowerCase()] ?? 'unknown';

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(NAME, input.trackingNumbers, async (trackingNumber) => {
    const id = input.shipmentIds?.[trackingNumber];
    if (id === undefined)
      return untracked(trackingNumber, `${NAME} follows labels that were bought there; this number is of none.`);
    const response = await exchange(env, {
      method: 'GET',
      path: '/shipments/trackings',
      name: 'trackings',
      query: { easyship_shipment_id: id, include_checkpoints: 'true' },
    });
    return readTrackings(response.json(), trackingNumber, id);
  });

export function readTrackings(json: unknown, trackingNumber: string, id: string): TrackedParcel {
  const answer = readObject(json);
  const own = answer
    .list('shipments', (s) => ({ id: s.string('easyship_shipment_id', SHIPMENT), shipment: s }))
    .find((each) => each.id === id);
  if (!own) return untracked(trackingNumber, answer.problems[0] ?? `${NAME} knows no shipment ${id}.`);
  const { shipment } = own;
  const isEmpty = shipment.raw('checkpoints') === null;
  const events = isEmpty ? [] : shipment.list('checkpoints', event);
  const estimatedDelivery = shipment.maybe('eta_date', (n) => shipment.instant(n));
  const problems = [...answer.problems, ...(isEmpty ? [`${NAME} tells no checkpoint of this label yet.`] : [])];
  return { trackingNumber, events, estimatedDelivery, problems };
}

/** "Toronto, ON"; half a place is none. */
function placeOf(e: ObjectReader): string | undefined {
  const city = e.maybe('city', (n) => e.string(n));
  const state = e.maybe('state', (n) => e.string(n));
  return city === undefined || state === undefined ? undefined : `${city}, ${state}`;
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('primary_status', /^[A-Za-z -]{3,60}$/);
  return {
    occurredAt: e.instant('checkpoint_time'),
    status: statusOf(code),
    code,
    text: e.string('message'),
    place: placeOf(e),
  };
}
