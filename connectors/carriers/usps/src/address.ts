/** Our addresses in USPS's form. What does not fit is refused with our field's name, never cut. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { isDomestic, isTerritory } from './services.ts';

export type PartyField = 'from' | 'to' | 'returnTo';

const LINE = 50;
const CITY = 28;
const STATES: ReadonlySet<string> = new Set(
  (
    'AA AE AL AK AP AS AZ AR CA CO CT DE DC FM FL GA GU HI ID IL IN IA KS KY LA ME MH MD MA MI MN MS MO MP MT NE NV NH ' +
    'NJ NM NY NC ND OH OK OR PW PA PR RI SC SD TN TX UT VT VI VA WA WV WI WY'
  ).split(' '),
);

const tidy = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ');

function fitting(text: string | undefined, most: number, what: string, field: string): string {
  const value = tidy(text);
  if (value === '' || value.length > most)
    throw fail('invalid-input', `USPS takes ${what} of 1 to ${most} characters.`, { field });
  return value;
}

const optional = (text: string | undefined, most: number, what: string, field: string): string | undefined =>
  tidy(text) === '' ? undefined : fitting(text, most, what, field);

/** First and last name, or the company where the person has only one name: USPS wants either. */
export function addressee(a: Address, field: PartyField) {
  const firm = optional(a.companyName, LINE, 'a company name', `${field}.companyName`);
  const name = fitting(a.name, 2 * LINE, 'a name', `${field}.name`);
  const space = name.indexOf(' ');
  if (space < 0) return { firm: firm ?? fitting(name, LINE, 'a name', `${field}.name`) };
  const [firstName, lastName] = [name.slice(0, space), name.slice(space + 1)];
  if (firstName.length > LINE || lastName.length > LINE)
    throw fail('invalid-input', `USPS takes first and last names of up to ${LINE} characters each.`, {
      field: `${field}.name`,
    });
  return { firstName, lastName, firm };
}

/** Five digits, and the four that may follow. @throws ConnectorError `invalid-input` */
export function zip(
  a: Pick<Address, 'zipcode'>,
  field: string,
): { readonly ZIPCode: string; readonly ZIPPlus4?: string } {
  const [, ZIPCode, ZIPPlus4] = /^(\d{5})(?:[-\s]?(\d{4}))?$/.exec(a.zipcode.trim()) ?? [];
  if (ZIPCode === undefined)
    throw fail('invalid-input', `"${a.zipcode}" is not a ZIP code; USPS expects five or nine digits.`, { field });
  return ZIPPlus4 === undefined ? { ZIPCode } : { ZIPCode, ZIPPlus4 };
}

export function stateOf(a: Address, field: string): string {
  const state = isTerritory(a.countryCode) ? a.countryCode : a.provinceCode.trim().toUpperCase();
  if (!STATES.has(state))
    throw fail('invalid-input', 'USPS needs the two letters of the state.', { field: `${field}.provinceCode` });
  return state;
}

/** Street, city, state and ZIP code. @throws ConnectorError `invalid-input` naming our field */
export function domesticPlace(a: Address, field: PartyField) {
  if (!isDomestic(a.countryCode))
    throw fail('invalid-input', 'This address must be in the United States.', { field: `${field}.countryCode` });
  return {
    streetAddress: fitting(a.address1, LINE, 'a street', `${field}.address1`),
    secondaryAddress: optional(a.address2, LINE, 'a second line', `${field}.address2`),
    city: fitting(a.city, CITY, 'a city', `${field}.city`),
    state: stateOf(a, field),
    ...zip(a, `${field}.zipcode`),
  };
}

/** Digits only, six to fifteen; a number that is not whole is left out. */
export function phoneDigits(text: string | undefined): string | undefined {
  const digits = (text ?? '').replace(/(?:x|ext\.?|poste)\s*\d+\s*$/i, '').replace(/\D/g, '');
  return digits.length >= 6 && digits.length <= 15 ? digits : undefined;
}

export const domesticParty = (a: Address, field: PartyField) => ({
  ...addressee(a, field),
  ...domesticPlace(a, field),
  phone: phoneDigits(a.phone),
});

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

function countryName(code: string, field: PartyField): string {
  const name = /^[A-Z]{2}$/.test(code) ? COUNTRIES.of(code) : undefined;
  if (name === undefined) throw fail('invalid-input', `"${code}" is not a country.`, { field: `${field}.countryCode` });
  return name;
}

/** @throws ConnectorError `invalid-input` naming our field */
export function foreignParty(a: Address, field: PartyField) {
  const postalCode = tidy(a.zipcode);
  if (postalCode.length > 11)
    throw fail('invalid-input', 'USPS takes a foreign postal code of up to 11 characters.', {
      field: `${field}.zipcode`,
    });
  if (a.countryCode === 'CA' && !/^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$/.test(postalCode))
    throw fail('invalid-input', 'A Canadian postal code has the form A1A 1A1.', { field: `${field}.zipcode` });
  const province = a.provinceCode.trim().toUpperCase();
  return {
    ...addressee(a, field),
    streetAddress: fitting(a.address1, LINE, 'a street', `${field}.address1`),
    secondaryAddress: optional(a.address2, LINE, 'a second line', `${field}.address2`),
    city: fitting(a.city, CITY, 'a city', `${field}.city`),
    postalCode: postalCode === '' ? undefined : postalCode,
    province: province === '' ? undefined : province,
    provinceISOAlpha2Code: /^[A-Z]{2}$/.test(province) ? province : undefined,
    country: countryName(a.countryCode, field),
    countryISOAlpha2Code: a.countryCode,
    phone: phoneDigits(a.phone),
  };
}
