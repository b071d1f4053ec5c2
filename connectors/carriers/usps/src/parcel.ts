/** One parcel in USPS's units: decimal pounds and inches. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import { fromGrams, fromMillimetres, sortedSides, type Dimensions } from '@scanship/domain/values/measure';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';
import { packagingCodes } from './packagings.ts';
import { isAbroad } from './services.ts';

/** Two decimals: a pound is stored as 454 g, a hair more than a pound, and must not be billed as two. */
export const pounds = (grams: number): number => Math.max(0.01, fromGrams(grams, 'lb', 2));
/** One decimal, because 305 mm is twelve inches and USPS rounds every fraction of an inch up (since 2026-07-12). */
const inches = (mm: number): number => Math.max(0.1, fromMillimetres(mm, 'in', 1));

/** The only parcel of a call. @throws ConnectorError `invalid-input` when there are several */
export function onlyParcel(s: ShipmentRequest): Parcel {
  const [parcel, ...more] = s.parcels;
  if (!parcel || more.length > 0)
    throw fail('invalid-input', 'USPS makes one label a call: one parcel at a time.', { field: 'parcels' });
  return parcel;
}

function sizeOf(parcel: Parcel, index: number): Dimensions {
  const size = manifest.packagings?.find(({ code }) => code === parcel.packaging)?.outer ?? parcel.dimensions;
  if (!size)
    throw fail('invalid-input', `USPS needs the size of parcel ${parcel.number}.`, {
      field: `parcels.${index}.dimensions`,
    });
  return size;
}

export interface Measures {
  readonly weight: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

/** @throws ConnectorError `invalid-input` naming our field */
export function measures(parcel: Parcel, index: number, s: ShipmentRequest): Measures {
  const { maxGramsAbroad } = packagingCodes(parcel.packaging);
  if (parcel.weightGrams < 1 || parcel.weightGrams > manifest.limits.maxGrams)
    throw fail('invalid-input', 'USPS takes parcels of up to 70 pounds.', { field: `parcels.${index}.weightGrams` });
  if (isAbroad(s) && parcel.weightGrams > maxGramsAbroad)
    throw fail('invalid-input', `USPS takes up to ${pounds(maxGramsAbroad)} pounds in this packaging abroad.`, {
      field: `parcels.${index}.weightGrams`,
    });
  const [length, width, height] = sortedSides(sizeOf(parcel, index));
  return {
    weight: pounds(parcel.weightGrams),
    length: inches(length),
    width: inches(width),
    height: inches(height),
  };
}

/**
 * How a parcel is sorted: machinable from 6 x 3 x 1/4 inches and 6 ounces to 22 x 18 x 15 inches and 25 pounds (Domestic Mail
 * Manual 201.7.5); envelopes of the flat rate are flats. Used where no price has said it.
 */
export function processingCategory(parcel: Parcel, index: number, s: ShipmentRequest): string {
  const { weight, length, width, height } = measures(parcel, index, s);
  if (packagingCodes(parcel.packaging).type.endsWith('_ENVELOPE')) return 'FLATS';
  const large = length > 22 || width > 18 || height > 15 || weight > 25;
  const small = length < 6 || width < 3 || height < 0.25 || weight < 0.375;
  return large || small ? 'NONSTANDARD' : 'MACHINABLE';
}
