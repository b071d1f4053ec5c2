/** Parcels in UPS's units: pounds and inches from the United States, kilograms and centimetres from elsewhere. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import { sortedSides } from '@scanship/domain/values/measure';
import { allocate, money, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { regulatedGoods } from './dangerous-goods.ts';
import { isAbroad, type Units, unitsFrom, weightMessage } from './units.ts';
import type { VendorPackage } from './vendor.ts';

const whole = (value: number): string => String(Math.max(1, Math.ceil(value - 1e-6)));

function dimensions(parcel: Parcel, index: number, units: Units): VendorPackage['Dimensions'] {
  if (!parcel.dimensions)
    throw fail('invalid-input', `UPS needs the size of parcel ${parcel.number}.`, {
      field: `parcels.${index}.dimensions`,
    });
  const [length, width, height] = sortedSides(parcel.dimensions);
  return {
    UnitOfMeasurement: units.length,
    Length: whole(units.ofMm(length)),
    Width: whole(units.ofMm(width)),
    Height: whole(units.ofMm(height)),
  };
}

const CURRENCIES: Readonly<Record<string, string>> = { CA: 'CAD', US: 'USD', PR: 'USD' };

/**
 * Declared values, one per parcel: the parcel's own. What the shipment is insured for beyond those is shared by the others, by
 * their weight, so that nobody pays for more than was insured.
 */
function declaredValues(s: ShipmentRequest): readonly (Money | undefined)[] {
  const { insuredValue } = s.options;
  const own = s.parcels.reduce((sum, p) => sum + (p.declaredValue?.minor ?? 0), 0);
  const shares =
    insuredValue && s.parcels.some((p) => !p.declaredValue)
      ? allocate(
          { ...insuredValue, minor: Math.max(0, insuredValue.minor - own) },
          s.parcels.map((p) => (p.declaredValue ? 0 : p.weightGrams)),
        )
      : [];
  return s.parcels.map((parcel, index) => {
    const value = parcel.declaredValue ?? shares[index];
    if (!value || value.minor <= 0) return undefined;
    const currency = CURRENCIES[s.from.countryCode];
    if (value.currency !== currency)
      throw fail('invalid-input', `UPS takes declared values in ${currency ?? 'the currency of the origin'} here.`, {
        field: parcel.declaredValue ? `parcels.${index}.declaredValue` : 'options.insuredValue',
      });
    return money(value.minor, value.currency);
  });
}

/** UPS Shipping API: a signature is asked per parcel inside the US, Puerto Rico and Canada, for the shipment elsewhere. */
export const signaturePerParcel = (s: ShipmentRequest): boolean => !isAbroad(s);

const PARCEL_SIGNATURES = { none: undefined, any: '2', adult: '3' } as const;
const SHIPMENT_SIGNATURES = { none: undefined, any: '1', adult: '2' } as const;

export function shipmentSignature(s: ShipmentRequest): { readonly DCISType: string } | undefined {
  const type = signaturePerParcel(s) ? undefined : SHIPMENT_SIGNATURES[s.options.signature ?? 'none'];
  return type === undefined ? undefined : { DCISType: type };
}

/** Whether these parcels go back to the seller; then no signature is asked for (Shipping API, DeliveryConfirmation). */
const isReturn = (s: ShipmentRequest): boolean => s.return !== undefined;

/** @param service undefined for a price of all services @throws ConnectorError `invalid-input` naming our field */
export function packageMessages(s: ShipmentRequest, service?: string): VendorPackage[] {
  const regulated = regulatedGoods(s, service);
  const units = unitsFrom(s.from.countryCode);
  const values = declaredValues(s);
  const type = signaturePerParcel(s) && !isReturn(s) ? PARCEL_SIGNATURES[s.options.signature ?? 'none'] : undefined;
  return s.parcels.map((parcel, index) => {
    if (units.ofGrams(parcel.weightGrams) > units.maxWeight)
      throw fail(
        'invalid-input',
        `UPS takes parcels of up to ${units.maxWeight} ${units.weight.Description.toLowerCase()}.`,
        {
          field: `parcels.${index}.weightGrams`,
        },
      );
    const declared = values[index];
    const DeclaredValue = declared && { CurrencyCode: declared.currency, MonetaryValue: toDecimal(declared) };
    const DeliveryConfirmation = type === undefined ? undefined : { DCISType: type };
    return {
      Dimensions: dimensions(parcel, index, units),
      PackageWeight: weightMessage(parcel.weightGrams, units),
      PackageServiceOptions:
        DeclaredValue || DeliveryConfirmation || regulated
          ? { DeliveryConfirmation, DeclaredValue, ...regulated }
          : undefined,
    };
  });
}
