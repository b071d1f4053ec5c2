/** A number is looked up among the account's labels, and the label's events are asked for. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readList, readObject } from '@scanship/connector-kit/answers/json-reader';
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

export function readTracking(json: unknown, trackingNumber: string): TrackedParcel {
  const answer = readObject(json);
  const events = answer.list('events', event);
  const estimatedDelivery = answer.maybe('estimated_delivery_date', (n) => answer.instant(n));
  return { trackingNumber, events, estimatedDelivery, problems: answer.problems };
}

const PLACE = ['city_locality', 'state_province', 'country_code'] as const;

/** "Vancouver, BC, CA"; half a place is none, and is said to be missing. */
function placed(e: ObjectReader): string | undefined {
  try {
    return PLACE.map((name) => e.string(name)).join(', ');
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    e.problems.push(error.message);
    return undefined;
  }
}

function event(e: ObjectReader): CarrierTrackingEvent {
  const code = e.string('status_code', /^[A-Z]{2}$/);
  const detail = e.maybe('status_detail_code', (n) => e.string(n, /^[A-Z_]{3,80}$/));
  const place = PLACE.some((name) => e.has(name)) ? placed(e) : undefined;
  return {
    occurredAt: e.instant('occurred_at'),
    status: statusOf(code, detail),
    code,
    text: e.maybe('description', (n) => e.string(n)) ?? e.string('status_description'),
    place,
  };
}
