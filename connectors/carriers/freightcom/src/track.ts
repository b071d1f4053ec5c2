/** One shipment a question, by Freightcom's own id: its API cannot be asked by the numbers of the carriers behind it. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

/** Types of events; one is documented by a sample, the others are the states of a shipment. */
const TYPES: Readonly<Record<string, TrackingStatus>> = {
  'label-created': 'label-created',
  'waiting-for-transit': 'label-created',
  'waiting-for-scheduling': 'label-created',
  'picked-up': 'accepted',
  'in-transit': 'in-transit',
  'out-for-delivery': 'out-for-delivery',
  delivered: 'delivered',
  exception: 'exception',
  missing: 'exception',
};

/** The type where it is known, and the carrier's own words where they say more than "in transit". */
export function statusOf(type: string, message: string): TrackingStatus {
  const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  const said = statusOfWords(message);
  if (known === undefined || known === 'in-transit') return said ?? known ?? 'unknown';
  return known;
}

/** City, region and country as one, or none of them: half a place may be another one. */
function placeOf(where: ObjectReader): string | undefined {
  const parts = ['city', 'region', 'country'];
  if (parts.every((name) => !where.has(name))) return undefined;
  const country = where.string('country', /^[A-Za-z]{2}$/).toUpperCase();
  const needsRegion = country === 'CA' || country === 'US';
  const region = needsRegion || where.has('region') ? [where.string('region')] : [];
  return [where.string('city'), ...region, country].join(', ');
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('type', /^[\w-]{1,60}$/);
  const text = e.string('message');
  const place = e.maybe('where', (n) => placeOf(e.object(n)));
  return {
    occurredAt: e.instant('when', false),
    status: statusOf(code, text),
    code,
    text,
    place,
  };
}

export function readTracked(body: ObjectReader, trackingNumber: string): TrackedParcel {
  const own = body.isolated();
  const events = own.list('events', event);
  return { trackingNumber, events, problems: own.problems };
}

async function trackOne(trackingNumber: string, id: string | undefined, env: CarrierEnv): Promise<TrackedParcel> {
  if (id === undefined || id === '')
    return untracked(
      trackingNumber,
      `${manifest.name} can be asked only about shipments that were bought with it; ${trackingNumber} was not.`,
    );
  const address = path`/shipment/${id}/tracking-events`;
  const response = await exchange(env, { method: 'GET', path: address, name: 'track', accept: [404] });
  return response.status === 404
    ? untracked(trackingNumber, `${manifest.name} does not know the shipment of ${trackingNumber}.`)
    : readTracked(readObject(response.json()), trackingNumber);
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, (n) => trackOne(n, input.shipmentIds?.[n], env));
