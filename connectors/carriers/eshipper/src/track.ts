/** One number a question; events carry the carrier's own words and, where eShipper understood them, its name for them. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readList, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

const NAMES: Readonly<Record<string, TrackingStatus>> = {
  label_generated: 'label-created',
  in_transit: 'in-transit',
  out_for_delivery: 'out-for-delivery',
  ready_for_pickup: 'available-for-pickup',
  delivered: 'delivered',
  on_hold: 'exception',
  delivery_failed: 'exception',
  delivery_delayed: 'exception',
};

export const statusOf = (name: string, words: string): TrackingStatus =>
  (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined) ?? statusOfWords(words) ?? 'unknown';

/** "2024-07-16 10:20:44" at the place of the event, or with an offset. */
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

function event(e: ObjectReader): CarrierTrackingEvent {
  const text = e.string('description');
  const original = e.object('originalEvent');
  const code = original.string('name', /^[\w .:-]{1,80}$/);
  const occurredAt = original.has('eventDate') ? original.string('eventDate', TIME) : e.string('dateTime', TIME);
  return {
    occurredAt: occurredAt.replace(' ', 'T'),
    status: statusOf(code, text),
    code,
    text,
    place: e.has('location') ? e.string('location') : undefined,
  };
}

/** What the answer says about a number; undefined where it is not in it. */
export function readTracked(body: unknown, trackingNumber: string): TrackedParcel | undefined {
  const { items, problems } = readList({ shipments: body }, 'shipments', (s): TrackedParcel | undefined => {
    if (s.string('trackingNumber').replaceAll(/[ -]/g, '').toUpperCase() !== trackingNumber) return undefined;
    const own = s.isolated();
    const events = own.list('event', event);
    const estimatedDelivery = own.maybe('expectedDeliveryDate', (n) =>
      own.string(n, /^\d{4}-\d{2}-\d{2}\b/).slice(0, 10),
    );
    return { trackingNumber, events, estimatedDelivery, problems: own.problems };
  });
  const [found] = items.filter((item) => item !== undefined);
  return found ?? (problems.length > 0 ? { trackingNumber, events: [], problems } : undefined);
}

async function trackOne(trackingNumber: string, env: CarrierEnv): Promise<TrackedParcel> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/track/events',
    name: 'track',
    query: {
      includePublished: 'true',
      pageable: JSON.stringify({ page: 0, size: 25, sort: [] }),
      trackingNumbers: trackingNumber,
    },
    accept: [404],
  });
  const found = response.status === 404 ? undefined : readTracked(response.json(), trackingNumber);
  return found ?? untracked(trackingNumber, `${manifest.name} does not know ${trackingNumber}.`);
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, (n) => trackOne(n, env));
