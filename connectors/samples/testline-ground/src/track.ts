/** Tracking of many parcels. Times are local to the depot; the vendor names the zone beside each. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfCode } from '@scanship/connector-kit/tracking/status-words';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { call } from './client.ts';
import { manifest } from './manifest.ts';

const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  '10': 'label-created',
  '20': 'accepted',
  '30': 'in-transit',
  '35': 'customs',
  '40': 'out-for-delivery',
  '50': 'delivered',
  '90': 'exception',
};

const statusOf = statusOfCode(STATUSES);

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('Code', /^\w{1,20}$/);
  return {
    occurredAt: e.instant('Time', false),
    zone: e.string('Zone', /^[A-Za-z_]+(\/[A-Za-z_]+)*$/),
    status: statusOf(code),
    code,
    text: e.string('Text'),
    place: e.maybe('Place', (n) => e.string(n)),
  };
}

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const { answer } = await call(env, {
    action: 'track',
    name: 'track',
    body: { ParcelNumber: input.trackingNumbers },
    readOnly: true,
  });
  return answer.object('Parcels').list('Parcel', (item): TrackedParcel => {
    const p = item.isolated();
    const trackingNumber = p.string('ParcelNumber');
    if (p.maybe('Known', (n) => p.choice(n, { Y: true, N: false })) === false)
      return { trackingNumber, events: [], problems: [`${manifest.name} does not know ${trackingNumber}.`] };
    const events = p.object('Events').list('Event', event);
    return { trackingNumber, events, problems: p.problems };
  });
}
