/**
 * UPS's activities as our twelve statuses, by status type and code.
 * Types: UPS Track Alert contract (M manifest, MV manifest void, I in progress, D delivery, X exception, U update) and the
 * Tracking developer guide (P pickup, O out for delivery, RS returned to shipper, DO and DD freight, W warehouse, NA).
 * Codes are two letters that UPS does not list; those below are from recorded answers with UPS's words beside them.
 */
import type { TrackingStatus } from '@scanship/domain/tracking';

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
  /** Pickup scan; origin scan. */
  PU: 'accepted',
  OR: 'accepted',
  /** Released by customs; import and export scans; clearance. */
  SR: 'customs',
  VK: 'customs',
  IP: 'customs',
  EP: 'customs',
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

/** Words UPS files under D that are no delivery to the receiver. */
const RETURNED = /return(ed|ing) to (the )?sender|returned to shipper/i;

/** @returns undefined for a type that UPS has not named */
export function statusOf(type: string, code: string, text: string): TrackingStatus | undefined {
  const byType = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (byType === undefined) return undefined;
  if (type === 'D' && RETURNED.test(text)) return 'returned';
  return Object.hasOwn(CODES, code) ? CODES[code] : byType;
}
