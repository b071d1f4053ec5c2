/** One shipment a question. Its number is that of a parcel without the last two digits, where the caller has no better one. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange, PARCEL, SHIPMENT } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  Creation: 'label-created',
  DataReceived: 'label-created',
  Pickup: 'accepted',
  Transit: 'in-transit',
  OutForDelivery: 'out-for-delivery',
  PartiallyOutForDelivery: 'out-for-delivery',
  Delivered: 'delivered',
  OnHold: 'exception',
  Attention: 'exception',
  RefusedDelivery: 'exception',
  ReturnToSender: 'returning',
};

/** By Nationex's name, else by its English words. */
export const statusOf = (name: string, words: string): TrackingStatus =>
  (Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined) ?? statusOfWords(words) ?? 'unknown';

/** Has been in Nationex's hands. */
export function isMoving(shipment: ObjectReader): boolean {
  const name = shipment.string('ShipmentStatus', /^\w{1,60}$/);
  return shipment.boolean('IsScanned') || statusOf(name, '') !== 'label-created';
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('ShipmentStatus', /^\w{1,60}$/);
  const text = e.string('ShipmentStatusEn');
  return {
    occurredAt: e.instant('StatusDate'),
    status: statusOf(code, text),
    code,
    text,
    // A depot's town without its province.
    place: e.maybe('LastLocation', (n) => e.string(n)),
  };
}

/** The number of a shipment: its own, or that of one of its parcels. */
export const shipmentOf = (number: string): string =>
  PARCEL.test(number) && number.length > 9 ? number.slice(0, -2) : number;

export function readTracked(shipment: ObjectReader, trackingNumber: string, id: string): TrackedParcel {
  if (shipment.id('ShipmentId', SHIPMENT) !== id)
    throw new FieldProblem(shipment.at('ShipmentId'), 'is another shipment than the one asked for');
  const own = shipment.isolated();
  const parcels = own.list('Parcels', (p) => ({
    id: p.id('ParcelId', PARCEL),
    estimated: p.maybe('EstimatedDeliveryDate', (n) => p.date(n)),
  }));
  const parcel = parcels.find((each) => each.id === trackingNumber);
  if (!parcel && own.problems.length === 0 && trackingNumber !== id)
    return untracked(trackingNumber, `${NAME} does not know parcel ${trackingNumber}.`);
  const events = own.list('StatusHistories', event);
  return { trackingNumber, events, estimatedDelivery: parcel?.estimated, problems: own.problems };
}

async function trackOne(trackingNumber: string, id: string, env: CarrierEnv): Promise<TrackedParcel> {
  const address = path`/Shipments/${id}`;
  const query = { tracking: 'true' };
  const response = await exchange(env, { method: 'GET', path: address, name: 'track', query, accept: [404] });
  const unknown = untracked(trackingNumber, `${NAME} does not know ${trackingNumber}.`);
  if (response.status === 404) return unknown;
  const body = readObject(response.json());
  return body.has('code') && !body.has('ShipmentId') ? unknown : readTracked(body, trackingNumber, id);
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(NAME, input.trackingNumbers, (n) => trackOne(n, input.shipmentIds?.[n] ?? shipmentOf(n), env));
