/** A postal address in Amazon's words, held against the lengths of the contract. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';

const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** @throws ConnectorError `invalid-input` naming our field */
function within(text: string | undefined, most: number, what: string, field: string): string {
  const value = line(text);
  if (value === '') throw fail('invalid-input', `Amazon Shipping needs ${what}.`, { field });
  if (value.length > most)
    throw fail('invalid-input', `Amazon Shipping takes at most ${most} characters for ${what}.`, { field });
  return value;
}

/** @param at "from", "to" or "returnTo" */
export function addressMessage(a: Address, at: string): Record<string, unknown> {
  const company = line(a.companyName);
  const second = line(a.address2);
  const [phone, email] = [line(a.phone), line(a.email)];
  if (second.length > 60)
    throw fail('invalid-input', 'Amazon Shipping takes at most 60 characters for the second line of the address.', {
      field: `${at}.address2`,
    });
  if (phone.length > 20)
    throw fail('invalid-input', 'Amazon Shipping takes at most 20 characters for the telephone number.', {
      field: `${at}.phone`,
    });
  if (email.length > 64)
    throw fail('invalid-input', 'Amazon Shipping takes at most 64 characters for the e-mail address.', {
      field: `${at}.email`,
    });
  return {
    name: within(line(a.name) === '' ? company : a.name, 50, 'the name', `${at}.name`),
    addressLine1: within(a.address1, 60, 'the first line of the address', `${at}.address1`),
    ...(second === '' ? {} : { addressLine2: second }),
    ...(company === '' ? {} : { companyName: company }),
    // Countries without states are told by the city: the contract demands the member everywhere.
    stateOrRegion: line(a.provinceCode) === '' ? line(a.city) : line(a.provinceCode),
    city: within(a.city, 100, 'the city', `${at}.city`),
    countryCode: a.countryCode,
    postalCode: within(a.zipcode, 20, 'the postal code', `${at}.zipcode`).toUpperCase(),
    ...(email === '' ? {} : { email }),
    ...(phone === '' ? {} : { phoneNumber: phone }),
  };
}
