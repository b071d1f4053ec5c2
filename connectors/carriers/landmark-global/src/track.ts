/** One number a question: Landmark Global's own or that of the last mile. Times are those of Chicago, whatever the place. */
import type {
  CarrierTrackingEvent,
  ConnectionTest,
  TrackedParcel,
  TrackInput,
} from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import { statusOfCode } from '@scanship/connector-kit/tracking/status-words';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { ask } from './client.ts';
import { manifest } from './manifest.ts';

/** "Possible tracking status codes" of the TrackRequest document (2024-08-15). */
const STATUSES: Readonly<Record<string, TrackingStatus>> = {
  50: 'label-created',
  60: 'label-created',
  75: 'label-created',
  80: 'label-created',
  90: 'exception',
  100: 'label-created',
  125: 'customs',
  135: 'exception',
  150: 'in-transit',
  155: 'in-transit',
  200: 'in-transit',
  225: 'in-transit',
  250: 'in-transit',
  275: 'in-transit',
  300: 'out-for-delivery',
  400: 'exception',
  410: 'available-for-pickup',
  450: 'exception',
  500: 'delivered',
  510: 'delivered',
  550: 'returning',
  570: 'returned',
  800: 'exception',
  900: 'exception',
};
export const statusOf = statusOfCode(STATUSES);

/** Of the IANA database, as the document says for every time. */
const ZONE = 'America/Chicago';
/** "2019-01-01 13:21:45". */
const ISO_LIKE = /^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
/** "10/01/2025 03:02 PM", month first. */
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (0?[1-9]|1[0-2]):([0-5]\d) ([AP])M$/;

/** "2019-01-01T13:21:45", local to Chicago. @throws FieldProblem for what is no time of the calendar */
export function localTime(text: string, field: string): string {
  const [, month = '', day = '', year = '', hour = '', minute = '', half] = AMERICAN.exec(text) ?? [];
  const two = (n: string | number): string => String(n).padStart(2, '0');
  const local =
    half === undefined
      ? ISO_LIKE.test(text)
        ? text.replace(' ', 'T')
        : ''
      : `${year}-${two(month)}-${two(day)}T${two((Number(hour) % 12) + (half === 'P' ? 12 : 0))}:${minute}:00`;
  const at = new Date(`${local}Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== local)
    throw new FieldProblem(field, 'is not a time of the calendar');
  return local;
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('EventCode', /^\w{1,10}$/);
  return {
    occurredAt: localTime(e.string('DateTime'), e.at('DateTime')),
    zone: ZONE,
    status: statusOf(code),
    code,
    text: e.string('Status').replace(/\s+/g, ' '),
    place: e.maybe('Location', (n) => e.string(n)),
  };
}

/** @throws FieldProblem when the answer is about another number */
export function readTracked(result: ObjectReader, trackingNumber: string): TrackedParcel {
  const packages = result.object('Packages').strictList('Package', (p) => p.isolated());
  const names = (p: ObjectReader): readonly unknown[] => [p.raw('LandmarkTrackingNumber'), p.raw('TrackingNumber')];
  const own = packages.find((p) => names(p).includes(trackingNumber));
  if (!own) throw new FieldProblem('Packages', 'are about another number than the one asked for');
  if (!own.has('Events')) return untracked(trackingNumber, `${manifest.name} has no events of ${trackingNumber} yet.`);
  const events = own.object('Events').list('Event', event);
  return { trackingNumber, events, problems: [...own.problems] };
}

const UNKNOWN = /could not find shipment|no shipment found|no data available|duplicate results found/i;

/** @returns the answer; undefined where Landmark Global knows nothing of the number */
async function find(trackingNumber: string, env: CarrierEnv): Promise<ObjectReader | undefined> {
  const request = { TrackingNumber: trackingNumber, RetrievalType: 'Historical' };
  try {
    return await ask(env, { document: 'Track', name: 'track', request, readOnly: true });
  } catch (error) {
    if (error instanceof ConnectorError && UNKNOWN.test(error.problem.vendorMessage ?? '')) return undefined;
    throw error;
  }
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, async (trackingNumber) => {
    const result = await find(trackingNumber, env);
    return result
      ? readTracked(result, trackingNumber)
      : untracked(trackingNumber, `${manifest.name} does not know ${trackingNumber}.`);
  });

/** A number that no parcel has: being told so proves user name, password and client ID, without any effect. */
const NOBODY = 'LTN000000000N0';

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  await find(NOBODY, env);
  return { message: `Connected to ${manifest.name}.` };
}
