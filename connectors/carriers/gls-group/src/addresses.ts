/** An address in ShipIT's words. Lengths and forbidden characters are those of its documentation. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
export type Message = Record<string, unknown>;
/** ShipIT forbids these characters in texts: they can cause trouble on the way of a parcel. */
export const plain = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll(/[\\"{},;()|\n\r]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const LINE = 40;
const EMAIL = 80;
const ZIP = 10;

function fitting(text: string | undefined, most: number, field: string): string {
  const value = plain(text);
  if (value.length > most)
    throw invalidInput(`${NAME} takes up to ${most} characters here; please shorten "${value}".`, field);
  return value;
}

function needed(text: string | undefined, most: number, what: string, field: string): string {
  const value = fitting(text, most, field);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  return value;
}

const filled = (members: Readonly<Record<string, string>>): Message =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));

/** @throws ConnectorError `invalid-input` naming our field, which begins with `at` */
export function addressMessage(a: Address, at: string): Message {
  const company = fitting(a.companyName, LINE, `${at}.companyName`);
  const person = fitting(a.name, LINE, `${at}.name`);
  const phone = plain(a.phone);
  return {
    Name1: needed(company === '' ? person : company, LINE, 'a name in the address', `${at}.name`),
    ...filled({
      Name2: company === '' || company === person ? '' : person,
      Name3: fitting(a.address2, LINE, `${at}.address2`),
    }),
    CountryCode: a.countryCode,
    ...filled({ Province: fitting(a.provinceCode, LINE, `${at}.provinceCode`) }),
    ZIPCode: needed(a.zipcode, ZIP, 'a postal code', `${at}.zipcode`),
    City: needed(a.city, LINE, 'a city', `${at}.city`),
    // The number of the house may be part of the street.
    Street: needed(a.address1, LINE, 'a street', `${at}.address1`),
    ...filled({
      eMail: fitting(a.email, EMAIL, `${at}.email`),
      // Shorter ones are refused: a contact person has six characters or more, a telephone number four.
      ContactPerson: person.length > 5 ? person : '',
      FixedLinePhonenumber: phone.length > 3 && phone.length <= 35 ? phone : '',
    }),
  };
}
