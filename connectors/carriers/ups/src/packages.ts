/** Parcels in UPS's units: pounds and inches from the United States, kilograms and centimetres from elsewhere. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import { fromGrams, fromMillimetres, sortedSides } from '@scanship/domain/values/measure';
import { allocate, money, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { VendorDryIce, VendorPackage, VendorUnit } from './vendor.ts';

interface Units {
  readonly weight: VendorUnit;
  readonly length: VendorUnit;
  readonly ofGrams: (grams: number) => number;
  readonly ofMm: (mm: number) => number;
  readonly maxWeight: number;
}

const IMPERIAL: Units = {
  weight: { Code: 'LBS', Description: 'Pounds' },
  length: { Code: 'IN', Description: 'Inches' },
  // Two decimals first: 50 lb is stored as 22,680 g, a hair more than 50 lb, and must not be billed as 50.1.
  ofGrams: (grams) => fromGrams(grams, 'lb', 2),
  ofMm: (mm) => fromMillimetres(mm, 'in', 1),
  maxWeight: 150,
};
const METRIC: Units = {
  weight: { Code: 'KGS', Description: 'Kilograms' },
  length: { Code: 'CM', Description: 'Centimeters' },
  ofGrams: (grams) => fromGrams(grams, 'kg', 3),
  ofMm: (mm) => fromMillimetres(mm, 'cm', 1),
  maxWeight: 70,
};

export const unitsFrom = (country: string): Units => (country === 'US' || country === 'PR' ? IMPERIAL : METRIC);

/** Up to the next tenth, since a scale never reads in the shipper's favour. At most five characters ("150.0"). */
const tenths = (value: number): string => (Math.max(1, Math.ceil(value * 10 - 1e-6)) / 10).toFixed(1);

const whole = (value: number): string => String(Math.max(1, Math.ceil(value - 1e-6)));

export const weightMessage = (grams: number, units: Units): VendorPackage['PackageWeight'] => ({
  UnitOfMeasurement: units.weight,
  Weight: tenths(units.ofGrams(grams)),
});

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

/** Crosses a customs border. The United States and Puerto Rico are one area ("qualified domestic"). */
export const isAbroad = (s: Pick<ShipmentRequest, 'from' | 'to'>): boolean => {
  const area = (country: string): string => (country === 'PR' ? 'US' : country);
  return area(s.from.countryCode) !== area(s.to.countryCode);
};

const PARCEL_SIGNATURES = { none: undefined, any: '2', adult: '3' } as const;
const SHIPMENT_SIGNATURES = { none: undefined, any: '1', adult: '2' } as const;

export function shipmentSignature(s: ShipmentRequest): { readonly DCISType: string } | undefined {
  const type = signaturePerParcel(s) ? undefined : SHIPMENT_SIGNATURES[s.options.signature ?? 'none'];
  return type === undefined ? undefined : { DCISType: type };
}

/** Parcels UPS carries by road; everything else flies. */
const GROUND: ReadonlySet<string> = new Set(['03', '11']);

/**
 * Dry ice as UPS takes it (Shipping API, DryIce): the rules of the US Department of Transportation inside the United States and
 * by road to Canada, those of IATA by air.
 * @param service undefined for a price of all services: the rules of the air, but for the US
 */
function dryIce(s: ShipmentRequest, service: string | undefined): VendorDryIce | undefined {
  const { dangerousGoods } = s.options;
  if (!dangerousGoods) return undefined;
  if (dangerousGoods.kind !== 'dry-ice')
    throw fail('invalid-input', 'UPS takes declared dangerous goods here as dry ice only.', {
      field: 'options.dangerousGoods',
    });
  const grams = dangerousGoods.dryIceGrams ?? 0;
  if (grams <= 0)
    throw fail('invalid-input', 'How much dry ice is in each parcel?', { field: 'options.dangerousGoods.dryIceGrams' });
  if (s.parcels.some((parcel) => grams > parcel.weightGrams))
    throw fail('invalid-input', 'There cannot be more dry ice in a parcel than it weighs.', {
      field: 'options.dangerousGoods.dryIceGrams',
    });
  const ground = service !== undefined && GROUND.has(service);
  const american = unitsFrom(s.from.countryCode) === IMPERIAL;
  const byRoadToCanada = american && s.to.countryCode === 'CA' && ground;
  if (ground && !american)
    throw fail(
      'refused',
      'UPS takes declared dry ice from Canada by its air services only; choose an express service.',
      {
        field: 'options.dangerousGoods',
      },
    );
  return {
    RegulationSet: (american && !isAbroad(s)) || byRoadToCanada ? 'CFR' : 'IATA',
    DryIceWeight: {
      UnitOfMeasurement: american ? { Code: '01', Description: 'Pounds' } : { Code: '00', Description: 'Kilograms' },
      Weight: tenths(unitsFrom(s.from.countryCode).ofGrams(grams)),
    },
  };
}

/** Whether these parcels go back to the seller; then no signature is asked for (Shipping API, DeliveryConfirmation). */
const isReturn = (s: ShipmentRequest): boolean => s.return !== undefined;

/** @param service as for `dryIce` @throws ConnectorError `invalid-input` naming our field */
export function packageMessages(s: ShipmentRequest, service?: string): VendorPackage[] {
  const DryIce = dryIce(s, service);
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
        DeclaredValue || DeliveryConfirmation || DryIce ? { DeliveryConfirmation, DeclaredValue, DryIce } : undefined,
    };
  });
}
