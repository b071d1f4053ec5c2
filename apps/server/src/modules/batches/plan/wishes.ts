/** How each order of a batch is to be shipped: what rules and settings decide, under what the batch itself says. */
import type { QuoteRequest } from '@scanship/contracts/shipping/quotes';
import type { ServiceChoice } from '@scanship/domain/automation/automation';
import type { DecisionReason } from '@scanship/domain/automation/automation-decision';
import type { Address } from '@scanship/domain/addresses/address';
import type { Dimensions } from '@scanship/domain/values/measure';
import type { OrderDecision } from '../../automation/index.ts';
import type { BatchSettings } from '../batch-rows.ts';

/** What of an opened account the wishes look at. */
export interface KnownGrant {
  readonly grantId: string;
  readonly slug: string;
  readonly carrierName: string;
  readonly manifest?: { readonly aggregator?: boolean | undefined } | undefined;
  /** Services that are switched off; what is not named is on. */
  readonly services?: Readonly<Record<string, { readonly enabled: boolean }>> | undefined;
}

/** An account that can tell which carriers' services it sells. */
export interface KnownSeller extends KnownGrant {
  /** Undefined where it is not known. */
  sells(from: Address): Promise<ReadonlySet<string> | undefined>;
}

/** Parcels that were worked out from the sizes of the units, each in a box of the customer's. */
export type Packing = readonly {
  readonly packageId: string;
  readonly packageName: string;
  readonly dimensions: Dimensions;
  /** Units and box. */
  readonly weightGrams: number;
  readonly items: readonly { readonly line: number; readonly quantity: number }[];
}[];

export interface OrderWish extends OrderDecision {
  /** Contents and package together, in grams, of all parcels; null where nothing says. */
  readonly parcelGrams: number | null;
  /** Instead of one parcel; null where one is to be made. */
  readonly packing: Packing | null;
}

const CHOSEN: Pick<DecisionReason, 'layer' | 'because'> = { layer: 'person', because: 'Chosen for this batch.' };

/**
 * @param contentGrams of the units still to ship; null when an item has no weight
 * @param packing counts where nobody, no rule and not the batch itself says how the order is packed
 * @param grants all of the customer's
 */
export function wishOf(
  decision: OrderDecision,
  contentGrams: number | null,
  packing: Packing | null,
  batch: Pick<BatchSettings, 'service' | 'options' | 'weightGrams' | 'dimensions'>,
  grants: readonly KnownGrant[],
): OrderWish {
  const tare = decision.package?.tareGrams ?? 0;
  const given = batch.weightGrams ?? decision.fallback.weightGrams;
  const isNamed = decision.reasons.some(({ part, layer }) => part === 'package' && layer !== 'default');
  const worked = isNamed || batch.dimensions ? null : packing;
  const parcelGrams = worked
    ? worked.reduce((total, parcel) => total + parcel.weightGrams, 0)
    : contentGrams === null
      ? given
      : contentGrams + tare;
  const own = batch.options;
  const wish = {
    ...decision,
    parcelGrams,
    packing: worked,
    package: worked ? null : decision.package,
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

/** Its own service, and not one that is switched off. */
const sellsItself = (choice: ServiceChoice, grant: KnownGrant): boolean =>
  choice.carrier === grant.slug && (choice.service === null || (grant.services?.[choice.service]?.enabled ?? true));

/**
 * The accounts to ask: where services are named, an aggregator is asked only if it sells one of their carriers, or if nobody
 * knows what it sells.
 * @param from where the order leaves; null: aggregators are not looked up
 */
export async function sellersFor<T extends KnownSeller>(
  wish: OrderWish,
  grants: readonly T[],
  from: Address | null,
): Promise<readonly T[]> {
  const able = grantsFor(wish, grants);
  const { services } = wish;
  if (services === null || !from) return able;
  const sold = await Promise.all(
    able.map(async (grant) => {
      const choices = services.filter(({ grantId }) => grantId === null || grantId === grant.grantId);
      if (choices.some((choice) => sellsItself(choice, grant))) return true;
      const carriers = await grant.sells(from);
      return carriers === undefined || choices.some(({ carrier }) => carriers.has(carrier));
    }),
  );
  return able.filter((_, index) => sold[index]);
}

/** The accounts that may be asked, as far as it shows without asking anybody: those the wish allows, and that know its packaging. */
export const grantsFor = <T extends KnownGrant>(wish: OrderWish, grants: readonly T[]): readonly T[] =>
  grants.filter(
    (grant) =>
      (wish.grantIds === null || wish.grantIds.includes(grant.grantId)) &&
      (wish.services === null ||
        wish.services.some(
          (choice) =>
            (choice.grantId === null || choice.grantId === grant.grantId) &&
            (sellsItself(choice, grant) || grant.manifest?.aggregator === true),
        )) &&
      (!wish.package?.packagingCarrier || wish.package.packagingCarrier === grant.slug),
  );

/** What is asked of the carriers for one order: in the boxes it was worked out to need, else in one parcel. */
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
    parcels: wish.packing
      ? wish.packing.map((parcel, index) => packed(parcel, index, wish.packing))
      : [
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

/** Only where there are several parcels does somebody need to know what is in which. */
const packed = (parcel: Packing[number], index: number, all: Packing | null): QuoteRequest['parcels'][number] => ({
  number: index + 1,
  weightGrams: parcel.weightGrams,
  dimensions: { ...parcel.dimensions },
  packageId: parcel.packageId,
  ...(all && all.length > 1 ? { items: parcel.items.map((item) => ({ ...item })) } : {}),
});
