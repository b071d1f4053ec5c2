/** A parcel's events by its tracking number; they tell no places. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { statusOf } from './statuses.ts';

const NAME = manifest.name;

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(NAME, input.trackingNumbers, async (trackingNumber) => {
    const response = await exchange(env, {
      method: 'GET',
      path: path`/parcels/tracking/${trackingNumber}`,
      name: 'track parcel',
      // 422 for what can be no number.
      accept: [404, 422],
    });
    return response.status === 200
      ? readTracking(response.json(), trackingNumber)
      : untracked(trackingNumber, `${NAME} knows no parcel with this number.`);
  });

export function readTracking(json: unknown, trackingNumber: string): TrackedParcel {
  const answer = readObject(json);
  const events = answer.list('events', event);
  const details = answer.maybe('details', (n) => answer.object(n));
  const estimatedDelivery = details?.maybe('expected_delivery_date', (n) => details.date(n));
  return { trackingNumber, events, estimatedDelivery, problems: answer.problems };
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('status_code', /^[A-Za-z0-9_-]{2,60}$/);
  return {
    occurredAt: e.instant('event_at'),
    status: statusOf(code),
    code,
    text: e.string('status_description'),
  };
}
