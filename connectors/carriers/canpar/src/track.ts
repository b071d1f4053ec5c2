/** One number a question; anybody may ask. Times are local to the place of the scan, whose province names the zone. */
import type {
  CarrierFile,
  CarrierTrackingEvent,
  TrackedParcel,
  TrackInput,
} from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { fileOf } from './ship.ts';
import { statusOf } from './tracking-codes.ts';

const CLOCK = /^(\d{4})(\d{2})(\d{2}) ([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/;
const optional = (r: ObjectReader, name: string): string | undefined => r.maybe(name, (n) => r.string(n));

/** "20260715 141233" as "2026-07-15T14:12:33". */
function localTime(e: ObjectReader): string {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    CLOCK.exec(e.string('local_date_time', CLOCK)) ?? [];
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = new Date(`${text}Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== text)
    throw new FieldProblem(e.at('local_date_time'), 'is not a time of the calendar');
  return text;
}

function placeOf(e: ObjectReader): string | undefined {
  const address = e.maybe('address', (n) => e.object(n));
  const city = address && optional(address, 'city');
  const province = address && optional(address, 'province');
  const country = address && optional(address, 'country');
  if (city === undefined || province === undefined) return undefined;
  return [city, province, ...(country === undefined || country === 'CA' ? [] : [country])].join(', ');
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('code', /^[0-9A-Z]{1,6}$/i);
  const text = e.string('code_description_en');
  const occurredAt = localTime(e);
  const place = placeOf(e);
  if (place === undefined)
    throw new FieldProblem(e.at('address'), `names no place, so the time of "${text}" cannot be told`);
  return { occurredAt, status: statusOf(code, text), code, text, place };
}

const UNKNOWN = /no (shipment|package|record|result|tracking)|not found|invalid barcode|does not exist/i;

/** The result of one number; undefined where Canpar does not know it. */
async function ask(trackingNumber: string, env: CarrierEnv): Promise<ObjectReader | undefined> {
  let answer: ObjectReader;
  try {
    answer = await call(env, {
      service: 'addons',
      method: 'trackByBarcodeV2',
      name: 'track',
      request: { barcode: trackingNumber, track_shipment: false },
      readOnly: true,
      open: true,
      arrays: ['*.return.result', '*.result.events'],
    });
  } catch (error) {
    if (error instanceof ConnectorError && UNKNOWN.test(error.problem.vendorMessage ?? '')) return undefined;
    throw error;
  }
  const results = answer.list('result', (r) => ({ barcode: r.string('barcode'), result: r.isolated() }), {
    optional: true,
  });
  const [problem] = answer.problems;
  if (problem !== undefined) throw new FieldProblem('The answer', `cannot be read: ${problem.replace(/\.$/, '')}`);
  if (results.length === 0) return undefined;
  const ours = results.find((r) => r.barcode === trackingNumber);
  if (!ours) throw new FieldProblem(answer.at('result'), 'is about another number than the one asked for');
  return ours.result;
}

export function readTracked(result: ObjectReader, trackingNumber: string): TrackedParcel {
  const events = result.list('events', event, { optional: true });
  const estimate = optional(result, 'estimated_delivery_date')?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const known = estimate !== undefined && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(estimate);
  if (estimate !== undefined && !known) result.problems.push(`${result.at('estimated_delivery_date')} is not a day.`);
  const none = events.length === 0 && result.problems.length === 0;
  return {
    trackingNumber,
    events,
    estimatedDelivery: known ? estimate : undefined,
    problems: none ? [`${manifest.name} has no events of ${trackingNumber} yet.`] : result.problems,
  };
}

async function trackOne(trackingNumber: string, env: CarrierEnv): Promise<TrackedParcel | ConnectorError> {
  const nothing = (message: string): TrackedParcel => ({ trackingNumber, events: [], problems: [message] });
  try {
    const result = await ask(trackingNumber, env);
    return result ? readTracked(result, trackingNumber) : nothing(`${manifest.name} does not know ${trackingNumber}.`);
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

/** The name of who signed, the time and place of the delivery, and the signature where it is a picture. */
export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const result = await ask(input.trackingNumber, env);
  if (!result) throw fail('refused', `${manifest.name} does not know ${input.trackingNumber}.`);
  if (!result.boolean('delivered'))
    throw fail('refused', `${manifest.name} has not delivered ${input.trackingNumber} yet.`);
  const events = result.list('events', event, { optional: true });
  const delivery = events
    .filter((e) => e.status === 'delivered')
    .toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1))[0];
  const signature = result.maybe('signature', (n) => fileOf(result.string(n), result.at(n)));
  const files: CarrierFile[] = signature ? [{ kind: 'bytes', document: 'proof-of-delivery', ...signature }] : [];
  return {
    signedBy: optional(result, 'signed_by'),
    deliveredAt: delivery?.occurredAt,
    place: delivery?.place,
    files,
  };
}
