/** One parcel a question, by its number and the name of Amazon's own network in the account's country. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange, payloadOf, placeOf } from './client.ts';
import { manifest } from './manifest.ts';

/** `EventCode` of the contract, and four more that Amazon's answers carry. */
const CODES: Readonly<Record<string, TrackingStatus>> = {
  ReadyForReceive: 'label-created',
  PickupDone: 'accepted',
  PickedUp: 'accepted',
  Received: 'accepted',
  Departed: 'in-transit',
  InTransit: 'in-transit',
  ArrivedAtCarrierFacility: 'in-transit',
  ArrivedAtDeliveryStation: 'in-transit',
  OutForDelivery: 'out-for-delivery',
  AvailableForPickup: 'available-for-pickup',
  Delivered: 'delivered',
  DeliveryAttempted: 'exception',
  RecipientRequestedAlternateDeliveryTiming: 'exception',
  Rejected: 'exception',
  Undeliverable: 'exception',
  Lost: 'exception',
  PickupCancelled: 'exception',
  ReturnInitiated: 'returning',
};

/** On the way back everything is a return, and only its delivery ends it. @param back the event's `shipmentType` is RETURNS */
export function statusOf(code: string, back: boolean): TrackingStatus {
  const status = (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? 'unknown';
  if (!back || status === 'unknown' || status === 'exception') return status;
  return status === 'delivered' ? 'returned' : 'returning';
}

const inWords = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('eventCode', /^\w{2,60}$/);
  const back = e.maybe('shipmentType', (n) => e.choice(n, { FORWARD: false, RETURNS: true })) ?? false;
  const location = e.maybe('location', (n) => e.object(n));
  const part = (name: string): string | undefined => location?.maybe(name, (n) => location.string(n));
  // A part of a place names another place.
  const [city, state, country] = [part('city'), part('stateOrRegion'), part('countryCode')];
  const whole = city !== undefined && state !== undefined && country !== undefined;
  return {
    occurredAt: e.instant('eventTime'),
    status: statusOf(code, back),
    code,
    text: inWords(code),
    place: whole ? `${city}, ${state}, ${country}` : undefined,
  };
}

export function readTracked(answer: ObjectReader, trackingNumber: string): TrackedParcel {
  if (answer.id('trackingId').toUpperCase() !== trackingNumber.toUpperCase())
    throw new FieldProblem(answer.at('trackingId'), 'is another parcel than the one asked for');
  const own = answer.isolated();
  const events = own.list('eventHistory', event);
  const estimatedDelivery = own.maybe('promisedDeliveryDate', (n) => own.instant(n));
  return { trackingNumber, events, estimatedDelivery, problems: own.problems };
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, async (trackingId) => {
    const response = await exchange(env, {
      method: 'GET',
      path: '/shipping/v2/tracking',
      query: { trackingId, carrierId: placeOf(env).carrierId },
      name: 'track',
      accept: [404],
    });
    return response.status === 404
      ? untracked(trackingId, `${manifest.name} does not know ${trackingId}.`)
      : readTracked(payloadOf(response), trackingId);
  });
