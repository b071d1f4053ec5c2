/** How a scanned order is to be shipped: what rules and settings decide, under what the packing table says. Pure. */
import type { QuotedParcel, QuoteRequest } from '@scanship/contracts/shipping/quotes';
import { MOST_SCANNED_PARCELS, type ShipMode } from '@scanship/domain/scan-ship/scan-ship';
import type { Dimensions } from '@scanship/domain/values/measure';
import type { DecidedPackage } from '../automation/index.ts';
import type { Held, OrderFound, OrderWish } from '../batches/index.ts';

/** What the table says of the parcels. */
export interface ScanDetails {
  readonly shipMode: ShipMode;
  readonly packageId?: string | null | undefined;
  readonly weightGrams?: number | null | undefined;
  readonly dimensions?: Dimensions | null | undefined;
}

/** Which service: as it was decided, the cheapest of an account, one service of it; with options of the details. */
export interface ScanChoice {
  readonly grantId?: string | null | undefined;
  /** Slug of the account's carrier; with `service`. */
  readonly carrier?: string | null | undefined;
  readonly service?: string | null | undefined;
  readonly options?: QuoteRequest['options'];
}

export interface ScanWish {
  readonly wish: OrderWish;
  readonly parcels: readonly QuotedParcel[];
  readonly heaviestGrams: number | null;
  /** What cannot be packed so, whatever the carriers say. */
  readonly held: Held | undefined;
}

const CHOSEN = { layer: 'person', because: 'Chosen at the packing table.' } as const;

/** @param box the package the table names; undefined: none, or it is gone */
export function scanWish(
  found: Pick<OrderFound, 'order' | 'decision' | 'packing'>,
  details: ScanDetails,
  choice: ScanChoice,
  box: DecidedPackage | undefined,
): ScanWish {
  const { decision } = found;
  const options = choice.options;
  const named = decision.reasons.some(({ part, layer }) => part === 'package' && layer !== 'default');
  // One box that all of it was worked out to fit is better than the usual one, and yields to anybody's word.
  const [only] = found.packing?.length === 1 ? found.packing : [];
  const worked = details.shipMode === 'shipInBox' && !box && !named && !details.dimensions ? only : undefined;
  const chosen = box ?? (details.dimensions || worked ? null : decision.package);
  const base: OrderWish = {
    ...decision,
    package: chosen,
    packing: worked ? [worked] : null,
    parcelGrams: null,
    signature: options?.signature ?? decision.signature,
    insuredValue: options?.insuredValue === undefined ? decision.insuredValue : options.insuredValue,
    saturdayDelivery: options?.saturdayDelivery ?? decision.saturdayDelivery,
    ...serviceOf(decision, choice),
  };
  const packed =
    details.shipMode === 'shipIndividual' ? eachItsOwn(found, chosen) : allInOne(found, details, chosen, worked);
  const heaviestGrams = packed.parcels.some(({ weightGrams }) => weightGrams === 0)
    ? null
    : Math.max(0, ...packed.parcels.map(({ weightGrams }) => weightGrams));
  return {
    wish: { ...base, parcelGrams: heaviestGrams },
    parcels: packed.parcels,
    heaviestGrams,
    held: packed.held,
  };
}

function serviceOf(
  decision: OrderFound['decision'],
  { grantId, carrier, service }: ScanChoice,
): Partial<Pick<OrderWish, 'services' | 'grantIds' | 'pick' | 'withinDays' | 'reasons'>> {
  if (!grantId) return {};
  return {
    services: service ? [{ carrier: carrier ?? '', grantId, service }] : null,
    grantIds: [grantId],
    pick: 'cheapest',
    withinDays: null,
    reasons: [
      { part: 'service', ...CHOSEN },
      ...decision.reasons.filter(({ part }) => part !== 'service' && part !== 'account'),
    ],
  };
}

interface Packed {
  readonly parcels: readonly QuotedParcel[];
  readonly held?: Held | undefined;
}

/** Lines with the units that are still to go. */
export const openLines = (order: Pick<OrderFound['order'], 'lines'>) =>
  order.lines.flatMap((line) => {
    const quantity = line.quantity - line.cancelled - line.allocated;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });

const sizeOf = (box: DecidedPackage | null, fallback: Dimensions | null) => {
  const dimensions = box?.dimensions ?? fallback;
  return {
    dimensions: dimensions ? { ...dimensions } : null,
    packaging: box?.packaging ?? null,
    packageId: box?.id ?? null,
  };
};

function eachItsOwn({ order, decision }: Pick<OrderFound, 'order' | 'decision'>, box: DecidedPackage | null): Packed {
  const lines = openLines(order);
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (units > MOST_SCANNED_PARCELS)
    return {
      parcels: [],
      held: {
        cause: 'no-rate',
        message: `${units} units would be ${units} parcels; one shipment has ${MOST_SCANNED_PARCELS} at most. Ship it in a box.`,
      },
    };
  const { fallback } = decision;
  const grams = (line: (typeof lines)[number]): number =>
    line.weightGrams === null ? (fallback.weightGrams ?? 0) : line.weightGrams + (box?.tareGrams ?? 0);
  const each = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  return {
    parcels: each.map((line, index) => ({
      number: index + 1,
      weightGrams: grams(line),
      ...sizeOf(box, fallback.dimensions),
      ...(each.length > 1 ? { items: [{ line: line.line, quantity: 1 }] } : {}),
    })),
  };
}

function allInOne(
  { order, decision }: Pick<OrderFound, 'order' | 'decision'>,
  details: ScanDetails,
  box: DecidedPackage | null,
  worked: NonNullable<OrderFound['packing']>[number] | undefined,
): Packed {
  const contents = order.weightGrams;
  const counted = worked
    ? worked.weightGrams
    : contents === null
      ? (decision.fallback.weightGrams ?? 0)
      : contents + (box?.tareGrams ?? 0);
  return {
    parcels: [
      {
        number: 1,
        weightGrams: details.weightGrams ?? counted,
        ...(worked
          ? { dimensions: { ...worked.dimensions }, packageId: worked.packageId }
          : sizeOf(box, details.dimensions ?? decision.fallback.dimensions)),
      },
    ],
  };
}

/** What the carriers are asked. */
export const questionOf = (
  { wish, parcels }: ScanWish,
  orderId: string,
  options: QuoteRequest['options'],
): QuoteRequest => ({
  orderId,
  parcels: parcels.map((parcel) => ({ ...parcel })),
  options: {
    ...options,
    signature: wish.signature,
    insuredValue: wish.insuredValue ? { ...wish.insuredValue } : null,
    saturdayDelivery: wish.saturdayDelivery,
  },
});
