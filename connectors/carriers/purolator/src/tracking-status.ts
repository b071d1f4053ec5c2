/**
 * Purolator's events as our statuses: its own words first, as one code serves several of them (README.md, "Tracking"); the
 * ANSI X12 status (element 1650) it gives beside them else. Pure.
 */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

const WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/^(?:(?!\breturn)[^])*\breturn(?:ed|ing)?\b[^]*\b(?:sender|shipper)\b/i, 'returning'],
  [
    /shipment created|created a label|label (information|created)|manifest received|new tracking number/i,
    'label-created',
  ],
  [/available for (receiver to )?pick ?up|held for pick ?up|will pick up shipment/i, 'available-for-pickup'],
  [/^picked up|received by purolator/i, 'accepted'],
  [/on vehicle for delivery|out for delivery/i, 'out-for-delivery'],
  [/^(shipment )?delivered|removed from locker/i, 'delivered'],
  [/customs|clearance/i, 'customs'],
  [/delay|attempt|unable|undeliver|damag|refus|incorrect|closed|missed|weather|unclaimed|error/i, 'exception'],
  [/arriv|depart|in transit|transfer|redirect|sort/i, 'in-transit'],
];

const X12: Readonly<Record<string, TrackingStatus>> = {
  XB: 'label-created',
  X3: 'accepted',
  X8: 'accepted',
  CP: 'accepted',
  AF: 'in-transit',
  P1: 'in-transit',
  X4: 'in-transit',
  R1: 'in-transit',
  J1: 'in-transit',
  K1: 'customs',
  PR: 'customs',
  X6: 'out-for-delivery',
  D1: 'delivered',
  A3: 'returning',
  AH: 'exception',
  AP: 'exception',
  A7: 'exception',
  A9: 'exception',
  SD: 'exception',
};

/** Undefined where the words do not tell. */
export const statusOfWords = (text: string): TrackingStatus | undefined =>
  WORDS.find(([words]) => words.test(text))?.[1];

/** @param code AT701 of the event */
export const statusOfX12 = (code: string): TrackingStatus =>
  (Object.hasOwn(X12, code) ? X12[code] : undefined) ?? 'unknown';
