/** A number is looked up among the account's labels, and the label's events are asked for. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { type ObjectReader, readList, readObject } from '@scanship/connector-kit/answers/json-reader';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import { zoneOfPlace } from '@scanship/domain/calendar/local-time';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange, ID } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

const BY_CODE: Readonly<Record<string, TrackingStatus>> = {
  UN: 'unknown',
  AC: 'accepted',
  IT: 'in-transit',
  DE: 'delivered',
  EX: 'exception',
  AT: 'exception',
  NY: 'label-created',
  SP: 'available-for-pickup',
};
/** Where the detail says more than the code. */
const BY_DETAIL: Readonly<Record<string, TrackingStatus>> = {
  SHIPMENT_CREATED: 'label-created',
  ELEC_ADVICE_RECD_BY_CARRIER: 'label-created',
  NOT_YET_RECEIVED_BY_CARRIER: 'label-created',
  DROPPED_OFF: 'handed-over',
  OUT_FOR_DELIVERY: 'out-for-delivery',
  CUSTOMS_PROCESSING: 'customs',
  CUSTOMS_CLEARED: 'customs',
  HELD_BY_CUSTOMS: 'customs',
  AWAITING_COLLECTION_FROM_PICKUP_POINT: 'available-for-pickup',
  COLLECT_AT_LOCAL_PO: 'available-for-pickup',
  CUSTOMER_TO_COLLECT_FROM_CARRIER: 'available-for-pickup',
  DELIVERED_TO_PICKUP_POINT: 'available-for-pickup',
  RETURN_TO_SENDER: 'returning',
  UNDELIVERABLE_RETURNED_TO_SENDER: 'returned',
};

export const statusOf = (code: string, detail: string | undefined): TrackingStatus =>
  (detail === undefined ? undefined : BY_DETAIL[detail]) ?? BY_CODE[code] ?? 'unknown';

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const found: TrackedParcel[] = [];
  for (const trackingNumber of input.trackingNumbers)
    found.push(await trackOne(trackingNumber, input.shipmentIds?.[trackingNumber], env));
  return found;
}

const unknown = (trackingNumber: string, problems: readonly string[]): TrackedParcel => ({
  trackingNumber,
  events: [],
  problems: problems.length > 0 ? problems : [`${NAME} knows no label with this number.`],
});

/** @param labelId where it is known; else the number is looked up among the labels of the account */
async function trackOne(trackingNumber: string, labelId: string | undefined, env: CarrierEnv): Promise<TrackedParcel> {
  const label = labelId === undefined ? await labelOf(trackingNumber, env) : { id: labelId, problems: [] };
  if (label.id === undefined) return unknown(trackingNumber, label.problems);
  const answer = await exchange(env, {
    method: 'GET',
    path: path`/v1/labels/${label.id}/track`,
    name: 'track label',
    accept: [404],
  });
  return answer.status === 404 ? unknown(trackingNumber, []) : readTracking(answer.json(), trackingNumber);
}

export async function labelOf(
  trackingNumber: string,
  env: CarrierEnv,
): Promise<{ readonly id: string | undefined; readonly problems: readonly string[] }> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/v1/labels',
    name: 'label by number',
    query: { tracking_number: trackingNumber },
  });
  const { items, problems } = readList(response.json(), 'labels', (label) => ({
    id: label.string('label_id', ID),
    number: label.string('tracking_number'),
  }));
  return { id: items.find(({ number }) => number === trackingNumber)?.id, problems };
}

/** What carriers' words say where ShipStation left its own code out, as it does with whole answers; the first that fits counts. */
const BY_WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/return(ed|ing)? to (the )?(sender|shipper)/i, 'returning'],
  [/attempt|notice left|delay|undeliverable|exception/i, 'exception'],
  [/out for delivery|on (fedex )?vehicle for delivery/i, 'out-for-delivery'],
  [/^delivered\b/i, 'delivered'],
  [/(available|ready) for (recipient )?pick ?up/i, 'available-for-pickup'],
  [/customs|clearance/i, 'customs'],
  [/label created|shipment information sent|shipping label|pre-shipment/i, 'label-created'],
  [/^(accepted|picked up|origin scan|we have your package)\b|acceptance/i, 'accepted'],
  [/arriv|depart|in transit|processed|on the way|sorting/i, 'in-transit'],
];
const statusOfWords = (text: string): TrackingStatus => BY_WORDS.find(([words]) => words.test(text))?.[1] ?? 'unknown';

export function readTracking(json: unknown, trackingNumber: string): TrackedParcel {
  const answer = readObject(json);
  const events = answer.list('events', event);
  const estimatedDelivery = answer.maybe('estimated_delivery_date', (n) => answer.instant(n, false));
  // "A status update is not yet available": without it nobody would know that the number was looked up.
  const said = answer.maybe('carrier_status_description', (n) => answer.string(n));
  const silent = events.length === 0 && answer.problems.length === 0 && said !== undefined;
  return {
    trackingNumber,
    events,
    estimatedDelivery,
    problems: silent ? [`${NAME} says of ${trackingNumber}: ${asSentence(said)}`] : answer.problems,
  };
}

/** "Vancouver, BC, CA"; the country is left out at times, where the postal code tells it. Half a place is none, and is said. */
function placeOf(e: ObjectReader): string | undefined {
  if (!e.has('city_locality') && !e.has('state_province')) {
    // A label is made in a country.
    return e.maybe('country_code', (n) => e.string(n, /^[A-Z]{2}$/));
  }
  return e.maybe('city_locality', () => {
    const postalCode = e.maybe('postal_code', (n) => e.string(n));
    const country = (e.has('country_code') ? undefined : countryOf(postalCode)) ?? e.string('country_code');
    return [e.string('city_locality'), e.string('state_province'), country].join(', ');
  });
}

function countryOf(postalCode: string | undefined): string | undefined {
  if (postalCode === undefined) return undefined;
  if (/^\d{5}(-?\d{4})?$/.test(postalCode)) return 'US';
  return /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(postalCode) ? 'CA' : undefined;
}

/**
 * `carrier_occurred_at` is "the local time of where the event occurred" (contract) and what the carrier's own page says;
 * `occurred_at` is made of it with one distance from UTC for all places, so it stands in only where the zone is not known.
 */
function when(e: ObjectReader, place: string | undefined): { readonly occurredAt: string; readonly zone?: string } {
  const zone = zoneOfPlace(place);
  const local = e.maybe('carrier_occurred_at', (n) => e.instant(n, false));
  if (zone !== undefined && local !== undefined && !/(Z|[+-]\d{2}:?\d{2})$/.test(local))
    return { occurredAt: local, zone };
  return { occurredAt: e.instant('occurred_at') };
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.has('status_code') ? e.string('status_code', /^[A-Z0-9_]{1,20}$/) : undefined;
  const detail = e.maybe('status_detail_code', (n) => e.string(n, /^[A-Z_]{3,80}$/));
  const text = e.maybe('description', (n) => e.string(n)) ?? e.string('status_description');
  const place = placeOf(e);
  return {
    ...when(e, place),
    status: code === undefined ? statusOfWords(text) : statusOf(code, detail),
    code: code ?? e.maybe('event_code', (n) => e.string(n, /^[\x20-\x7e]{1,40}$/)) ?? 'UN',
    text,
    place,
  };
}
