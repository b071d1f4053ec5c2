/**
 * USPS's scan events as our twelve statuses, by two-character code (Publication 199, appendix G; lists in public are named in
 * README.md). A code that is not listed goes by its words.
 */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

const CODES: Readonly<Record<string, TrackingStatus>> = {
  GX: 'label-created',
  MA: 'label-created',
  '89': 'label-created',
  // In the hands of a partner or a drop box, before USPS scanned it.
  TM: 'handed-over',
  '80': 'handed-over',
  '81': 'handed-over',
  '82': 'handed-over',
  '83': 'handed-over',
  '03': 'accepted',
  AD: 'accepted',
  OA: 'accepted',
  UA: 'accepted',
  '10': 'in-transit',
  A1: 'in-transit',
  EF: 'in-transit',
  L1: 'in-transit',
  T1: 'in-transit',
  U1: 'in-transit',
  SF: 'in-transit',
  NT: 'in-transit',
  PC: 'in-transit',
  '07': 'in-transit',
  '06': 'in-transit',
  '08': 'in-transit',
  OF: 'out-for-delivery',
  '14': 'available-for-pickup',
  '16': 'available-for-pickup',
  '02': 'exception',
  '05': 'exception',
  '21': 'exception',
  '22': 'exception',
  '23': 'exception',
  '24': 'exception',
  '26': 'exception',
  '51': 'exception',
  '52': 'exception',
  '53': 'exception',
  '54': 'exception',
  '55': 'exception',
  '56': 'exception',
  '04': 'returning',
  '09': 'returning',
  '27': 'returning',
  '28': 'returning',
  '29': 'returning',
  '01': 'delivered',
  '41': 'delivered',
  '43': 'delivered',
};

/** First that fits, from the end of the story to its beginning. */
const WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/^(?:(?!delivered)[^])*delivered[^]*sender|returned to (the )?(original )?sender/i, 'returned'],
  [/return(ing|ed)? to sender|being returned|\brefused\b|\bunclaimed\b/i, 'returning'],
  [
    /\bundeliver|not delivered|delivery attempt|notice left|no access|insufficient|vacant|no such number|held|delay|alert/i,
    'exception',
  ],
  [/^delivered|picked up at post office|delivered,/i, 'delivered'],
  [/available for (pickup|redelivery)|ready for pickup/i, 'available-for-pickup'],
  [/out for delivery/i, 'out-for-delivery'],
  [/customs/i, 'customs'],
  [/shipping label|pre-?shipment|awaiting item/i, 'label-created'],
  [/tendered|shipping partner|acceptance pending/i, 'handed-over'],
  [/accept|usps in possession|picked up/i, 'accepted'],
  [/arriv|depart|in transit|processed|process|sort|en route|dispatch|forward/i, 'in-transit'],
];

/** Never fails: an event of unknown kind still tells where the parcel was. */
export function statusOf(code: string, words: string): TrackingStatus {
  // Code 01 also says that the parcel came back to who sent it.
  if (code === '01' && /sender/i.test(words)) return 'returned';
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  return known ?? WORDS.find(([form]) => form.test(words))?.[1] ?? 'unknown';
}
