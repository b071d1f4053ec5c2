/** What Canpar's scans mean. It publishes no list: the codes below are seen in public answers, the rest is told by its words. */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

const CODES: Readonly<Record<string, TrackingStatus>> = {
  PIC: 'accepted',
  INO: 'in-transit',
  DEL: 'delivered',
  WC: 'out-for-delivery',
  NL: 'exception',
};

const WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/returned to (shipper|sender)|return(ed)? completed/i, 'returned'],
  [/return/i, 'returning'],
  [
    /attempt|not (in|home|delivered)|closed|refused|damaged|incorrect|wrong address|unable|missed|delay|hold|undeliverable/i,
    'exception',
  ],
  [/delivered/i, 'delivered'],
  [/with courier|out for delivery|on (delivery )?(vehicle|truck)/i, 'out-for-delivery'],
  [/available for pick ?up|waiting for pick ?up|drop ?off location/i, 'available-for-pickup'],
  [/customs|clearance/i, 'customs'],
  [/picked up|pick ?up scan|received (at|by|from)|accepted/i, 'accepted'],
  [/shipment (data|info\w*)|label|manifest|electronic/i, 'label-created'],
  [/transit|arriv|depart|terminal|sort|scan|load|transfer|hub/i, 'in-transit'],
];

/** @param text the English description */
export const statusOf = (code: string, text: string): TrackingStatus =>
  (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? WORDS.find(([form]) => form.test(text))?.[1] ?? 'unknown';
