/** What a person typed for a shipment, and the request it makes. Units are the customer's; the request is in g and mm. */
import type { CustomsDto } from '@scanship/contracts/common';
import type { QuoteRequest } from '@scanship/contracts/shipping/quotes';
import type { DefaultSettings } from '@scanship/contracts/network/settings';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import {
  fromGrams,
  fromMillimetres,
  type LengthUnit,
  toGrams,
  toMillimetres,
  type WeightUnit,
} from '@scanship/domain/values/measure';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { goodsOf } from '@scanship/domain/shipping/dangerous-goods';
import type { DangerousGoodsKind, SignatureOption } from '@scanship/domain/shipping/shipment';
import type { PackageEntry, PackageSuggestion } from '@scanship/contracts/products/packages';
import { parseDecimal } from '../../../lib/format.ts';
import { fitsCustoms } from './customs-limits.ts';
import { contentsToSend, countOf, itemsWeight, openLines, type Packed } from './packing.ts';

export interface ParcelDraft extends Packed {
  readonly weight: string;
  /** A person typed the weight or read the scale; until then it follows from the items and the box. */
  readonly weighed: boolean;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  /** Box of the package manager; empty: sizes as typed. */
  readonly packageId: string;
}
export interface ShippingDraft {
  readonly parcels: readonly ParcelDraft[];
  /** Empty: the first day the ship-from place can hand a parcel over, which the quote says. */
  readonly shipDate: string;
  readonly signature: SignatureOption;
  readonly insured: string;
  readonly saturday: boolean;
  /** Empty: none. */
  readonly dangerousGoods: DangerousGoodsKind | '';
  /** Dry ice of each parcel, in the weight unit. */
  readonly dryIce: string;
  /** Undefined: the proposal of the order is used as it is. */
  readonly customs: CustomsDto | undefined;
  readonly locationId: string | undefined;
  /** Other orders to the same place that go along. */
  readonly withOrderIds: readonly string[];
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
/** Grams as the weight field has them: in the customer's unit, precise enough to come back to the same grams. */
export const weightText = (grams: number, units: Units): string =>
  shown(fromGrams(grams, units.weight, units.weight === 'g' ? 0 : 3), units);
const sizeText = (mm: number, units: Units): string => shown(fromMillimetres(mm, units.length, 1), units);

type Order = Pick<OrderDetail, 'weightGrams' | 'items'> & Partial<Pick<OrderDetail, 'total'>>;
type Boxes = readonly PackageEntry[];

/** What the products of the order say; empty where they say nothing, or several things that a person has to tell apart. */
function goodsIn(order: Pick<Order, 'items'>): DangerousGoodsKind | '' {
  const open = new Set(openLines(order).map(({ line }) => line));
  const kind = goodsOf(order.items.filter(({ line }) => open.has(line)));
  return kind === undefined || kind === 'mixed' ? '' : kind;
}

/** All that is left to ship in one parcel: the customer's default box, else its default sizes. */
export function firstDraft(
  order: Order,
  settings: DefaultSettings | undefined,
  units: Units,
  boxes: Boxes = [],
): ShippingDraft {
  const size = settings?.defaultDimensions;
  const mm = (value: number | undefined) => (value ? sizeText(value, units) : '');
  const parcel: ParcelDraft = {
    key: 1,
    items: openLines(order).map(({ line, quantity }) => ({ line, quantity })),
    weight: '',
    weighed: false,
    length: mm(size?.lengthMm),
    width: mm(size?.widthMm),
    height: mm(size?.heightMm),
    packageId: '',
  };
  const usual = boxes.find((box) => box.isDefault);
  const boxed = usual && (usual.kind === 'own' || !size) ? inBox(parcel, usual, units) : parcel;
  return {
    parcels: weighParcels([boxed], order, settings, units, boxes),
    shipDate: '',
    signature: settings?.signature ?? 'none',
    insured: settings?.insurance?.mode === 'orderTotal' && order.total ? toDecimal(order.total) : '',
    saturday: false,
    dangerousGoods: goodsIn(order),
    dryIce: '',
    customs: undefined,
    locationId: undefined,
    withOrderIds: [],
  };
}

/** The parcel in a box, with its sizes; undefined takes it out of one and leaves the sizes to be changed. */
export function inBox(parcel: ParcelDraft, box: PackageEntry | undefined, units: Units): ParcelDraft {
  if (!box) return { ...parcel, packageId: '' };
  return {
    ...parcel,
    packageId: box.id,
    length: sizeText(box.outer.lengthMm, units),
    width: sizeText(box.outer.widthMm, units),
    height: sizeText(box.outer.heightMm, units),
  };
}

const tareOf = (parcel: ParcelDraft, boxes: Boxes): number =>
  boxes.find((box) => box.id === parcel.packageId)?.tareGrams ?? 0;

/** What the items of a parcel and its empty box weigh by what is known of them, in grams; undefined where an item has no weight. */
export function expectedGrams(parcel: ParcelDraft, order: Pick<Order, 'items'>, boxes: Boxes): number | undefined {
  const items = parcel.items.length > 0 ? itemsWeight(parcel.items, openLines(order)) : null;
  return items === null ? undefined : items + tareOf(parcel, boxes);
}

/**
 * Weights nobody typed: items and the empty box. A parcel whose items have no weight gets the default weight when it holds
 * everything, and stays empty for a person to fill in when it does not.
 */
export function weighParcels(
  parcels: readonly ParcelDraft[],
  order: Order,
  settings: DefaultSettings | undefined,
  units: Units,
  boxes: Boxes,
): readonly ParcelDraft[] {
  return parcels.map((parcel) => {
    if (parcel.weighed) return parcel;
    const whole = parcels.length === 1 ? (order.weightGrams ?? settings?.defaultWeightGrams) : undefined;
    const grams = expectedGrams(parcel, order, boxes) ?? (whole ? whole + tareOf(parcel, boxes) : undefined);
    return { ...parcel, weight: grams ? weightText(grams, units) : '' };
  });
}

/**
 * The parcels as the packing suggests them; undefined where it suggests nothing measured, names a box that is not there, or
 * says what the parcels are already.
 */
export function suggestedParcels(
  suggestion: PackageSuggestion | undefined,
  now: readonly ParcelDraft[],
  units: Units,
  boxes: Boxes,
): readonly ParcelDraft[] | undefined {
  if (suggestion?.basis !== 'measured' || suggestion.parcels.length === 0) return undefined;
  const parcels = suggestion.parcels.map((each, index) => {
    const box = boxes.find((candidate) => candidate.id === each.packageId);
    const items = each.items.map(({ line, quantity }) => ({ line, quantity })).toSorted((a, b) => a.line - b.line);
    const bare = {
      key: index + 1,
      items,
      weight: '',
      weighed: false,
      length: '',
      width: '',
      height: '',
      packageId: '',
    };
    return box && inBox(bare, box, units);
  });
  const known = parcels.filter((parcel) => parcel !== undefined);
  const told = (list: readonly ParcelDraft[]) => JSON.stringify(list.map(({ packageId, items }) => [packageId, items]));
  return known.length < parcels.length || told(known) === told(now) ? undefined : known;
}

/** Where a parcel breaks a limit of its box: it weighs more than the box holds. */
export function boxLimit(parcel: ParcelDraft, boxes: Boxes, units: Units): number | undefined {
  const most = boxes.find((box) => box.id === parcel.packageId)?.maxGrams;
  const weight = parseDecimal(parcel.weight);
  return most && weight && toGrams(weight, units.weight) > most ? most : undefined;
}

export type DraftProblem =
  | 'weight'
  | 'weightRange'
  | 'empty'
  | 'size'
  | 'sizeRange'
  | 'insured'
  | 'shipDate'
  | 'customs';
export interface DraftResult {
  readonly request: QuoteRequest | undefined;
  /** By place: "parcels.0.weight", "insured", "shipDate". */
  readonly problems: Readonly<Record<string, DraftProblem>>;
}

/** Nothing is guessed: a size is either complete or absent, and a weight is needed. */
export function toRequest(
  draft: ShippingDraft,
  order: Pick<OrderDetail, 'id' | 'total' | 'items' | 'customs'> & Partial<Pick<OrderDetail, 'customsGaps'>>,
  units: Units,
  boxes: Boxes = [],
  /** The shipment that comes back; absent for what goes out. */
  returnOf?: string,
): DraftResult {
  const problems: Record<string, DraftProblem> = {};
  const { currency } = order.total;
  const open = openLines(order);
  // Orders that go along go whole, in whichever parcel.
  const contents = draft.withOrderIds.length > 0 ? undefined : contentsToSend(draft.parcels, open);
  if (contents && countOf(contents.flat()) === 0) problems['parcels.0.items'] = 'empty';
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
    // Customs wants to know what is in each parcel.
    if (contents && order.customs && p.items.length === 0) problems[`parcels.${i}.items`] = 'empty';
    const box = boxes.find((each) => each.id === p.packageId);
    const items = contents?.[i]?.map((item) => ({ ...item })) ?? [];
    return {
      number: i + 1,
      weightGrams: grams,
      ...(typed > 0 ? { dimensions: { lengthMm, widthMm, heightMm } } : {}),
      ...(box ? { packageId: box.id } : {}),
      ...(box?.presetCode ? { packaging: box.presetCode } : {}),
      ...(items.length > 0 ? { items } : {}),
    };
  });
  const insured = draft.insured.trim() ? parseMoney(draft.insured, currency) : undefined;
  if (draft.insured.trim() && (!insured || insured.minor < 0)) problems.insured = 'insured';
  const dryIce = draft.dangerousGoods === 'dry-ice' ? toGrams(parseDecimal(draft.dryIce) ?? 0, units.weight) : 0;
  if (draft.dangerousGoods === 'dry-ice' && dryIce <= 0) problems.dryIce = 'weight';
  // What is half typed is no declaration yet; where one is wanted anyway the prices are estimates until it is.
  const gaps = order.customs && (order.customsGaps?.length ?? 0) > 0;
  const declared = draft.customs && fitsCustoms(draft.customs) ? draft.customs : undefined;
  if (draft.customs && !declared && !gaps) problems.customs = 'customs';
  if (draft.shipDate && !/^\d{4}-\d{2}-\d{2}$/.test(draft.shipDate)) problems.shipDate = 'shipDate';
  if (Object.keys(problems).length > 0) return { request: undefined, problems };
  const options: NonNullable<QuoteRequest['options']> = {};
  if (draft.signature !== 'none') options.signature = draft.signature;
  if (insured && insured.minor > 0) options.insuredValue = insured;
  if (draft.saturday) options.saturdayDelivery = true;
  if (draft.dangerousGoods)
    options.dangerousGoods = { kind: draft.dangerousGoods, ...(dryIce ? { dryIceGrams: dryIce } : {}) };
  // A person says otherwise than the products; of several kinds none can be denied in one word.
  else if (goodsIn(order) !== '') options.dangerousGoods = null;
  const request: QuoteRequest = { orderId: order.id, parcels };
  if (returnOf) request.returnOf = returnOf;
  if (draft.withOrderIds.length > 0) request.withOrderIds = [...draft.withOrderIds];
  if (draft.shipDate) request.shipDate = draft.shipDate;
  if (Object.keys(options).length > 0) request.options = options;
  if (declared) request.customs = packedCustoms(declared, contents);
  else if (gaps) request.estimate = true;
  if (draft.locationId) request.locationId = draft.locationId;
  return { request, problems };
}

/** The declaration in the units that are packed; items whose units all stay behind are left out. */
export function packedCustoms(
  customs: CustomsDto,
  contents: readonly (readonly { readonly line: number; readonly quantity: number }[])[] | undefined,
): CustomsDto {
  if (!contents) return customs;
  const units = new Map<number, number>();
  for (const { line, quantity } of contents.flat()) units.set(line, (units.get(line) ?? 0) + quantity);
  return {
    ...customs,
    items: customs.items.flatMap((item) => {
      if (!item.lines) return [item];
      const quantity = item.lines.reduce((n, line) => n + (units.get(line) ?? 0), 0);
      return quantity > 0 ? [{ ...item, quantity }] : [];
    }),
  };
}
