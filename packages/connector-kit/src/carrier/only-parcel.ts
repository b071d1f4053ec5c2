/** What a purchase of one parcel is refused for before any call, in the words of every carrier that takes one at a time. */
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Dimensions } from '@scanship/domain/values/measure';
import { invalidInput } from '../errors.ts';

/** @param name of the carrier @throws ConnectorError `invalid-input` where there are several, or none */
export function onlyParcel(name: string, { parcels }: Pick<ShipmentRequest, 'parcels'>): Parcel {
  const [parcel] = parcels;
  if (!parcel || parcels.length !== 1)
    throw invalidInput(`${name} labels are bought one parcel at a time here.`, 'parcels');
  return parcel;
}

/** The same for carriers that price no parcel without its size. @throws ConnectorError `invalid-input` */
export function onlySizedParcel(
  name: string,
  shipment: Pick<ShipmentRequest, 'parcels'>,
): Parcel & { readonly dimensions: Dimensions } {
  const parcel = onlyParcel(name, shipment);
  const { dimensions } = parcel;
  if (!dimensions) throw invalidInput(`${name} needs the size of parcel ${parcel.number}.`, 'parcels.0.dimensions');
  return { ...parcel, dimensions };
}
