/** What a person typed for a shipment, and the request it makes. Units are the customer's; the request is in g and mm. */
import { customs as customsSchema, type CustomsDto } from '@scanship/contracts/common';
import type { QuoteRequest } from '@scanship/contracts/quotes';
import type { DefaultSettings } from '@scanship/contracts/settings';
import type { OrderDetail } from '@scanship/contracts/orders';
import {
  fromGrams,
  fromMillimetres,
  type LengthUnit,
  toGrams,
  toMillimetres,
  type WeightUnit,
} from '@scanship/domain/measure';
import { parseMoney } from '@scanship/domain/money';
import type { SignatureOption } from '@scanship/domain/shipment';
import { parseDecimal } from '../../lib/format.ts';

export interface ParcelDraft {
  /** Stays with the parcel while others come and go. */
  readonly key: number;
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
}
export interface ShippingDraft {
  readonly parcels: readonly ParcelDraft[];
  /** Empty: the first day the ship-from place can hand a parcel over, which the quote says. */
  readonly shipDate: string;
  readonly signature: SignatureOption;
  readonly insured: string;
  readonly saturday: boolean;
  /** Undefined: the proposal of the order is used as it is. */
  readonly customs: CustomsDto | undefined;
  readonly locationId: string | undefined;
}
export interface Units {
  readonly weight: WeightUnit;
  readonly length: LengthUnit;
  readonly decimalComma: boolean;
}
export const MAX_GRAMS = 10_000_000;
export const MAX_MM = 20_000;

const shown = (value: number, units: Units): string =>
  units.decimalComma ? String(value).replace('.', ',') : String(value);

export function firstDraft(
  order: Pick<OrderDetail, 'weightGrams'>,
  settings: DefaultSettings | undefined,
  units: Units,
): ShippingDraft {
  const grams = order.weightGrams ?? settings?.defaultWeightGrams ?? null;
  const size = settings?.defaultDimensions;
  const mm = (value: number | undefined) => (value ? shown(fromMillimetres(value, units.length, 1), units) : '');
  const weight = grams ? shown(fromGrams(grams, units.weight, units.weight === 'g' ? 0 : 3), units) : '';
  const parcel = { key: 1, weight, length: mm(size?.lengthMm), width: mm(size?.widthMm), height: mm(size?.heightMm) };
  return {
    parcels: [parcel],
    shipDate: '',
    signature: 'none',
    insured: '',
    saturday: false,
    customs: undefined,
    locationId: undefined,
  };
}

export type DraftProblem = 'weight' | 'weightRange' | 'size' | 'sizeRange' | 'insured' | 'shipDate' | 'customs';
export interface DraftResult {
  readonly request: QuoteRequest | undefined;
  /** By place: "parcels.0.weight", "insured", "shipDate". */
  readonly problems: Readonly<Record<string, DraftProblem>>;
}

/** Nothing is guessed: a size is either complete or absent, and a weight is needed. */
export function toRequest(draft: ShippingDraft, orderId: string, currency: string, units: Units): DraftResult {
  const problems: Record<string, DraftProblem> = {};
  const parcels = draft.parcels.map((p, i) => {
    const weight = parseDecimal(p.weight);
    const grams = weight ? toGrams(weight, units.weight) : 0;
    if (!weight) problems[`parcels.${i}.weight`] = 'weight';
    else if (grams > MAX_GRAMS) problems[`parcels.${i}.weight`] = 'weightRange';
    const sides = [p.length, p.width, p.height];
    const typed = sides.filter((s) => s.trim() !== '').length;
    const mm = sides.map((s) => parseDecimal(s)).map((v) => (v ? toMillimetres(v, units.length) : 0));
    if (typed > 0 && mm.some((v) => v === 0)) problems[`parcels.${i}.size`] = 'size';
    else if (mm.some((v) => v > MAX_MM)) problems[`parcels.${i}.size`] = 'sizeRange';
    const [lengthMm = 0, widthMm = 0, heightMm = 0] = mm;
    return { number: i + 1, weightGrams: grams, ...(typed > 0 ? { dimensions: { lengthMm, widthMm, heightMm } } : {}) };
  });
  const insured = draft.insured.trim() ? parseMoney(draft.insured, currency) : undefined;
  if (draft.insured.trim() && (!insured || insured.minor < 0)) problems.insured = 'insured';
  if (draft.customs && !customsSchema.safeParse(draft.customs).success) problems.customs = 'customs';
  if (draft.shipDate && !/^\d{4}-\d{2}-\d{2}$/.test(draft.shipDate)) problems.shipDate = 'shipDate';
  if (Object.keys(problems).length > 0) return { request: undefined, problems };
  const options: NonNullable<QuoteRequest['options']> = {};
  if (draft.signature !== 'none') options.signature = draft.signature;
  if (insured && insured.minor > 0) options.insuredValue = insured;
  if (draft.saturday) options.saturdayDelivery = true;
  const request: QuoteRequest = { orderId, parcels };
  if (draft.shipDate) request.shipDate = draft.shipDate;
  if (Object.keys(options).length > 0) request.options = options;
  if (draft.customs) request.customs = draft.customs;
  if (draft.locationId) request.locationId = draft.locationId;
  return { request, problems };
}
