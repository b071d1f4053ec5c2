/**
 * Events of the Tracking API, one parcel a question. An account without keys for it still learns from its own orders that a label
 * was made, manifested and marked as despatched.
 */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { hasTracking, mailPiece } from './client.ts';
import { manifest } from './manifest.ts';
import { findOrder } from './orders.ts';

/** No list is published; these were written down by users of the API (README.md). */
const CODES: Readonly<Record<string, TrackingStatus>> = {
  EVAIE: 'label-created',
  EVAIP: 'label-created',
  EVBAH: 'in-transit',
  EVDAC: 'in-transit',
  EVDAV: 'in-transit',
  EVGMI: 'in-transit',
  EVGPD: 'out-for-delivery',
  EVIAV: 'in-transit',
  EVIMC: 'in-transit',
  EVIPI: 'in-transit',
  EVKAA: 'exception',
  EVKAI: 'returning',
  EVKDN: 'delivered',
  EVKGA: 'returning',
  EVKLC: 'available-for-pickup',
  EVKNA: 'exception',
  EVKOP: 'delivered',
  EVKRF: 'returning',
  EVKSF: 'delivered',
  EVKSP: 'delivered',
  EVKSU: 'exception',
  EVNAA: 'exception',
  EVNAR: 'exception',
  EVNDA: 'available-for-pickup',
  EVNDN: 'exception',
  EVNGA: 'returning',
  EVNKS: 'available-for-pickup',
  EVNMI: 'in-transit',
  EVNOC: 'delivered',
  EVNRF: 'returning',
  EVNRT: 'exception',
  EVPLC: 'delivered',
  EVRTS: 'returned',
};
export const statusOf = (code: string, words: string): TrackingStatus =>
  (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? statusOfWords(words) ?? 'unknown';

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('eventCode', /^[A-Z0-9]{3,20}$/);
  const text = e.string('eventName');
  return {
    occurredAt: e.instant('eventDateTime'),
    status: statusOf(code, text),
    code,
    text,
    place: e.maybe('locationName', (n) => e.string(n)),
  };
}

/** @throws FieldProblem when it is another parcel */
export function readTracked(piece: ObjectReader, trackingNumber: string): TrackedParcel {
  const summary = piece.has('summary') ? piece.object('summary') : undefined;
  const names = [piece.string('mailPieceId'), summary?.maybe('oneDBarcode', (n) => summary.string(n))];
  if (!names.includes(trackingNumber))
    throw new FieldProblem(piece.at('mailPieceId'), 'is another parcel than the one asked for');
  const own = piece.isolated();
  const events = own.list('events', event);
  const estimate = own.maybe('estimatedDelivery', (n) => own.object(n));
  const estimatedDelivery = estimate?.maybe('date', (n) => estimate.date(n));
  return { trackingNumber, events, estimatedDelivery, problems: own.problems };
}

async function byOrder(trackingNumber: string, orderId: string | undefined, env: CarrierEnv): Promise<TrackedParcel> {
  const order = orderId === undefined ? undefined : await findOrder(env, orderId, 'order on its way');
  if (!order || order.trackingNumber !== trackingNumber)
    return untracked(trackingNumber, `${manifest.name} has no order with ${trackingNumber}.`);
  const said = (occurredAt: string | undefined, code: string, text: string): CarrierTrackingEvent[] =>
    occurredAt === undefined ? [] : [{ occurredAt, status: 'label-created', code, text }];
  return {
    trackingNumber,
    events: [
      ...said(order.printedOn ?? order.createdOn, 'printedOn', 'Label made in Click & Drop'),
      ...said(order.manifestedOn, 'manifestedOn', 'On a manifest in Click & Drop'),
      ...said(order.shippedOn, 'shippedOn', 'Marked as despatched in Click & Drop'),
    ],
    problems: [],
  };
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, async (trackingNumber) => {
    if (!hasTracking(env)) return byOrder(trackingNumber, input.shipmentIds?.[trackingNumber], env);
    const answer = await mailPiece(env, trackingNumber, 'events');
    return answer.known ? readTracked(answer.piece, trackingNumber) : untracked(trackingNumber, answer.message);
  });
