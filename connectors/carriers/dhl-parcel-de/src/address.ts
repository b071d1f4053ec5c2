/** Addresses in DHL's words: streets, Packstationen, post offices. Pure; what does not fit is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { alpha3Of } from '@scanship/domain/addresses/countries';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
export const line = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** Three letters. @param at "to", "from" or "address" */
export function countryOf(a: Address, at: string): string {
  const code = alpha3Of(a.countryCode);
  if (code === undefined) throw invalidInput(`"${a.countryCode}" is not a country.`, `${at}.countryCode`);
  return code;
}

export function fitted(text: string | undefined, most: number, what: string, field: string): string {
  const value = line(text);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  if (value.length > most)
    throw invalidInput(`${NAME} takes at most ${most} characters for ${what}; shorten it.`, field);
  return value;
}

/** Words dealt out over lines of a length; undefined where they need more lines. */
export function linesOf(text: string, most: number, lines: number): readonly string[] | undefined {
  const all: string[] = [];
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = all.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) all[all.length - 1] = `${last} ${word}`;
    else if (word.length <= most) all.push(word);
    else return undefined;
  }
  return all.length <= lines ? all : undefined;
}

const NAME_LENGTH = 50;
const NAME_LINES = 3;

/** Company, person and whatever else stands above the street, in up to three lines. */
function nameLines(a: Address, at: string, further: string): Readonly<Record<string, string>> {
  const [company, person] = [line(a.companyName), line(a.name)];
  const parts = [company, person === company ? '' : person, further].filter((part) => part !== '');
  if (company === '' && person === '') throw invalidInput(`${NAME} needs a name.`, `${at}.name`);
  const wrapped = parts.map((part) => linesOf(part, NAME_LENGTH, NAME_LINES));
  const field = `${at}.${company !== '' && company.length > NAME_LENGTH ? 'companyName' : 'name'}`;
  if (wrapped.some((part) => part === undefined) || wrapped.flat().length > NAME_LINES)
    throw invalidInput(
      `${NAME} prints three lines of ${NAME_LENGTH} characters above the street; shorten the name or the second address line.`,
      field,
    );
  return Object.fromEntries(wrapped.flat().map((text, index) => [`name${index + 1}`, text ?? '']));
}

const POSTAL = /^[0-9A-Za-z]+(?:[ -][0-9A-Za-z]+)*$/;

export function postalCode(a: Address, at: string, most = 10): string {
  const code = line(a.zipcode).toUpperCase();
  if (a.countryCode === 'DE' && !/^\d{5}$/.test(code))
    throw invalidInput(`"${a.zipcode}" is not a postal code of Germany: it has five digits.`, `${at}.zipcode`);
  if (code.length < 3 || code.length > most || !POSTAL.test(code))
    throw invalidInput(`"${a.zipcode}" is not a postal code as ${NAME} takes it.`, `${at}.zipcode`);
  return code;
}

/** Ireland and countries without postal codes may leave it out. */
const postalMember = (a: Address, at: string): Readonly<Record<string, string>> =>
  line(a.zipcode) === '' && a.countryCode !== 'DE' ? {} : { postalCode: postalCode(a, at) };

const MOST_CITY = 40;

export function shipperMessage(a: Address): Readonly<Record<string, unknown>> {
  const email = line(a.email);
  return {
    ...nameLines(a, 'from', line(a.address2)),
    addressStreet: fitted(a.address1, 50, 'the street', 'from.address1'),
    ...postalMember(a, 'from'),
    city: fitted(a.city, MOST_CITY, 'the city', 'from.city'),
    country: countryOf(a, 'from'),
    ...(email.length >= 3 && email.length <= 80 ? { email } : {}),
  };
}

const LOCKER = /^pack[\s-]?station\s+(?:nr\.?\s*)?(\d{3})$/i;
const POST_OFFICE = /^(?:post[\s-]?filiale|filiale|paket[\s-]?shop)\s+(?:nr\.?\s*)?(\d{3})$/i;
const POST_NUMBER = /^(?:postnummer\s*(?::\s*)?)?(\d{6,10})$/i;

/** The customer's own number at DHL, written in the second line or instead of a company. */
const postNumberOf = (a: Address): string | undefined =>
  [a.address2, a.companyName].map((text) => POST_NUMBER.exec(line(text))?.[1]).find((found) => found !== undefined);

/** Parcel lockers and post offices have a form of their own; both are in Germany only. */
function droppoint(a: Address): Readonly<Record<string, unknown>> | undefined {
  if (a.countryCode !== 'DE') return undefined;
  const locker = LOCKER.exec(line(a.address1))?.[1];
  const office = POST_OFFICE.exec(line(a.address1))?.[1];
  if (locker === undefined && office === undefined) return undefined;
  const place = {
    name: fitted(a.name, NAME_LENGTH, 'a name', 'to.name'),
    city: fitted(a.city, MOST_CITY, 'the city', 'to.city'),
    country: countryOf(a, 'to'),
    postalCode: postalCode(a, 'to'),
  };
  const postNumber = postNumberOf(a);
  if (locker !== undefined) {
    if (postNumber === undefined)
      throw invalidInput(
        `${NAME} needs the receiver’s post number (Postnummer, 6 to 10 digits) for a Packstation, in the second address line.`,
        'to.address2',
      );
    return { ...place, lockerID: Number(locker), postNumber };
  }
  const email = line(a.email);
  if (Number(office) < 401) throw invalidInput(`${NAME} has no post office number ${office}.`, 'to.address1');
  if (postNumber === undefined && email === '')
    throw invalidInput(
      `${NAME} needs the receiver’s post number in the second address line, or an e-mail address, for a post office.`,
      'to.address2',
    );
  return { ...place, retailID: Number(office), ...(postNumber === undefined ? { email } : { postNumber }) };
}

/** "US-AL" as DHL wants it for the United States; elsewhere as it is written. */
const stateOf = (a: Address): string => {
  const province = line(a.provinceCode);
  return a.countryCode === 'US' && province !== '' ? `US-${province}` : province;
};

/**
 * Telephone number and e-mail address go abroad only: within Germany DHL takes no telephone number, and an e-mail address
 * would have it send notices beside the seller's own.
 */
export function consigneeMessage(a: Address): Readonly<Record<string, unknown>> {
  const special = droppoint(a);
  if (special) return special;
  const abroad = a.countryCode !== 'DE';
  const [second, state, phone, email] = [line(a.address2), stateOf(a), line(a.phone), line(a.email)];
  if (second.length > 60)
    throw invalidInput(`${NAME} takes at most 60 characters in the second address line.`, 'to.address2');
  return {
    ...nameLines(a, 'to', abroad ? '' : second),
    addressStreet: fitted(a.address1, 50, 'the street', 'to.address1'),
    ...(abroad && second !== '' ? { additionalAddressInformation1: second } : {}),
    ...postalMember(a, 'to'),
    city: fitted(a.city, MOST_CITY, 'the city', 'to.city'),
    ...(abroad && state !== '' && state.length <= 20 ? { state } : {}),
    country: countryOf(a, 'to'),
    ...(abroad && phone !== '' && phone.length <= 20 ? { phone } : {}),
    ...(abroad && email.length >= 3 && email.length <= 80 ? { email } : {}),
  };
}

/** "Hauptstraße 12a" in two, as returns and pickups want it. @throws ConnectorError where there is no number at the end */
export function streetAndHouse(
  a: Address,
  at: string,
  most: number,
): { readonly addressStreet: string; readonly addressHouse: string } {
  const text = line(a.address1);
  const end = /[ ,](\d{1,9}\s?[A-Za-z]?(?:\s?[-/]\s?\d{1,9}\s?[A-Za-z]?)?)$/.exec(text);
  const [street, house = ''] = [text.slice(0, end?.index ?? 0), end?.[1]];
  if (street.trim() === '' || house.length > 10)
    throw invalidInput(`${NAME} needs the house number at the end of the street.`, `${at}.address1`);
  return {
    addressStreet: fitted(street.replace(/(?<![ ,])[ ,]+$/, ''), most, 'the street', `${at}.address1`),
    addressHouse: house,
  };
}

export { nameLines };
