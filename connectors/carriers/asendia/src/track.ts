/** One number a question: several in one are answered "not found" for all where one is not known. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { customerOf, exchange } from './client.ts';
import { manifest } from './manifest.ts';

/** Codes of the sample answer; Asendia publishes no list, so the others are told by their words. */
const CODES: Readonly<Record<string, TrackingStatus>> = { PU: 'accepted', IT: 'in-transit', DL: 'delivered' };

export const statusOf = (code: string, words: string): TrackingStatus =>
  (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? statusOfWords(words) ?? 'unknown';

/** "Bern, CH"; half a place is none. */
function placeOf(e: ObjectReader): string | undefined {
  const [name, country] = ['locationName', 'locationCountry'].map((field) => e.maybe(field, (n) => e.string(n)));
  return name === undefined || country === undefined ? undefined : `${name}, ${country}`;
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.id('code', /^[\w.-]{1,40}$/);
  const text = e.string('carrierEventDescription');
  return { occurredAt: e.instant('time'), status: statusOf(code, text), code, text, place: placeOf(e) };
}

/** @param answer a list of events; some answers have it under `trackingEvents` */
export function readTracked(answer: unknown, trackingNumber: string): TrackedParcel {
  const holder = Array.isArray(answer) ? readObject({ trackingEvents: answer }) : readObject(answer);
  const own = holder.isolated();
  const events = own.list('trackingEvents', event);
  const none = events.length === 0 && own.problems.length === 0;
  return {
    trackingNumber,
    events,
    problems: none ? [`${manifest.name} has no events of ${trackingNumber} yet.`] : own.problems,
  };
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, async (trackingNumber) => {
    const response = await exchange(env, {
      method: 'GET',
      path: path`/customers/${customerOf(env)}/tracking/${trackingNumber}`,
      name: 'track',
      accept: [404],
    });
    return response.status === 404
      ? untracked(trackingNumber, `${manifest.name} does not know ${trackingNumber}.`)
      : readTracked(response.json(), trackingNumber);
  });
