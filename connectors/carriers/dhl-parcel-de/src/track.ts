/** Events of up to twenty parcels a question. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { ZONE } from './account.ts';
import { manifest } from './manifest.ts';
import { askDhl, attribute, isAbout } from './tracking-answer.ts';

const NAME = manifest.name;

/** DHL's standard events (list of July 2024); what they say of parcels that are on their way back is read before. */
const STANDARD: Readonly<Record<string, TrackingStatus>> = {
  VA: 'label-created',
  ES: 'accepted',
  AE: 'accepted',
  AN: 'exception',
  AA: 'in-transit',
  EE: 'in-transit',
  NB: 'in-transit',
  PO: 'out-for-delivery',
  LA: 'in-transit',
  ZF: 'available-for-pickup',
  ZN: 'exception',
  ZO: 'customs',
  ZU: 'delivered',
  BV: 'exception',
  // Messages about a parcel, and money: the parcel itself stays where it is.
  DD: 'unknown',
  GT: 'unknown',
};

/** Held for collection, whatever the standard event calls the place. */
const HELD: ReadonlySet<string> = new Set(['HLDCC', 'CNRFC']);
/** "In delivery process" also stands for what only nears it; the vehicle of the tour is meant by these. */
const ON_TOUR: ReadonlySet<string> = new Set(['LDTMV', 'SRTED', 'ASMVT']);

export function statusOf(standard: string, ice: string, ric: string, back: boolean): TrackingStatus {
  if (ice === 'DSPSD') return 'exception';
  if (standard === 'ZU') return back ? 'returned' : 'delivered';
  if (ice === 'RETRN' || (ice === 'OFWRD' && ric.startsWith('RTS')) || ric === 'RTTSP') return 'returning';
  const status = STANDARD[standard] ?? 'unknown';
  if (HELD.has(ice) && status !== 'unknown') return back ? 'returning' : 'available-for-pickup';
  if (back && status !== 'unknown' && status !== 'exception') return 'returning';
  if (status === 'out-for-delivery' && !ON_TOUR.has(ice)) return 'in-transit';
  return status;
}

/** "18.03.2016 10:02" */
export function localTime(one: ObjectReader, name: string): string {
  const text = one.string(`@${name}`, /^\d{2}\.\d{2}\.\d{4} ([01]\d|2[0-3]):[0-5]\d$/);
  const [, day = '', month = '', year = '', clock = ''] = /^(\d{2})\.(\d{2})\.(\d{4}) (.+)$/.exec(text) ?? [];
  return `${year}-${month}-${day}T${clock}`;
}

function event(one: ObjectReader): CarrierTrackingEvent {
  const text = attribute(one, 'event-text') ?? attribute(one, 'event-status') ?? attribute(one, 'event-short-status');
  const standard = one.string('@standard-event-code', /^[A-Z]{2}$/);
  const [ice, ric] = [attribute(one, 'ice') ?? '', attribute(one, 'ric') ?? ''];
  if (text === undefined) throw new FieldProblem(one.at('@event-text'), 'is missing');
  const place = [attribute(one, 'event-location'), attribute(one, 'event-country')].filter(
    (part) => part !== undefined,
  );
  return {
    occurredAt: localTime(one, 'event-timestamp'),
    zone: ZONE,
    status: statusOf(standard, ice, ric, one.raw('@ruecksendung') === 'true'),
    code: [standard, ice, ric].filter((part) => part !== '').join('-'),
    text,
    ...(place.length > 0 ? { place: place.join(', ') } : {}),
  };
}

function readPiece(found: ObjectReader, trackingNumber: string): TrackedParcel {
  const own = found.isolated();
  const failed = own.raw('@error-status');
  if (failed !== undefined && failed !== '' && failed !== '0') {
    const code = typeof failed === 'string' ? ` (${failed.slice(0, 20)})` : '';
    return untracked(trackingNumber, `${NAME} knows nothing of ${trackingNumber}${code}.`);
  }
  const list = own.maybe('data', (n) => own.object(n));
  if (!list) return untracked(trackingNumber, own.problems[0] ?? `${NAME} has no events of ${trackingNumber} yet.`);
  const events = list.list('data', event);
  // A day DHL foresees, where the account may see it.
  const estimatedDelivery = own.maybe('@delivery-date', (n) => own.date(n));
  return { trackingNumber, events, estimatedDelivery, problems: own.problems };
}

/** One piece must never cost the others theirs. */
function piece(found: ObjectReader, trackingNumber: string): TrackedParcel {
  try {
    return readPiece(found, trackingNumber);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    return untracked(trackingNumber, `${NAME}: ${error.message}`);
  }
}

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const answer = await askDhl(env, 'd-get-piece-detail', input.trackingNumbers, 'track');
  const pieces = answer?.has('data') === true ? answer.list('data', (one) => one) : [];
  const problems = answer?.problems ?? [];
  return input.trackingNumbers.map((number) => {
    const found = pieces.find((one) => isAbout(one, number));
    return found
      ? piece(found, number)
      : untracked(number, [`${NAME} does not know ${number}.`, ...problems].join(' '));
  });
}
