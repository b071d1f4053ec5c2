/** Small pieces that orders, products and locations share. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import type { Address } from '@scanship/domain/addresses/address';

export const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = {
  GRAMS: 'g',
  KILOGRAMS: 'kg',
  OUNCES: 'oz',
  POUNDS: 'lb',
};

/** `{ value unit }` as grams; zero means that the seller entered none. */
export function readWeight(weight: ObjectReader): number | undefined {
  const value = weight.number('value');
  const unit = weight.choice('unit', WEIGHT_UNITS);
  return value > 0 && value < 1e6 ? toGrams(value, unit) : undefined;
}

/** `{ shopMoney { amount currencyCode } }`: the shop's own currency, never the buyer's. */
export function readShopMoney(bag: ObjectReader): Money {
  const money = bag.object('shopMoney');
  return money.money('amount', money.currency('currencyCode'));
}

const HS_CODE = /^\d{4}(\.?\d{2}){0,4}$/;

/** Digits only. */
export const readHsCode = (item: ObjectReader): string | undefined =>
  item.maybe('harmonizedSystemCode', (n) => item.string(n, HS_CODE))?.replaceAll('.', '');

export const readCountry = (owner: ObjectReader, name: string): string | undefined =>
  owner.maybe(name, (n) => owner.string(n, /^[A-Z]{2}$/));

/** What is known of an address; fields that were withheld or left out are absent. */
export function readAddress(address: ObjectReader, countryField: string): Partial<Address> {
  const text = (name: string): string | undefined => address.maybe(name, (n) => address.string(n));
  return {
    name: text('name'),
    companyName: text('company'),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    provinceCode: text('provinceCode'),
    zipcode: text('zip'),
    countryCode: readCountry(address, countryField),
    phone: text('phone'),
  };
}
