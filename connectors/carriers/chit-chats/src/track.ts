/** One shipment a question, by Chit Chats' own id: its API does not search by the numbers of the carriers behind it. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { find } from './client.ts';
import { manifest } from './manifest.ts';

const TYPES: Readonly<Record<string, TrackingStatus>> = {
  create_shipment: 'label-created',
  buy_shipment_postage: 'label-created',
  receive_shipment: 'accepted',
  release_shipment: 'in-transit',
};

const WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/returned to sender/i, 'returned'],
  [/return/i, 'returning'],
  [/attempt|undeliverable|exception|refused|delay|insufficient|not delivered|unable|hold|damaged|lost/i, 'exception'],
  [/out for delivery/i, 'out-for-delivery'],
  [/available for pick ?up|ready for pick ?up/i, 'available-for-pickup'],
  [/delivered/i, 'delivered'],
  [/customs|clearance/i, 'customs'],
  [/received by chit ?chats|accepted|picked up|possession/i, 'accepted'],
  [/created|purchased|pre-shipment|label|awaiting/i, 'label-created'],
  [/transit|arriv|depart|process|released|inducted|border|facility|sort/i, 'in-transit'],
];

/** @param title Chit Chats' own words */
export const statusOf = (type: string, title: string): TrackingStatus =>
  (Object.hasOwn(TYPES, type) ? TYPES[type] : undefined) ?? WORDS.find(([form]) => form.test(title))?.[1] ?? 'unknown';

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('type', /^\w{1,60}$/);
  const text = e.string('title');
  return {
    occurredAt: e.instant('created_at'),
    status: statusOf(code, text),
    code,
    text,
    place: e.maybe('location_description', (n) => e.string(n)),
  };
}

export function readTracked(shipment: ObjectReader, trackingNumber: string): TrackedParcel {
  if (shipment.string('id') !== trackingNumber)
    throw new FieldProblem(shipment.at('id'), 'is another shipment than the one asked for');
  const own = shipment.isolated();
  const events = own.list('tracking_events', event);
  const estimatedDelivery = own.maybe('estimated_delivery_at', (n) => own.instant(n));
  return { trackingNumber, events, estimatedDelivery, problems: own.problems };
}

async function trackOne(trackingNumber: string, env: CarrierEnv): Promise<TrackedParcel | ConnectorError> {
  const nothing = (message: string): TrackedParcel => ({ trackingNumber, events: [], problems: [message] });
  try {
    const shipment = await find(env, trackingNumber, 'track');
    return shipment
      ? readTracked(shipment, trackingNumber)
      : nothing(`${manifest.name} does not know ${trackingNumber}.`);
  } catch (error) {
    if (error instanceof FieldProblem) return nothing(`${manifest.name}: ${error.message}`);
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
