/** Our shipment in the vendor's words, and its charges in ours. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams } from '@scanship/domain/values/measure';
import { times, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Parcel, PriceLine, PriceLineKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { VendorParty, VendorRequest, VendorUnit } from './vendor.ts';

const party = (a: Address): VendorParty => ({
  contact: a.name,
  company: a.companyName,
  street: [a.address1, a.address2].filter((line): line is string => line !== undefined && line !== ''),
  city: a.city,
  state: a.provinceCode,
  zip: a.zipcode.replace(/\s+/g, '').toUpperCase(),
  country: a.countryCode,
  residential: a.residential ?? false,
});

/** Whole centimetres, rounded up: the vendor never measures less than there is. */
const up = (mm: number): number => Math.ceil(mm / 10);

function unit(p: Parcel, index: number): VendorUnit {
  const { dimensions: d } = p;
  if (!d) throw fail('invalid-input', `Parcel ${p.number} needs its size.`, { field: `parcels.${index}.dimensions` });
  return { unit: p.number, kg: fromGrams(p.weightGrams, 'kg'), cm: [up(d.lengthMm), up(d.widthMm), up(d.heightMm)] };
}

const customs = (s: ShipmentRequest): VendorRequest['customs'] =>
  s.customs && {
    currency: s.customs.currency,
    lines: s.customs.items.map((item) => ({
      text: item.description,
      count: item.quantity,
      value: toDecimal(times(item.unitValue, item.quantity)),
      hs: item.hsCode,
      origin: item.originCountry,
    })),
  };

export const requestMessage = (s: ShipmentRequest): VendorRequest => ({
  pickupDate: s.shipDate,
  origin: party(s.from),
  destination: party(s.to),
  units: s.parcels.map(unit),
  customs: customs(s),
});

const LINE_KINDS: Readonly<Record<string, PriceLineKind>> = {
  freight: 'base',
  fuel: 'fuel',
  accessorial: 'surcharge',
  option: 'option',
  tax: 'tax',
};

/** Charges in minor units with their total. */
export function charges(owner: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const currency = owner.currency('currency');
  const lines = owner.strictList('charges', (line) => ({
    kind: line.choice('kind', LINE_KINDS),
    code: line.string('code', /^[A-Z]{2,12}$/),
    label: line.string('label'),
    amount: line.minor('cents', currency),
  }));
  return addedUp(owner.at('charges'), lines, owner.minor('totalCents', currency));
}
