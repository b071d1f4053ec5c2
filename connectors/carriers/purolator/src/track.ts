/** One number a question, so that an answer that cannot be read never costs another number. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { manifest } from './manifest.ts';
import { isFound, localTime, placeOf, search } from './tracking-answer.ts';
import { statusOfWords, statusOfX12 } from './tracking-status.ts';

function statusOf(e: ObjectReader, text: string): TrackingStatus {
  const said = statusOfWords(text);
  if (said !== undefined) return said;
  const x12 = e.has('x12') ? e.object('x12') : undefined;
  return x12?.has('AT701') === true ? statusOfX12(x12.string('AT701', /^[A-Z0-9]{2}$/)) : 'unknown';
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const text = e.string('description').replace(/\s+/g, ' ');
  return {
    occurredAt: localTime(e, 'dateTime'),
    status: statusOf(e, text),
    code: e.string('code', /^[A-Za-z0-9]{1,10}$/),
    text,
    place: e.maybe('location', (n) => placeOf(e.object(n))),
  };
}

/** The piece that was asked for: by its number, or the only one where the number was changed on the way. */
function pieceOf(shipment: ObjectReader, trackingNumber: string): ObjectReader {
  const pieces = shipment
    .object('packages')
    .list('package', (p) => ({ pin: p.maybe('pin', (n) => p.string(n)), piece: p }));
  const found = pieces.find((p) => p.pin === trackingNumber) ?? (pieces.length === 1 ? pieces[0] : undefined);
  if (!found) throw new FieldProblem(shipment.at('packages'), `does not name ${trackingNumber}`);
  return found.piece;
}

const nothing = (trackingNumber: string, ...problems: readonly string[]): TrackedParcel => ({
  trackingNumber,
  events: [],
  problems,
});

/** @param answer element above the results */
export function readTracking(answer: ObjectReader, trackingNumber: string): TrackedParcel {
  const unknown = `${manifest.name} does not know ${trackingNumber}.`;
  if (!answer.has('SearchResults')) return nothing(trackingNumber, unknown);
  const [result] = answer.object('SearchResults').list('SearchResult', (r) => r);
  if (!result) return nothing(trackingNumber, ...answer.problems, unknown);
  if (!result.has('Shipment') && !isFound(result)) return nothing(trackingNumber, unknown);
  const asked = result.maybe('trackingId', (n) => result.string(n));
  if (asked !== undefined && asked.toUpperCase() !== trackingNumber.toUpperCase())
    throw new FieldProblem(result.at('trackingId'), 'is another number than the one asked for');
  const piece = pieceOf(result.object('Shipment'), trackingNumber);
  const estimatedDelivery = piece.maybe('estimatedDeliveryDate', (n) => piece.date(n));
  if (!piece.has('events'))
    return {
      ...nothing(trackingNumber, ...answer.problems, `${manifest.name} has no events of ${trackingNumber} yet.`),
      estimatedDelivery,
    };
  const events = piece.object('events').list('event', event);
  return { trackingNumber, events, estimatedDelivery, problems: answer.problems };
}

async function trackOne(trackingNumber: string, env: CarrierEnv): Promise<TrackedParcel | ConnectorError> {
  try {
    return readTracking(await search(env, [{ trackingId: trackingNumber }], 'track'), trackingNumber);
  } catch (error) {
    if (error instanceof FieldProblem) return nothing(trackingNumber, `${manifest.name}: ${error.message}`);
    if (error instanceof ConnectorError && ['refused', 'invalid-input'].includes(error.problem.kind))
      return nothing(trackingNumber, error.problem.message);
    if (error instanceof ConnectorError) return error;
    throw error;
  }
}

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const answers = await Promise.all(input.trackingNumbers.map((n) => trackOne(n, env)));
  const parcels = answers.filter((a): a is TrackedParcel => !(a instanceof ConnectorError));
  const [fault] = answers.filter((a) => a instanceof ConnectorError);
  if (fault && parcels.length === 0) throw fault;
  // A number whose question failed is left out here; the runner says that nothing was said about it.
  return parcels;
}
