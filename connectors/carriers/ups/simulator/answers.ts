/** UPS's answers, field by field as recorded ones have them. */
import type { JsonObject } from '@scanship/domain/values/json';
import { dollars } from '@scanship/simulator-kit/tariff';
import type { Item, PricedService, SimPrice } from './tariff.ts';

export const SUCCESS: JsonObject = { Code: '1', Description: 'Success' };

const money = (cents: number, CurrencyCode: string): JsonObject => ({ CurrencyCode, MonetaryValue: dollars(cents) });
const items = (list: readonly Item[], currency: string): JsonObject[] =>
  list.map((item) => ({ Code: item.code, ...money(item.cents, currency) }));
const taxes = (price: SimPrice): JsonObject =>
  price.tax ? { TaxCharges: [{ Type: price.tax.type, MonetaryValue: dollars(price.tax.cents) }] } : {};
const withTaxes = (price: SimPrice, currency: string): JsonObject =>
  price.tax ? { TotalChargesWithTaxes: money(price.total, currency) } : {};
const sum = (list: readonly Item[]): number => list.reduce((total, item) => total + item.cents, 0);

/** Inside the United States UPS states base and surcharges package by package, and zero for the shipment. */
const perPackage = (currency: string): boolean => currency === 'USD';

/** An amount shared out over packages, the odd cents on the first. */
const share = (cents: number, index: number, packages: number): number =>
  Math.floor(cents / packages) + (index === 0 ? cents % packages : 0);

const partsOf = (price: SimPrice, currency: string, index: number, packages: number): JsonObject => ({
  BaseServiceCharge: money(share(price.base, index, packages), currency),
  ItemizedCharges: items(
    [...price.items.map((item) => ({ ...item, cents: share(item.cents, index, packages) })), ...price.packageItems],
    currency,
  ),
});

const shipmentParts = (price: SimPrice, currency: string): JsonObject =>
  perPackage(currency)
    ? { BaseServiceCharge: money(0, currency) }
    : { BaseServiceCharge: money(price.base, currency), ItemizedCharges: items(price.items, currency) };

/** Published charges, in a price and in a purchase alike. */
export const publishedCharges = (price: SimPrice, packages: number, currency: string): JsonObject => ({
  TransportationCharges: money(price.base + sum(price.items), currency),
  ...shipmentParts(price, currency),
  ...taxes(price),
  ServiceOptionsCharges: money(sum(price.packageItems) * packages, currency),
  TotalCharges: money(price.beforeTaxes, currency),
  ...withTaxes(price, currency),
});

export const negotiatedCharges = (price: SimPrice, currency: string): JsonObject => ({
  ...shipmentParts(price, currency),
  ...taxes(price),
  TotalCharge: money(price.beforeTaxes, currency),
  ...withTaxes(price, currency),
});

const compact = (day: string): string => day.replaceAll('-', '');
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Said with every price. */
export const REFERENCE_RATES: JsonObject = {
  Code: '110971',
  Description: 'Your invoice may vary from the displayed reference rates',
};

function ratedPackage(
  { published, negotiated }: PricedService,
  of: { readonly currency: string; readonly negotiated: boolean; readonly packages: readonly string[] },
  index: number,
): JsonObject {
  const parts = (price: SimPrice): JsonObject =>
    perPackage(of.currency)
      ? partsOf(price, of.currency, index, of.packages.length)
      : price.packageItems.length > 0
        ? { ItemizedCharges: items(price.packageItems, of.currency) }
        : {};
  // Elsewhere UPS names the base of a package as zero beside what it negotiated.
  const none: JsonObject = perPackage(of.currency) ? {} : { BaseServiceCharge: money(0, of.currency) };
  return {
    ...parts(published),
    ...(of.negotiated ? { NegotiatedCharges: { ...none, ...parts(negotiated) } } : {}),
  };
}

export function ratedShipment(
  priced: PricedService,
  of: {
    readonly name: string;
    readonly currency: string;
    readonly unit: 'LBS' | 'KGS';
    readonly weight: string;
    readonly packages: readonly string[];
    readonly negotiated: boolean;
    readonly pickup: string;
    readonly arrival: string | undefined;
    readonly saturday: boolean;
  },
): JsonObject {
  const { currency } = of;
  return {
    Disclaimer: [
      { Code: '02', Description: 'Additional duties/taxes may apply and are not reflected in the total amount due.' },
    ],
    Service: { Code: priced.code, Description: '' },
    RatedShipmentAlert: [REFERENCE_RATES],
    RatingMethod: '01',
    BillableWeightCalculationMethod: '02',
    BillingWeight: {
      UnitOfMeasurement: { Code: of.unit, Description: of.unit === 'LBS' ? 'Pounds' : 'Kilograms' },
      Weight: of.weight,
    },
    ...publishedCharges(priced.published, of.packages.length, currency),
    ...(of.negotiated ? { NegotiatedRateCharges: negotiatedCharges(priced.negotiated, currency) } : {}),
    RatedPackage: of.packages.map((Weight, index) => ({
      ...ratedPackage(priced, of, index),
      Weight,
    })),
    ...(of.arrival === undefined
      ? {}
      : {
          TimeInTransit: {
            PickupDate: compact(of.pickup),
            PackageBillType: '03',
            ServiceSummary: {
              Service: { Description: of.name },
              EstimatedArrival: {
                Arrival: { Date: compact(of.arrival), Time: '233000' },
                BusinessDaysInTransit: String(priced.days),
                Pickup: { Date: compact(of.pickup), Time: '180000' },
                DayOfWeek: WEEKDAYS[new Date(`${of.arrival}T00:00:00Z`).getUTCDay()] ?? '',
                TotalTransitDays: String(priced.days),
              },
              SaturdayDelivery: of.saturday ? '1' : '0',
              ...(of.saturday
                ? { SaturdayDeliveryDisclaimer: 'Saturday Delivery is available for an additional charge.' }
                : {}),
            },
          },
        }),
  };
}
