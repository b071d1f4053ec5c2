/** What a charge is for, from a carrier's codes first and its words (English and French) second. */
import { fold } from '../orders/order-search.ts';
import type { ChargeKind } from './bill-line.ts';

const WORDS: readonly (readonly [ChargeKind, RegExp])[] = [
  ['void_credit', /\bvoid(?:ed)?\b|annulation/],
  ['service_credit', /guaranteed service|service failure|money.?back|\bgsr\b|garantie de service/],
  ['late_fee', /late (?:payment|fee)|payment processing|interest charge|overdue|frais de retard|paiement en retard/],
  ['tax', /\b(?:gst|hst|pst|qst|tps|tvh|tvp|tvq|vat|sales tax|taxes?)\b/],
  ['duty', /\bduty|duties|droits? de douane|brokerage|customs|disbursement/],
  ['address_correction', /address (?:correction|corr)|correction d.adresse|\bincorrect address/],
  ['residential', /residential|resi\b|residentiel|a domicile/],
  ['fuel', /fuel|carburant/],
  [
    'dimension_correction',
    /dimension|\bdim\b|cubed?\b|additional handling|oversize|over max|large package|non.?standard|longest side|length.?\+?.?girth|volumetri/,
  ],
  [
    'weight_correction',
    /(?:shipping charge|weight|billable) (?:correction|adjustment)|reweigh|rectification du poids|inspection/,
  ],
  ['discount', /discount|earned|performance pricing|incentive|rabais|remise|grace/],
  [
    'surcharge',
    /surcharge|delivery area|remote|signature|saturday|declared value|insurance|coverage|handling|peak|demand|pick.?up|supplement|chain of signature|beyond (?:origin|destination)|collect|cod\b/,
  ],
  [
    'freight',
    /freight|transportation|econom|postage|affranchissement|ground|express|air\b|standard|expedited|xpresspost|priority|parcel|colis|base|saver|next day|2nd day|3 day|worldwide|envelope|pack\b|box\b|home delivery|transport/,
  ],
];

/** The kind that the words of a charge tell; `other` where they tell none. */
export function kindOfWords(label: string): ChargeKind {
  const text = fold(label);
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}
