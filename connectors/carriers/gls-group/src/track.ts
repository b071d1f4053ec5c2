/** Up to ten parcels a question, by Track and Trace. Beside the events stands where a parcel is now, in GLS's own twelve words. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { trackAndTrace } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

/**
 * Statuses of the contract with its words. Before the hand-over the events say it all, and a closed history does not say how it
 * ended.
 */
export const STANDING: Readonly<Record<string, readonly [TrackingStatus | undefined, string]>> = {
  PLANNEDPICKUP: [undefined, 'Parcel is planned to be picked up'],
  INPICKUP: [undefined, 'Parcel will be picked up by a driver'],
  NOTPICKEDUP: ['exception', 'Parcel was not picked up'],
  PREADVICE: [undefined, 'GLS has received the parcel data but not the physical parcel'],
  INTRANSIT: ['in-transit', 'Parcel is on its way to the final depot'],
  INDELIVERY: ['out-for-delivery', 'Parcel is in delivery by a driver'],
  DELIVEREDPS: ['available-for-pickup', 'Parcel delivered to a parcel shop'],
  DELIVERED: ['delivered', 'Parcel was delivered'],
  INWAREHOUSE: ['in-transit', 'Parcel is in warehouse'],
  NOTDELIVERED: ['exception', 'Parcel was not delivered'],
  CANCELED: ['exception', 'Parcel was cancelled'],
  FINAL: [undefined, 'Parcel history closed'],
};

const CODES: Readonly<Record<string, TrackingStatus>> = {
  'INTIAL.PREADVICE': 'label-created',
  'INTIAL.E48_DATA': 'label-created',
  'INTIAL.NORMAL': 'accepted',
  'DELIVD.PARCELSHOP': 'available-for-pickup',
};

/** Other codes are not listed anywhere public; their words are shown, and what they mean is told by the standing beside them. */
export const statusOf = (code: string): TrackingStatus =>
  (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? (code.startsWith('DELIVD.') ? 'delivered' : 'unknown');

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('code', /^\w[\w.]{1,60}$/);
  return {
    occurredAt: e.instant('eventDateTime'),
    status: statusOf(code),
    code,
    text: e.string('description'),
    place: e.has('city') && e.has('country') ? `${e.string('city')}, ${e.string('country', /^[A-Z]{2}$/)}` : undefined,
  };
}

function standingOf(parcel: ObjectReader): CarrierTrackingEvent | undefined {
  const [status, text] = parcel.choice('status', STANDING);
  return status === undefined
    ? undefined
    : { occurredAt: parcel.instant('statusDateTime'), status, code: parcel.string('status'), text };
}

export function readTracked(item: ObjectReader): TrackedParcel {
  const trackingNumber = item.string('requested', /^[A-Z0-9]{6,40}$/);
  const parcel = item.isolated();
  if (parcel.has('errorCode')) {
    const code = parcel.string('errorCode', /^\w{1,20}$/);
    const words = code.startsWith('E_404') ? `does not know ${trackingNumber}` : `could not look ${trackingNumber} up`;
    return untracked(trackingNumber, `${NAME} ${words} (${code}).`);
  }
  const events = parcel.list('events', event, { optional: true });
  for (const name of ['events', 'status'])
    if (!parcel.has(name)) parcel.problems.push(`${parcel.at(name)} is missing.`);
  const standing = parcel.maybe('status', () => standingOf(parcel));
  return { trackingNumber, events: [...events, ...(standing ? [standing] : [])], problems: parcel.problems };
}

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const numbers = input.trackingNumbers.map((number) => path`${number}`).join(',');
  const answer = await trackAndTrace(env, `/simple/trackids/${numbers}`, 'track');
  return answer.list('parcels', readTracked);
}

/** Where a parcel stands, by GLS's own name of it; undefined while Track and Trace does not know it. */
export async function standing(trackId: string, env: CarrierEnv): Promise<string | undefined> {
  const answer = await trackAndTrace(env, path`/simple/references/${trackId}`, 'parcel status');
  const [parcel] = answer.strictList('parcels', (p) => p);
  if (!parcel || parcel.has('errorCode')) return undefined;
  parcel.choice('status', STANDING);
  return parcel.string('status');
}
