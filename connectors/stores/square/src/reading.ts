/** Small pieces that orders, products and locations share. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { Money } from '@scanship/domain/money/money';

/** Ids of orders, catalogue objects, fulfilments. */
export const ID = /^[\w:#-]{1,192}$/;
export const MERCHANT_ID = /^[A-Z0-9]{4,32}$/;

/** `{ amount currency }`, in minor units already. */
export function readMoney(owner: ObjectReader, name: string): Money {
  const value = owner.object(name);
  return value.minor('amount', value.currency('currency'));
}

/** What is known of a postal address; the third line goes to the second, which labels print. */
export function readAddress(address: ObjectReader): Partial<Address> {
  const text = (name: string): string | undefined => address.maybe(name, (n) => address.string(n));
  const more = [text('address_line_2'), text('address_line_3')].filter((line) => line !== undefined);
  return {
    address1: text('address_line_1'),
    address2: more.length === 0 ? undefined : more.join(', '),
    city: text('locality'),
    provinceCode: text('administrative_district_level_1'),
    zipcode: text('postal_code'),
    countryCode: address.maybe('country', (n) => address.string(n, /^[A-Z]{2}$/)),
  };
}
