/** Tracking: many numbers in one question. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfCode } from '@scanship/connector-kit/tracking/status-words';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { call } from './client.ts';
import { manifest } from './manifest.ts';

const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  LABEL: 'label-created',
  PICKED_UP: 'accepted',
  MOVING: 'in-transit',
  CUSTOMS: 'customs',
  OUT: 'out-for-delivery',
  DELIVERED: 'delivered',
  PROBLEM: 'exception',
};

const statusOf = statusOfCode(STATUSES);

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('code', /^\w{1,20}$/);
  return {
    occurredAt: e.instant('at'),
    status: statusOf(code),
    code,
    text: e.string('text'),
    place: e.maybe('place', (n) => e.string(n)),
  };
}

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const query = { numbers: input.trackingNumbers.join(',') };
  const response = await call(env, { method: 'GET', path: '/v1/tracking', query, name: 'track' });
  // A parcel that could not be read at all is named by the caller, who knows which numbers were asked.
  return trackedParcels(readObject(response.json()));
}

/** Parcels of an answer or a push. */
export const trackedParcels = (answer: ObjectReader): readonly TrackedParcel[] =>
  answer.list('parcels', (raw): TrackedParcel => {
    // Its own list of messages, so that a bad event is said beside its parcel.
    const p = raw.isolated();
    const trackingNumber = p.string('trackingNumber');
    if (p.maybe('found', (n) => p.boolean(n)) === false)
      return { trackingNumber, events: [], problems: [`${manifest.name} does not know ${trackingNumber}.`] };
    const events = p.list('events', event);
    const estimatedDelivery = p.maybe('estimatedDelivery', (n) => p.date(n));
    return { trackingNumber, events, estimatedDelivery, problems: p.problems };
  });
