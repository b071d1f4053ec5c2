/** One number a question; a number that cannot be read or is not known never costs the others. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { exchange, parse } from './client.ts';
import { offsetOf, PROVINCE_ZONES, ZONES } from './eastern-time.ts';
import { manifest } from './manifest.ts';
import { statusOf } from './tracking-codes.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const optionalText = (e: ObjectReader, name: string): string | undefined => e.maybe(name, (n) => e.string(n));

const NO_ZONE = `${manifest.name} names no time zone for some events; their times are shown as UTC.`;

const zoneIn = (zones: Readonly<Record<string, string>>, name = ''): string | undefined =>
  Object.hasOwn(zones, name.toUpperCase()) ? zones[name.toUpperCase()] : undefined;

/**
 * Date, time and zone as one instant. The zone is the one named; without one, that of the province; events abroad that
 * name neither are taken as UTC, with a message for all of them.
 */
function instantOf(e: ObjectReader): string {
  const local = `${e.date('event-date')}T${e.string('event-time', TIME)}`;
  const zone =
    zoneIn(ZONES, optionalText(e, 'event-time-zone')) ?? zoneIn(PROVINCE_ZONES, optionalText(e, 'event-province'));
  if (zone !== undefined) return `${local}${offsetOf(local, zone)}`;
  if (!e.problems.includes(NO_ZONE)) e.problems.push(NO_ZONE);
  return `${local}Z`;
}

/** "SAINTE-FOY, QC", or a place abroad that names its country ("02650,Israel"); half a place is none. */
function placeOf(e: ObjectReader): string | undefined {
  const site = optionalText(e, 'event-site');
  const province = optionalText(e, 'event-province');
  if (site === undefined) return undefined;
  if (province !== undefined) return `${site}, ${province}`;
  return site.includes(',') ? site.replace(/(?<!\s)\s*,\s*/g, ', ') : undefined;
}

/** One scan. @throws FieldProblem */
export function eventOf(e: ObjectReader): CarrierTrackingEvent {
  // Padded to four digits in some answers and not in others.
  const code = e.string('event-identifier', /^\w{1,10}$/).replace(/^0+(?=\d)/, '');
  const text = e.string('event-description');
  return { occurredAt: instantOf(e), status: statusOf(code, text), code, text, place: placeOf(e) };
}

/** @param document above the root element */
export function readTracking(document: ObjectReader, trackingNumber: string): TrackedParcel {
  const answer = document.object('tracking-detail');
  const pin = answer.string('pin');
  if (pin !== trackingNumber) throw new FieldProblem(answer.at('pin'), 'is another number than the one asked for');
  const changed = answer.has('changed-expected-date') ? 'changed-expected-date' : 'expected-delivery-date';
  const estimatedDelivery = answer.maybe(changed, (n) => answer.date(n));
  if (answer.raw('significant-events') === '')
    return {
      trackingNumber,
      events: [],
      estimatedDelivery,
      problems: [...answer.problems, `${manifest.name} has no events of ${trackingNumber} yet.`],
    };
  const events = answer.object('significant-events').list('occurrence', eventOf);
  return { trackingNumber, events, estimatedDelivery, problems: answer.problems };
}

async function trackOne(trackingNumber: string, env: CarrierEnv): Promise<TrackedParcel | ConnectorError> {
  const nothing = (message: string): TrackedParcel => ({ trackingNumber, events: [], problems: [message] });
  try {
    const response = await exchange(env, 'track', {
      method: 'GET',
      path: path`/vis/track/pin/${trackingNumber}/detail`,
      name: 'track',
      accept: [404],
    });
    if (response.status === 404) return nothing(`${manifest.name} does not know ${trackingNumber}.`);
    return readTracking(parse(response), trackingNumber);
  } catch (error) {
    if (error instanceof FieldProblem) return nothing(`${manifest.name}: ${error.message}`);
    // "No pin history": the label was printed and never scanned, or the number is not theirs.
    if (error instanceof ConnectorError && error.problem.vendorCode === '004')
      return nothing(`${manifest.name} does not know ${trackingNumber}.`);
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
