/** Following parcels: the timeline of a shipment and asking its carrier now (product-spec section 7, "Shipments"). */
import { TRACKING_STATUSES } from '@scanship/domain/tracking/tracking';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, optionalText } from '../common.ts';
import { shipmentSummary } from './shipments.ts';

/** A code; screens have its words in English and French. `unknown` is what is known before the carrier says anything. */
export const trackingStatus = z.enum(TRACKING_STATUSES);

/** Why a parcel is not asked about any more. */
export const WATCHING_STOPS = [
  /** Delivered or returned some days ago. */
  'ended',
  /** No news for 60 days. */
  'no-news',
  'voided',
  /** The carrier offers no tracking (a rate sheet): there is a number at the most. */
  'not-offered',
  /** The account it was bought with cannot be opened any more. */
  'no-account',
] as const;

export const trackingEvent = z.object({
  /** Stable: the same event is the same id however often and in whatever order the carrier tells it. */
  id: z.string(),
  /** Instant, ISO 8601 in UTC. */
  occurredAt: z.string(),
  /** The clock where it happened, YYYY-MM-DDTHH:mm:ss; null where the carrier named neither zone nor offset of its own. */
  localTime: z.nullable(z.string()),
  /** IANA zone or offset ("America/Vancouver", "-08:00") that `localTime` is in; null with it. */
  zone: z.nullable(z.string()),
  place: z.nullable(z.string()),
  status: trackingStatus,
  /** The carrier's own code, for a call to it. */
  code: z.string(),
  /** The carrier's own words, not translated. */
  text: z.string(),
  source: z.enum(['poll', 'push']),
  receivedAt: z.string(),
});
export type TrackingEventDto = z.infer<typeof trackingEvent>;

export const trackedParcel = z.object({
  number: z.int(),
  trackingNumber: z.nullable(z.string()),
  trackingUrl: z.nullable(z.string()),
  status: trackingStatus,
  /** Since when it has this status by the carrier's clock; null before any event. */
  statusAt: z.nullable(z.string()),
  /** The first scan by the carrier: from then on reprinting warns and cancelling is over. */
  scannedAt: z.nullable(z.string()),
  /** Day the carrier expects to deliver, YYYY-MM-DD, and the instant where it names one. */
  estimatedDay: z.nullable(z.string()),
  estimatedAt: z.nullable(z.string()),
  lastAskedAt: z.nullable(z.string()),
  /** Null when nobody asks any more; `stopped` then says why. */
  nextAskAt: z.nullable(z.string()),
  stopped: z.nullable(z.enum(WATCHING_STOPS)),
  /** Why the last question was not answered, in one sentence; it is asked again at `nextAskAt`. */
  problem: z.nullable(z.object({ code: z.string(), message: z.string(), since: z.string() })),
  /** Events of the last answer that could not be read, one sentence each; the readable ones stand in `events`. */
  unreadable: z.array(z.string()),
  /** Newest first. */
  events: z.array(trackingEvent),
});
export type TrackedParcelDto = z.infer<typeof trackedParcel>;

export const shipmentTracking = z.object({
  shipmentId: id,
  carrier: z.string(),
  carrierName: z.string(),
  test: z.boolean(),
  state: shipmentSummary.shape.state,
  /** One word for all parcels: what needs a person comes first, else the parcel that is least far. Null without a parcel. */
  status: z.nullable(trackingStatus),
  /** When `refreshTracking` is possible again; null: now. */
  refreshAfter: z.nullable(z.string()),
  parcels: z.array(trackedParcel),
});
export type ShipmentTracking = z.infer<typeof shipmentTracking>;

/** Problems: `not_found`. */
export const getTracking = defineCall({
  id: 'getTracking',
  method: 'GET',
  path: '/shipment/{id}/tracking',
  summary: 'Timeline of each parcel of a shipment',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: shipmentTracking,
});

/**
 * Asks the carrier now, for the parcels still followed and for ended ones too, and answers what it said; a carrier that does
 * not answer is a `problem` of the parcel, not a failure of the call. Once a minute for each shipment: `rate_limited` else.
 * Problems: `not_found`, `rate_limited`.
 */
export const refreshTracking = defineCall({
  id: 'refreshTracking',
  method: 'POST',
  path: '/shipment/{id}/tracking/refresh',
  summary: 'Ask the carrier for news of a shipment now',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: shipmentTracking,
});

/**
 * A person states that the carrier lost the shipment (it said so, or a trace found nothing). Written to the audit trail. A
 * later event of the carrier still counts: what turns up is delivered or returned after all.
 * Problems: `not_found`; `cannot_mark_lost` when it was never handed over or its end is known.
 */
export const markShipmentLost = defineCall({
  id: 'markShipmentLost',
  method: 'POST',
  path: '/shipment/{id}/tracking/lost',
  summary: 'State that the carrier lost a shipment',
  right: 'labels.settle',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  body: z.object({ note: optionalText(500) }),
  data: shipmentTracking,
  idempotent: true,
});
