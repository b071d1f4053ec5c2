/** Our addresses in the words of Purolator. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { Address } from '@scanship/domain/addresses/address';
import { manifest } from './manifest.ts';
import { phoneParts } from './phone.ts';

const NAME = manifest.name;
export type Side = 'from' | 'to' | 'address';
const WHOSE: Readonly<Record<Side, string>> = { from: 'the sender', to: 'the receiver', address: 'the pickup place' };

/** One line; undefined when there is nothing to say. */
export const oneLine = (text: string | undefined): string | undefined => {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line;
};

/** At most so many characters; for descriptions only, an address is never cut. */
export const shortened = (text: string, most: number): string =>
  Array.from(oneLine(text) ?? '')
    .slice(0, most)
    .join('')
    .trim();

const compact = (zipcode: string): string => zipcode.replace(/[\s-]+/g, '').toUpperCase();

/** @throws ConnectorError `invalid-input` for a code that is not of its country's form */
export function postalCode(a: Pick<Address, 'zipcode' | 'countryCode'>, side: Side): string {
  const code = compact(a.zipcode);
  if (a.countryCode === 'CA' && !/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(code))
    throw invalidInput(`"${a.zipcode}" is not a Canadian postal code.`, `${side}.zipcode`);
  if (a.countryCode === 'US' && !/^\d{5}(\d{4})?$/.test(code))
    throw invalidInput(`"${a.zipcode}" is not a ZIP code.`, `${side}.zipcode`);
  return a.countryCode === 'CA' || a.countryCode === 'US' ? code : (oneLine(a.zipcode) ?? '');
}

/** City, province, country and postal code, as the availability service wants them. */
export function shortAddress(a: Address, side: Side): XmlTree {
  const city = oneLine(a.city);
  if (city === undefined) throw invalidInput(`The address of ${WHOSE[side]} needs a city.`, `${side}.city`);
  const province = oneLine(a.provinceCode);
  if (province === undefined && (a.countryCode === 'CA' || a.countryCode === 'US'))
    throw invalidInput(`The address of ${WHOSE[side]} needs a province or state.`, `${side}.provinceCode`);
  return { City: city, Province: province ?? '', Country: a.countryCode, PostalCode: postalCode(a, side) };
}

/** "123 Main Street": a leading number of up to six characters is the street number there. */
export function street(line: string): { readonly number: string; readonly name: string } {
  const [, number, name] = /^(\d+[A-Za-z]?(?:-\d+)?)\s+(\S.*)$/.exec(line) ?? [];
  return number !== undefined && name !== undefined && number.length <= 6
    ? { number, name }
    : { number: '', name: line };
}

/**
 * @param phone parts to use where the address has no telephone number
 * @throws ConnectorError `invalid-input`
 */
export function addressMessage(a: Address, side: Side, phone: XmlTree | undefined): XmlTree {
  const name = oneLine(a.name) ?? oneLine(a.companyName);
  if (name === undefined) throw invalidInput(`The address of ${WHOSE[side]} needs a name.`, `${side}.name`);
  const first = oneLine(a.address1);
  if (first === undefined) throw invalidInput(`The address of ${WHOSE[side]} needs a first line.`, `${side}.address1`);
  const { number, name: streetName } = street(first);
  const { City, Province, Country, PostalCode } = shortAddress(a, side);
  const own = phoneParts(a.phone) ?? phone;
  if (own === undefined)
    throw invalidInput(`${NAME} needs a telephone number of ${WHOSE[side]}, with area code.`, `${side}.phone`);
  return {
    Name: name,
    Company: oneLine(a.companyName),
    StreetNumber: number,
    StreetName: streetName,
    StreetAddress2: oneLine(a.address2),
    City,
    Province,
    Country,
    PostalCode,
    PhoneNumber: own,
  };
}
