/** One parcel a question. Event codes are the carriers' own and listed nowhere, so the words of an event say what it means. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { SHIPMENT_ID, STATUSES } from './shipment.ts';

/** "Shipment info received by carrier" is said before there is a parcel. */
const BEFORE_PARCEL = /info(rmation)? received/i;
const COLLECTED = /collected/i;

export function statusOf(text: string): TrackingStatus {
  if (BEFORE_PARCEL.test(text)) return 'label-created';
  return statusOfWords(text) ?? (COLLECTED.test(text) ? 'accepted' : 'unknown');
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('code', /^[\w.:-]{1,60}$/);
  // Without words nobody can tell what happened.
  const text = e.string('description');
  return {
    occurredAt: e.instant('timestamp'),
    status: statusOf(text),
    code,
    text,
    place: e.maybe('location', (n) => e.string(n)),
  };
}

/** The parcel's own status stands for the newest event where its words say nothing. */
function withStatus(events: readonly CarrierTrackingEvent[], status: TrackingStatus): readonly CarrierTrackingEvent[] {
  const newest = events.toSorted((a, b) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt))[0];
  return events.map((one) => (one === newest && one.status === 'unknown' ? { ...one, status } : one));
}

export function readTracked(answer: ObjectReader, trackingNumber: string): TrackedParcel {
  if (answer.string('trackingNumber').toUpperCase() !== trackingNumber.toUpperCase())
    throw new FieldProblem(answer.at('trackingNumber'), 'is another parcel than the one asked for');
  const own = answer.isolated();
  const status = own.maybe('status', (n) => own.choice(n, STATUSES)) ?? 'unknown';
  const events = own.list('events', event);
  return {
    trackingNumber,
    events: withStatus(events, status === 'cancelled' ? 'unknown' : status),
    estimatedDelivery: own.maybe('estimatedDelivery', (n) => own.instant(n)),
    problems: own.problems,
  };
}

async function ask(env: CarrierEnv, trackingNumber: string): Promise<ObjectReader | undefined> {
  const response = await exchange(env, {
    method: 'GET',
    path: path`/api/tracking/${trackingNumber}`,
    name: 'track',
    accept: [404],
  });
  return response.status === 404 ? undefined : readObject(response.json());
}

const unknown = (number: string): string => `${manifest.name} does not know ${number}.`;

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, async (number) => {
    const answer = await ask(env, number);
    return answer ? readTracked(answer, number) : untracked(number, unknown(number));
  });

/** Teleship's own id of the shipment a number belongs to; undefined for a number it does not know. */
export async function shipmentIdOf(env: CarrierEnv, trackingNumber: string): Promise<string | undefined> {
  const answer = await ask(env, trackingNumber);
  return answer?.string('shipmentId', SHIPMENT_ID);
}
