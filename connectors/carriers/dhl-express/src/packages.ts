/** Parcels in DHL's units: pounds and inches from the United States, kilograms and centimetres from elsewhere. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import { fromGrams, fromMillimetres, sortedSides } from '@scanship/domain/values/measure';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { packagingCode } from './packagings.ts';

export interface Units {
  readonly unitOfMeasurement: 'metric' | 'imperial';
  /** Three decimals; a shipment never weighs nothing. */
  ofGrams(grams: number): number;
  ofMm(mm: number): number;
}

const METRIC: Units = {
  unitOfMeasurement: 'metric',
  ofGrams: (grams) => Math.max(0.001, fromGrams(grams, 'kg', 3)),
  ofMm: (mm) => fromMillimetres(mm, 'cm', 1),
};
const IMPERIAL: Units = {
  unitOfMeasurement: 'imperial',
  ofGrams: (grams) => Math.max(0.001, fromGrams(grams, 'lb', 3)),
  ofMm: (mm) => Math.max(0.001, fromMillimetres(mm, 'in', 3)),
};

export const unitsFrom = (country: string): Units => (country === 'US' || country === 'PR' ? IMPERIAL : METRIC);

function dimensions(parcel: Parcel, index: number, units: Units) {
  if (!parcel.dimensions)
    throw fail('invalid-input', `DHL Express needs the size of parcel ${parcel.number}.`, {
      field: `parcels.${index}.dimensions`,
    });
  const [length, width, height] = sortedSides(parcel.dimensions);
  return { length: units.ofMm(length), width: units.ofMm(width), height: units.ofMm(height) };
}

/** @throws ConnectorError `invalid-input` naming our field */
export const packageMessages = (s: Pick<ShipmentRequest, 'from' | 'parcels'>) => {
  const units = unitsFrom(s.from.countryCode);
  return s.parcels.map((parcel, index) => ({
    typeCode: packagingCode(parcel.packaging),
    weight: units.ofGrams(parcel.weightGrams),
    dimensions: dimensions(parcel, index, units),
  }));
};
