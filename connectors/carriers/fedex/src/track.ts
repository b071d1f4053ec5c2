/** Tracking: up to thirty numbers a question, each answered on its own. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { zoneOfPlace } from '@scanship/domain/calendar/local-time';
import { fromFedex } from './address.ts';
import { call } from './client.ts';
import { TRACKING_NUMBER } from './numbers.ts';
import { sentence } from './problems.ts';
import { CANCELLED, FORECASTS, statusOf } from './track-status.ts';

export async function ask(env: CarrierEnv, trackingNumbers: readonly string[]): Promise<unknown> {
  const response = await call(env, {
    method: 'POST',
    path: '/track/v1/trackingnumbers',
    name: 'track',
    readOnly: true,
    project: 'track',
    json: {
      includeDetailedScans: true,
      trackingInfo: trackingNumbers.map((trackingNumber) => ({ trackingNumberInfo: { trackingNumber } })),
    },
  });
  return response.json();
}

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  if (input.trackingNumbers.length === 0) return [];
  return readTracking(await ask(env, input.trackingNumbers), input.trackingNumbers);
}

/** One result for each number asked for. @throws FieldProblem when the answer holds no list of results */
export function readTracking(json: unknown, trackingNumbers: readonly string[]): TrackedParcel[] {
  const output = readObject(json).object('output');
  const results = output.list('completeTrackResults', (o) => {
    const own = o.isolated();
    return { number: own.id('trackingNumber'), own };
  });
  return trackingNumbers.map((trackingNumber) => {
    const found = results.find(({ number }) => number === trackingNumber);
    if (found) return parcelOf(found.own, trackingNumber);
    const why = output.problems.length > 0 ? output.problems : [`FedEx does not know ${trackingNumber}.`];
    return { trackingNumber, events: [], problems: [...why] };
  });
}

/** The last moment that FedEx knows of a shipment, as text that sorts; its plans do not count. */
function lastMoment(result: ObjectReader): string {
  const quiet = result.isolated();
  const moments = (list: string, field: string, counts: (o: ObjectReader) => boolean): string[] =>
    quiet.list(list, (o) => (counts(o) ? o.instant(field, false) : ''), { optional: true });
  const all = [
    ...moments('scanEvents', 'date', () => true),
    ...moments('dateAndTimes', 'dateTime', (o) => /^(ACTUAL|SHIP)/.test(o.string('type'))),
  ];
  return (
    all
      .map((text) => (/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? new Date(text).toISOString() : text))
      .toSorted()
      .at(-1) ?? ''
  );
}

/** FedEx uses numbers again and answers every shipment that had one, in no order it promises: the newest is ours. */
function resultOf(o: ObjectReader): ObjectReader {
  const results = o.list('trackResults', (result) => result);
  const [newest] = results
    .map((result) => ({ result, at: results.length > 1 ? lastMoment(result) : '' }))
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  if (!newest) throw new FieldProblem(o.at('trackResults'), 'is empty');
  return newest.result;
}

function parcelOf(o: ObjectReader, trackingNumber: string): TrackedParcel {
  try {
    const result = resultOf(o);
    const refused = result.maybe('error', (n) => result.object(n).string('message'));
    if (refused !== undefined && !result.has('scanEvents'))
      return {
        trackingNumber,
        events: [],
        problems: [`FedEx says of ${trackingNumber}: ${sentence(refused)}`, ...o.problems],
      };
    // A parcel FedEx knows has at least the making of its label.
    if (!result.has('scanEvents')) o.problems.push(`${result.at('scanEvents')} is missing.`);
    // FedEx sends the newest first.
    const events = result.list('scanEvents', event, { optional: true }).toReversed().map(inPlace);
    return { trackingNumber, events, estimatedDelivery: promised(result), problems: o.problems };
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    return { trackingNumber, events: [], problems: [...o.problems, error.message] };
  }
}

/** A forecast ("Shipment arriving early") moves nothing: said a minute after the van left, it does not take the parcel off it. */
function inPlace(one: CarrierTrackingEvent, index: number, all: readonly CarrierTrackingEvent[]): CarrierTrackingEvent {
  const before = all[index - 1]?.status;
  return FORECASTS.has(one.code) && (before === 'out-for-delivery' || before === 'available-for-pickup')
    ? { ...one, status: before }
    : one;
}

function event(o: ObjectReader): CarrierTrackingEvent {
  const code = o.string('eventType', /^[A-Z0-9]{2,3}$/);
  const description = o.string('eventDescription');
  const exception = o.maybe('exceptionDescription', (n) => o.string(n));
  const text = exception === undefined || exception === description ? description : `${description}: ${exception}`;
  const place = o.maybe('scanLocation', (n) => placeOf(o.object(n)));
  return { ...when(o, place), status: statusOf(code, text), code, text, place };
}

/** With an offset mostly; local to the place where it is missing. @throws FieldProblem when nobody can tell the moment */
function when(o: ObjectReader, place: string | undefined): { readonly occurredAt: string; readonly zone?: string } {
  const occurredAt = o.instant('date', false);
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(occurredAt)) return { occurredAt };
  const zone = zoneOfPlace(place);
  if (zone === undefined) throw new FieldProblem(o.at('date'), 'has no offset, and the zone of its place is not known');
  return { occurredAt, zone };
}

/** A place is named whole or not at all: "Toronto, ON, CA", "Lyon, FR", or the country of a label made there. */
function placeOf(o: ObjectReader): string | undefined {
  const country = o.maybe('countryCode', (n) => o.string(n, /^[A-Z]{2}$/));
  if (country === undefined) return undefined;
  if (!o.has('city') && !o.has('stateOrProvinceCode')) return country;
  const city = o.maybe('city', (n) => o.string(n));
  if (country !== 'CA' && country !== 'US') return city && `${city}, ${country}`;
  const province = o.maybe('stateOrProvinceCode', (n) => fromFedex(country, o.string(n, /^[A-Z]{2}$/)));
  const parts = [city, province, country];
  return parts.includes(undefined) ? undefined : parts.join(', ');
}

/** FedEx's estimate, else the committed day. An entry that cannot be read leaves the day unknown. */
function promised(result: ObjectReader): string | undefined {
  // What FedEx expects today; without an end where it expects nothing.
  const expected = result.maybe('estimatedDeliveryTimeWindow', (n) => {
    const own = result.object(n).maybe('window', (w) => result.object(n).object(w));
    return own?.has('ends') ? dayOf(own, 'ends') : undefined;
  });
  if (expected !== undefined) return expected;
  if (!result.has('dateAndTimes')) return undefined;
  const raw = result.raw('dateAndTimes');
  const entries = result.list('dateAndTimes', (o) => ({
    type: o.string('type', /^[A-Z_]+$/),
    day: dayOf(o, 'dateTime'),
  }));
  if (Array.isArray(raw) && raw.length !== entries.length) return undefined;
  return (
    entries.find(({ type }) => type === 'ESTIMATED_DELIVERY')?.day ??
    entries.find(({ type }) => type === 'COMMITMENT')?.day
  );
}

const dayOf = (o: ObjectReader, name: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(o.string(name)) ? o.date(name) : o.instant(name, false).slice(0, 10);

export interface Delivery {
  readonly deliveredAt: string | undefined;
  readonly zone: string | undefined;
  readonly signedBy: string | undefined;
  readonly place: string | undefined;
}

/** Whether, when and to whom a parcel was delivered. @throws ConnectorError `refused` in FedEx's words where it was not */
export function readDelivery(json: unknown, trackingNumber: string): Delivery {
  const [parcel] = readTracking(json, [trackingNumber]);
  const delivered = parcel?.events.findLast((one) => one.status === 'delivered');
  if (!parcel || !delivered)
    throw fail('refused', parcel?.problems[0] ?? `FedEx has not delivered ${trackingNumber} yet.`, {
      vendorCode: 'not-delivered',
    });
  const output = readObject(json).object('output');
  const results = output.list('completeTrackResults', (o) => o);
  const own = results.find((o) => o.maybe('trackingNumber', (n) => o.id(n)) === trackingNumber);
  const details = own && resultOf(own).maybe('deliveryDetails', (n) => resultOf(own).object(n));
  const signedBy = details?.maybe('signedByName', (n) => details.string(n));
  return {
    deliveredAt: delivered.occurredAt,
    zone: delivered.zone,
    signedBy: signedBy ?? details?.maybe('receivedByName', (n) => details.string(n)),
    place: delivered.place,
  };
}

/** Whether tracking shows a shipment as cancelled. @throws ConnectorError when FedEx does not know the number (yet) */
export async function isCancelled(env: CarrierEnv, trackingNumber: string): Promise<boolean> {
  if (!TRACKING_NUMBER.test(trackingNumber))
    throw fail('invalid-input', `"${trackingNumber}" is not a tracking number of FedEx.`);
  const output = readObject(await ask(env, [trackingNumber])).object('output');
  const [own] = output.list('completeTrackResults', (o) => o);
  const result = own && resultOf(own);
  if (!result || !result.has('latestStatusDetail'))
    throw fail('vendor-broken', `FedEx cannot say yet whether ${trackingNumber} was cancelled: it does not find it.`);
  const latest = result.object('latestStatusDetail');
  return latest.string('code', /^[A-Z0-9]{2,3}$/) === CANCELLED;
}
