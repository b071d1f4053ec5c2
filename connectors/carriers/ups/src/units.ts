/** UPS's units, and which borders it counts. Pure. */
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { VendorPackage, VendorUnit } from './vendor.ts';

export interface Units {
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
export const tenths = (value: number): string => (Math.max(1, Math.ceil(value * 10 - 1e-6)) / 10).toFixed(1);

export const weightMessage = (grams: number, units: Units): VendorPackage['PackageWeight'] => ({
  UnitOfMeasurement: units.weight,
  Weight: tenths(units.ofGrams(grams)),
});

/** Crosses a customs border. The United States and Puerto Rico are one area ("qualified domestic"). */
export const isAbroad = (s: Pick<ShipmentRequest, 'from' | 'to'>): boolean => {
  const area = (country: string): string => (country === 'PR' ? 'US' : country);
  return area(s.from.countryCode) !== area(s.to.countryCode);
};
