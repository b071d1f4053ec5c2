/** Our shipment in UniUni's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlySizedParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { fromMillimetres } from '@scanship/domain/values/measure';
import { money, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

function needed(text: string | undefined, what: string, field: string): string {
  const value = line(text);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  return value;
}

const POSTAL: Readonly<Record<string, RegExp>> = { CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/, US: /^\d{5}(-?\d{4})?$/ };

function addressMessage(a: Address): Record<string, unknown> {
  const second = line(a.address2);
  const postalCode = line(a.zipcode).toUpperCase();
  if (POSTAL[a.countryCode]?.test(postalCode) !== true)
    throw invalidInput(`"${a.zipcode}" is not a postal code of this country.`, 'to.zipcode');
  return {
    address1: needed(a.address1, 'the first line of the address', 'to.address1'),
    ...(second === '' ? {} : { address2: second }),
    city: needed(a.city, 'the city', 'to.city'),
    province: needed(a.provinceCode, 'the province or state', 'to.provinceCode'),
    postalCode,
    country: a.countryCode,
  };
}

/** Where to and what, as prices are asked with. @throws ConnectorError `invalid-input` naming our field */
export function parcelMessage(s: ShipmentRequest): Record<string, unknown> {
  const parcel = onlySizedParcel(NAME, s);
  if (!['CA', 'US'].includes(s.to.countryCode))
    throw invalidInput(`${NAME} delivers in Canada and the United States only.`, 'to.countryCode');
  if (s.to.countryCode !== s.from.countryCode && !s.customs)
    throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  if (s.return) throw invalidInput(`${NAME} makes no return labels.`, 'return');
  if (s.options.signature === 'adult')
    throw invalidInput(`${NAME} does not check the age of the receiver.`, 'options.signature');
  const { lengthMm, widthMm, heightMm } = parcel.dimensions;
  return {
    address: addressMessage(s.to),
    dimensions: {
      length: fromMillimetres(lengthMm, 'cm'),
      width: fromMillimetres(widthMm, 'cm'),
      height: fromMillimetres(heightMm, 'cm'),
      dimensionUnit: 'CM',
    },
    weight: { value: parcel.weightGrams, weightUnit: 'G' },
  };
}

function valued(value: Money, field: string): Record<string, unknown> {
  if (value.currency !== 'CAD' && value.currency !== 'USD')
    throw invalidInput(`${NAME} takes values in CAD or USD, not in ${value.currency}.`, field);
  return { unit_value: Number(toDecimal(value)), currency: value.currency };
}

const goods = (customs: Customs): readonly Record<string, unknown>[] =>
  customs.items.map((item, index) => {
    const at = (field: string): string => `customs.items.${index}.${field}`;
    return {
      description: needed(item.description, 'a description of the goods for customs', at('description')),
      quantity: item.quantity,
      ...valued(item.unitValue, at('unitValue')),
      hs_code: needed(item.hsCode, 'the tariff code of the goods', at('hsCode')),
      country_of_origin: needed(item.originCountry, 'the country the goods were made in', at('originCountry')),
      ...(item.sku === undefined ? {} : { sku: item.sku }),
    };
  });

/**
 * A draft. @param type of the API @param reference ours, for a purchase; the draft of a question has none
 * @throws ConnectorError `invalid-input` naming our field
 */
export function draftMessage(s: ShipmentRequest, type: string, reference?: string): Record<string, unknown> {
  const [phone, email] = [line(s.to.phone), line(s.to.email)];
  if (phone === '' && email === '')
    throw invalidInput(`${NAME} needs a telephone number or an e-mail address of the receiver.`, 'to.phone');
  // At home the value only matters to a claim, yet an item is demanded; where nobody stated one, it is a dollar.
  const value = s.parcels[0]?.declaredValue ?? money(100, 'CAD');
  return {
    recipient: {
      name: needed(line(s.to.name) === '' ? s.to.companyName : s.to.name, 'the receiver’s name', 'to.name'),
      ...(phone === '' ? {} : { phone }),
      ...(email === '' ? {} : { email }),
      signature: s.options.signature === 'any',
    },
    ...parcelMessage(s),
    postageType: type,
    shipmentLineItems: s.customs
      ? goods(s.customs)
      : [{ description: 'Merchandise', quantity: 1, ...valued(value, 'parcels.0.declaredValue') }],
    ...(reference === undefined ? {} : { orderNumber: reference }),
  };
}
