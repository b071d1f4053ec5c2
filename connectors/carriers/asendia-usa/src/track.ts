/** Milestones, one number a question. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { ask } from './client.ts';
import { manifest } from './manifest.ts';

/** Milestones of the sample answer; others are told by their words. */
const CODES: Readonly<Record<string, TrackingStatus>> = {
  s1: 'label-created',
  s2a: 'accepted',
  s2b: 'in-transit',
  s2c: 'in-transit',
  s2d: 'in-transit',
  s4: 'in-transit',
  s5: 'in-transit',
  s7: 'customs',
  s8: 'in-transit',
  s10: 'delivered',
};
export const statusOf = (code: string, words: string): TrackingStatus =>
  (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? statusOfWords(words) ?? 'unknown';

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('eventCode', /^[\w.-]{1,20}$/);
  const text = e.string('eventDescription');
  return {
    occurredAt: e.instant('eventOn'),
    status: statusOf(code, text),
    code,
    text,
    place: e.maybe('eventLocation', (n) => e.string(n)),
  };
}

/** @returns undefined where the answer names no parcel @throws FieldProblem when it is about another one */
export function readTracked(body: ObjectReader, trackingNumber: string): TrackedParcel | undefined {
  if (!body.has('data')) return undefined;
  const all = body.strictList('data', (d) => d.isolated());
  if (all.length === 0) return undefined;
  // A parcel is known by the number of the last mile and by the sender's own.
  const own = all.find((d) =>
    [d.raw('trackingNumberVendor'), d.raw('customerReferenceNumber')].includes(trackingNumber),
  );
  if (!own) throw new FieldProblem('data', 'is about another number than the one asked for');
  const events = own.list('trackingMilestoneEvents', event);
  const none = events.length === 0 && own.problems.length === 0;
  return {
    trackingNumber,
    events,
    problems: none ? [`${manifest.name} has no events of ${trackingNumber} yet.`] : own.problems,
  };
}

const NOT_FOUND = [204, 404];

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, async (trackingNumber) => {
    const unknown = untracked(trackingNumber, `${manifest.name} does not know ${trackingNumber}.`);
    try {
      const { body } = await ask(
        env,
        {
          method: 'GET',
          path: '/v2.0/Tracking/Milestone',
          name: 'track',
          query: { trackingNumberVendor: trackingNumber },
        },
        NOT_FOUND,
      );
      return readTracked(body, trackingNumber) ?? unknown;
    } catch (error) {
      if (error instanceof ConnectorError && error.problem.vendorCode === '404') return unknown;
      throw error;
    }
  });
