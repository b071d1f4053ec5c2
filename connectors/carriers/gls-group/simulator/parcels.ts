/** Parcels in the books: made, reprinted under new names, closed, cancelled. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import { toGrams } from '@scanship/domain/values/measure';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf } from '@scanship/simulator-kit/tracking-story';
import { type AddressMessage, createRequest, type ShipmentMessage } from './contract.ts';

export interface Parcel {
  readonly paid: BookEntry;
  /** Its names of today: a reprint changes both. */
  readonly trackId: string;
  readonly parcelNumber: string;
  readonly shipment: ShipmentMessage;
  readonly voided: boolean;
  readonly closed: boolean;
}

/** Numbers are eleven apart, so that a neighbour's number is nobody's. */
const STEP = 11;

export function freshNames(sim: SimContext): { readonly trackId: string; readonly parcelNumber: string } {
  const count = sim.books.all().length * STEP;
  return {
    trackId: `ZX${(1_700_003 + count).toString(36).toUpperCase().padStart(6, '0')}`,
    parcelNumber: String(20_281_000_017 + count),
  };
}

function namesIn({ trackId, parcelNumber }: JsonObject): { readonly trackId: string; readonly parcelNumber: string } {
  if (typeof trackId !== 'string' || typeof parcelNumber !== 'string')
    throw new RangeError('a parcel in the books has no names');
  return { trackId, parcelNumber };
}

function parcelOf(paid: BookEntry, sim: SimContext): Parcel {
  const all = sim.books.all();
  const reprint = all.findLast((e) => e.kind === 'note' && e.data.of === paid.id);
  const names = namesIn(reprint?.data ?? paid.data);
  return {
    paid,
    ...names,
    shipment: createRequest.parse(paid.data.request).Shipment,
    voided: all.some((e) => e.kind === 'voided' && e.id === paid.id),
    closed: all.some((e) => e.kind === 'manifest' && Array.isArray(e.data.parcels) && e.data.parcels.includes(paid.id)),
  };
}

export const parcelsOf = (sim: SimContext, account: SimAccount): readonly Parcel[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id)
    .map((paid) => parcelOf(paid, sim));

export interface Identifiers {
  readonly TrackID?: string | undefined;
  readonly ParcelNumber?: string | undefined;
  readonly ShipmentReference?: string | undefined;
  readonly ShipmentUnitReference?: string | undefined;
}

/** All identifiers given must fit; a cancelled parcel is none any more. */
export const identified = (parcels: readonly Parcel[], ids: Identifiers): readonly Parcel[] =>
  parcels.filter(({ trackId, parcelNumber, shipment, voided }) => {
    const [unit] = shipment.ShipmentUnit;
    return (
      !voided &&
      (ids.TrackID === undefined || ids.TrackID === trackId) &&
      (ids.ParcelNumber === undefined || ids.ParcelNumber === parcelNumber) &&
      (ids.ShipmentReference === undefined || shipment.ShipmentReference?.includes(ids.ShipmentReference) === true) &&
      (ids.ShipmentUnitReference === undefined ||
        unit?.ShipmentUnitReference?.includes(ids.ShipmentUnitReference) === true)
    );
  });

export function story({ paid, shipment }: Parcel, sim: SimContext): ReturnType<typeof storyOf> {
  const to = shipment.Consignee.Address;
  const from = shipment.Shipper.AlternativeShipperAddress ?? to;
  const days = from.CountryCode === to.CountryCode ? 1 : 3;
  return storyOf(new Date(paid.at), sim.now(), days, false, { from: from.City, to: to.City });
}

export function labelOf({ parcelNumber, shipment, paid }: Parcel): LabelModel {
  const party = (a: AddressMessage): LabelModel['to'] => ({
    name: a.Name2 ?? a.Name1,
    companyName: a.Name2 === undefined ? undefined : a.Name1,
    address1: [a.Street, a.StreetNumber].filter((part) => part !== undefined).join(' '),
    address2: a.Name3,
    city: a.City,
    provinceCode: a.Province ?? '',
    zipcode: a.ZIPCode,
    countryCode: a.CountryCode,
  });
  const receiver = shipment.Consignee.Address;
  const [unit] = shipment.ShipmentUnit;
  return {
    carrierName: 'GLS',
    serviceName: shipment.Product,
    trackingNumber: parcelNumber,
    from: party(shipment.Shipper.AlternativeShipperAddress ?? receiver),
    to: party(receiver),
    weightGrams: toGrams(unit?.Weight ?? 0, 'kg'),
    shipDate: shipment.ShippingDate ?? paid.at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: unit?.Note1 === undefined ? [] : [unit.Note1],
    test: true,
  };
}
