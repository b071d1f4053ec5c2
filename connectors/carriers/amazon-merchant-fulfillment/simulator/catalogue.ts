/** Invented prices of the simulator for the services it sells, built as Amazon's are: a rate, and a credit on some. */
import type { JsonObject } from '@scanship/domain/values/json';
import { refusal } from '@scanship/simulator-kit/selling-partner-refusals';
import type { Details } from './contract.ts';

export interface Service {
  readonly id: string;
  readonly name: string;
  readonly carrier: string;
  readonly days: number;
  /** Cents for the first kilogram and each further one. */
  readonly firstKg: number;
  readonly moreKg: number;
  /** Cents that Amazon gives back at once. */
  readonly credit?: number | undefined;
  readonly mostGrams: number;
  /** Signatures can be had. */
  readonly signature: boolean;
}

const one = (
  id: string,
  [carrier, name]: readonly [string, string],
  [firstKg, moreKg, days]: readonly [number, number, number],
  more: Partial<Service> = {},
): Service => ({ id, name, carrier, days, firstKg, moreKg, mostGrams: 31_751, signature: true, ...more });

export const SERVICES: readonly Service[] = [
  one('USPS_PTP_GAH', ['USPS', 'USPS Ground Advantage'], [742, 96, 4]),
  one('USPS_PTP_PRI', ['USPS', 'USPS Priority Mail®'], [895, 140, 2], { credit: 50 }),
  one('UPS_PTP_GND', ['UPS®', 'UPS® Ground'], [910, 118, 3], { mostGrams: 68_038 }),
  one('UPS_PTP_2ND_DAY_AIR', ['UPS®', 'UPS 2nd Day Air®'], [1874, 310, 2], { credit: 100, mostGrams: 68_038 }),
  one('FEDEX_PTP_HOME_DELIVERY', ['FedEx®', 'FedEx Home Delivery®'], [955, 121, 3]),
  one('ONTRAC_MFN_GROUND', ['OnTrac', 'OnTrac Ground'], [688, 88, 3], { signature: false, mostGrams: 22_679 }),
];

export const gramsOf = ({ Weight }: Details): number =>
  Weight.Unit === 'g' ? Weight.Value : Math.round(Weight.Value * 28.349523125);

const wantsSignature = ({ ShippingServiceOptions: { DeliveryExperience: wish } }: Details): boolean =>
  wish === 'DeliveryConfirmationWithSignature' || wish === 'DeliveryConfirmationWithAdultSignature';

/** Why a service does not take the parcel, in Amazon's code and words; undefined when it does. */
export function rejection(service: Service, details: Details): readonly [code: string, words: string] | undefined {
  if (gramsOf(details) > service.mostGrams)
    return ['PACKAGE_WEIGHT_EXCEEDED', 'The package is too heavy for this shipping service'];
  if (wantsSignature(details) && !service.signature)
    return [
      'DELIVERY_EXPERIENCE_NOT_AVAILABLE',
      'The delivery confirmation is not available for this shipping service',
    ];
  return undefined;
}

const SIGNATURES: Readonly<Record<string, number>> = {
  DeliveryConfirmationWithSignature: 330,
  DeliveryConfirmationWithAdultSignature: 690,
};

/** What insurance the carrier gives for nothing. Cents. */
const INSURED = 10_000;

export function centsOf(service: Service, details: Details): number {
  const { DeliveryExperience, DeclaredValue } = details.ShippingServiceOptions;
  const base = service.firstKg + Math.round((Math.max(0, gramsOf(details) - 1000) / 1000) * service.moreKg);
  const over = Math.max(0, Math.round((DeclaredValue?.Amount ?? 0) * 100) - INSURED);
  return base + (SIGNATURES[DeliveryExperience] ?? 0) + Math.ceil(over / 10_000) * 105;
}

const money = (cents: number): JsonObject => ({ CurrencyCode: 'USD', Amount: cents / 100 });
const FORMATS = ['ZPL203', 'ShippingServiceDefault', 'PDF', 'PNG'];

/** A `ShippingService` of the contract. @param offerId what the purchase names it by @param at the simulator's clock */
export function serviceJson(service: Service, details: Details, offerId: string, at: Date): JsonObject {
  const cents = centsOf(service, details);
  const start = new Date(Math.max(at.getTime(), Date.parse(details.ShipDate ?? at.toISOString())));
  const after = (days: number): string => new Date(start.getTime() + days * 86_400_000).toISOString();
  const { DeliveryExperience, DeclaredValue } = details.ShippingServiceOptions;
  return {
    ShippingServiceName: service.name,
    CarrierName: service.carrier,
    ShippingServiceId: service.id,
    ShippingServiceOfferId: offerId,
    ShipDate: start.toISOString(),
    EarliestEstimatedDeliveryDate: after(service.days),
    LatestEstimatedDeliveryDate: after(service.days),
    Rate: money(cents),
    RateWithAdjustments: money(cents - (service.credit ?? 0)),
    ...(service.credit === undefined
      ? {}
      : {
          AdjustmentItemList: [
            {
              RateItemID: 'FBM_SHIP_PLUS_CREDIT',
              RateItemType: 'INCLUDED',
              RateItemCharge: money(service.credit),
              RateItemNameLocalization: 'FBM Ship Plus Credit',
            },
          ],
        }),
    ShippingServiceOptions: {
      DeliveryExperience,
      CarrierWillPickUp: false,
      ...(DeclaredValue ? { DeclaredValue } : {}),
    },
    AvailableLabelFormats: FORMATS,
    AvailableFormatOptionsForLabel: FORMATS.map((LabelFormat) => ({ LabelFormat })),
    RequiresAdditionalSellerInputs: false,
    Benefits: { IncludedBenefits: ['CLAIMS_PROTECTED'], ExcludedBenefits: [] },
  };
}

/** @throws SimRefusal 400 for what Amazon refuses of a request that is well formed */
export function checkDetails(details: Details): void {
  const bad = (message: string): Error => refusal(400, 'InvalidRequest', message);
  if (!/^\d{3}-\d{7}-\d{7}$/.test(details.AmazonOrderId)) throw bad('AmazonOrderId is not in 3-7-7 format.');
  if (details.ItemList.length === 0) throw bad('ItemList is empty.');
  if (details.ItemList.some(({ OrderItemId, Quantity }) => !/^\d{6,20}$/.test(OrderItemId) || Quantity < 1))
    throw bad('An item of ItemList is not an item of the order.');
  const { Length, Width, Height, Unit } = details.PackageDimensions;
  if (![Length, Width, Height].every((side) => side !== undefined && side > 0) || Unit === undefined)
    throw bad('PackageDimensions are incomplete.');
  if (details.Weight.Value <= 0) throw bad('Weight must be positive.');
  const from = details.ShipFromAddress;
  if (from.CountryCode !== 'US' || !/^\d{5}(-\d{4})?$/.test(from.PostalCode) || (from.StateOrProvinceCode ?? '') === '')
    throw refusal(400, 'InvalidShipFromAddress', 'The specified ShipFromAddress value is invalid.');
}
