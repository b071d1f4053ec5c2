/**
 * The go-live check of a carrier account: shipments that touch what differs are priced, bought in the vendor's test system, tracked
 * and voided, and what was understood stands beside what was sent. Live accounts are never checked: their labels cost money.
 */
import * as z from 'zod/mini';
import { TRACKING_STATUSES } from '@scanship/domain/tracking/tracking';
import { defineCall } from '../call.ts';
import { day, dimensions, grams, id, idParams, money, required } from '../common.ts';

const staff = {
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN'],
  right: 'connectors.inspect',
} as const;

export const GO_LIVE_SHIPMENTS = ['domestic', 'cross-border', 'several-packages', 'return', 'insured'] as const;
export type GoLiveShipmentKind = (typeof GO_LIVE_SHIPMENTS)[number];

export const GO_LIVE_OPERATIONS = ['rate', 'buy', 'track', 'void'] as const;
export type GoLiveOperation = (typeof GO_LIVE_OPERATIONS)[number];

/**
 * `skipped`: a step before it failed, so there was nothing to do it with; `not-offered`: the connector declares that it cannot;
 * `cut`: it was under way when the process ended, and nobody knows how far it came.
 */
export const GO_LIVE_STATES = ['waiting', 'running', 'done', 'failed', 'skipped', 'not-offered', 'cut'] as const;
export type GoLiveState = (typeof GO_LIVE_STATES)[number];

const priceLine = z.object({ label: z.string(), amount: money });

/** Offers that are kept of one answer; the rest is counted. */
export const MOST_OFFERS = 30;
/** Events that are kept of one parcel. */
export const MOST_EVENTS = 30;

const ratesUnderstood = z.object({
  of: z.literal('rate'),
  /** Cheapest first. */
  offers: z.array(
    z.object({
      service: z.string(),
      serviceName: z.string(),
      total: money,
      lines: z.array(priceLine),
      transitDays: z.nullable(z.int()),
      deliverBy: z.nullable(z.string()),
      remarks: z.array(z.string()),
    }),
  ),
  /** Offers beyond those. */
  more: z.int(),
  /** What was left out, in the reader's words. */
  problems: z.array(z.string()),
});

const labelFile = z.object({
  document: z.string(),
  format: z.string(),
  /** Null where we draw it ourselves. */
  bytes: z.nullable(z.int()),
  /** Null where the file cannot be opened. */
  pages: z.nullable(z.int()),
  widthMm: z.nullable(z.int()),
  heightMm: z.nullable(z.int()),
});
export type GoLiveFile = z.infer<typeof labelFile>;

const labelUnderstood = z.object({
  of: z.literal('buy'),
  carrierShipmentId: z.nullable(z.string()),
  trackingNumbers: z.array(z.string()),
  files: z.array(labelFile),
  /** What the carrier says it charges, where it says so at the purchase. */
  charged: z.nullable(z.object({ total: money, lines: z.array(priceLine) })),
  remarks: z.array(z.string()),
});

const trackingUnderstood = z.object({
  of: z.literal('track'),
  parcels: z.array(
    z.object({
      trackingNumber: z.string(),
      /** Newest first. */
      events: z.array(
        z.object({
          at: z.string(),
          status: z.enum(TRACKING_STATUSES),
          code: z.string(),
          text: z.string(),
          place: z.nullable(z.string()),
        }),
      ),
      estimatedDelivery: z.nullable(z.string()),
      problems: z.array(z.string()),
    }),
  ),
});

const voidUnderstood = z.object({ of: z.literal('void'), refund: z.enum(['now', 'later', 'none']) });

export const goLiveUnderstood = z.discriminatedUnion('of', [
  ratesUnderstood,
  labelUnderstood,
  trackingUnderstood,
  voidUnderstood,
]);
export type GoLiveUnderstood = z.infer<typeof goLiveUnderstood>;

/** A step as it is stored; `id` is the subject of its calls. */
export const storedStep = z.object({
  id,
  operation: z.enum(GO_LIVE_OPERATIONS),
  state: z.enum(GO_LIVE_STATES),
  /** Why it is not offered or was skipped. */
  why: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** What was asked for beside the shipment: the service that is bought, our reference, the numbers that are tracked or voided. */
  service: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  trackingNumbers: z.array(z.string()),
  understood: z.nullable(goLiveUnderstood),
  problem: z.nullable(
    z.object({
      kind: z.string(),
      message: z.string(),
      vendorCode: z.nullable(z.string()),
      vendorMessage: z.nullable(z.string()),
      field: z.nullable(z.string()),
    }),
  ),
  /** A label of this purchase exists at the vendor, or may: from before the purchase until the void succeeded. */
  labelLeft: z.boolean(),
});
export type StoredStep = z.infer<typeof storedStep>;

const place = z.object({
  city: z.string(),
  provinceCode: z.string(),
  zipcode: z.string(),
  countryCode: z.string(),
});

const shipmentFacts = {
  kind: z.enum(GO_LIVE_SHIPMENTS),
  /** Why the connector is not asked for it; it has no steps then. */
  why: z.nullable(z.string()),
  from: place,
  to: place,
  parcels: z.array(z.object({ weightGrams: grams, dimensions: z.nullable(dimensions) })),
  shipDate: day,
  insured: z.nullable(money),
  customsValue: z.nullable(money),
};

export const storedShipment = z.object({ ...shipmentFacts, steps: z.array(storedStep) });
export type StoredShipment = z.infer<typeof storedShipment>;

export const goLiveStep = z.extend(storedStep, {
  /** Its exact calls, oldest first; gone with their recording. */
  callIds: z.array(id),
});
export type GoLiveStep = z.infer<typeof goLiveStep>;

export const goLiveCheck = z.object({
  id,
  startedBy: z.string(),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** `cut`: it ended before its last step. */
  state: z.enum(['waiting', 'running', 'ended', 'cut']),
  /** Where its calls are kept; null before it runs and when that has expired. */
  recordingId: z.nullable(id),
  shipments: z.array(z.object({ ...shipmentFacts, steps: z.array(goLiveStep) })),
});
export type GoLiveCheck = z.infer<typeof goLiveCheck>;
export type GoLiveShipment = GoLiveCheck['shipments'][number];

export const goLiveChecks = z.object({
  /** Why it cannot be run, one sentence; null when it can. */
  unavailableBecause: z.nullable(z.string()),
  /** Newest first. */
  checks: z.array(goLiveCheck),
});
export type GoLiveChecks = z.infer<typeof goLiveChecks>;

export const listGoLiveChecks = defineCall({
  id: 'listGoLiveChecks',
  method: 'GET',
  path: '/connectors/accounts/{id}/go-live',
  summary: 'Go-live checks of a carrier account: per step what was sent, what was understood, and its exact calls',
  ...staff,
  params: idParams,
  data: goLiveChecks,
});

export const startGoLiveCheck = defineCall({
  id: 'startGoLiveCheck',
  method: 'POST',
  path: '/connectors/accounts/{id}/go-live',
  summary: "Price, buy in the vendor's test system, track and void a few shipments; never with a live account",
  ...staff,
  audited: true,
  params: idParams,
  body: z.object({
    /** Stands in the log of the owner and at the recording. */
    reason: required(500),
  }),
  data: goLiveChecks,
});
