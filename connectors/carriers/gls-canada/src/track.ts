/** One number a question. Times are in UTC; only the code of a delivery is known, so the rest is read by its words. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange, NUMBER } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

const STATUSES: Readonly<Record<string, TrackingStatus>> = { DL: 'delivered' };

export const statusOf = (code: string, words: string): TrackingStatus =>
  (Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined) ?? statusOfWords(words) ?? 'unknown';

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('code', /^\w{1,20}$/);
  const text = e.string('status');
  return {
    occurredAt: e.instant('activityDate'),
    status: statusOf(code, text),
    code,
    text,
    // A depot's short name ("MTL").
    place: e.maybe('terminal', (n) => e.string(n)),
  };
}

/** The parcel of an answer that is it, or has it in a list; undefined where it is not there. */
export function parcelIn(body: unknown, trackingNumber: string): ObjectReader | undefined {
  const answer = readObject(body);
  const one = answer.has('tracking')
    ? answer.list('tracking', (t) => t).find((t) => t.raw('trackingNumber') === trackingNumber)
    : answer;
  if (one && one.string('trackingNumber', NUMBER) !== trackingNumber)
    throw new FieldProblem(one.at('trackingNumber'), 'is another parcel than the one asked for');
  return one?.isolated();
}

export function readTracked(parcel: ObjectReader, trackingNumber: string): TrackedParcel {
  const events = parcel.list('activities', event);
  return { trackingNumber, events, problems: parcel.problems };
}

/** @returns undefined for a number that GLS Canada does not know */
export async function askFor(trackingNumber: string, env: CarrierEnv): Promise<ObjectReader | undefined> {
  const address = path`/tracking/${trackingNumber}`;
  const response = await exchange(env, { method: 'GET', path: address, name: 'track', accept: [404] });
  if (response.status === 404 || response.text().trim() === '') return undefined;
  return parcelIn(response.json(), trackingNumber);
}

async function trackOne(trackingNumber: string, env: CarrierEnv): Promise<TrackedParcel> {
  const parcel = await askFor(trackingNumber, env);
  return parcel
    ? readTracked(parcel, trackingNumber)
    : untracked(trackingNumber, `${NAME} does not know ${trackingNumber}.`);
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(NAME, input.trackingNumbers, (n) => trackOne(n, env));
