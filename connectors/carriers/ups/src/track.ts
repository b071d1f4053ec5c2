/** Tracking: UPS answers one number a question, so numbers are asked one after the other. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { call } from './client.ts';
import { eventTime } from './event-time.ts';
import { errorsOf } from './problems.ts';
import { compactDay, eachOf } from './reading.ts';
import { statusOf } from './track-status.ts';

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const parcels: TrackedParcel[] = [];
  for (const trackingNumber of input.trackingNumbers)
    try {
      parcels.push(await trackOne(trackingNumber, env));
    } catch (error) {
      // What was learned before the quota or the time was used up is kept; the others are asked another time.
      if (!(error instanceof ConnectorError) || !isPassing(error) || parcels.length === 0) throw error;
      return [...parcels, ...unanswered(input.trackingNumbers.slice(parcels.length), error.problem.message)];
    }
  return parcels;
}

const isPassing = (error: ConnectorError): boolean =>
  error.problem.kind === 'quota' || error.problem.kind === 'temporary-before-effect';

const unanswered = (numbers: readonly string[], why: string): TrackedParcel[] =>
  numbers.map((trackingNumber) => ({ trackingNumber, events: [], problems: [why] }));

async function trackOne(trackingNumber: string, env: CarrierEnv): Promise<TrackedParcel> {
  const response = await call(env, {
    method: 'GET',
    path: path`/api/track/v1/details/${trackingNumber}`,
    query: { locale: 'en_US', returnSignature: 'false', returnMilestones: 'false', returnPOD: 'false' },
    name: 'track',
    // A number that is not known, or none of UPS's.
    accept: [400, 404],
  });
  if (response.status === 200) return readTracking(response.json(), trackingNumber);
  return { trackingNumber, events: [], problems: [saidOf(response.json(), trackingNumber)] };
}

function saidOf(json: unknown, trackingNumber: string): string {
  const said = errorsOf(json)
    .map((e) => e.message.replace(/(?<![.\s])[.\s]*$/, '.'))
    .join(' ');
  return `UPS does not know ${trackingNumber}${said === '' ? '.' : `: ${said}`}`;
}

interface FoundPackage {
  readonly answer: ObjectReader;
  readonly found: ObjectReader | undefined;
  readonly warnings: readonly string[];
}

/**
 * The parcel asked for. A shipment's answer may hold its other parcels, too.
 * @throws FieldProblem when the answer holds no shipment
 */
export function packageOf(json: unknown, trackingNumber: string): FoundPackage {
  const answer = readObject(json).object('trackResponse').isolated();
  const shipments = eachOf(answer, 'shipment', (s) => s);
  const packages = shipments.flatMap((s) => eachOf(s, 'package', (p) => p));
  const own = packages.filter((p) => p.maybe('trackingNumber', (n) => p.id(n)) === trackingNumber);
  // The only one of the only shipment is the one asked for, whatever number it also has (Mail Innovations, masked numbers).
  const found = own[0] ?? (packages.length === 1 && shipments.length === 1 ? packages[0] : undefined);
  const warnings = shipments.flatMap((s) => eachOf(s, 'warnings', (w) => w.string('message')));
  return { answer, found, warnings };
}

/** @throws FieldProblem when the answer holds no shipment */
export function readTracking(json: unknown, trackingNumber: string): TrackedParcel {
  const { answer, found, warnings } = packageOf(json, trackingNumber);
  if (!found) {
    const words = warnings.map((w) => w.replace(/(?<![.\s])[.\s]*$/, '.')).join(' ');
    const why = words === '' ? `UPS does not know ${trackingNumber}.` : `UPS says of ${trackingNumber}: ${words}`;
    return { trackingNumber, events: [], problems: [why, ...answer.problems] };
  }
  // A parcel UPS knows has at least the making of its label.
  if (!found.has('activity')) answer.problems.push(`${found.at('activity')} is missing.`);
  // UPS sends the newest first.
  const events = eachOf(found, 'activity', eventOf).toReversed();
  const estimatedDelivery = promised(found);
  return { trackingNumber, events, estimatedDelivery, problems: answer.problems };
}

/** One activity. @throws FieldProblem */
export function eventOf(o: ObjectReader): CarrierTrackingEvent {
  const said = o.object('status');
  const wordOf = (name: string, form: RegExp): string | undefined =>
    said.has(name) ? said.string(name, form) : undefined;
  const type = wordOf('type', /^[A-Z]{1,2}$/);
  const code = wordOf('code', /^[0-9A-Z]{1,4}$/);
  const statusCode = said.maybe('statusCode', (n) => said.string(n, /^[0-9A-Z]{1,4}$/));
  const named = code ?? statusCode;
  if (named === undefined) throw new FieldProblem(said.at('code'), 'is missing');
  const text = said.maybe('description', (n) => said.string(n)) ?? `UPS ${named}`;
  const status = statusOf({ type, code, statusCode, text });
  const address = o.maybe('location', (n) => {
    const location = o.object(n);
    return location.has('address') ? location.object('address') : undefined;
  });
  const country = address?.maybe('countryCode', (n) => address.string(n, /^[A-Z]{2}$/));
  const place = address && placeOf(address, country);
  return { ...eventTime(o, place), status, code: type === undefined ? named : `${type}/${named}`, text, place };
}

/** A place is named whole or not at all: "Toronto, ON, CA", "Lyon, FR", or the country of a label made there. */
function placeOf(address: ObjectReader, country: string | undefined): string | undefined {
  if (country === undefined) return undefined;
  if (!address.has('city') && !address.has('stateProvince')) return country;
  const city = address.maybe('city', (n) => address.string(n));
  if (country !== 'CA' && country !== 'US') return city && `${city}, ${country}`;
  const parts = [city, address.maybe('stateProvince', (n) => address.string(n)), country];
  return parts.includes(undefined) ? undefined : parts.join(', ');
}

/** RDD is the rescheduled day and replaces SDD, the scheduled one; DEL is the day it was delivered. */
function promised(found: ObjectReader): string | undefined {
  const days = found.maybe('deliveryDate', (n) => {
    const list = eachOf(found, n, (d) => ({ type: d.string('type', /^[A-Z]{3}$/), read: () => compactDay(d, 'date') }));
    const raw = found.raw(n);
    // With one entry unreadable it is not known which day counts.
    return Array.isArray(raw) && raw.length !== list.length ? [] : list;
  });
  const chosen = days?.find((d) => d.type === 'RDD') ?? days?.find((d) => d.type === 'SDD');
  return chosen && found.maybe('deliveryDate', () => chosen.read());
}
