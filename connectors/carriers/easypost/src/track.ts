/** Every label has a tracker, which is found by its number. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  unknown: 'unknown',
  pre_transit: 'label-created',
  in_transit: 'in-transit',
  out_for_delivery: 'out-for-delivery',
  delivered: 'delivered',
  available_for_pickup: 'available-for-pickup',
  return_to_sender: 'returning',
  failure: 'exception',
  cancelled: 'exception',
  error: 'exception',
};
export const statusOf = (word: string): TrackingStatus => STATUSES[word] ?? 'unknown';

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const found: TrackedParcel[] = [];
  for (const trackingNumber of input.trackingNumbers) {
    const response = await exchange(env, {
      method: 'GET',
      path: '/v2/trackers',
      name: 'tracker by number',
      query: { tracking_code: trackingNumber, page_size: 5 },
    });
    found.push(readTrackers(response.json(), trackingNumber));
  }
  return found;
}

export function readTrackers(json: unknown, trackingNumber: string): TrackedParcel {
  const answer = readObject(json);
  // The newest first; a number may have been used before.
  const [own] = answer
    .list('trackers', (t) => ({ number: t.string('tracking_code'), tracker: t }))
    .filter(({ number }) => number === trackingNumber);
  if (!own) {
    const problems = answer.problems.length > 0 ? answer.problems : [`${NAME} has no tracker for this number.`];
    return { trackingNumber, events: [], problems };
  }
  return readTracker(own.tracker, trackingNumber, answer.problems);
}

/** @param problems what could not be read in the answer, with what is not readable here */
export function readTracker(tracker: ObjectReader, trackingNumber: string, problems: readonly string[]): TrackedParcel {
  if (!Array.isArray(tracker.raw('tracking_details')))
    return { trackingNumber, events: [], problems: [`${tracker.at('tracking_details')} is no list.`] };
  const events = tracker.maybe('tracking_details', (n) => tracker.list(n, event)) ?? [];
  const estimatedDelivery = tracker.maybe('est_delivery_date', (n) => tracker.instant(n));
  return { trackingNumber, events, estimatedDelivery, problems };
}

/** "Houston, TX"; the country is named too rarely to rely on. Half a place is none, and is said to be missing. */
function placeOf(e: ObjectReader): string | undefined {
  return e.maybe('tracking_location', (n) => {
    const place = e.object(n);
    return place.has('city') || place.has('state') ? `${place.string('city')}, ${place.string('state')}` : undefined;
  });
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const status = e.string('status', /^\w{1,40}$/);
  return {
    occurredAt: e.instant('datetime'),
    status: statusOf(status),
    code: status,
    text: e.string('message'),
    place: placeOf(e),
  };
}
