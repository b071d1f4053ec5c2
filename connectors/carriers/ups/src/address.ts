/** Our addresses in UPS's form. What does not fit is refused with our field's name, never cut. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import type { VendorAddress, VendorParty, VendorPhone } from './vendor.ts';

export type PartyField = 'from' | 'to' | 'returnTo';

/** Countries whose numbers are ten digits and whose addresses need a state or province (UPS Shipping API, ShipTo). */
const NORTH_AMERICA: ReadonlySet<string> = new Set(['CA', 'US', 'PR', 'VI']);

const LINE = 35;
const LINES = 3;
const CITY = 30;

/** Words of one of our address lines in pieces of 35 characters; a single longer word is cut where it must be. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  let rest = line.trim().replace(/\s+/g, ' ');
  while (rest.length > LINE) {
    const space = rest.lastIndexOf(' ', LINE);
    const end = space > 0 ? space : LINE;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return rest === '' ? lines : [...lines, rest];
}

function addressLines(a: Address, field: PartyField): string[] {
  const lines = [...wrapped(a.address1), ...wrapped(a.address2 ?? '')];
  if (lines.length === 0) throw fail('invalid-input', 'The address has no street.', { field: `${field}.address1` });
  if (lines.length > LINES)
    throw fail('invalid-input', `The street does not fit the ${LINES} lines of ${LINE} characters that UPS prints.`, {
      field: `${field}.address1`,
    });
  return lines;
}

function postalCode(a: Address, field: PartyField): string | undefined {
  const bare = a.zipcode.replace(/[\s-]+/g, '').toUpperCase();
  const wrong = (form: string): Error =>
    fail('invalid-input', `"${a.zipcode}" is not a postal code of ${a.countryCode}; ${form}.`, {
      field: `${field}.zipcode`,
    });
  if (a.countryCode === 'CA' && !/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(bare)) throw wrong('UPS expects the form A1A 1A1');
  if ((a.countryCode === 'US' || a.countryCode === 'PR') && !/^\d{5}(\d{4})?$/.test(bare))
    throw wrong('UPS expects five or nine digits');
  if (bare.length > 9) throw wrong('UPS takes up to nine characters');
  return bare === '' ? undefined : bare;
}

function province(a: Address, field: PartyField): string | undefined {
  const code = a.provinceCode.trim().toUpperCase();
  if ((a.countryCode === 'CA' || a.countryCode === 'US') && !/^[A-Z]{2}$/.test(code))
    throw fail('invalid-input', 'UPS needs the two letters of the province or state.', {
      field: `${field}.provinceCode`,
    });
  return code === '' || code.length > 5 ? undefined : code;
}

/** @throws ConnectorError `invalid-input` naming our field */
export function addressMessage(a: Address, field: PartyField): VendorAddress {
  const city = a.city.trim();
  if (city === '' || city.length > CITY)
    throw fail('invalid-input', `UPS takes a city of 1 to ${CITY} characters.`, { field: `${field}.city` });
  return {
    AddressLine: addressLines(a, field),
    City: city,
    StateProvinceCode: province(a, field),
    PostalCode: postalCode(a, field),
    CountryCode: a.countryCode,
    ResidentialAddressIndicator: field === 'to' && a.residential === true ? '' : undefined,
  };
}

/** The address of a price question: its province has two characters or is left out (Rating API, StateProvinceCode). */
export function rateAddress(a: Address, field: PartyField): VendorAddress {
  const address = addressMessage(a, field);
  return {
    ...address,
    StateProvinceCode: address.StateProvinceCode?.length === 2 ? address.StateProvinceCode : undefined,
  };
}

/** Digits as UPS takes them, with an extension; undefined when the text holds no whole number. */
export function phoneMessage(text: string | undefined, country: string): VendorPhone | undefined {
  if (text === undefined) return undefined;
  const [, main = '', extension] = /^(.*?)(?:(?:x|ext\.?|poste)\s*(\d{1,4}))?$/i.exec(text.trimEnd()) ?? [];
  const digits = main.replace(/\D/g, '');
  if (NORTH_AMERICA.has(country)) {
    const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
    return local.length === 10 ? { Number: local, Extension: extension } : undefined;
  }
  return digits.length >= 5 && digits.length <= 15 ? { Number: digits, Extension: extension } : undefined;
}

function fittingName(text: string, field: string): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '' || name.length > LINE)
    throw fail('invalid-input', `UPS takes a name of 1 to ${LINE} characters.`, { field });
  return name;
}

/**
 * A party of a shipment: company first, the person beside it.
 * @param abroad the shipment crosses a border, so a telephone number is required on both sides
 * @throws ConnectorError `invalid-input` naming our field
 */
export function partyMessage(a: Address, field: PartyField, abroad: boolean): VendorParty {
  const person = fittingName(a.name, `${field}.name`);
  const company = a.companyName?.trim() ? fittingName(a.companyName, `${field}.companyName`) : person;
  const phone = phoneMessage(a.phone, a.countryCode);
  if (abroad && !phone)
    throw fail('invalid-input', 'UPS needs a whole telephone number on both sides of a shipment abroad.', {
      field: `${field}.phone`,
    });
  return {
    Name: company,
    AttentionName: person,
    Phone: phone,
    EMailAddress: a.email !== undefined && a.email.length > 0 && a.email.length <= 50 ? a.email : undefined,
    Address: addressMessage(a, field),
  };
}
