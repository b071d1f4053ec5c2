/** Our shipment in the vendor's words, and its price lines in ours. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { fromMillimetres } from '@scanship/domain/values/measure';
import { toDecimal, type Money } from '@scanship/domain/money/money';
import type { Parcel, PriceLine, PriceLineKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Message } from './vendor.ts';

export const addressMessage = (a: Address): Message => ({
  Name: a.name,
  Company: a.companyName,
  Street1: a.address1,
  Street2: a.address2,
  City: a.city,
  Province: a.provinceCode,
  PostalCode: a.zipcode.replace(/\s+/g, '').toUpperCase(),
  Country: a.countryCode,
  Residential: a.residential === true ? 'Y' : 'N',
});

function parcel(p: Parcel, index: number): Message {
  const { dimensions } = p;
  if (!dimensions)
    throw fail('invalid-input', `Parcel ${p.number} needs its size.`, { field: `parcels.${index}.dimensions` });
  return {
    Grams: p.weightGrams,
    Length: fromMillimetres(dimensions.lengthMm, 'cm'),
    Width: fromMillimetres(dimensions.widthMm, 'cm'),
    Height: fromMillimetres(dimensions.heightMm, 'cm'),
  };
}

const customs = (s: ShipmentRequest): Message | undefined =>
  s.customs && {
    Currency: s.customs.currency,
    Reason: s.customs.purpose.toUpperCase(),
    DutiesPaidBy: s.customs.dutiesPaidBy === 'Shipper' ? 'SHIPPER' : 'CONSIGNEE',
    Item: s.customs.items.map((item) => ({
      Description: item.description,
      Quantity: item.quantity,
      UnitValue: toDecimal(item.unitValue),
      UnitGrams: item.unitGrams,
      HsCode: item.hsCode,
      Origin: item.originCountry,
    })),
  };

export const shipmentMessage = (s: ShipmentRequest): Message => ({
  ShipDate: s.shipDate,
  From: addressMessage(s.from),
  To: addressMessage(s.to),
  Parcel: s.parcels.map(parcel),
  Signature: s.options.signature === undefined || s.options.signature === 'none' ? 'N' : 'Y',
  Customs: customs(s),
});

const LINE_KINDS: Readonly<Record<string, PriceLineKind>> = {
  BAS: 'base',
  FSC: 'fuel',
  SUR: 'surcharge',
  OPT: 'option',
  TAX: 'tax',
};

/** Lines and total of a `Price` element. */
export function price(p: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const currency = p.currency('Currency');
  const lines = p.object('Lines').strictList('Line', (line) => ({
    kind: line.choice('Type', LINE_KINDS),
    code: line.string('Code', /^[A-Z]{2,12}$/),
    label: line.string('Name'),
    amount: line.money('Amount', currency),
  }));
  return addedUp(p.at('Lines'), lines, p.money('Total', currency));
}
