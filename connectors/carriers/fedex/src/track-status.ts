/**
 * FedEx's scan events as our twelve statuses. Codes: FedEx Web Services, Tracking and Visibility guide 2020, "Tracking status
 * codes"; the REST Track API uses the same ones (eventType, derivedStatusCode).
 */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

const of = (status: TrackingStatus, codes: string): readonly (readonly [string, TrackingStatus])[] =>
  codes.split(' ').map((code) => [code, status] as const);

const STATUSES: Readonly<Record<string, TrackingStatus>> = Object.fromEntries([
  // Shipment information sent; label e-mailed; ready to be handed over.
  ...of('label-created', 'OC IN RP'),
  // At pickup, on the way to it, dropped off.
  ...of('handed-over', 'DO'),
  ...of('accepted', 'PU PX TP'),
  ...of(
    'in-transit',
    'AA AC AF AO AP AR AX CH DP DS EA ED EO EP FD IT IX LO OF OX PF PL PM SF SP TR OA AE DR LP RD RM HA',
  ),
  ...of('customs', 'CC CD CP CU BR'),
  ...of('out-for-delivery', 'OD AD'),
  ...of('available-for-pickup', 'HL HP'),
  ...of('exception', 'CA DE DD DY PD SE RC'),
  ...of('returning', 'RS RG'),
  ...of('returned', 'RR'),
  ...of('delivered', 'DL'),
]);

/** Cancelled by the sender before FedEx had it. */
export const CANCELLED = 'CA';

/** Arriving early, or on time: FedEx's forecast, filed among its scans (recorded 2024). */
export const FORECASTS: ReadonlySet<string> = new Set(['AE', 'AO']);

/** RR is also "Delivery option requested" by a receiver who moves the delivery (recorded 2023). */
const OPTION = /option|request/i;

const DELIVERED_BACK = /returned to (shipper|sender)|delivered to (shipper|sender)/i;

/** `unknown` for a code that FedEx has not named: the event stands with its words. */
export function statusOf(code: string, text: string): TrackingStatus {
  const status = Object.hasOwn(STATUSES, code) ? (STATUSES[code] ?? 'unknown') : 'unknown';
  if (status === 'returned' && OPTION.test(text)) return 'in-transit';
  return status === 'delivered' && DELIVERED_BACK.test(text) ? 'returned' : status;
}
