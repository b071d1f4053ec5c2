/** What a tracking event means by its words alone, for carriers and aggregators that give no codes worth the name. */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

/** The first form that fits counts: bad news and ends before the words they share with better ones ("not delivered"). */
const WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/returned to (the )?(sender|shipper)/i, 'returned'],
  [/return/i, 'returning'],
  [
    /attempt|undeliverable|exception|refused|delay|insufficient|not delivered|unable|unavailable|on hold|damaged|lost|missing/i,
    'exception',
  ],
  [/out for delivery|on vehicle/i, 'out-for-delivery'],
  [/(available|ready) for pick ?up/i, 'available-for-pickup'],
  [/delivered/i, 'delivered'],
  [/customs|clearance/i, 'customs'],
  [/picked up|accepted|received by|in possession/i, 'accepted'],
  [/label|created|electronic|manifest|data received/i, 'label-created'],
  [/transit|arriv|depart|process|facility|sort|left|hub/i, 'in-transit'],
];

/** Undefined where the words say nothing known. English only. */
export const statusOfWords = (text: string): TrackingStatus | undefined => WORDS.find(([form]) => form.test(text))?.[1];

/** The status of a carrier's code; one that the table does not know is `unknown`, and its event keeps the carrier's words. */
export const statusOfCode =
  (statuses: Readonly<Record<string, TrackingStatus>>) =>
  (code: string): TrackingStatus =>
    (Object.hasOwn(statuses, code) ? statuses[code] : undefined) ?? 'unknown';
