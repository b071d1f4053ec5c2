/** Our shipment in the vendor's words, and its prices in ours. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import { toDecimal, type Money } from '@scanship/domain/money/money';
import type { Parcel, PriceLine, PriceLineKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';

export const address = (a: Address): XmlTree => ({
  name: a.name,
  company: a.companyName,
  'address-line-1': a.address1,
  'address-line-2': a.address2,
  city: a.city,
  province: a.provinceCode,
  'postal-code': a.zipcode.replace(/\s+/g, '').toUpperCase(),
  'country-code': a.countryCode,
});

export function parcelMessage(p: Parcel, index = 0): XmlTree {
  const { dimensions: d } = p;
  if (!d) throw fail('invalid-input', `Parcel ${p.number} needs its size.`, { field: `parcels.${index}.dimensions` });
  return {
    // Kilograms with three decimals, centimetres with one, as text: the schema counts the decimals.
    weight: fromGrams(p.weightGrams, 'kg').toFixed(3),
    length: fromMillimetres(d.lengthMm, 'cm').toFixed(1),
    width: fromMillimetres(d.widthMm, 'cm').toFixed(1),
    height: fromMillimetres(d.heightMm, 'cm').toFixed(1),
  };
}

export const optionsMessage = (s: ShipmentRequest): XmlTree | undefined =>
  s.options.signature === undefined || s.options.signature === 'none' ? undefined : { 'option-code': 'SO' };

export const customsMessage = (s: ShipmentRequest): XmlTree | undefined =>
  s.customs && {
    currency: s.customs.currency,
    'reason-for-export':
      s.customs.purpose === 'Sale'
        ? 'SOG'
        : s.customs.purpose === 'Gift'
          ? 'GIF'
          : s.customs.purpose === 'Documents'
            ? 'DOC'
            : 'OTH',
    item: s.customs.items.map((item) => ({
      description: item.description,
      quantity: item.quantity,
      'unit-value': toDecimal(item.unitValue),
      'unit-weight': fromGrams(item.unitGrams, 'kg').toFixed(3),
      'hs-code': item.hsCode,
      origin: item.originCountry,
    })),
  };

const LINE_KINDS: Readonly<Record<string, PriceLineKind>> = {
  base: 'base',
  fuel: 'fuel',
  adjustment: 'surcharge',
  option: 'option',
  tax: 'tax',
};

/** `price` element: lines and the amount due. */
export function price(p: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const lines = p.object('lines').strictList('line', (line) => ({
    kind: line.choice('@kind', LINE_KINDS),
    code: line.string('@code', /^[A-Z]{2,12}$/),
    label: line.string('name'),
    amount: line.money('amount', 'CAD'),
  }));
  return addedUp(p.at('lines'), lines, p.money('due', 'CAD'));
}
