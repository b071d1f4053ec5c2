/** Tracking by PRO number, up to 20 a question. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfCode } from '@scanship/connector-kit/tracking/status-words';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { call } from './client.ts';
import { manifest } from './manifest.ts';

const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  booked: 'label-created',
  collected: 'accepted',
  linehaul: 'in-transit',
  border: 'customs',
  appointment: 'out-for-delivery',
  delivered: 'delivered',
  held: 'exception',
};
const BATCH = 20;

const statusOf = statusOfCode(STATUSES);

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('what', /^\w{1,20}$/);
  return {
    // Seconds since 1970.
    occurredAt: new Date(e.integer('epoch', 0) * 1000).toISOString(),
    status: statusOf(code),
    code,
    text: e.string('text'),
    place: e.maybe('terminal', (n) => e.string(n)),
  };
}

const unit = (item: ObjectReader): TrackedParcel => {
  const u = item.isolated();
  const trackingNumber = u.string('pro');
  if (u.maybe('known', (n) => u.boolean(n)) === false)
    return { trackingNumber, events: [], problems: [`${manifest.name} does not know ${trackingNumber}.`] };
  return { trackingNumber, events: u.list('history', event), problems: u.problems };
};

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const parcels: TrackedParcel[] = [];
  for (let i = 0; i < input.trackingNumbers.length; i += BATCH) {
    const query = { pro: input.trackingNumbers.slice(i, i + BATCH).join(',') };
    const answer = readObject((await call(env, { method: 'GET', path: '/tracking', query, name: 'track' })).json());
    parcels.push(...answer.list('units', unit));
  }
  return parcels;
}
