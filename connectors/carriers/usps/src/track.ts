/** Tracking: one number a question, asked one after the other; and the facts of a delivery out of the same answer. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { zoneOfPlace } from '@scanship/domain/calendar/local-time';
import { call } from './client.ts';
import { errorOf, plainWords } from './problems.ts';
import { statusOf } from './track-status.ts';

const ask = (trackingNumber: string, env: CarrierEnv): Promise<HttpResponse> =>
  call(env, {
    method: 'GET',
    path: path`/tracking/v3/tracking/${trackingNumber}`,
    query: { expand: 'DETAIL' },
    name: 'track',
    // A number that is not known, or none of USPS's.
    accept: [400, 404],
  });

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const parcels: TrackedParcel[] = [];
  for (const trackingNumber of input.trackingNumbers)
    try {
      const response = await ask(trackingNumber, env);
      parcels.push(
        response.status === 200
          ? readTracking(response.json(), trackingNumber)
          : { trackingNumber, events: [], problems: [saidOf(response.json(), trackingNumber)] },
      );
    } catch (error) {
      // What was learned before the quota or the time was used up is kept; the others are asked another time.
      if (!(error instanceof ConnectorError) || !isPassing(error) || parcels.length === 0) throw error;
      const why = error.problem.message;
      return [
        ...parcels,
        ...input.trackingNumbers
          .slice(parcels.length)
          .map((number) => ({ trackingNumber: number, events: [], problems: [why] })),
      ];
    }
  return parcels;
}

const isPassing = (error: ConnectorError): boolean =>
  error.problem.kind === 'quota' || error.problem.kind === 'temporary-before-effect';

function saidOf(json: unknown, trackingNumber: string): string {
  const { words } = errorOf(json);
  return `USPS does not know ${trackingNumber}${words === '' ? '.' : `: ${words.replace(/^\d{1,3}: /, '').replace(/(?<![-.\s])[-.\s]*$/, '.')}`}`;
}

/** @throws FieldProblem when the answer is no object */
export function readTracking(json: unknown, trackingNumber: string): TrackedParcel {
  const answer = readObject(json);
  const named = answer.maybe('trackingNumber', (n) => answer.id(n));
  if (named !== undefined && named !== trackingNumber)
    throw new FieldProblem(answer.at('trackingNumber'), `should be ${trackingNumber}`);
  // A parcel USPS knows has at least the making of its label.
  if (!answer.has('trackingEvents')) answer.problems.push(`${answer.at('trackingEvents')} is missing.`);
  // USPS sends the newest first.
  const events = inTime(answer.list('trackingEvents', event, { optional: true }).toReversed(), originZone(answer));
  return { trackingNumber, events, estimatedDelivery: expected(answer), problems: answer.problems };
}

/** The day USPS expects to deliver. */
function expected(answer: ObjectReader): string | undefined {
  const name = answer.has('expectedDeliveryTimeStamp') ? 'expectedDeliveryTimeStamp' : 'predictedDeliveryTimeStamp';
  return answer.maybe(name, (n) => answer.instant(n, false).slice(0, 10));
}

/**
 * The making of a label and the scans of a partner come without an offset and without a place. Their clock is that of the scan
 * before, else of the one after, else of where the parcel comes from.
 * @param events the oldest first
 */
function inTime(events: readonly CarrierTrackingEvent[], origin: string | undefined): CarrierTrackingEvent[] {
  const zoneNear = (index: number): string | undefined =>
    events.slice(0, index).findLast(({ zone }) => zone !== undefined)?.zone ??
    events.slice(index + 1).find(({ zone }) => zone !== undefined)?.zone ??
    origin;
  return events.map((one, index) =>
    one.zone !== undefined || zoneOfPlace(one.place) !== undefined ? one : { ...one, zone: zoneNear(index) },
  );
}

const originZone = (answer: ObjectReader): string | undefined =>
  answer.maybe('originState', (n) => zoneOfPlace(`${answer.string('originCity')}, ${answer.string(n)}, US`));

function event(o: ObjectReader): CarrierTrackingEvent {
  const code = o.string('eventCode', /^[A-Z0-9]{2}$/);
  const text = plainWords(o.string('eventType'));
  return {
    occurredAt: o.instant('eventTimestamp', false),
    zone: o.maybe('GMTOffset', (n) => o.string(n, /^[+-]\d{2}:\d{2}$/)),
    status: statusOf(code, text),
    code,
    text,
    place: placeOf(o),
  };
}

/** USPS writes countries in capitals ("CANADA"). */
const COUNTRY = /^[A-Z][A-Z .,'()-]+$/;

/** A facility is named by itself ("JACKSONVILLE FL DISTRIBUTION CENTER"). */
const FACILITY = /\b(CENTER|FACILITY|ANNEX|ISC|P&DC|NDC|RPDC)\b/;

/** "HERNANDO, FL, US", "MONTREAL, CANADA", or a facility. A place is named whole or not at all. */
function placeOf(o: ObjectReader): string | undefined {
  const city = o.maybe('eventCity', (n) => o.string(n));
  const state = o.maybe('eventState', (n) => o.string(n, /^[A-Z]{2}$/));
  const country = o.maybe('eventCountry', (n) => o.string(n, COUNTRY));
  if (country === undefined && o.has('eventCountry')) return undefined;
  if (city === undefined) return country;
  if (country !== undefined) return `${city}, ${country}`;
  if (state !== undefined) return `${city}, ${state}, US`;
  return FACILITY.test(city) && !o.has('eventState') && !o.has('eventCountry') ? city : undefined;
}

/**
 * Who took the parcel, when and where, as the delivery scan says. The letter with the signature goes by e-mail only, so there
 * is no file.
 */
export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const response = await ask(input.trackingNumber, env);
  if (response.status !== 200) throw fail('refused', saidOf(response.json(), input.trackingNumber));
  return readDelivery(response.json(), input.trackingNumber);
}

/** @throws ConnectorError `refused` in USPS's words when nothing was delivered yet */
export function readDelivery(json: unknown, trackingNumber: string): ProofOfDelivery {
  const answer = readObject(json);
  const scans = answer.list('trackingEvents', (o) => ({ ...event(o), o }), { optional: true });
  const delivery = scans.find((scan) => scan.status === 'delivered');
  if (!delivery) {
    const summary = answer.maybe('statusSummary', (n) => plainWords(answer.string(n)));
    throw fail('refused', `USPS has not delivered ${trackingNumber}${summary === undefined ? '.' : `: ${summary}`}`);
  }
  const { o, occurredAt, zone, place } = delivery;
  return {
    signedBy: o.maybe('name', (n) => plainWords(o.string(n))) ?? o.maybe('firm', (n) => plainWords(o.string(n))),
    deliveredAt: occurredAt,
    zone,
    place,
    files: [],
  };
}
