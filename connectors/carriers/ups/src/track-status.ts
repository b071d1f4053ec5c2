/**
 * UPS's activities as our twelve statuses, by status type and code.
 * Types: UPS Track Alert contract (M manifest, MV manifest void, I in progress, D delivery, X exception, U update) and the
 * Tracking developer guide (P pickup, O out for delivery, RS returned to shipper, DO and DD freight, W warehouse, NA).
 * Codes are two letters that UPS does not list; those below are from recorded answers with UPS's words beside them.
 */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

const TYPES: Readonly<Record<string, TrackingStatus>> = {
  M: 'label-created',
  MV: 'exception',
  P: 'accepted',
  I: 'in-transit',
  O: 'out-for-delivery',
  D: 'delivered',
  X: 'exception',
  RS: 'returned',
  DO: 'in-transit',
  DD: 'in-transit',
  W: 'in-transit',
  U: 'in-transit',
  NA: 'unknown',
};

/** Codes that say more than their type. */
const CODES: Readonly<Record<string, TrackingStatus>> = {
  /** Billing information voided; voided pickup. */
  MV: 'exception',
  VP: 'exception',
  /** Drop-off: the sender's parcel at a UPS Access Point, before UPS has scanned it. */
  XD: 'handed-over',
  /** Pickup scan; origin scan, which UPS words "We have your package". */
  PU: 'accepted',
  OR: 'accepted',
  OC: 'accepted',
  /** Released by customs; import and export scans; clearance. */
  SR: 'customs',
  VK: 'customs',
  IP: 'customs',
  EP: 'customs',
  /** With the government agency, or released by it; UPS collects and submits what clearance needs; cleared. */
  RZ: 'customs',
  BB: 'customs',
  DA: 'customs',
  /** Out for delivery. */
  OT: 'out-for-delivery',
  OF: 'out-for-delivery',
  /** At an access point, for the receiver to fetch; still there. */
  ZP: 'available-for-pickup',
  '2Q': 'available-for-pickup',
  '5G': 'available-for-pickup',
  /** On the way back: in return, not fetched in time, refused at the last attempt. */
  UF: 'returning',
  S7: 'returning',
  '6C': 'returning',
};

/** `statusCode`, which some activities have alone; UPS lists none, so these are the recorded ones (`real-answers/track.ts`). */
const STATUS_CODES: Readonly<Record<string, TrackingStatus>> = {
  '003': 'label-created',
  '005': 'in-transit',
  '012': 'customs',
  '014': 'customs',
  '038': 'accepted',
  '058': 'customs',
  '092': 'customs',
};

/** Words UPS files under D that are no delivery to the receiver. */
const RETURNED = /return(ed|ing) to (the )?sender|returned to shipper/i;

/** The end of a search for a parcel, filed under X: it was delivered after all. */
const PROVED = /closed with a proof of delivery/i;

const among = (table: Readonly<Record<string, TrackingStatus>>, key: string | undefined): TrackingStatus | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

export interface Said {
  readonly type: string | undefined;
  readonly code: string | undefined;
  readonly statusCode: string | undefined;
  readonly text: string;
}

/** `unknown` for what UPS has not named: the event stands with its words. */
export function statusOf({ type, code, statusCode, text }: Said): TrackingStatus {
  if (type === 'D' && RETURNED.test(text)) return 'returned';
  if (PROVED.test(text)) return 'delivered';
  const byCode = among(CODES, code) ?? (code === undefined ? among(STATUS_CODES, statusCode) : undefined);
  return byCode ?? among(TYPES, type) ?? 'unknown';
}
