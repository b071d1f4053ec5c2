/** One parcel a question. Times come as milliseconds, states as the words of the contract's list. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import { statusOfCode } from '@scanship/connector-kit/tracking/status-words';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange, UNKNOWN_NUMBER } from './client.ts';
import { manifest } from './manifest.ts';

/** `ShipmentStatus` of the contract. */
const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  DRAFT: 'label-created',
  PENDING: 'label-created',
  PENDING_REVIEW: 'label-created',
  PICKUP_REQUESTED: 'label-created',
  PICKUP_CANCELLED: 'exception',
  PARTNER_RECEIVED: 'accepted',
  PICKED_UP: 'accepted',
  RECEIVED: 'accepted',
  GATEWAY_TRANSIT: 'in-transit',
  PARCEL_SCANNED: 'in-transit',
  TRANSSHIPMENT_COMPLETE: 'in-transit',
  IN_TRANSIT: 'in-transit',
  GATEWAY_TO_GATEWAY_TRANSIT: 'in-transit',
  GATEWAY_TRANSIT_OUT: 'in-transit',
  OUT_FOR_DELIVERY: 'out-for-delivery',
  DELIVERED: 'delivered',
  SHIPMENT_EXCEPTION: 'exception',
  AGED_OUT: 'exception',
  RETURNED: 'returned',
  CANCELLED: 'exception',
  STORAGE: 'available-for-pickup',
  FAILED: 'exception',
  FAILED_DELIVERY1: 'exception',
  FAILED_DELIVERY2: 'exception',
};
export const statusOf = statusOfCode(STATUSES);

const inWords = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** 2017 to 2100: what lies outside is no time of a parcel. */
const EARLIEST = Date.UTC(2017, 0);
const LATEST = Date.UTC(2100, 0);

function event(e: ObjectReader): CarrierTrackingEvent {
  // The contract has the word in `status` and a number in `statusCode`; its example has the word in `statusCode`.
  const code = e.string(e.has('status') ? 'status' : 'statusCode', /^[A-Z][A-Z0-9_]{2,40}$/);
  const at = e.integer('timestamp', EARLIEST);
  if (at > LATEST) throw new FieldProblem(e.at('timestamp'), 'is no time of a parcel');
  const location = e.maybe('location', (n) => e.object(n));
  return {
    occurredAt: new Date(at).toISOString(),
    status: statusOf(code),
    code,
    text: e.maybe('description', (n) => e.string(n)) ?? inWords(code),
    place: location?.maybe('name', (n) => location.string(n)),
  };
}

export function readTracked(data: ObjectReader, trackingNumber: string): TrackedParcel {
  if (data.string('trackingId') !== trackingNumber)
    throw new FieldProblem(data.at('trackingId'), 'is another parcel than the one asked for');
  const own = data.isolated();
  const events = own.list('events', event);
  return { trackingNumber, events, problems: own.problems };
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, async (trackingId) => {
    const unknown = untracked(trackingId, `${manifest.name} does not know ${trackingId}.`);
    const envelope = await exchange(env, {
      method: 'GET',
      path: '/tracking',
      query: { trackingId },
      name: 'track',
      accept: [UNKNOWN_NUMBER],
    });
    return envelope ? readTracked(envelope.object('data'), trackingId) : unknown;
  });
