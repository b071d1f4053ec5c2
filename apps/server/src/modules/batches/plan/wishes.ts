/** How each order of a batch is to be shipped: what rules and settings decide, under what the batch itself says. */
import type { QuoteRequest } from '@scanship/contracts/quotes';
import type { DecisionReason } from '@scanship/domain/automation-decision';
import type { OrderDecision } from '../../automation/index.ts';
import type { BatchSettings } from '../batch-rows.ts';

/** What of an opened account the wishes look at. */
export interface KnownGrant {
  readonly grantId: string;
  readonly slug: string;
  readonly carrierName: string;
}

export interface OrderWish extends OrderDecision {
  /** Contents and package together, in grams; null where nothing says. */
  readonly parcelGrams: number | null;
}

const CHOSEN: Pick<DecisionReason, 'layer' | 'because'> = { layer: 'person', because: 'Chosen for this batch.' };

/**
 * @param contentGrams of the units still to ship; null when an item has no weight
 * @param grants all of the customer's
 */
export function wishOf(
  decision: OrderDecision,
  contentGrams: number | null,
  batch: Pick<BatchSettings, 'service' | 'options' | 'weightGrams' | 'dimensions'>,
  grants: readonly KnownGrant[],
): OrderWish {
  const tare = decision.package?.tareGrams ?? 0;
  const given = batch.weightGrams ?? decision.fallback.weightGrams;
  const parcelGrams = contentGrams === null ? given : contentGrams + tare;
  const own = batch.options;
  const wish = {
    ...decision,
    parcelGrams,
    signature: own?.signature ?? decision.signature,
    insuredValue: own?.insuredValue === undefined ? decision.insuredValue : own.insuredValue,
    saturdayDelivery: own?.saturdayDelivery ?? decision.saturdayDelivery,
  };
  const { service } = batch;
  if (!service) return wish;
  return {
    ...wish,
    services: [
      {
        carrier: grants.find((grant) => grant.grantId === service.grantId)?.slug ?? '',
        grantId: service.grantId,
        service: service.service,
      },
    ],
    pick: 'listed',
    withinDays: null,
    grantIds: [service.grantId],
    reasons: [
      { part: 'service', ...CHOSEN },
      ...decision.reasons.filter(({ part }) => part !== 'service' && part !== 'account'),
    ],
  };
}

/** The accounts worth asking: those the wish allows, and that know its packaging. */
export const grantsFor = <T extends KnownGrant>(wish: OrderWish, grants: readonly T[]): readonly T[] =>
  grants.filter(
    (grant) =>
      (wish.grantIds === null || wish.grantIds.includes(grant.grantId)) &&
      (wish.services === null ||
        wish.services.some(
          (choice) => choice.carrier === grant.slug && (choice.grantId === null || choice.grantId === grant.grantId),
        )) &&
      (!wish.package?.packagingCarrier || wish.package.packagingCarrier === grant.slug),
  );

/** What is asked of the carriers for one order in one parcel. */
export function questionOf(
  wish: OrderWish,
  orderId: string,
  batch: Pick<BatchSettings, 'shipDate' | 'locationId' | 'dimensions'>,
): QuoteRequest {
  const dimensions = wish.package?.dimensions ?? batch.dimensions ?? wish.fallback.dimensions;
  return {
    orderId,
    locationId: batch.locationId ?? null,
    shipDate: batch.shipDate ?? null,
    parcels: [
      {
        number: 1,
        weightGrams: wish.parcelGrams ?? 0,
        dimensions: dimensions ? { ...dimensions } : null,
        packaging: wish.package?.packaging ?? null,
        packageId: wish.package?.id ?? null,
      },
    ],
    options: {
      signature: wish.signature,
      ...(wish.insuredValue ? { insuredValue: { ...wish.insuredValue } } : {}),
      ...(wish.saturdayDelivery ? { saturdayDelivery: true } : {}),
    },
  };
}
