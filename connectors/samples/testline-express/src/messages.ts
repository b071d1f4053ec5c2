/** Our shipment in the vendor's words, and the vendor's price lines in ours. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type { Parcel, PriceLine, PriceLineKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { VendorAddress, VendorCustoms, VendorPiece, VendorShipment } from './vendor.ts';

export const addressMessage = (a: Address): VendorAddress => ({
  name: a.name,
  company: a.companyName,
  line1: a.address1,
  line2: a.address2,
  city: a.city,
  region: a.provinceCode,
  postalCode: a.zipcode.replace(/\s+/g, '').toUpperCase(),
  country: a.countryCode,
  phone: a.phone,
  residential: a.residential ?? false,
});

function piece(parcel: Parcel, index: number): VendorPiece {
  const { dimensions } = parcel;
  if (!dimensions)
    throw fail('invalid-input', `Parcel ${parcel.number} needs its size.`, { field: `parcels.${index}.dimensions` });
  return {
    number: parcel.number,
    weightKg: fromGrams(parcel.weightGrams, 'kg'),
    lengthCm: fromMillimetres(dimensions.lengthMm, 'cm'),
    widthCm: fromMillimetres(dimensions.widthMm, 'cm'),
    heightCm: fromMillimetres(dimensions.heightMm, 'cm'),
  };
}

const customs = (s: ShipmentRequest): VendorCustoms | undefined =>
  s.customs && {
    currency: s.customs.currency,
    purpose: s.customs.purpose.toUpperCase(),
    incoterm: s.customs.incoterm,
    dutiesPaidBy: s.customs.dutiesPaidBy === 'Shipper' ? 'SENDER' : 'RECEIVER',
    items: s.customs.items.map((item) => ({
      description: item.description,
      quantity: item.quantity,
      unitValue: toDecimal(item.unitValue),
      unitWeightKg: fromGrams(item.unitGrams, 'kg'),
      hsCode: item.hsCode,
      origin: item.originCountry,
    })),
  };

const SIGNATURES = { none: 'NONE', any: 'ANY', adult: 'ADULT' } as const;

export const shipmentMessage = (s: ShipmentRequest): VendorShipment => ({
  shipDate: s.shipDate,
  from: addressMessage(s.from),
  to: addressMessage(s.to),
  pieces: s.parcels.map(piece),
  signature: SIGNATURES[s.options.signature ?? 'none'],
  customs: customs(s),
});

const LINE_KINDS: Readonly<Record<string, PriceLineKind>> = {
  BASE: 'base',
  FUEL: 'fuel',
  SURCHARGE: 'surcharge',
  OPTION: 'option',
  TAX: 'tax',
};

/** A charge of a quote or a purchase. */
export const priceLine = (line: ObjectReader, currency: string): PriceLine => ({
  kind: line.choice('type', LINE_KINDS),
  code: line.string('code', /^[A-Z]{2,12}$/),
  label: line.string('description'),
  amount: line.money('amount', currency),
});
