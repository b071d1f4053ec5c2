/** An address of Easyship in our terms; what it leaves out is empty. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';

/** "Leave it null or 0 if the country does not have postal codes." */
const NO_POSTAL_CODE = '0';

export function readAddress(from: ObjectReader | undefined): Address {
  const text = (name: string): string | undefined => from?.maybe(name, (n) => from.string(n));
  const zipcode = text('postal_code') ?? '';
  return {
    name: text('contact_name') ?? '',
    companyName: text('company_name'),
    address1: text('line_1') ?? '',
    address2: text('line_2'),
    city: text('city') ?? '',
    provinceCode: text('state') ?? '',
    zipcode: zipcode === NO_POSTAL_CODE ? '' : zipcode,
    countryCode: from?.maybe('country_alpha2', (n) => from.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: text('contact_phone'),
    email: text('contact_email'),
  };
}
