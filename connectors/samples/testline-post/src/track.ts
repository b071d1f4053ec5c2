/** One number a question; a number that cannot be read or is not known never costs the others. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfCode } from '@scanship/connector-kit/tracking/status-words';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { call } from './client.ts';
import { manifest } from './manifest.ts';

const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  '0100': 'label-created',
  '0200': 'accepted',
  '0300': 'in-transit',
  '0350': 'customs',
  '0400': 'out-for-delivery',
  '0500': 'delivered',
  '0900': 'exception',
};

const statusOf = statusOfCode(STATUSES);

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('event-identifier', /^\w{1,20}$/);
  return {
    occurredAt: e.instant('event-date-time'),
    status: statusOf(code),
    code,
    text: e.string('event-description'),
    place: e.maybe('event-site', (n) => e.string(n)),
  };
}

async function trackOne(trackingNumber: string, env: CarrierEnv): Promise<TrackedParcel | ConnectorError> {
  try {
    const answer = (
      await call(env, { method: 'GET', path: path`/vis/track/${trackingNumber}`, name: 'track', type: 'track' })
    ).object('tracking-detail');
    const pin = answer.string('pin');
    if (pin !== trackingNumber) throw new FieldProblem(answer.at('pin'), 'is another number than the one asked for');
    const events = answer.object('events').list('event', event);
    const estimatedDelivery = answer.maybe('expected-delivery-date', (n) => answer.date(n));
    return { trackingNumber, events, estimatedDelivery, problems: answer.problems };
  } catch (error) {
    if (error instanceof FieldProblem)
      return { trackingNumber, events: [], problems: [`${manifest.name}: ${error.message}`] };
    if (error instanceof ConnectorError && error.problem.vendorCode === '404')
      return { trackingNumber, events: [], problems: [`${manifest.name} does not know ${trackingNumber}.`] };
    if (error instanceof ConnectorError) return error;
    throw error;
  }
}

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const answers = await Promise.all(input.trackingNumbers.map((n) => trackOne(n, env)));
  const [failed] = answers.filter((a) => a instanceof ConnectorError);
  // Nothing at all could be asked: that is a failed question, not a list of unknown parcels.
  if (failed && answers.every((a) => a instanceof ConnectorError)) throw failed;
  return answers.map((answer, i) =>
    answer instanceof ConnectorError
      ? { trackingNumber: input.trackingNumbers[i] ?? '', events: [], problems: [answer.problem.message] }
      : answer,
  );
}
